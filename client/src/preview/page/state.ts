// What the page knows, and how a message changes it.
import type { CompareResult, LocateResult, RenderResult, ValueResult } from '../../../../server/src/protocol';
import { changed } from '../change';
import {
  type Against,
  type CursorPlace,
  type Failure,
  type KeptTrials,
  readTrials,
  type SystemChoice,
  type ToPage,
  VIEWS,
  type ViewName,
} from '../messages';
import type { Reading } from './reading';

export interface Shown {
  /** Name of the rendering. */
  readonly id: string;
  readonly result: RenderResult;
  readonly systems: readonly SystemChoice[];
  /** When it arrived, in milliseconds. */
  readonly at: number;
}

export interface State {
  readonly locale: string;
  readonly bundle: Readonly<Record<string, string>>;
  /** The file that the panel is about. */
  readonly file: string;
  /** The last prompt that could be rendered. */
  readonly shown?: Shown;
  /** A rendering that this page cannot make of the one that it has. */
  readonly lost?: string;
  /** Why the last attempt gave none; the prompt shown is then an older one. */
  readonly failure?: Failure;
  readonly busy: boolean;
  readonly locked: boolean;
  /** A file of the prompt has unsaved changes. */
  readonly unsaved: boolean;
  /** What is being tried and stands in no file. */
  readonly trials?: KeptTrials;
  /** What was chosen outside of the page to compare with, the newest first. */
  readonly picked: readonly Picked[];
  /** What the prompt is to be compared with; undefined: the first that there is. */
  readonly against?: Against;
  /** The view that the extension asked for last. */
  readonly asked?: { readonly view: ViewName };
  /** The value that was asked for last, to be edited. */
  readonly value?: ValueResult;
  /** What the prompt is compared with. */
  readonly compared?: { readonly against: Against; readonly answer: CompareResult | Failure };
  /** Where the pieces of the captured prompt come from. */
  readonly located?: LocateResult | Failure;
  /** The captured prompt that came last from the clipboard or a file. */
  readonly captured?: { readonly text: string };
  /** The first line that an editor shows, after somebody has scrolled it. */
  readonly top?: { readonly file: string; readonly line: number };
  readonly cursor?: CursorPlace;
}

export const INITIAL: State = {
  locale: 'en',
  bundle: {},
  file: '',
  busy: true,
  locked: false,
  unsaved: false,
  picked: [],
};

/** Something to compare with, and its name for people. */
export interface Picked {
  readonly against: Against;
  readonly title: string;
}

/** A list that is longer is no help. */
const MOST_PICKED = 8;

export function next(state: State, message: ToPage, now: number): State {
  switch (message.type) {
    case 'words':
      return { ...state, locale: message.locale, bundle: message.bundle };
    case 'busy':
      return { ...state, busy: true };
    case 'render':
      return showing(state, message, now);
    case 'change': {
      const { shown } = state;
      const result = shown?.id === message.since ? changed(shown.result, message.change) : undefined;
      return result ? showing(state, { ...message, result }, now) : { ...state, lost: message.id };
    }
    case 'here':
      return state.shown?.id === message.id ? state : { ...state, lost: message.id };
    case 'failure':
      return { ...state, failure: message.failure, file: message.file, busy: false };
    case 'cursor': {
      const { type: _, ...cursor } = message;
      return withCursor(state, cursor);
    }
    case 'cursorGone':
      return withoutCursor(state);
    case 'view':
      return { ...state, asked: { view: message.view } };
    case 'scroll':
      return { ...state, top: { file: message.file, line: message.line } };
    case 'value':
      return { ...state, value: message.value };
    case 'compared':
      return { ...state, compared: { against: message.against, answer: message.answer } };
    case 'against': {
      const { against, title } = message;
      const others = state.picked.filter((one) => JSON.stringify(one.against) !== JSON.stringify(against));
      return { ...state, against, picked: [{ against, title }, ...others].slice(0, MOST_PICKED) };
    }
    case 'located':
      return { ...state, located: message.result };
    case 'captured':
      return { ...state, captured: { text: message.text } };
  }
}

const withCursor = (state: State, cursor: CursorPlace): State =>
  isThere(state.cursor, cursor) ? state : { ...state, cursor };

const withoutCursor = ({ cursor: _, ...state }: State): State => state;

/** A cursor is told again with every prompt; where it is already needs no second drawing. */
const isThere = (now: State['cursor'], { file, position, selected, reveal }: CursorPlace): boolean =>
  now !== undefined &&
  !reveal &&
  !now.reveal &&
  now.file === file &&
  now.selected === selected &&
  now.position.line === position.line &&
  now.position.character === position.character;

function showing(
  { failure: _, trials: __, lost: ___, ...rest }: State,
  { id, result, about }: Pick<Extract<ToPage, { type: 'render' }>, 'id' | 'result' | 'about'>,
  now: number,
): State {
  const { systems, file, locked = false, unsaved = false, trials, cursor } = about;
  const shown = { id, result, systems, at: now };
  const state = { ...rest, shown, file, locked, unsaved, busy: false, ...(trials ? { trials } : {}) };
  if (cursor === undefined) return state;
  return cursor === null ? withoutCursor(state) : withCursor(state, cursor);
}

/**
 * What outlives a reload of the window. The extension reads `file`, `key`, `locked`, `hostile` and `trials` to open the same
 * preview again.
 */
export interface Kept {
  readonly file: string;
  readonly key?: string;
  readonly whiteSpace?: boolean;
  readonly table?: boolean;
  /** How far the page is scrolled, in CSS pixels. */
  readonly scroll?: number;
  /** The text that is read there, in the view of the rendered prompt. */
  readonly reading?: Reading;
  readonly view?: ViewName;
  readonly locked?: boolean;
  readonly hostile?: boolean;
  readonly trials?: KeptTrials;
}

export function readKept(value: unknown): Kept {
  if (typeof value !== 'object' || value === null) return { file: '' };
  const kept = value as Record<string, unknown>;
  const trials = readTrials(kept.trials);
  return {
    file: typeof kept.file === 'string' ? kept.file : '',
    ...(typeof kept.key === 'string' ? { key: kept.key } : {}),
    ...(typeof kept.whiteSpace === 'boolean' ? { whiteSpace: kept.whiteSpace } : {}),
    ...(typeof kept.table === 'boolean' ? { table: kept.table } : {}),
    ...(typeof kept.scroll === 'number' ? { scroll: kept.scroll } : {}),
    ...(isReading(kept.reading) ? { reading: kept.reading } : {}),
    ...(VIEWS.some((view) => view === kept.view) ? { view: kept.view as ViewName } : {}),
    ...(kept.locked === true ? { locked: true } : {}),
    ...(kept.hostile === true ? { hostile: true } : {}),
    ...(trials ? { trials } : {}),
  };
}

function isReading(value: unknown): value is Reading {
  const { path, offset, top } = (value ?? {}) as Record<string, unknown>;
  return typeof path === 'string' && typeof offset === 'number' && typeof top === 'number';
}
