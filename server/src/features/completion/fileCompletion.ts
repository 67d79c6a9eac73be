import { type CompletionItem, CompletionItemKind, type Position } from 'vscode-languageserver-types';
import type { PromptSystem } from '../../model/system';
import { yamlText } from '../../rules/facts/manifest/manifestEdit';
import type { TextContext } from '../../rules/rule';
import { openedInOwn } from '../../syntax/dialects/delimiters';
import { headOf } from '../../syntax/head';
import { folderOf, isInside, relativePath, resolveAddress } from '../../text/address';
import { linesOf, type SourceFile } from '../../text/source';
import { type Span, span } from '../../text/span';
import { isManifestName } from '../../workspace/names';
import type { Snapshot } from '../../workspace/snapshot';
import { offsetOf, rangeOf } from '../convert';
import { cursorIn } from './manifestCursor';

/** A place where the name of a file is written. */
export interface FilePlace {
  readonly file: SourceFile;
  readonly replaced: Span;
  /** Folders that names are read from, best first. */
  readonly folders: readonly string[];
  /** How a path is written here; undefined where it cannot be. */
  written(path: string): string | undefined;
  readonly wants: 'files' | 'folders';
}

/** Keys of a manifest whose value is the path of a file. */
const FILE_KEYS: ReadonlySet<unknown> = new Set(['file', 'template', 'fallback']);

/** Nobody looks through more, and the editor asks again when more is typed. */
const MOST = 500;

/** Whether the name of a file may be typed at a position: a path of a manifest, or an include of a template. */
export function filePlace(snapshot: Snapshot, uri: string, position: Position): FilePlace | undefined {
  const file = snapshot.file(uri);
  if (!file) return undefined;
  const offset = offsetOf(file, position);
  return pathInManifest(file, offset) ?? nameInInclude(snapshot, file, offset);
}

/** The files below the folders of a place, as they are written there. */
export function fileItems(
  { file, replaced, folders, written, wants }: FilePlace,
  all: readonly string[],
): CompletionItem[] {
  const seen = new Map<string, CompletionItem>();
  for (const [rank, folder] of folders.entries()) {
    const inside = all.filter((uri) => uri !== file.uri && isInside(folder, uri));
    const targets = wants === 'files' ? inside : [...new Set(inside.map(folderOf))].filter((one) => one !== folder);
    for (const uri of targets.slice(0, MOST)) {
      const path = written(relativePath(folder, uri));
      if (path === undefined || seen.has(path)) continue;
      seen.set(path, {
        label: path,
        kind: wants === 'files' ? CompletionItemKind.File : CompletionItemKind.Folder,
        sortText: ` ${rank}${path}`,
        filterText: path,
        textEdit: { range: rangeOf(file, replaced), newText: path },
      });
    }
  }
  return [...seen.values()];
}

function pathInManifest(file: SourceFile, offset: number): FilePlace | undefined {
  const head = isManifestName(file.uri) ? undefined : headOf(file.text);
  if (!isManifestName(file.uri) && !(head && head.yamlSpan.start <= offset && offset <= head.yamlSpan.end))
    return undefined;
  const area = head?.yamlSpan ?? span(file.text.startsWith('\ufeff') ? 1 : 0, file.text.length);
  const cursor = cursorIn(file.text, area.start, area.end, offset);
  if (!cursor || (head && cursor.path[0] !== 'strata')) return undefined;
  const key = cursor.path.findLast((step) => typeof step === 'string');
  const isFolder = key === 'includes';
  if (!isFolder && !(cursor.where === 'value' && FILE_KEYS.has(key))) return undefined;
  const line = lineBefore(file, offset);
  const typed = /[^\s"'[{,:]*$/.exec(line)?.[0] ?? '';
  const isQuoted = /["'][^"']*$/.test(line.slice(line.lastIndexOf(':') + 1));
  const rest = /^[^\s"',\]}]*/.exec(file.text.slice(offset))?.[0].length ?? 0;
  return {
    file,
    replaced: span(offset - typed.length, offset + rest),
    folders: [folderOf(file.uri)],
    written: (path) => (isQuoted || /^[\p{L}\p{N}_./-]+$/u.test(path) ? path : yamlText(path)),
    wants: isFolder ? 'folders' : 'files',
  };
}

/** No path is longer; the patterns that look for its beginning would try every place of a longer line. */
const LONGEST_PATH = 1000;

/** What stands on the line of an offset before it: the end of that, where the line is long. */
function lineBefore(file: SourceFile, offset: number): string {
  const lines = linesOf(file);
  return file.text.slice(Math.max(lines.start(lines.lineAt(offset)), offset - LONGEST_PATH), offset);
}

/** The beginning of a tag that names another text, up to the name: of Jinja and Liquid, of Go, and of Mustache and Handlebars. */
const QUOTED_NAME = /\{%[-+~]?\s*(?:include|extends|import|from|render)\s+(["'])([^"'%]*)$/;
const GO_NAME = /\{\{(?:-\s)?\s*template\s+(["`])([^"`}]*)$/;
const BARE_NAME = /\{\{~?#?>\s*([^\s}"']*)$/;

function nameInInclude(snapshot: Snapshot, file: SourceFile, offset: number): FilePlace | undefined {
  const context = snapshot
    .textsOf(file.uri)
    .find(({ dialect, bodyStart }) => dialect?.includeNames && bodyStart <= offset);
  const names = context?.dialect?.includeNames;
  if (!context?.dialect || !names) return undefined;
  const line = openedInOwn(lineBefore(file, offset), context.dialect, context.system?.options ?? {});
  const typed = (QUOTED_NAME.exec(line) ?? GO_NAME.exec(line))?.[2] ?? BARE_NAME.exec(line)?.[1];
  if (typed === undefined) return undefined;
  const rest = /^[^\s"'`}%]*/.exec(file.text.slice(offset))?.[0].length ?? 0;
  return {
    file,
    replaced: span(offset - typed.length, offset + rest),
    folders: [folderOf(file.uri), ...includeFolders(context)],
    written: (path) => shortest(path, names),
    wants: 'files',
  };
}

const includeFolders = ({ system }: TextContext): readonly string[] =>
  system ? includesOf(system).map((folder) => resolveAddress(system.manifest.file.uri, folder)) : [];

const includesOf = (system: PromptSystem): readonly string[] => [system.entry.includes ?? []].flat();

/** The name under which the engine finds a path: without its ending, where the engine adds it. */
function shortest(path: string, names: (name: string) => readonly string[]): string | undefined {
  const dot = path.lastIndexOf('.');
  const bare = dot > path.lastIndexOf('/') ? path.slice(0, dot) : path;
  return [bare, path].find((name) => names(name).includes(path));
}
