// What the preview's page and the extension say to each other. Both ends read what arrives through `readFromPage` and
// `readToPage`: a message that is not exactly one of these is dropped.
import type { RenderFailure, RenderResult, WirePosition, WireSource } from '../../../server/src/protocol';
import { arrayOf, type Check, isBoolean, isNumber, isString, nullable, oneOf, optional, shape } from './shapes';

/** A system that the page offers to show. */
export interface SystemChoice {
  readonly key: string;
  readonly title: string;
  /** The manifest that declares it, as a path that people read. */
  readonly manifest: string;
}

/** Why there is nothing new to show. `server`: the language server does not run or did not answer. */
export type Failure = Omit<RenderFailure, 'reason' | 'version'> & {
  readonly reason: RenderFailure['reason'] | 'server';
};

export type ToPage =
  /** Before anything else: the words of the editor's language, and how it writes numbers. */
  | { readonly type: 'words'; readonly locale: string; readonly bundle: Readonly<Record<string, string>> }
  | {
      readonly type: 'render';
      readonly result: RenderResult;
      readonly systems: readonly SystemChoice[];
      /** The file that the panel was opened for. */
      readonly file: string;
    }
  | { readonly type: 'failure'; readonly failure: Failure; readonly file: string }
  | { readonly type: 'busy' }
  /** Where the cursor is in an editor, or where what is `selected` there begins; `reveal`: the page brings its piece into view. */
  | {
      readonly type: 'cursor';
      readonly file: string;
      readonly position: WirePosition;
      readonly selected: boolean;
      readonly reveal: boolean;
    }
  | { readonly type: 'cursorGone' };

export type FromPage =
  | { readonly type: 'ready' }
  | { readonly type: 'system'; readonly key: string }
  | { readonly type: 'scenario'; readonly key: string; readonly scenario: string }
  /** One axis to another value; the others stay as they were chosen. */
  | { readonly type: 'axis'; readonly key: string; readonly name: string; readonly value: string }
  /** Shows a place in an editor. `open`: a new editor may be opened for it, and takes the focus. */
  | { readonly type: 'reveal'; readonly source: WireSource; readonly open: boolean }
  | { readonly type: 'copy'; readonly text: string }
  | { readonly type: 'find' }
  | { readonly type: 'restart' }
  | { readonly type: 'log' };

const position: Check<WirePosition> = shape({ line: isNumber, character: isNumber });
const source: Check<WireSource> = shape({ file: isString, range: shape({ start: position, end: position }) });

const fromPage: { readonly [T in FromPage['type']]: Check<unknown> } = {
  ready: shape({}),
  system: shape({ key: isString }),
  scenario: shape({ key: isString, scenario: isString }),
  axis: shape({ key: isString, name: isString, value: isString }),
  reveal: shape({ source, open: isBoolean }),
  copy: shape({ text: isString }),
  find: shape({}),
  restart: shape({}),
  log: shape({}),
};

const toPage: { readonly [T in ToPage['type']]: Check<unknown> } = {
  words: shape({ locale: isString, bundle: texts }),
  render: shape({
    result,
    systems: arrayOf(shape({ key: isString, title: isString, manifest: isString })),
    file: isString,
  }),
  failure: shape({
    failure: shape({
      reason: oneOf('no-system', 'broken', 'unknown-system', 'server'),
      message: isString,
      source: optional(source),
    }),
    file: isString,
  }),
  busy: shape({}),
  cursor: shape({ file: isString, position, selected: isBoolean, reveal: isBoolean }),
  cursorGone: shape({}),
};

/** The message, when it is one that the page may send. */
export function readFromPage(value: unknown): FromPage | undefined {
  return read(fromPage, value) ? (value as FromPage) : undefined;
}

/** The message, when it is one that the extension may send. */
export function readToPage(value: unknown): ToPage | undefined {
  return read(toPage, value) ? (value as ToPage) : undefined;
}

function read(checks: Readonly<Record<string, Check<unknown>>>, value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  const { type } = value;
  return typeof type === 'string' && Object.hasOwn(checks, type) && checks[type]?.(value) === true;
}

function texts(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isString);
}

/** What the page walks through is checked; facts that it only prints are not. */
function result(value: unknown): value is RenderResult {
  return rendered(value);
}

const segment = shape({ kind: isString, text: isString, layer: nullable(isString), source, tokens: isNumber });
const block = shape({ cached: isBoolean, tokens: isNumber, segments: arrayOf(segment) });
const message = shape({ role: isString, conversation: isBoolean, tokens: isNumber, blocks: arrayOf(block) });
const rendered = shape({
  version: (value): value is 1 => value === 1,
  key: isString,
  system: isString,
  title: isString,
  scenario: nullable(isString),
  scenarios: arrayOf(isString),
  axes: arrayOf(shape({ name: isString, value: isString, values: arrayOf(isString) })),
  model: shape({ id: nullable(isString), tokenizer: isString, exact: isBoolean }),
  layers: arrayOf(shape({ id: isString, title: isString, trust: isString, tokens: isNumber })),
  slots: arrayOf(shape({ name: isString, tokens: isNumber })),
  messages: arrayOf(message),
  holes: arrayOf(isString),
  total: shape({ tokens: isNumber, exact: isBoolean, pending: isBoolean }),
  cachedPrefix: nullable(isNumber),
  problems: arrayOf(shape({ message: isString, source })),
  manifest: isString,
  files: arrayOf(isString),
});
