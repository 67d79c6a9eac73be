import { bodyOf } from '../model/body';
import { withoutKey } from '../model/resolve';
import type { Part } from '../model/system';
import { hostOf } from '../syntax/embedded';
import { parseData } from '../syntax/yaml';
import type { SourceFile } from '../text/source';
import type { Fix, Problem, Rule, SystemContext } from './rule';

export const rule: Rule = {
  code: 'file.drift',
  level: 'warning',
  title: 'A second copy that differs',
  why: `The manifest says that a file has a second copy, which the program falls back to. The two differ, so that the model reads another prompt on the day on which the first cannot be loaded, and nobody has tried that one.`,
  howToFix: `Decide which of the two is right and copy it over the other. The finding names the lines and the slots that differ.`,
  examples: [
    {
      title: 'A copy in a JSON file that was left behind',
      bad: `=== strata.yaml
version: 1
systems:
  quest:
    dialect: single-brace
    trim: true
    parts:
      - { file: quest.txt, fallback: ⟦file.drift⟧copies.json#quest⟦/⟧ }
=== quest.txt
You keep the quests of a small town.
Use the tools: {tools}
=== copies.json
{ "quest": "You keep the quests of a small town.\\nUse what you have." }
`,
      fixed: `=== strata.yaml
version: 1
systems:
  quest:
    dialect: single-brace
    trim: true
    parts:
      - { file: quest.txt, fallback: copies.json#quest }
=== quest.txt
You keep the quests of a small town.
Use the tools: {tools}
=== copies.json
{ "quest": "You keep the quests of a small town.\\nUse the tools: {tools}" }
`,
      good: `=== strata.yaml
version: 1
systems:
  quest:
    dialect: single-brace
    trim: true
    parts:
      - { file: quest.txt, fallback: copies.json#quest }
=== quest.txt
You keep the quests of a small town.
Use the tools: {tools}
=== copies.json
{ "quest": "You keep the quests of a small town.\\nUse the tools: {tools}" }
`,
    },
  ],
  *system(context) {
    for (const part of context.system.parts) {
      const problem = part.entry.fallback === undefined ? undefined : driftOf(context, part, part.entry.fallback);
      if (problem) yield problem;
    }
  },
};

function driftOf(context: SystemContext, part: Part, fallback: string): Problem | undefined {
  const { system, lookup } = context;
  const { uri } = system.manifest.file;
  const first = part.entry.file === undefined ? undefined : lookup.find(uri, withoutKey(part.entry.file)).found;
  const second = lookup.find(uri, withoutKey(fallback)).found;
  if (first?.kind !== 'file' || second.kind !== 'file') return undefined;
  const trim = system.entry.trim === true;
  const original = textOf(first.file, keyOf(part.entry.file ?? ''), trim);
  const copy = textOf(second.file, keyOf(fallback), trim);
  if (original === undefined || original === copy) return undefined;
  const place = system.manifest.place([...system.path, 'parts', part.index, 'fallback'])?.value;
  const message =
    copy === undefined
      ? `${fallback} holds no text under \`${keyOf(fallback) ?? ''}\`, so there is no second copy of ${part.entry.file ?? ''}.`
      : `${fallback} differs from ${part.entry.file ?? ''}: ${differences(context, original, copy)}. Copy the right one over the other.`;
  return {
    uri,
    span: place ?? part.place.span,
    message,
    related: [
      { uri: first.file.uri, span: { start: 0, end: 0 }, message: 'the file' },
      { uri: second.file.uri, span: { start: 0, end: 0 }, message: 'its second copy' },
    ],
    get fixes() {
      return [
        copyOver(context, part.entry.file ?? '', fallback),
        copyOver(context, fallback, part.entry.file ?? ''),
      ].flatMap((fix) => fix ?? []);
    },
  };
}

/** One of the two as the other one is; undefined where there is no text to write over. */
function copyOver({ system, lookup }: SystemContext, from: string, to: string): Fix | undefined {
  const { uri } = system.manifest.file;
  const [source, target] = [lookup.find(uri, from).found, lookup.find(uri, to).found];
  if (source.kind !== 'file' || target.kind !== 'file') return undefined;
  const trim = system.entry.trim === true;
  const text = textOf(source.file, undefined, trim) ?? '';
  const { start } = bodyOf(target.file, trim).span;
  const end = start + (textOf(target.file, undefined, trim) ?? '').length;
  const edit = { span: { start, end }, text };
  const host = hostOf(target.file);
  const written = host ? host.editsInHost([edit]) : [edit];
  const at = host?.host.uri ?? target.file.uri;
  return { title: `Copy ${from} over ${to}`, edits: written.map((one) => ({ uri: at, ...one })) };
}

function keyOf(written: string): string | undefined {
  const path = withoutKey(written);
  return path === written ? undefined : written.slice(path.length + 1);
}

/** The text of a file as it is sent, or the string under a key of a data file; one final line break says nothing. */
function textOf(file: SourceFile, key: string | undefined, trim: boolean): string | undefined {
  let text: string;
  if (key === undefined) {
    const body = bodyOf(file, trim);
    text = body.text.slice(body.span.start, body.span.end);
  } else {
    const data = parseData(file).value;
    const value =
      data !== null && typeof data === 'object' && !Array.isArray(data) && Object.hasOwn(data, key)
        ? (data as Readonly<Record<string, unknown>>)[key]
        : undefined;
    if (typeof value !== 'string') return undefined;
    text = trim ? value.trim() : value;
  }
  return text.endsWith('\n') ? text.slice(0, text.endsWith('\r\n') ? -2 : -1) : text;
}

/** Which lines differ, and which slots stand in one of the two only. */
function differences({ system }: SystemContext, original: string, copy: string): string {
  const a = original.split('\n');
  const b = copy.split('\n');
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let same = 0;
  while (same < a.length - start && same < b.length - start && a[a.length - 1 - same] === b[b.length - 1 - same])
    same++;
  const last = Math.max(a.length, b.length) - same;
  const lines = last - start <= 1 ? `line ${start + 1}` : `lines ${start + 1} to ${last}`;
  const dialect = system.dialects[0];
  if (!dialect) return lines;
  const names = (text: string): Set<string> => new Set(dialect.scan(text).slots.map((use) => use.name));
  const here = names(original);
  const there = names(copy);
  const only = (one: ReadonlySet<string>, other: ReadonlySet<string>): string =>
    [...one]
      .filter((name) => !other.has(name))
      .map((name) => dialect.print(name))
      .join(', ');
  const lost = only(here, there);
  const added = only(there, here);
  return `${lines}${lost === '' ? '' : `; the copy lacks ${lost}`}${added === '' ? '' : `; only the copy has ${added}`}`;
}
