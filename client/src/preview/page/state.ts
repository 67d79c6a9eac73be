// What the page knows, and how a message changes it.
import type { CompareResult, LocateResult, RenderResult, ValueResult } from '../../../../server/src/protocol';
import type { Against, Failure, SystemChoice, ToPage } from '../messages';

export interface Shown {
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
  /** Why the last attempt gave none; the prompt shown is then an older one. */
  readonly failure?: Failure;
  readonly busy: boolean;
  readonly locked: boolean;
  /** The value that was asked for last, to be edited. */
  readonly value?: ValueResult;
  /** What the prompt is compared with. */
  readonly compared?: { readonly against: Against; readonly answer: CompareResult | Failure };
  /** Where the pieces of the captured prompt come from. */
  readonly located?: LocateResult | Failure;
  /** The captured prompt that came last from the clipboard or a file. */
  readonly captured?: { readonly text: string };
  readonly cursor?: Omit<Extract<ToPage, { type: 'cursor' }>, 'type'>;
}

export const INITIAL: State = { locale: 'en', bundle: {}, file: '', busy: true, locked: false };

export function next(state: State, message: ToPage, now: number): State {
  switch (message.type) {
    case 'words':
      return { ...state, locale: message.locale, bundle: message.bundle };
    case 'busy':
      return { ...state, busy: true };
    case 'render': {
      const { failure: _, ...rest } = state;
      const { result, systems, file, locked = false } = message;
      return { ...rest, shown: { result, systems, at: now }, file, locked, busy: false };
    }
    case 'failure':
      return { ...state, failure: message.failure, file: message.file, busy: false };
    case 'cursor': {
      const { type: _, ...cursor } = message;
      return { ...state, cursor };
    }
    case 'cursorGone': {
      const { cursor: _, ...rest } = state;
      return rest;
    }
    case 'value':
      return { ...state, value: message.value };
    case 'compared':
      return { ...state, compared: { against: message.against, answer: message.answer } };
    case 'located':
      return { ...state, located: message.result };
    case 'captured':
      return { ...state, captured: { text: message.text } };
  }
}

/** What outlives a reload of the window. The extension reads `file`, `key`, `locked` and `hostile` to open the same preview again. */
export interface Kept {
  readonly file: string;
  readonly key?: string;
  readonly whiteSpace?: boolean;
  readonly table?: boolean;
  readonly scroll?: number;
  readonly view?: ViewName;
  readonly locked?: boolean;
  readonly hostile?: boolean;
}

export const VIEWS = ['rendered', 'request', 'compare', 'locate'] as const;
export type ViewName = (typeof VIEWS)[number];

export function readKept(value: unknown): Kept {
  if (typeof value !== 'object' || value === null) return { file: '' };
  const kept = value as Record<string, unknown>;
  return {
    file: typeof kept.file === 'string' ? kept.file : '',
    ...(typeof kept.key === 'string' ? { key: kept.key } : {}),
    ...(typeof kept.whiteSpace === 'boolean' ? { whiteSpace: kept.whiteSpace } : {}),
    ...(typeof kept.table === 'boolean' ? { table: kept.table } : {}),
    ...(typeof kept.scroll === 'number' ? { scroll: kept.scroll } : {}),
    ...(VIEWS.some((view) => view === kept.view) ? { view: kept.view as ViewName } : {}),
    ...(kept.locked === true ? { locked: true } : {}),
    ...(kept.hostile === true ? { hostile: true } : {}),
  };
}
