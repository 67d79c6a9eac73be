import { grouped } from '../text/grouped';
import type { Span } from '../text/span';
import type { DialectId } from './dialects/dialect';
import { dialect as dollarBrace } from './dialects/dollar-brace';
import { dialect as doubleBrace } from './dialects/double-brace';
import { dialects } from './dialects/index.generated';
import { foreignTags } from './dialects/lookalikes';
import { dialect as pyFormat } from './dialects/py-format';
import { isReadBy } from './dialects/reads';
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
  const found = text.length <= ENOUGH ? byText(text) : inFirstPart(byText(firstPart(text)));
  if (!named) return found;
  const others = [...(found.best ? [found.best] : []), ...found.also];
  return { best: named, also: others.filter(({ dialect }) => !isReadBy(dialect, named.dialect)) };
}

function byText(text: string): Detection {
  const tags = byTags(text);
  return tags.best || tags.also.length > 0 ? tags : bySlots(text);
}

/** Characters that are looked at. Whoever writes more in one dialect has shown it long before. */
const ENOUGH = 200_000;

/** The first part of a long text, up to the end of a tag or of a line. */
function firstPart(text: string): string {
  let end = Math.max(text.lastIndexOf('}', ENOUGH), text.lastIndexOf('\n', ENOUGH)) + 1 || ENOUGH;
  while (text[end] === '}') end++;
  return text.slice(0, end);
}

/** What speaks for a dialect, with the words that not all of the text was looked at. */
function inFirstPart({ best, also }: Detection): Detection {
  const said = ({ dialect, reason }: Detected): Detected => ({
    dialect,
    reason: `${reason} (as far as the first ${grouped(ENOUGH)} characters go)`,
  });
  return { best: best && said(best), also: also.map(said) };
}

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
  absorb(tags);
  const sorted = [...tags].sort(([, a], [, b]) => b.count - a.count);
  const all = sorted.map(([dialect, { first }]): Detected => ({ dialect, reason: `it holds \`${excerpt(first)}\`` }));
  const isEven = sorted[0] !== undefined && sorted[0][1].count === sorted[1]?.[1].count;
  return isEven ? { best: undefined, also: all } : { best: all[0], also: all.slice(1) };
}

const DOTPROMPT = /\{\{\s{0,9}(?:role\s{1,9}["'][a-z]+["']|media\s{1,9}url=[^\s}]{1,200})\s{0,9}\}\}/;

const excerpt = (tag: string): string => (tag.length > 40 ? `${tag.slice(0, 39)}…` : tag);

/** A dialect that reads the tags of another one has these as well: Handlebars every section of mustache, never the other way round. */
function absorb(tags: Map<DialectId, { count: number; first: string }>): void {
  for (const [lesser, small] of [...tags]) {
    const greater = [...tags].find(([other]) => other !== lesser && isReadBy(lesser, other));
    if (!greater) continue;
    greater[1].count += small.count;
    tags.delete(lesser);
  }
}

/** Plain slots outside code fences, where code of every language has braces of its own. */
function bySlots(text: string): Detection {
  const fences = fencesOf(text);
  const outside = ({ span }: { readonly span: Span }): boolean => fenceAt(fences, span.start) < 0;
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
  const field = pythonField(text, outside);
  if (single.length > 0 || field !== undefined) shapes.push(bySingleBraces(text, field ?? written(single)));
  // In a sample of code two braces are hardly ever code.
  if (shapes.length === 0 && all.length > 0)
    shapes.push({ dialect: 'double-brace', reason: `its slots are written like \`${written(all)}\`` });
  return shapes.length > 1 ? { best: undefined, also: shapes } : { best: shapes[0], also: [] };
}

/** What only `str.format` reads in one brace: an item of a value, a conversion, a number of decimals. */
const PYTHON =
  /(?<![\p{L}\p{N}\\{}$_^])\{[\p{L}_][\p{L}\p{N}_]{0,60}(?:(?:\.[\p{L}_]\w{0,60})?\[\w{1,60}\](?:![rsa])?|![rsa]|:[<>=^]?[+-]?,?\d{0,3}\.\d{1,2}[fFgGeE%])\}(?!\})/gu;

/** The first tag that only Python reads, in a text that it can read. */
function pythonField(text: string, outside: (tag: { readonly span: Span }) => boolean): string | undefined {
  for (const { index: start, 0: tag } of text.matchAll(PYTHON)) {
    if (!outside({ span: { start, end: start + tag.length } })) continue;
    return pyFormat.scan(text).faults.length === 0 ? tag : undefined;
  }
  return undefined;
}

/** `{name}` alone is `str.format` when the other braces of the text are doubled for it, else a plain replacement. */
function bySingleBraces(text: string, written: string): Detected {
  const { faults, stretches } = pyFormat.scan(text);
  if (faults.length === 0 && written.match(PYTHON))
    return { dialect: 'py-format', reason: `its slots are written like \`${written}\`` };
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
