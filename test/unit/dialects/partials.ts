// What the tests of dialects with partials share: a context that finds them, and the law of pieces over several texts.
import assert from 'node:assert/strict';
import type { Dialect } from '../../../server/src/syntax/dialects/dialect';
import type { FillContext, Filled, IncludedText, Piece, Value } from '../../../server/src/syntax/piece';
import { contextOf, textOf } from './support';

type Values = Readonly<Record<string, Value | undefined>>;
type Partials = Readonly<Record<string, string>>;

export const uriOf = (name: string): string => `memory:///${name}`;

/** A context that finds the partials by their names. */
export function contextWith(dialect: Dialect, values: Values, partials: Partials): FillContext {
  const found = new Map<string, IncludedText>();
  return {
    ...contextOf(values),
    include(path) {
      const text = Object.hasOwn(partials, path) ? partials[path] : undefined;
      if (text === undefined) return undefined;
      const known = found.get(path) ?? { uri: uriOf(path), tree: dialect.scan(text) };
      found.set(path, known);
      return known;
    },
  };
}

/** What the engine would have printed: without what only the preview shows, slots without a value and tags that nobody knows. */
export function engineText({ pieces, gaps = [] }: Filled): string {
  const places = new Set(gaps.map(({ span, file }) => `${file} ${span.start}`));
  const isGap = ({ kind, span, file }: Piece): boolean => kind === 'tag' && places.has(`${file} ${span.start}`);
  return textOf(pieces.filter((piece) => piece.hole === undefined && !isGap(piece)));
}

/** What the law of pieces demands of every engine, over the text and the partials that it was made from. */
export function assertLaw(source: string, partials: Partials, { pieces, stopped, skipped, gaps }: Filled): void {
  const texts = new Map(Object.entries(partials).map(([name, text]) => [uriOf(name), text]));
  const textOfFile = (file: string | undefined): string | undefined => (file === undefined ? source : texts.get(file));
  for (const piece of pieces) {
    const fault = breachOf(piece, textOfFile(piece.file), source);
    if (fault) assert.fail(`${fault}: ${JSON.stringify({ piece, source, partials })}`);
  }
  for (const { span, file } of [...(stopped ? [stopped] : []), ...(gaps ?? [])]) {
    const text = textOfFile(file);
    assert.ok(text !== undefined && isInside(span, text), JSON.stringify({ span, file, source }));
  }
  for (const span of skipped ?? []) assert.ok(isInside(span, source) && span.start < span.end);
}

const isInside = ({ start, end }: { start: number; end: number }, text: string): boolean =>
  start >= 0 && start <= end && end <= text.length;

function breachOf(piece: Piece, text: string | undefined, source: string): string | undefined {
  const { kind, span, origins, site, file } = piece;
  if (text === undefined) return 'a piece of an unknown text';
  if (!isInside(span, text) || span.start === span.end) return 'a span outside the text';
  if ((site === undefined) !== (file === undefined)) return 'a piece of a partial without the tag that brought it in';
  if (site && !(isInside(site, source) && /^(?:\{[{%]|<%)/.test(source.slice(site.start))))
    return 'a site that is no tag';
  if (piece.text === '' && piece.whole === undefined) return 'a piece without text';
  if (kind === 'tag') return undefined;
  if (kind === 'value') return origins === undefined || origins.length === 0 ? 'a value without an origin' : undefined;
  if (origins) return 'a literal with an origin';
  return text.slice(span.start, span.end) === piece.text ? undefined : 'a literal that is not its source';
}
