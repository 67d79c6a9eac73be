// The own requests of Strata, typed once. The only file of the server that the client may import: types and names only.
// Positions are LSP positions: zero-based lines, UTF-16 characters.

import type { WireEscape, WireSource } from './protocol/place';

export type { WireEdit, WireEscape, WireFix, WirePosition, WireRange, WireSource } from './protocol/place';
export type { LocateParams, LocateResult, WirePiece } from './protocol/locate';
export type { FillParams, FillResult, ValueParams, ValueResult } from './protocol/values';

export type WireTrust = 'instructions' | 'request' | 'facts' | 'data';

/** Tokens with what they are worth: `exact` false means `≈`, `pending` means that the exact number follows. */
export interface WireTokens {
  readonly tokens: number;
  readonly low: number;
  readonly high: number;
  readonly exact: boolean;
  readonly pending: boolean;
}

export interface WireLayer {
  readonly id: string;
  readonly title: string;
  readonly trust: WireTrust;
  /** Trust and lifetime in words. */
  readonly trustWord: string;
  readonly lifetime: string;
  readonly lifetimeWord: string;
  readonly description?: string;
  readonly setBy?: string;
  readonly property?: string;
  readonly tokens: number;
  readonly max?: number;
  /** Where the manifest declares it. */
  readonly source?: WireSource;
}

export interface WireSlot {
  readonly name: string;
  /** As it stands in the template: `{context}`, `{{NAME}}`. Absent for a slot that only a part or a scope line uses. */
  readonly written?: string;
  /** Its limit in words: `2,500 characters`. */
  readonly limit?: string;
  readonly layer: string | null;
  readonly type?: string;
  readonly trust?: WireTrust;
  readonly trustWord?: string;
  readonly lifetimeWord?: string;
  readonly description?: string;
  readonly setBy?: string;
  readonly property?: string;
  readonly required: boolean;
  readonly tokens: number;
  /** Where its value comes from in this rendering: `scenario "ask"`, `default`, `sample`, `parts`, `no value`. */
  readonly valueFrom: string;
  /** Where the manifest declares it. */
  readonly source?: WireSource;
  /** Where a value would be written for this scenario: the scenario's `values`. */
  readonly fillAt?: WireSource;
}

export type WireSegmentKind = 'literal' | 'value' | 'tag' | 'wrap' | 'join' | 'scope' | 'redacted' | 'hole' | 'message';

/** As `strata render --format segments` prints it, with the additions for the panel. */
export interface WireSegment {
  readonly kind: WireSegmentKind;
  readonly text: string;
  readonly layer: string | null;
  readonly slot?: string;
  readonly within?: string;
  readonly origins?: readonly { readonly path: string }[];
  readonly source: WireSource;
  readonly tokens: number;
  readonly removed?: 'cut' | 'strip';
  readonly limit?: string;
  readonly sentAt?: WireSource;
  /** The end of a hostile value that breaks out of its place, and what can be done about it. */
  readonly escapes?: WireEscape;
}

export interface WireBlock {
  readonly cached: boolean;
  readonly mark?: {
    readonly name: string;
    readonly reuse: string;
    readonly reuseWord: string;
    readonly source: WireSource;
  };
  readonly tokens: number;
  readonly segments: readonly WireSegment[];
}

export interface WireMessage {
  readonly role: string;
  readonly conversation: boolean;
  readonly tokens: number;
  readonly blocks: readonly WireBlock[];
}

export interface WireModel {
  readonly id: string | null;
  /** `o200k_base`, `estimate for claude-…`. */
  readonly tokenizer: string;
  readonly exact: boolean;
  readonly window?: number;
  readonly minimum?: number;
  /** Tokens of the window that are kept for the answer (`budget.reserve`). */
  readonly reserve?: number;
  /** Shares of `window − reserve` at which the program begins to shorten the conversation, and at which it is done. */
  readonly trigger?: number;
  readonly stop?: number;
  /** Dollars for a million tokens. */
  readonly price?: { readonly input: number; readonly cacheWrite?: number; readonly cacheRead?: number };
  /** Where the facts come from and of when they are. */
  readonly source?: string;
}

