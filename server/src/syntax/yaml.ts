// The only importer of the YAML library. Total: whatever the text, a tree of what can be read and the faults in it.
// Reads YAML 1.2 with the core schema: `on`, `no` and dates are text, `<<` is a key like any other.

import { Composer, type Document, isAlias, isMap, isScalar, isSeq, type ParsedNode, Parser } from 'yaml';
import { Kept } from '../text/kept';
import type { SourceFile } from '../text/source';
import { type Span, shift, span as spanOf } from '../text/span';
import { parseJson } from './json';
import type { Value } from './piece';
import { AliasReader } from './yaml/alias';
import { tooLong, type YamlError, type YamlFault } from './yaml/faults';
import { movedFault, type Read, readMended } from './yaml/mend';
import { readPlain } from './yaml/plain';
import { skipBlanks, trimmedEnd } from './yaml/text';
import {
  moved,
  placeIn,
  positionIn,
  toData,
  type YamlEntry,
  type YamlNode,
  type YamlPath,
  type YamlPosition,
  type YamlScalar,
} from './yaml/tree';

/** A YAML text read with its positions. It is total: what cannot be read is among the faults, and the rest is there. */
export interface Yaml {
  /** Undefined when nothing but comments is written, or when the text is too large to be read. */
  readonly root: YamlNode | undefined;
  readonly faults: readonly YamlFault[];
  /** Whether it was read in one quick go, without the library: the tree need not be kept, it is soon made again. */
  readonly isQuick: boolean;
  /** The whole as plain data. Maps have no prototype. */
  readonly value: Value;
  /** Where the entry at a path stands, in offsets of the text given to `parseYaml`. */
  place(path: YamlPath): ReturnType<typeof placeIn>;
  /** The innermost entry at an offset. */
  at(offset: number): YamlPosition | undefined;
}

/** Longer texts, in UTF-16 units, are not read: that would take seconds. */
const LONGEST = 2_000_000;
/** What is nested deeper is not read; nothing that people write comes near. */
const DEEPEST = 100;

/**
 * Reads a text, or the stretch `span` of it (a YAML head). Where the author's meaning is plain (a text that should be
 * quoted, a quote left open), the text is read as if it were mended, and the fault carries the mending as its fix: one
 * slip does not take the rest of the text with it. `known` are such slips that only the reader of the data can see, in
 * offsets of the stretch.
 */
export function parseYaml(text: string, span: Span = spanOf(0, text.length), known: readonly YamlFault[] = []): Yaml {
  if (span.end - span.start > LONGEST) return yaml(undefined, [tooLong(span, LONGEST)], true);
  let isQuick = true;
  const read = (stretch: string): Read => {
    const plain = readPlain(stretch);
    isQuick &&= plain !== undefined;
    return plain ?? readOnce(stretch);
  };
  const { root, faults } = readMended(text.slice(span.start, span.end), read, known);
  if (span.start === 0) return yaml(root, faults, isQuick);
  const back = (s: Span): Span => shift(s, span.start);
  return yaml(
    root && moved(root, back),
    faults.map((fault) => movedFault(fault, back)),
    isQuick,
  );
}

/** What is read of a value file. `value` is null when nothing can be read. */
export type DataFile = Pick<Yaml, 'value' | 'faults' | 'place'>;

const data = new Kept<SourceFile, DataFile>();

/** The data of a value file, JSON or YAML. */
export function parseData(file: SourceFile): DataFile {
  let known = data.get(file);
  if (!known) {
    const json = parseJson(file.text);
    // JSON is YAML too: places are found there, when somebody asks for one.
    let places: Yaml | undefined;
    const place = (path: YamlPath) => {
      places ??= parseYaml(file.text);
      return places.place(path);
    };
    known = json === undefined ? parseYaml(file.text) : { value: json, faults: [], place };
    data.set(file, known);
  }
  return known;
}

function yaml(root: YamlNode | undefined, faults: readonly YamlFault[], isQuick: boolean): Yaml {
  let value: Value | undefined;
  return {
    root,
    faults,
    isQuick,
    get value() {
      if (value === undefined) value = toData(root);
      return value;
    },
    place: (path) => placeIn(root, path),
    at: (offset) => positionIn(root, offset),
  };
}

