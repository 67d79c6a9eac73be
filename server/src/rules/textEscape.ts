import type { Path } from '../model/manifest/manifest';
import type { PromptSystem } from '../model/system';
import { fenceAt, fencesOf } from '../syntax/fences';
import { replaceScalar } from './facts/manifest/manifestEdit';
import { eolOf } from './facts/sourceLines';
import type { Problem, Rule, TextContext } from './rule';

export const rule: Rule = {
  code: 'text.escape',
  level: 'warning',
  title: 'A line break written as \\n',
  why: `A backslash and an n in the text of a prompt are two characters: no template engine makes a line break of them, and the model reads them as they are. In the manifest YAML does so only inside of double quotes.`,
  howToFix: `Begin a new line where the line break is meant. In the manifest, write the text in double quotes. Where the characters themselves are meant, in code, in quotation marks or in JSON, they stay as they are and are not reported.`,
  examples: [
    {
      title: 'A break between two comments of a loop',
      bad: `=== strata.yaml
version: 1
systems:
  thread:
    template: thread.prompt
    dialect: double-brace
=== thread.prompt
Sum up this thread.⟦text.escape⟧\\n\\n⟦/⟧{{first}}
{{second}}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  thread:
    template: thread.prompt
    dialect: double-brace
=== thread.prompt
Sum up this thread.

{{first}}
{{second}}
`,
      good: `=== strata.yaml
version: 1
systems:
  thread:
    dialect: double-brace
    parts: [{ file: thread.prompt }, { slot: log }]
    join: "\\n\\n---\\n\\n"
    slots: { log: { sample: 'C:\\new\\notes.txt' } }
=== thread.prompt
Separate the points with "\\n", or with \`\\n\\n\` when there are many.
Answer as {"text": "first\\nsecond"}.
\`\`\`python
print('a\\nb' + x\\n)
\`\`\`
Use $\\nabla f \\neq 0$ and keep paths such as C:\\new\\notes.txt as they are. The pattern is [^\\n]+.
`,
    },
    {
      title: 'A join in single quotes',
      bad: `=== strata.yaml
version: 1
systems:
  thread:
    dialect: single-brace
    parts: [{ text: Sum up this thread. }, { slot: posts }]
    join: ⟦text.escape⟧'\\n\\n---\\n\\n'⟦/⟧
    slots: { posts: { sample: First post. } }
`,
      fixed: `=== strata.yaml
version: 1
systems:
  thread:
    dialect: single-brace
    parts: [{ text: Sum up this thread. }, { slot: posts }]
    join: "\\n\\n---\\n\\n"
    slots: { posts: { sample: First post. } }
`,
    },
  ],
  *text(context) {
    const { file, bodyStart, tree } = context;
    const { text } = file;
    const first = text.indexOf('\\n', bodyStart);
    if (first < 0) return;
    const samples = fencesOf(text);
    const tags = (tree?.slots ?? []).map((use) => use.span);
    let done = 0;
    let count = 0;
    let tag = 0;
    for (let at = first; at >= 0; at = text.indexOf('\\n', Math.max(at + 2, done))) {
      const end = endOfRun(text, at);
      done = end;
      while (tag < tags.length && (tags[tag]?.end ?? 0) <= at) tag++;
      const inTag = (tags[tag]?.start ?? text.length) <= at;
      if (inTag || fenceAt(samples, at) >= 0 || !isMeantAsBreak(text, at, end)) continue;
      yield problemInText(context, at, end);
      if (++count === MOST_FINDINGS) return;
    }
  },
  *system({ system }) {
    const { manifest } = system;
    for (const path of textsOf(system)) {
      const value = valueAt(system, path);
      if (value === undefined || !value.includes('\\n') || looksLikeJson(value)) continue;
      const place = manifest.place([...system.path, ...path])?.value;
      if (!place || manifest.file.text[place.start] === '"') continue;
      yield {
        uri: manifest.file.uri,
        span: place,
        message: `\\n is two characters here, because YAML reads it as a line break only in double quotes. Write ${JSON.stringify(value.replaceAll('\\n', '\n'))}.`,
        fixes: [
          {
            title: 'Write it in double quotes',
            edits: [replaceScalar(manifest, place, value.replaceAll('\\r\\n', '\r\n').replaceAll('\\n', '\n'))],
            safe: true,
          },
        ],
      };
    }
  },
};

