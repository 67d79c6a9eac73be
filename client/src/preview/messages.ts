// What the preview's page and the extension say to each other. Both ends read what arrives through `readFromPage` and
// `readToPage`: a message that is not exactly one of these is dropped.
import type {
  CompareResult,
  LocateResult,
  RenderChange,
  RenderFailure,
  RenderResult,
  ValueResult,
  WirePosition,
  WireSource,
} from '../../../server/src/protocol';
import { change, located, position, rendered as result, source } from './resultShape';
import {
  arrayOf,
  type Check,
  isBoolean,
  isCount,
  isNumber,
  isString,
  isTexts,
  nullable,
  oneOf,
  optional,
  shape,
} from './shapes';

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

/** What a prompt is compared with: another scenario, another value of one axis, or itself in another version. */
export interface Against {
  readonly committed?: boolean;
  /** A commit, as git names it. */
  readonly revision?: string;
  /** The files as they are saved, for a prompt that has unsaved changes. */
  readonly saved?: boolean;
  /** Another file (`by`) in the place of one of the prompt's (`of`), both as addresses. */
  readonly file?: { readonly of: string; readonly by: string };
  readonly scenario?: string;
  readonly axis?: string;
  readonly value?: string;
}

/** A scenario that is to be added: what stood in the slots of a captured prompt, and the axes that made it. */
export interface KeptValues {
  readonly scenario: string;
  readonly values: Readonly<Record<string, string>>;
  readonly select: Readonly<Record<string, string>>;
}

/** What is being tried in a panel: models by system, and values by system, scenario and slot. */
export interface KeptTrials {
  readonly models: Readonly<Record<string, string>>;
  readonly values: readonly {
    readonly key: string;
    readonly scenario: string | null;
    readonly slots: Readonly<Record<string, string>>;
  }[];
}

export const VIEWS = ['rendered', 'request', 'compare', 'locate'] as const;
export type ViewName = (typeof VIEWS)[number];

/** What is said beside a rendering. */
export interface About {
  readonly systems: readonly SystemChoice[];
  /** The file that the panel was opened for. */
  readonly file: string;
  /** The panel stays with this file, whatever editor is in front. */
  readonly locked?: boolean;
  /** One of its files has unsaved changes. */
  readonly unsaved?: boolean;
  /** What is being tried and stands in no file: the page keeps it over a reload of the window. */
  readonly trials?: KeptTrials;
  /** Where the cursor is in the texts that the rendering was made of; `null`: in none of them. */
  readonly cursor?: CursorPlace | null;
}

/** Where the cursor is in an editor, or where what is `selected` there begins; `reveal`: the page brings its piece into view. */
export interface CursorPlace {
  readonly file: string;
  readonly position: WirePosition;
  readonly selected: boolean;
  readonly reveal: boolean;
}

export type ToPage =
  /** Before anything else: the words of the editor's language, and how it writes numbers. */
  | { readonly type: 'words'; readonly locale: string; readonly bundle: Readonly<Record<string, string>> }
  | {
      readonly type: 'render';
      /** Name of this rendering, for those that change it. */
      readonly id: string;
      readonly result: RenderResult;
      readonly about: About;
    }
  /** What of the rendering `since` is another now; a page that has a different one asks for all `again`. */
  | {
      readonly type: 'change';
      readonly id: string;
      readonly since: string;
      readonly change: RenderChange;
      readonly about: About;
    }
  /** The rendering that was sent before the page listened; a page that it did not reach asks for all `again`. */
  | { readonly type: 'here'; readonly id: string }
  | { readonly type: 'failure'; readonly failure: Failure; readonly file: string }
  | { readonly type: 'busy' }
  /** One of the views is to come to the front. */
  | { readonly type: 'view'; readonly view: ViewName }
  /** The value of a slot, for editing it. */
  | { readonly type: 'value'; readonly value: ValueResult }
  /** What the prompt is compared with, or why there is nothing. `against`: what was asked for. */
  | { readonly type: 'compared'; readonly against: Against; readonly answer: CompareResult | Failure }
  /** Something else to compare with, which was chosen outside of the page. */
  | { readonly type: 'against'; readonly against: Against; readonly title: string }
  /** Where the pieces of a captured prompt come from. */
  | { readonly type: 'located'; readonly result: LocateResult | Failure }
  /** A captured prompt from the clipboard or a file. */
  | { readonly type: 'captured'; readonly text: string }
  | ({ readonly type: 'cursor' } & CursorPlace)
  | { readonly type: 'cursorGone' }
  /** Somebody has scrolled an editor of one of the prompt's files: the first line that it shows. */
  | { readonly type: 'scroll'; readonly file: string; readonly line: number };

