import type { DialectId } from './dialects/dialect';
import { dialect as dollarBrace } from './dialects/dollar-brace';
import { dialect as doubleBrace } from './dialects/double-brace';
import { dialects } from './dialects/index.generated';
import { foreignTags } from './dialects/lookalikes';
import { dialect as pyFormat } from './dialects/py-format';
import { dialect as singleBrace } from './dialects/single-brace';
import { fenceAt, fencesOf } from './fences';
import type { SlotUse } from './tree';

/** A dialect that a text is probably written in, and what speaks for it, as the end of a sentence. */
export interface Detected {
  readonly dialect: DialectId;
  readonly reason: string;
}

/** By the extensions that the dialects say; a file of Prompty is Jinja as long as its head says nothing else. */
const EXTENSIONS: ReadonlyMap<string, DialectId> = new Map([
  ['prompty', 'jinja'],
  ...dialects.flatMap(({ id, files = [] }) =>
    files.flatMap((name): [string, DialectId][] => (name.startsWith('*.') ? [[name.slice(2), id]] : [])),
  ),
]);

/** What speaks for a dialect, and what in the text speaks for another one. */
export interface Detection {
  readonly best: Detected | undefined;
  /** Dialects whose tags or slots stand in the text as well: a text with any has two. */
  readonly also: readonly Detected[];
}

/**
 * Which dialect an undeclared text is probably written in: by the extension of its file, then by tags that only one
 * engine reads, then by the shape of its plain slots. Undefined when nothing speaks for one, or when two remain: no
 * dialect is better than a wrong one, and one JSON brace is no evidence.
 */
export function detect(text: string, path = ''): Detected | undefined {
  return detectAll(text, path).best;
}

/** The same, with what speaks for other dialects: when two remain there is no best, and both are among the others. */
export function detectAll(text: string, path = ''): Detection {
  const named = byExtension(path);
  const tags = byTags(text);
  const found = tags.best || tags.also.length > 0 ? tags : bySlots(text);
  if (!named) return found;
  const others = [...(found.best ? [found.best] : []), ...found.also];
  return { best: named, also: others.filter(({ dialect }) => dialect !== named.dialect && !isReadBy(dialect, named)) };
}

/** Whether what is written in a dialect is read by another one as it is. */
const isReadBy = (dialect: DialectId, by: Detected): boolean =>
  dialect === 'double-brace' || (READ_BY[by.dialect]?.includes(dialect) ?? false);

const READ_BY: Readonly<Record<DialectId, readonly DialectId[]>> = {
  handlebars: ['mustache'],
  dotprompt: ['handlebars', 'mustache'],
  liquid: ['jinja'],
  'go-template': [],
};

function byExtension(path: string): Detected | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const dialect = EXTENSIONS.get(extension);
  return dialect === undefined ? undefined : { dialect, reason: `the file is called *.${extension}` };
}

/** The engine most of whose own tags stand in the text; when two have as many, neither. */
function byTags(text: string): Detection {
  const tags = new Map<DialectId, { count: number; first: string }>();
  for (const { writtenIn, span } of foreignTags(text)) {
    const seen = tags.get(writtenIn);
    if (seen) seen.count++;
    else tags.set(writtenIn, { count: 1, first: text.slice(span.start, span.end) });
  }
  // dotprompt is Handlebars with helpers of its own.
  const helper = DOTPROMPT.exec(text);
  if (helper) tags.set('dotprompt', { count: 1, first: helper[0] });
  absorb(tags, 'handlebars', 'dotprompt');
  absorb(tags, 'mustache', 'dotprompt');
  // Handlebars reads every section of mustache, Liquid every plain statement of Jinja; never the other way round.
  absorb(tags, 'mustache', 'handlebars');
  absorb(tags, 'jinja', 'liquid');
  const sorted = [...tags].sort(([, a], [, b]) => b.count - a.count);
  const all = sorted.map(([dialect, { first }]): Detected => ({ dialect, reason: `it holds \`${excerpt(first)}\`` }));
  const isEven = sorted[0] !== undefined && sorted[0][1].count === sorted[1]?.[1].count;
  return isEven ? { best: undefined, also: all } : { best: all[0], also: all.slice(1) };
}

const DOTPROMPT = /\{\{\s{0,9}(?:role\s{1,9}["'][a-z]+["']|media\s{1,9}url=[^\s}]{1,200})\s{0,9}\}\}/;

const excerpt = (tag: string): string => (tag.length > 40 ? `${tag.slice(0, 39)}…` : tag);

function absorb(tags: Map<DialectId, { count: number; first: string }>, lesser: DialectId, greater: DialectId): void {
  const small = tags.get(lesser);
  const large = tags.get(greater);
  if (!small || !large) return;
  large.count += small.count;
  tags.delete(lesser);
}

/** Plain slots outside code fences, where code of every language has braces of its own. */
function bySlots(text: string): Detection {
  const fences = fencesOf(text);
  const outside = ({ span }: { readonly span: { readonly start: number } }): boolean => fenceAt(fences, span.start) < 0;
  // `${{ github.actor }}` is filled by a workflow before anybody reads the text.
  const all = doubleBrace.scan(text).slots.filter(({ span }) => text[span.start - 1] !== '$');
  const doubled = all.filter(outside);
  const dollars = dollarBrace.scan(text).slots.filter(outside);
  const single = singleBrace
    .scan(text)
    .slots.filter(outside)
    .filter(({ span }) => !/[\p{L}\p{N}\\{}$_^]/u.test(text[span.start - 1] ?? ''));
  const written = (uses: readonly SlotUse[]): string => text.slice(uses[0]?.span.start, uses[0]?.span.end);
  const kernel = doubled.filter(({ name }) => name.startsWith('$'));
  if (kernel.length > 0) {
    const reason = `its slots are written like \`${written(kernel)}\``;
    return { best: { dialect: 'semantic-kernel', reason }, also: [] };
  }
  const shapes: Detected[] = [];
  for (const [dialect, uses] of [
    ['double-brace', doubled],
    ['dollar-brace', dollars],
  ] as const)
    if (uses.length > 0) shapes.push({ dialect, reason: `its slots are written like \`${written(uses)}\`` });
  if (single.length > 0) shapes.push(bySingleBraces(text, written(single)));
  // In a sample of code two braces are hardly ever code.
  if (shapes.length === 0 && all.length > 0)
    shapes.push({ dialect: 'double-brace', reason: `its slots are written like \`${written(all)}\`` });
  return shapes.length > 1 ? { best: undefined, also: shapes } : { best: shapes[0], also: [] };
}

/** `{name}` alone is `str.format` when the other braces of the text are doubled for it, else a plain replacement. */
function bySingleBraces(text: string, written: string): Detected {
  const { faults, stretches } = pyFormat.scan(text);
  if (stretches.length > 0 && faults.length === 0) {
    return {
      dialect: 'py-format',
      reason: `its slots are written like \`${written}\` and its other braces are doubled`,
    };
  }
  const reason =
    faults.length > 0
      ? `its slots are written like \`${written}\` and its other braces are single`
      : `its slots are written like \`${written}\``;
  return { dialect: 'single-brace', reason };
}
