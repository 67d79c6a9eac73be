// What the page knows, and how a message changes it.
import type { RenderResult } from '../../../../server/src/protocol';
import type { Failure, SystemChoice, ToPage } from '../messages';

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
  readonly cursor?: Omit<Extract<ToPage, { type: 'cursor' }>, 'type'>;
}

export const INITIAL: State = { locale: 'en', bundle: {}, file: '', busy: true };

export function next(state: State, message: ToPage, now: number): State {
  switch (message.type) {
    case 'words':
      return { ...state, locale: message.locale, bundle: message.bundle };
    case 'busy':
      return { ...state, busy: true };
    case 'render': {
      const { failure: _, ...rest } = state;
      const { result, systems, file } = message;
      return { ...rest, shown: { result, systems, at: now }, file, busy: false };
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
  }
}

/** What outlives a reload of the window. The extension reads `file` and `key` to open the same preview again. */
export interface Kept {
  readonly file: string;
  readonly key?: string;
  readonly whiteSpace?: boolean;
  readonly table?: boolean;
  readonly scroll?: number;
}

export function readKept(value: unknown): Kept {
  if (typeof value !== 'object' || value === null) return { file: '' };
  const kept = value as Record<string, unknown>;
  return {
    file: typeof kept.file === 'string' ? kept.file : '',
    ...(typeof kept.key === 'string' ? { key: kept.key } : {}),
    ...(typeof kept.whiteSpace === 'boolean' ? { whiteSpace: kept.whiteSpace } : {}),
    ...(typeof kept.table === 'boolean' ? { table: kept.table } : {}),
    ...(typeof kept.scroll === 'number' ? { scroll: kept.scroll } : {}),
  };
}
