// A rendered prompt as it goes over the wire, and what is asked for one.
import type { WireComparison } from './compare';
import type { WireEconomics, WireWorst } from './economics';
import type { WireEscape, WireSource } from './place';

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
  /** It is over `max`: of an estimate, its whole band. */
  readonly over?: true;
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
    /** Why nothing is cached up to it, though it is marked: `below the minimum of 1,024`. Absent where something is. */
    readonly idle?: string;
    /** Blocks of the request from the mark before up to this one; absent for the first. */
    readonly since?: number;
    /** They are more than the provider looks back over: `31 blocks after the mark before: the provider looks back over 20, …`. */
    readonly far?: string;
    /** There are more marks up to here than the provider takes: `mark 5, but the provider takes 4, …`. */
    readonly refused?: string;
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

/** A place at which a system sends a file. */
export interface WirePlace {
  readonly key: string;
  /** `part 2 of 3 of alpha (developer message, when mode = ask)`. */
  readonly says: string;
}

export interface WireModel {
  readonly id: string | null;
  /** `o200k_base`, `estimate for claude-…`. */
  readonly tokenizer: string;
  readonly exact: boolean;
  readonly window?: number;
  readonly minimum?: number;
  /** Cache marks that the provider takes in one request, and blocks before a mark that it searches for an older entry. */
  readonly marks?: number;
  readonly lookback?: number;
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

/** Which prompt, of which selection, made of what. What is left out is what is shown now. */
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
  /** As the texts and the manifest are in a commit: a name as git knows it. Only `strata/compare` asks git. */
  readonly revision?: string;
  /** Texts in the place of those of files, by address. */
  readonly texts?: Readonly<Record<string, string>>;
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
  /** Tokens up to the last mark, whether they are many enough to be cached or not; null without one. */
  readonly cachedPrefix: number | null;
  /** With every slot at its limit; null when none has one. */
  readonly worst?: WireWorst | null;
  /** What a call costs and what the provider's cache keeps of it. */
  readonly economics?: WireEconomics;
  /** Models that can be chosen: those of the manifest and those that are known. */
  readonly models?: readonly string[];
  /** For a file that was asked for and is a part: where the systems that have it send it. */
  readonly places?: readonly WirePlace[];
  /** Some of its texts are other ones than in the last commit. */
  readonly changed?: boolean;
  /** For a rendering with hostile values: what became of the value of each slot that was tried. */
  readonly hostile?: readonly {
    readonly slot: string;
    readonly escapes: boolean;
    /** Nobody can tell: what the value wrote is changed or cut before it stands in the prompt. */
    readonly unclear?: true;
    readonly says: string;
  }[];
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
  readonly reason: 'no-system' | 'broken' | 'unknown-system' | 'unknown-revision';
  readonly message: string;
  readonly source?: WireSource;
}

/** Two renderings of a system, as `strata/render` is asked for each. */
export interface CompareParams {
  readonly before: RenderParams;
  readonly after: RenderParams;
}

export interface CompareResult {
  readonly version: 1;
  /** The second rendering. */
  readonly other: RenderResult;
  readonly comparison: WireComparison;
}