export interface RenderParams {
  /** A file that belongs to the system (template, part, manifest), when no system is named. */
  readonly uri?: string;
  readonly system?: string;
  readonly scenario?: string | null;
  readonly select?: Readonly<Record<string, string>>;
  /** Another model than that of the scenario. */
  readonly model?: string;
  /** As the texts and the manifest were committed last. */
  readonly committed?: boolean;
  /** Every slot that may hold anything is filled with values that try to break out. */
  readonly hostile?: boolean;
  /** Values that are being tried and stand in no file yet: by slot, as `strata/value` gives them. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The render model for one selection, or why there is none. */
export interface RenderResult {
  readonly version: 1;
  /** Key of the system: `<manifest>#<id>`. */
  readonly key: string;
  readonly system: string;
  readonly title: string;
  readonly scenario: string | null;
  readonly label: string;
  readonly scenarios: readonly string[];
  readonly axes: readonly {
    readonly name: string;
    readonly values: readonly string[];
    readonly value: string;
    readonly changed: boolean;
  }[];
  readonly model: WireModel;
  readonly layers: readonly WireLayer[];
  readonly slots: readonly WireSlot[];
  readonly messages: readonly WireMessage[];
  readonly holes: readonly string[];
  readonly total: WireTokens;
  /** Tokens up to the last mark; null without one. */
  readonly cachedPrefix: number | null;
  /** Models that can be chosen: those of the manifest and those that are known. */
  readonly models?: readonly string[];
  /** Some of its texts are other ones than in the last commit. */
  readonly changed?: boolean;
  /** For a rendering with hostile values: what became of the value of each slot that was tried. */
  readonly hostile?: readonly { readonly slot: string; readonly escapes: boolean; readonly says: string }[];
  /** Slots whose value is being tried and stands in no file yet. */
  readonly tried?: readonly string[];
  readonly problems: readonly { readonly message: string; readonly source: WireSource }[];
  /** The manifest that declares the system. */
  readonly manifest: string;
  /** Every file the rendering was made from: a change of any of them makes it stale. */
  readonly files: readonly string[];
}

export interface RenderFailure {
  readonly version: 1;
  /** `no-system`: no manifest names the file; `broken`: the manifest cannot be read far enough. */
  readonly reason: 'no-system' | 'broken' | 'unknown-system';
  readonly message: string;
  readonly source?: WireSource;
}

export interface TokensParams extends RenderParams {}

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
  }[];
}

export interface SystemsParams {
  /** Only the systems that read this file, nearest manifest first; without it all of the workspace. */
  readonly uri?: string;
}

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

export interface StatusResult {
  readonly system: string | null;
  readonly scenario: string | null;
  readonly dialect: string | null;
  readonly total: WireTokens | null;
  readonly cachedPrefix: number | null;
  readonly tokenizer: string | null;
}

/** Names of the own requests and notifications. */
export const REQUESTS = {
  render: 'strata/render',
  tokens: 'strata/tokens',
  systems: 'strata/systems',
  status: 'strata/status',
  value: 'strata/value',
  fill: 'strata/fill',
  locate: 'strata/locate',
  /** The scenario (and axis values) that hints, hovers and code lenses of a system use from now on. */
  choose: 'strata/choose',
} as const;

export const NOTIFICATIONS = {
  /** Server to client: something that renderings or counts are made of has changed. */
  changed: 'strata/changed',
} as const;

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
 * (declared in `package.json` for VS Code): the trust of a slot's layer, and what is wrong or missing about a slot.
 */
export const SEMANTIC_TOKEN_TYPES = ['variable', 'keyword', 'comment', 'string', 'class'] as const;
export const SEMANTIC_TOKEN_MODIFIERS = ['instructions', 'request', 'facts', 'data', 'unknown', 'marker'] as const;

/** What each type of semantic token stands for here. */
export const SEMANTIC_TOKEN_MEANING: Readonly<Record<(typeof SEMANTIC_TOKEN_TYPES)[number], string>> = {
  variable: 'the name of a slot',
  keyword: 'the delimiters of a slot, and tags that decide or repeat',
  comment: 'a comment of the dialect: it is not sent',
  string: 'text that the engine prints as it stands: an escape, a raw block',
  class: 'the line that begins the region of a layer',
};

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
} as const;