function problemInText({ file }: TextContext, start: number, end: number): Problem {
  const { uri, text } = file;
  const run = text.slice(start, end);
  const breaks = run.split('\\n').length - 1;
  return {
    uri,
    span: { start, end },
    message: `\`${run}\` is text here: the model reads a backslash and an n, not a line break. Begin a new line instead.`,
    fixes: [
      {
        title: breaks === 1 ? 'Begin a new line' : `Begin ${breaks} new lines`,
        edits: [{ uri, span: { start, end }, text: eolOf(text).repeat(breaks) }],
      },
    ],
  };
}

/** Behind the last of several `\n` (or `\r\n`) in a row. */
function endOfRun(text: string, at: number): number {
  let end = at + 2;
  while (text.startsWith('\\n', end) || text.startsWith('\\r\\n', end)) end += text[end + 1] === 'r' ? 4 : 2;
  return end;
}

/** Words of TeX that begin with an n. */
const TEX =
  /^n(?:abla|atural|cong|e|earrow|eg|eq|ewline|ewcommand|ewpage|exists|geq|i|leq|leftarrow|mid|ode|oindent|olimits|onumber|ormalsize|ot|otin|parallel|prec|rightarrow|sim|subseteq|succ|u|warrow|ame|ewenvironment)(?![A-Za-z])/;

/** A file with more of them is not meant to be sent as it stands. */
const MOST_FINDINGS = 100;

/** Characters of a line that are looked at on either side. */
const REACH = 500;

/** Not where somebody writes about the characters or writes code: in quotes, back-quotes, JSON, paths, TeX, patterns. */
function isMeantAsBreak(text: string, start: number, end: number): boolean {
  const before = text[start - 1] ?? '\n';
  const after = text[end] ?? '\n';
  if (before === '\\' || '"\'`([/^|\u201c\u2018'.includes(before) || '"\'`)]/|+*?\u201d\u2019'.includes(after))
    return false;
  if (TEX.test(text.slice(end - 1, end + 20))) return false;
  const line =
    text
      .slice(Math.max(0, start - REACH), start)
      .split('\n')
      .at(-1) ?? '';
  const rest = text.slice(end, end + REACH).split('\n', 1)[0] ?? '';
  if (isOdd(line, '`') || (isOdd(line, '"') && rest.includes('"'))) return false;
  // Another backslash in the same word, or the letter of a drive: a path or a pattern.
  const word = `${line.slice(-100).split(/\s/).at(-1) ?? ''}\\n${rest.slice(0, 100).split(/\s/, 1)[0] ?? ''}`;
  return !/^[A-Za-z]:\\|\\(?![nr])/.test(word);
}

function isOdd(text: string, mark: string): boolean {
  let odd = false;
  for (const c of text) if (c === mark) odd = !odd;
  return odd;
}

/** A quoted key or string behind a bracket. */
const looksLikeJson = (text: string): boolean => /["{[]\s{0,20}"/.test(text);

/** Paths of the texts in a system's entry that end up in the prompt as they are written. */
function* textsOf(system: PromptSystem): Iterable<Path> {
  const { entry } = system;
  yield ['join'];
  for (const [i, part] of (entry.parts ?? []).entries()) if (part.text !== undefined) yield ['parts', i, 'text'];
  for (const [name, slot] of Object.entries(entry.slots ?? {})) {
    const path = ['slots', name];
    if (slot.type !== 'json') for (const key of ['join', 'item']) yield [...path, key];
    for (const side of ['before', 'after']) yield [...path, 'wrap', side];
    for (const [i, part] of (slot.parts ?? []).entries())
      if (part.text !== undefined) yield [...path, 'parts', i, 'text'];
    for (const [i] of (slot.variants ?? []).entries()) {
      for (const key of ['join', 'item']) yield [...path, 'variants', i, key];
      for (const side of ['before', 'after']) yield [...path, 'variants', i, 'wrap', side];
    }
    yield [...path, 'defer', 'item'];
    yield [...path, 'redact', 'text'];
  }
}

function valueAt(system: PromptSystem, path: Path): string | undefined {
  let value: unknown = system.entry;
  for (const step of path)
    value = value !== null && typeof value === 'object' ? (value as Record<string | number, unknown>)[step] : undefined;
  return typeof value === 'string' ? value : undefined;
}