/** What the page asks of the extension. `readFromPage` looks at every field of it. */
export type FromPage =
  | { readonly type: 'ready' }
  /** The rendering of this name is on the page. */
  | { readonly type: 'drawn'; readonly id: string }
  | { readonly type: 'system'; readonly key: string }
  | { readonly type: 'scenario'; readonly key: string; readonly scenario: string }
  /** One axis to another value; the others stay as they were chosen. */
  | { readonly type: 'axis'; readonly key: string; readonly name: string; readonly value: string }
  | { readonly type: 'model'; readonly key: string; readonly model: string }
  | { readonly type: 'hostile'; readonly on: boolean }
  | { readonly type: 'lock'; readonly on: boolean }
  /** Asks for the value of a slot. */
  | { readonly type: 'value'; readonly key: string; readonly slot: string }
  /** Tries a value that stands in no file yet; `null`: no more. */
  | { readonly type: 'try'; readonly key: string; readonly slot: string; readonly text: string | null }
  /** Writes the values that are being tried into their files. */
  | { readonly type: 'write'; readonly key: string }
  /** Applies the fix beside the segment at `message.block.segment`. */
  | { readonly type: 'fix'; readonly path: string }
  | { readonly type: 'compare'; readonly key: string; readonly against: Against }
  /** Something else to compare with is wanted: a commit, or a file. */
  | { readonly type: 'choose'; readonly key: string; readonly what: 'revision' | 'file' }
  /** Asks where the pieces of a captured prompt come from. `request`: which of several requests in it. */
  | { readonly type: 'locate'; readonly key: string; readonly text: string; readonly request?: number }
  /** Keeps values that a captured prompt had as a scenario. */
  | { readonly type: 'keep'; readonly key: string; readonly kept: KeptValues }
  /** A captured prompt is wanted from the clipboard or from a file. */
  | { readonly type: 'capture'; readonly from: 'clipboard' | 'file' }
  /** Shows a place in an editor. `open`: a new editor may be opened for it, and takes the focus. */
  | { readonly type: 'reveal'; readonly source: WireSource; readonly open: boolean }
  /** Somebody has scrolled the page: where its first text comes from. */
  | { readonly type: 'scrolled'; readonly source: WireSource }
  | { readonly type: 'copy'; readonly text: string }
  /** The whole prompt is wanted: the page could not follow a change. */
  | { readonly type: 'again' }
  | { readonly type: 'restart' }
  | { readonly type: 'log' };

const against: Check<Against> = shape({
  committed: optional(isBoolean),
  revision: optional(isString),
  saved: optional(isBoolean),
  file: optional(shape({ of: isString, by: isString })),
  scenario: optional(isString),
  axis: optional(isString),
  value: optional(isString),
}) as Check<Against>;

const fromPage: { readonly [T in FromPage['type']]: Check<unknown> } = {
  ready: shape({}),
  drawn: shape({ id: isString }),
  system: shape({ key: isString }),
  scenario: shape({ key: isString, scenario: isString }),
  axis: shape({ key: isString, name: isString, value: isString }),
  model: shape({ key: isString, model: isString }),
  hostile: shape({ on: isBoolean }),
  lock: shape({ on: isBoolean }),
  value: shape({ key: isString, slot: isString }),
  try: shape({ key: isString, slot: isString, text: nullable(isString) }),
  write: shape({ key: isString }),
  fix: shape({ path: isString }),
  compare: shape({ key: isString, against }),
  choose: shape({ key: isString, what: oneOf('revision', 'file') }),
  locate: shape({ key: isString, text: isString, request: optional(isCount) }),
  keep: shape({ key: isString, kept: shape({ scenario: isString, values: isTexts, select: isTexts }) }),
  capture: shape({ from: oneOf('clipboard', 'file') }),
  reveal: shape({ source, open: isBoolean }),
  scrolled: shape({ source }),
  copy: shape({ text: isString }),
  again: shape({}),
  restart: shape({}),
  log: shape({}),
};

const failed = shape({
  reason: oneOf('no-system', 'broken', 'unknown-system', 'unknown-revision', 'server'),
  message: isString,
  source: optional(source),
});

const cursorPlace = shape({ file: isString, position, selected: isBoolean, reveal: isBoolean });

const toPage: { readonly [T in ToPage['type']]: Check<unknown> } = {
  words: shape({ locale: isString, bundle: isTexts }),
  render: shape({ id: isString, result, about }),
  change: shape({ id: isString, since: isString, change, about }),
  here: shape({ id: isString }),
  failure: shape({
    failure: failed,
    file: isString,
  }),
  busy: shape({}),
  view: shape({ view: oneOf(...VIEWS) }),
  value: shape({
    value: shape({
      slot: isString,
      text: isString,
      format: oneOf('text', 'yaml'),
      target: optional(shape({ file: isString, scenario: nullable(isString) })),
    }),
  }),
  compared: shape({ against, answer: (value): value is unknown => comparedWith(value) || failed(value) }),
  against: shape({ against, title: isString }),
  located: shape({ result: (value): value is unknown => located(value) || failed(value) }),
  captured: shape({ text: isString }),
  cursor: cursorPlace,
  cursorGone: shape({}),
  scroll: shape({ file: isString, line: isNumber }),
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

/** What a page has kept of what was being tried, when it is that. */
export function readTrials(value: unknown): KeptTrials | undefined {
  return keptTrials(value) ? value : undefined;
}

function about(value: unknown): value is About {
  return aboutShape(value);
}

function keptTrials(value: unknown): value is KeptTrials {
  return trialsShape(value);
}

const trialsShape: Check<KeptTrials> = shape({
  models: isTexts,
  values: arrayOf(shape({ key: isString, scenario: nullable(isString), slots: isTexts })),
});

const aboutShape = shape({
  systems: arrayOf(shape({ key: isString, title: isString, manifest: isString })),
  file: isString,
  locked: optional(isBoolean),
  unsaved: optional(isBoolean),
  trials: optional(keptTrials),
  cursor: optional(nullable(cursorPlace)),
});

const comparedWith = shape({
  version: (value): value is 1 => value === 1,
  other: result,
  comparison: shape({
    firstToken: nullable(isNumber),
    cache: nullable(shape({ kept: isNumber, of: isNumber })),
    exact: isBoolean,
  }),
});
