// What the tests of Jinja share: a context with other texts, and the law of pieces over all of them.
import assert from 'node:assert/strict';
import { dialect } from '../../../../server/src/syntax/dialects/jinja';
import type { FillContext, Filled, IncludedText, Piece, Value } from '../../../../server/src/syntax/piece';
import { contextOf } from '../support';
import type { Options } from './reference';

type Values = Readonly<Record<string, Value | undefined>>;
type Texts = Readonly<Record<string, string>>;

export const uriOf = (name: string): string => `memory:///${name}`;

/** Finds the other texts by the names that the text gives them. */
export function contextWith(values: Values, texts: Texts = {}): FillContext {
  const known = new Map<string, IncludedText>();
  return {
    ...contextOf(values),
    include(path) {
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      if (text === undefined) return undefined;
      const found = known.get(path) ?? { uri: uriOf(path), tree: dialect.scan(text) };
      known.set(path, found);
      return found;
    },
  };
}

export const fillWith = (text: string, values: Values, texts: Texts = {}, options: Options = {}): Filled =>
  dialect.fill(dialect.scan(text), contextWith(values, texts), options);

/** What Jinja would have printed: without what only a preview shows, slots without a value and tags that nobody knows. */
export function printed({ pieces, gaps = [] }: Filled): string {
  const places = new Set(gaps.map(({ span, file }) => `${file} ${span.start}`));
  const isGap = ({ kind, span, file }: Piece): boolean => kind === 'tag' && places.has(`${file} ${span.start}`);
  return pieces
    .filter((piece) => piece.hole === undefined && !isGap(piece))
    .map(({ text }) => text)
    .join('');
}

/** The text that is printed; nothing may stop it. */
export function output(text: string, values: Values = {}, options: Options = {}): string {
  const filled = fillWith(text, values, {}, options);
  assert.equal(filled.stopped, undefined, text);
  return printed(filled);
}

/** What every rendering must satisfy, over the text and the texts that it was made from. */
export function assertLaw(source: string, texts: Texts, { pieces, stopped, skipped, gaps }: Filled): void {
  const named = new Map(Object.entries(texts).map(([name, text]) => [uriOf(name), text]));
  const textOfFile = (file: string | undefined): string => (file === undefined ? source : (named.get(file) ?? ''));
  for (const piece of pieces) {
    const breach = breachOf(piece, textOfFile(piece.file), source);
    if (breach) assert.fail(`${breach}: ${JSON.stringify({ piece, source, texts })}`);
  }
  for (const { span, file } of [...(stopped ? [stopped] : []), ...(gaps ?? [])]) {
    assert.ok(isInside(span, textOfFile(file)), JSON.stringify({ span, file, source }));
  }
  let end = 0;
  for (const span of skipped ?? []) {
    assert.ok(
      isInside(span, source) && span.start < span.end && span.start >= end,
      JSON.stringify({ skipped, source }),
    );
    end = span.end;
  }
}

const isInside = ({ start, end }: { start: number; end: number }, text: string): boolean =>
  start >= 0 && start <= end && end <= text.length;

function breachOf(
  { kind, text, span, origins, whole, hole, file, site }: Piece,
  from: string,
  source: string,
): string | undefined {
  if (!isInside(span, from) || span.start === span.end) return 'a span outside the text';
  if ((file === undefined) !== (site === undefined))
    return 'a piece of another text without the tag that brought it in';
  if (site && !(isInside(site, source) && /^\{[{%]/.test(source.slice(site.start)))) return 'a site that is no tag';
  if (text === '' && whole === undefined) return 'a piece without text';
  if (kind === 'value') return origins && origins.length > 0 ? undefined : 'a value without an origin';
  if (origins) return `a ${kind} with an origin`;
  const written = from.slice(span.start, span.end);
  if (kind === 'tag') return /^\{[{%]/.test(written) ? undefined : 'a tag that is none';
  if (hole !== undefined)
    return written === text && /^\{(?:\{|%[-+]?\s*print\b)/.test(written) ? undefined : 'a hole that is no tag';
  const lineBreak = text === '\n' && (written === '\r\n' || written === '\r');
  return written === text || lineBreak ? undefined : 'a literal that is not its source';
}
