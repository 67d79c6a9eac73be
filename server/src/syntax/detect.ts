import type { DialectId } from './dialects/dialect';
import { dialect as dollarBrace } from './dialects/dollar-brace';
import { dialect as doubleBrace } from './dialects/double-brace';
import { foreignTags } from './dialects/lookalikes';
import { dialect as pyFormat } from './dialects/py-format';
import { dialect as singleBrace } from './dialects/single-brace';
import { fenceAt, fencesOf } from './fences';

/** A dialect that a text is probably written in, and what speaks for it, as the end of a sentence. */
export interface Detected {
  readonly dialect: DialectId;
  readonly reason: string;
}

const EXTENSIONS: ReadonlyMap<string, DialectId> = new Map([
  ['j2', 'jinja'],
  ['jinja', 'jinja'],
  ['jinja2', 'jinja'],
  ['prompty', 'jinja'],
  ['hbs', 'handlebars'],
  ['handlebars', 'handlebars'],
  ['mustache', 'mustache'],
  ['liquid', 'liquid'],
  ['tmpl', 'go-template'],
  ['gotmpl', 'go-template'],
]);

/**
 * Which dialect an undeclared text is probably written in: by the extension of its file, then by tags that only one
 * engine reads, then by the shape of its plain slots. Undefined when nothing speaks for one, or when two remain: no
 * dialect is better than a wrong one, and one JSON brace is no evidence.
 */
export function detect(text: string, path = ''): Detected | undefined {
  return byExtension(path) ?? byTags(text) ?? bySlots(text);
}

function byExtension(path: string): Detected | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const dialect = EXTENSIONS.get(extension);
  return dialect === undefined ? undefined : { dialect, reason: `the file is called *.${extension}` };
}

/** The engine most of whose own tags stand in the text; when two have as many, neither. */
function byTags(text: string): Detected | undefined {
  const tags = new Map<DialectId, { count: number; first: string }>();
  for (const { writtenIn, span } of foreignTags(text)) {
    const seen = tags.get(writtenIn);
    if (seen) seen.count++;
    else tags.set(writtenIn, { count: 1, first: text.slice(span.start, span.end) });
  }
  // Handlebars reads every section of mustache, Liquid every plain statement of Jinja; never the other way round.
  absorb(tags, 'mustache', 'handlebars');
  absorb(tags, 'jinja', 'liquid');
  const [best, second] = [...tags].sort(([, a], [, b]) => b.count - a.count);
  if (!best || (second && second[1].count === best[1].count)) return undefined;
  const [dialect, { first }] = best;
  return { dialect, reason: `it holds \`${first.length > 40 ? `${first.slice(0, 39)}…` : first}\`` };
}

function absorb(tags: Map<DialectId, { count: number; first: string }>, lesser: DialectId, greater: DialectId): void {
  const small = tags.get(lesser);
  const large = tags.get(greater);
  if (!small || !large) return;
  large.count += small.count;
  tags.delete(lesser);
}

/** Plain slots outside code fences, where code of every language has braces of its own. */
function bySlots(text: string): Detected | undefined {
  const fences = fencesOf(text);
  const outside = ({ span }: { readonly span: { readonly start: number } }): boolean => fenceAt(fences, span.start) < 0;
  const doubled = doubleBrace.scan(text).slots.filter(outside);
  // `{{$x}}` is Semantic Kernel's, which is none of ours.
  if (doubled.some(({ name }) => name.startsWith('$'))) return undefined;
  const dollars = dollarBrace.scan(text).slots.filter(outside);
  const single = singleBrace
    .scan(text)
    .slots.filter(outside)
    .filter(({ span }) => !/[\p{L}\p{N}\\{}$_^]/u.test(text[span.start - 1] ?? ''));
  const shapes = [doubled, dollars, single].filter(({ length }) => length > 0);
  const tag = shapes[0]?.[0]?.span;
  if (!tag || shapes.length > 1) return undefined;
  const written = text.slice(tag.start, tag.end);
  if (doubled.length > 0) return { dialect: 'double-brace', reason: `its slots are written like \`${written}\`` };
  if (dollars.length > 0) return { dialect: 'dollar-brace', reason: `its slots are written like \`${written}\`` };
  return bySingleBraces(text, written);
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
