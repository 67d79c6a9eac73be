// The own requests of Strata, typed once. The only file of the server that the client may import: types and names only.
// Positions are LSP positions: zero-based lines, UTF-16 characters.

import type { WireEconomics, WireWorst } from './protocol/economics';
import type { RenderParams, WireTokens } from './protocol/render';

export type { RevisionsParams, RevisionsResult, WireComparison, WireCost, WireRevision } from './protocol/compare';
export type { DialectParams, DialectResult, WireDetected } from './protocol/dialect';
export type { WireEconomics, WireWorst } from './protocol/economics';
export type {
  FollowParams,
  FollowResult,
  RenderChange,
  WireBlockChange,
  WireMessageChange,
  WireSegmentChange,
} from './protocol/follow';
export type { LocateParams, LocateResult, WireCapturedRequest, WirePiece, WireReadAs } from './protocol/locate';
export type { WireEdit, WireEscape, WireFix, WirePosition, WireRange, WireSource } from './protocol/place';
export type { ProposeParams, ProposeResult } from './protocol/propose';
export type {
  CompareParams,
  CompareResult,
  RenderFailure,
  RenderParams,
  RenderResult,
  WireBlock,
  WireLayer,
  WireMessage,
  WireModel,
  WirePlace,
  WireSegment,
  WireSegmentKind,
  WireSlot,
  WireTokens,
  WireTrust,
} from './protocol/render';
export type { FillParams, FillResult, ValueParams, ValueResult } from './protocol/values';

export interface TokensParams extends RenderParams {}

/** What `strata tokens --format json` prints as well; documented in `docs/json.md`. Numbers are tokens. */
export interface TokensResult {
  readonly version: 1;
  readonly systems: readonly {
    readonly system: string;
    readonly scenario: string | null;
    readonly model: string | null;
    readonly tokenizer: string;
    readonly exact: boolean;
    readonly layers: readonly {
      readonly id: string | null;
      readonly title: string;
      readonly tokens: number;
      readonly max: number | null;
    }[];
    readonly total: number;
    readonly holes: readonly string[];
    readonly cachedPrefix: number | null;
    readonly window: number | null;
    /** What of the window is left for the prompt (`window − reserve`); null where the window is not known. */
    readonly effectiveWindow: number | null;
    /** Tokens at which the program begins to shorten the conversation, and down to which; null without a trigger. */
    readonly compaction: { readonly begins: number; readonly ends: number | null } | null;
    /** Value of each axis. */
    readonly select: Readonly<Record<string, string>>;
    /** How a message names the selection: `scenario "ask"`, `kind = long`; '' when there is only one. */
    readonly label: string;
    /** By how much the total differs from the sum of the layers when each is counted alone; null for an estimate. */
    readonly joins: number | null;
    /** Null when no slot of the prompt has a limit. */
    readonly worst: WireWorst | null;
    readonly economics: WireEconomics;
  }[];
}

export interface SystemsParams {
  /** Only the systems that read this file, nearest manifest first; without it all of the workspace. */
  readonly uri?: string;
}

/** `key` names a system in all other requests: ids are unique in a manifest only. */
export interface SystemsResult {
  readonly version: 1;
  readonly systems: readonly {
    readonly key: string;
    readonly id: string;
    readonly title: string;
    readonly manifest: string;
    readonly scenarios: readonly string[];
    readonly axes: readonly { readonly name: string; readonly values: readonly string[] }[];
    readonly files: readonly string[];
  }[];
}

/** What the status item shows for a file. */
export interface StatusParams {
  readonly uri: string;
}

/** Null where no system reads the file, or nothing is known yet. */
export interface StatusResult {
  readonly system: string | null;
  readonly scenario: string | null;
  readonly dialect: string | null;
  readonly total: WireTokens | null;
  /** Slots without a value, which the total lacks. */
  readonly holes: readonly string[];
  readonly cachedPrefix: number | null;
  /** Why nothing is cached up to the last mark: `below the minimum of 1,024`. Absent where something is, or without a mark. */
  readonly idle?: string;
  readonly tokenizer: string | null;
  /** With every slot at its limit; null when none has one. */
  readonly worst?: WireTokens | null;
  readonly economics?: WireEconomics | null;
}

/** Names of the own requests and notifications. */
export const REQUESTS = {
  render: 'strata/render',
  follow: 'strata/follow',
  tokens: 'strata/tokens',
  systems: 'strata/systems',
  status: 'strata/status',
  value: 'strata/value',
  fill: 'strata/fill',
  locate: 'strata/locate',
  compare: 'strata/compare',
  revisions: 'strata/revisions',
  propose: 'strata/propose',
  dialect: 'strata/dialect',
  /** The scenario (and axis values) that hints, hovers and code lenses of a system use from now on. */
  choose: 'strata/choose',
} as const;

export const NOTIFICATIONS = {
  /** Server to client: something that renderings or counts are made of has changed. */
  changed: 'strata/changed',
} as const;

/**
 * Rendered prompts as documents that can be read, searched and compared, in clients that show such a scheme. The path is a
 * name for people (`/chat-main › ask.md`); the query is `JSON.stringify` of the `RenderParams`, percent-encoded.
 */
export const RENDERED_SCHEME = 'strata-rendered';

/**
 * Which selection is shown from now on, in hints, status and every panel that follows. `scenario: null`: the defaults.
 */
export interface ChooseParams {
  readonly key: string;
  readonly scenario: string | null;
  readonly select?: Readonly<Record<string, string>>;
}

export interface ChangedParams {
  /** Files whose text or meaning changed; empty: anything may have. */
  readonly uris: readonly string[];
}

/**
 * Semantic tokens. The types are those every editor knows, so that colours need no set-up; the modifiers are Strata's own
 * (declared in `package.json` for VS Code): the trust of a slot's layer, what is wrong or missing about a slot, its lifetime.
 */
export const SEMANTIC_TOKEN_TYPES = ['variable', 'keyword', 'comment', 'string', 'class'] as const;
export const SEMANTIC_TOKEN_MODIFIERS = [
  'instructions',
  'request',
  'facts',
  'data',
  'unknown',
  'marker',
  'static',
  'tenant',
  'profile',
  'user',
  'thread',
  'day',
  'call',
  'step',
] as const;

/** `code` and fixes of a finding, as `Diagnostic.data` carries them. */
export interface WireDiagnosticData {
  readonly code: string;
  readonly slot?: string;
  readonly layer?: string;
}

/** Commands of the VS Code extension that code lenses may name; other clients get no code lenses. */
export const COMMANDS = {
  /** With the address of a file. */
  preview: 'strata.openPreview',
  /** With the key of a system. */
  scenario: 'strata.selectScenario',
  /** With the address of a file. */
  dialect: 'strata.selectDialect',
  /** With the address of a file and a place in it. */
  convert: 'strata.convertDialect',
} as const;
