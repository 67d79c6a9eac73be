import type { Span } from '../../../text/span';
import type { Completions, Word } from '../dialect';
import { OpenBlocks, placeIn, type TagLanguage, withHead, wordOf, wordsBehind } from '../words';

/** What fits on a line of a `liquid` tag, where each line is a statement; undefined outside of its lines. */
export function lineWords(
  text: string,
  { tag, offset, language }: { readonly tag: Span; readonly offset: number; readonly language: TagLanguage },
  names: () => readonly Word[],
): Completions | undefined {
  const [open, close] = language.statement;
  const inner = tag.start + open.length;
  const head = /^-?\s{0,200}liquid(?![\w-])/.exec(text.slice(inner, inner + 300));
  const first = inner + (head?.[0].length ?? 0);
  const behind = tag.end - close.length;
  const isBehind = text.startsWith(close, behind) && offset > behind;
  if (!head || offset <= first || isBehind) return undefined;
  const start = Math.max(first, text.lastIndexOf('\n', offset - 1) + 1);
  const place = placeIn(text, start, offset);
  const words = wordsBehind(place, language, names);
  if (words) return words;
  const { span } = place;
  const rest = text.slice(span.end, span.end + 200).split('\n', 1)[0] ?? '';
  const goesOn = !/^-?$/.test((rest.split(close, 1)[0] ?? '').trim());
  return {
    span,
    slots: false,
    words: statements(openAt(text, { start: first, end: start }, language), language, goesOn),
  };
}

/** Statements as they stand on a line: what closes the innermost open block comes first. */
function statements({ open }: OpenBlocks, { blocks, singles }: TagLanguage, goesOn: boolean): readonly Word[] {
  const write = (line: string, after = ''): Pick<Word, 'insert' | 'snippet'> =>
    goesOn ? { insert: wordOf(line) } : { insert: line + after, snippet: true };
  const words: Word[] = [];
  const last = open.at(-1);
  if (last) {
    const about = { kind: 'closing' as const, detail: `of ${last.name}` };
    for (const line of [last.close, ...(last.middle ?? [])])
      words.push({ ...about, label: wordOf(line), ...write(line) });
  }
  for (const { name, head, close, detail } of blocks)
    words.push({ kind: 'tag', label: name, detail, ...write(withHead(name, head), `\n  $0\n${close}`) });
  for (const { name, head, detail } of singles)
    if (name !== 'liquid') words.push({ kind: 'tag', label: name, detail, ...write(withHead(name, head)) });
  return words;
}

/** The blocks that are open behind some lines. */
function openAt(text: string, { start, end }: Span, language: TagLanguage): OpenBlocks {
  const blocks = new OpenBlocks(language);
  for (let at = start; at < end; ) {
    const feed = text.indexOf('\n', at);
    const lineEnd = feed < 0 ? end : Math.min(feed, end);
    const line = text.slice(at, lineEnd);
    const word = /^\s*([a-z]+)/.exec(line);
    if (word) blocks.meet(word[1] as string, () => line.slice(word[0].length));
    at = lineEnd + 1;
  }
  return blocks;
}
