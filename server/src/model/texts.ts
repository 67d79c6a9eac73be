import type { Dialect } from '../syntax/dialects/dialect';
import { splitKey } from '../syntax/embedded';
import type { TemplateTree } from '../syntax/tree';
import { KeptPair } from '../text/kept';
import type { SourceFile } from '../text/source';
import { bodyOf, treeOf } from './body';
import { includesOf } from './includes';
import type { Lookup } from './lookup';
import type { NamedFile, PromptSystem } from './system';
import { textParts } from './textParts';

/** A text as one pass of a system reads it. */
export interface ReadText {
  readonly file: SourceFile;
  readonly bodyStart: number;
  readonly dialect: Dialect | undefined;
  readonly tree: TemplateTree | undefined;
  readonly system: PromptSystem | undefined;
}

/** The template texts of a system that can be read: templates, part files, `expand` files and what they include, each once for every pass. */
export function textsOfSystem(system: PromptSystem, lookup: Lookup): readonly ReadText[] {
  const files = new Map<string, SourceFile>();
  const add = (file: SourceFile | undefined): void => {
    if (file && !files.has(file.uri)) files.set(file.uri, file);
  };
  for (const named of system.files)
    if (named.role === 'template' || named.role === 'expand') add(fileNamed(system, lookup, named));
  for (const text of textParts(system)) add(text);
  for (const include of includesOf(system, lookup)) add(include.resolved.file);
  return [...files.values()].flatMap((file) => readText(file, system));
}

function fileNamed(system: PromptSystem, lookup: Lookup, named: NamedFile): SourceFile | undefined {
  const manifest = system.manifest.file;
  if (named.uri === manifest.uri && !splitKey(named.written)) return manifest;
  // By its name and not by its address: only so is it known whether it lies in the workspace folder.
  const { found } = lookup.find(manifest.uri, named.written);
  return found.kind === 'file' ? found.file : undefined;
}

const known = new KeptPair<SourceFile, PromptSystem, readonly ReadText[]>();

/** How a system reads a file: once for each pass; once without a dialect when it has none. The same answer for the same two. */
export function readText(file: SourceFile, system: PromptSystem): readonly ReadText[] {
  return known.of(file, system, () => readPasses(file, system));
}

function readPasses(file: SourceFile, system: PromptSystem): readonly ReadText[] {
  const trim = system.entry.trim === true;
  const bodyStart = bodyOf(file, trim).span.start;
  const [first, ...later] = system.dialects;
  if (!first) return [{ file, bodyStart, dialect: undefined, tree: undefined, system }];
  const tree = treeOf(file, trim, first);
  let before = tree;
  return [
    { file, bodyStart, dialect: first, tree, system },
    ...later.map((dialect): ReadText => {
      before = dialect.scan(withoutTags(before));
      return { file, bodyStart, dialect, tree: before, system };
    }),
  ];
}

/**
 * What a later pass reads of the author's text, letter for letter at its place: the tags of the pass before are filled by
 * then and its comments are gone, so they are blanked, and what it reads as an escape stands there as it prints it. Of a
 * raw block only the tags are gone: it keeps its text from this one pass.
 */
function withoutTags(tree: TemplateTree): string {
  const changes = [
    ...tree.slots.map(({ span }) => ({ span, text: '' })),
    ...tree.stretches.flatMap(({ kind, span, inner }) => {
      if (kind === 'comment') return [{ span, text: '' }];
      if (inner) {
        const tags = [
          { start: span.start, end: inner.start },
          { start: inner.end, end: span.end },
        ];
        return tags.map((tag) => ({ span: tag, text: '' }));
      }
      return kind === 'escape' ? [{ span, text: printedEscape(tree.text.slice(span.start, span.end)) }] : [];
    }),
  ].sort((a, b) => a.span.start - b.span.start);
  let out = '';
  let at = 0;
  // What escapes that touch print touches as well: four braces print two, which the next pass reads together.
  let run = { text: '', room: 0 };
  for (const { span, text } of changes) {
    if (span.start < at) continue;
    if (span.start > at || text !== run.text.slice(0, 1)) {
      out += inRoom(run) + tree.text.slice(at, span.start);
      run = { text: '', room: 0 };
    }
    run = { text: run.text + text, room: run.room + span.end - span.start };
    at = span.end;
  }
  return out + inRoom(run) + tree.text.slice(at);
}

/** A closing brace stands at the end of its room, so that what it closes reaches over all of it. */
const inRoom = ({ text, room }: { readonly text: string; readonly room: number }): string =>
  text.startsWith('}') ? text.padStart(room, ' ') : text.padEnd(room, ' ');

/** What an engine prints for an escape: one brace for two, and no backslash. Other delimiters print nothing. */
function printedEscape(written: string): string {
  if (written === '{{' || written === '}}' || written === '$$') return written.slice(0, 1);
  if (written.startsWith('\\')) return ` ${written.slice(1)}`;
  return '';
}