// --- One reading with the library --------------------------------------------------------------------------------

function readOnce(text: string): Read {
  const errors: YamlError[] = [];
  const composer = new Composer({
    schema: 'core',
    version: '1.2',
    merge: false,
    resolveKnownTags: false,
    // Equal keys are found here, in time linear in their number.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  collectErrors(composer, errors);
  let first: Document.Parsed | undefined;
  for (const document of composer.compose(shallow(text, errors), true, text.length)) {
    const [start] = document.range;
    if (first) {
      const own = errors.filter((error) => error.start < start);
      errors.splice(0, errors.length, ...own, { code: 'SECOND_DOCUMENT', message: '', start, end: start });
      break;
    }
    first = document;
    for (const { code, message, pos } of [...document.errors, ...document.warnings]) {
      errors.push({ code, message, start: pos[0], end: pos[1] });
    }
  }
  const root = first?.contents ? new Reader(text, errors).node(first.contents) : undefined;
  const within = (offset: number): number => Math.min(offset, text.length);
  return {
    root: root?.kind === 'scalar' && root.style === 'none' ? undefined : root,
    errors: errors.map((error) => ({ ...error, start: within(error.start), end: within(error.end) })),
  };
}

/** Errors of the library beyond this number are not kept; the first hundred are explained. */
const MOST_ERRORS = 2000;

/**
 * The library makes an `Error` with a stack for everything it dislikes, which takes seconds when that is every line of a
 * long text. Its callback is replaced by one that keeps the facts; were it to change its name, all would work as before.
 */
function collectErrors(composer: Composer, errors: YamlError[]): void {
  type Source = number | readonly number[] | { readonly offset: number; readonly source?: string };
  Object.assign(composer, {
    onError: (source: Source, code: string, message: string): void => {
      if (errors.length >= MOST_ERRORS) return;
      let start = 0;
      let end: number | undefined;
      if (typeof source === 'number') start = source;
      else if ('offset' in source) [start, end] = [source.offset, source.offset + (source.source?.length ?? 1)];
      else [start = 0, end] = source;
      errors.push({ code, message, start, end: end ?? start + 1 });
    },
  });
}

/** Behind a place that the parser cannot get over every word is an error; a few are enough to say so. */
const MOST_UNREAD = 20;

/** A token of a text with everything that is written, white space and comments too. */
export type Token = Parameters<Composer['next']>[0];

/** The tokens of a text, for those who change its form and nothing else. */
export const tokensOf = (text: string): readonly Token[] => [...shallow(text, [])];

/** The tokens as the parser gives them. It goes down by recursion, and a line of dashes alone is deep enough to end it. */
function* parsed(text: string, errors: YamlError[]): Generator<Token> {
  try {
    yield* new Parser().parse(text);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    errors.push({ code: 'TOO_DEEP', message: '', start: 0, end: 1 });
  }
}

/** The tokens of a text, without what is nested too deep: composing goes down by recursion. */
function* shallow(text: string, errors: YamlError[]): Generator<Token> {
  let unread = 0;
  for (const token of parsed(text, errors)) {
    if (token.type === 'error' && ++unread > MOST_UNREAD) continue;
    const stack: { token: unknown; depth: number }[] = [
      { token: token.type === 'document' ? token.value : token, depth: 0 },
    ];
    for (let top = stack.pop(); top; top = stack.pop()) {
      const collection = top.token as { offset: number; items?: { key?: unknown; value?: unknown }[] } | undefined;
      if (!collection?.items) continue;
      if (top.depth >= DEEPEST) {
        collection.items = [];
        errors.push({ code: 'TOO_DEEP', message: '', start: collection.offset, end: collection.offset + 1 });
        continue;
      }
      for (const item of collection.items) {
        stack.push({ token: item.key, depth: top.depth + 1 }, { token: item.value, depth: top.depth + 1 });
      }
    }
    yield token;
  }
}

/** Turns nodes of the library into ours. */
class Reader {
  readonly #text: string;
  readonly #errors: YamlError[];
  readonly #aliases: AliasReader;

  constructor(text: string, errors: YamlError[]) {
    this.#text = text;
    this.#errors = errors;
    this.#aliases = new AliasReader(errors);
  }

  node(node: ParsedNode): YamlNode {
    const span = spanOf(node.range[0], node.range[1]);
    if (isAlias(node)) return this.#aliases.alias(node.source, span);
    const anchor = node.anchor;
    if (anchor) this.#aliases.begin(anchor);
    const made = isMap(node) || isSeq(node) ? this.#collection(node, span) : this.#scalar(node, span);
    if (anchor) this.#aliases.end(anchor, made);
    return made;
  }

  /** A block collection ends with its last value: to the library it goes on to the next line. */
  #collection(node: ParsedNode & { readonly flow?: boolean }, span: Span): YamlNode {
    const flow = node.flow === true;
    if (isMap(node)) {
      const entries = this.#entries(node.items as never);
      const last = entries.at(-1);
      const end = flow || !last ? span.end : Math.max(last.key.span.end, last.value.span.end);
      return { kind: 'map', span: spanOf(span.start, end), flow, entries };
    }
    const items = isSeq(node) ? node.items.map((item) => this.node(item as ParsedNode)) : [];
    const end = flow ? span.end : (items.at(-1)?.span.end ?? span.end);
    return { kind: 'list', span: spanOf(span.start, Math.max(span.start, end)), flow, items };
  }

  #scalar(node: ParsedNode, span: Span): YamlScalar {
    if (!isScalar(node)) return { kind: 'scalar', span, value: null, style: 'none' };
    const value = node.value as YamlScalar['value'];
    if (node.type === 'QUOTE_DOUBLE') return { kind: 'scalar', span, value, style: 'double' };
    if (node.type === 'QUOTE_SINGLE') return { kind: 'scalar', span, value, style: 'single' };
    if (node.type !== 'PLAIN') {
      return {
        kind: 'scalar',
        span: spanOf(span.start, trimmedEnd(this.#text, span.start, span.end)),
        value,
        style: 'block',
      };
    }
    return { kind: 'scalar', span, value, style: span.start === span.end ? 'none' : 'plain' };
  }

  #entries(pairs: readonly { key: ParsedNode | null; value: ParsedNode | null }[]): YamlEntry[] {
    const seen = new Map<string, YamlNode>();
    const keyed = pairs.flatMap(({ key, value }) => (key ? [{ key, value }] : []));
    // Mapped and not pushed: a list that grew has room for many more, and manifests are full of short ones.
    return keyed.map((pair): YamlEntry => {
      const key = this.node(pair.key);
      const value = pair.value ? this.node(pair.value) : undefined;
      const name = this.#name(key, pair.key);
      const first = seen.get(name);
      if (first) this.#errors.push({ code: 'SECOND_KEY', message: name, ...key.span, related: first.span });
      else seen.set(name, key);
      const empty = !value || (value.kind === 'scalar' && value.style === 'none');
      return {
        name,
        key,
        value: empty ? this.#nothing(key.span.end) : value,
        colon: value !== undefined,
        duplicate: first !== undefined,
      };
    });
  }

  /** A value that is not written: it stands behind the colon, and has the blanks up to the end of the line as its room. */
  #nothing(keyEnd: number): YamlScalar {
    const colon = skipBlanks(this.#text, keyEnd);
    const written = this.#text[colon] === ':';
    const start = written ? colon + 1 : keyEnd;
    const end = written ? skipBlanks(this.#text, start) : start;
    const at = Math.min(start + 1, end);
    return { kind: 'scalar', span: spanOf(at, at), value: null, style: 'none', room: spanOf(start, end) };
  }

  /** A plain key is named as it is written (`1.0`, `null`), every other by its value. */
  #name(key: YamlNode, written: ParsedNode): string {
    if (key.kind === 'scalar' && key.style === 'plain' && isScalar(written)) return written.source ?? String(key.value);
    if (key.kind === 'scalar') return key.value === null ? '' : String(key.value);
    return this.#text.slice(key.span.start, key.span.end);
  }
}
