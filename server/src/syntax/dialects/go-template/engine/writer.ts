import type { Span } from '../../../../text/span';
import type { Piece } from '../../../piece';
import { PrintLimit, shown } from '../fmt/printer';
import type { Text } from '../parse/nodes';
import { type GoValue, Root, type Traced, Unknown } from '../values';
import type { Frame } from './frame';
import type { Session } from './session';

/** Why a tag is a gap that prints the dot of the whole. */
export const ALL_DATA = 'only the program knows all of its data, which `.` stands for';

/** Writes what a rendering prints, each piece with its place. */
export class Writer {
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  text({ from, to }: Text, frame: Frame): void {
    if (to > from)
      this.#write({ kind: 'literal', text: frame.page.tree.text.slice(from, to) }, { start: from, end: to }, frame);
  }

  #write(piece: Omit<Piece, 'span' | 'file' | 'site'>, { start, end }: Span, frame: Frame): void {
    const { file } = frame.page;
    const origin = file === undefined ? {} : { file, site: frame.site ?? { start, end } };
    this.#session.write({ ...piece, span: { start, end }, ...origin }, frame.placeOf({ start, end }));
  }

  /** The tag as it is written: a slot without a value, or what only the program knows. */
  asWritten(tag: Span, frame: Frame, hole?: string): void {
    const text = frame.page.tree.text.slice(tag.start, tag.end);
    this.#write(hole === undefined ? { kind: 'tag', text } : { kind: 'literal', text, hole }, tag, frame);
  }

  gap(why: string, tag: Span, frame: Frame): void {
    this.#session.gap(why, frame.placeOf(tag));
    this.asWritten(tag, frame);
  }

  value(traced: Traced, tag: Span, frame: Frame): void {
    const { value, origins, slot } = traced;
    const text = this.#printed(value, tag, frame);
    if (text === undefined) return;
    const whole = slot !== undefined && isWhole(value, text) ? { whole: slot } : {};
    if (text === '' && slot === undefined) return;
    this.#write(origins.length > 0 ? { kind: 'value', text, origins, ...whole } : { kind: 'tag', text }, tag, frame);
  }

  #printed(value: GoValue, tag: Span, frame: Frame): string | undefined {
    if (value instanceof Unknown || value instanceof Root) {
      this.gap(value instanceof Unknown ? value.why : ALL_DATA, tag, frame);
      return undefined;
    }
    try {
      return value === undefined ? '<no value>' : shown(value);
    } catch (error) {
      if (!(error instanceof PrintLimit)) throw error;
      this.gap(error.why, tag, frame);
      return undefined;
    }
  }
}

/** Whether a slot's value is printed as every other dialect would print it. */
function isWhole(value: GoValue, text: string): boolean {
  if (typeof value === 'string') return value === text;
  return (
    typeof value === 'bigint' || typeof value === 'boolean' || (typeof value === 'number' && String(value) === text)
  );
}
