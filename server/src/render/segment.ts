// Floor "render": a system with a selection to what the model will read. Invariant: pure; one render model, a list of
// segments, feeds the preview, the counts and the rules.

import type { Selection } from '../model/selection';
import type { Location, PromptSystem } from '../model/system';
import type { Lifetime } from '../model/words';
import type { SlotUse } from '../syntax/tree';

export type SegmentKind = 'literal' | 'value' | 'tag' | 'wrap' | 'join' | 'scope' | 'redacted' | 'hole' | 'message';

/** A run of rendered text with its origin. */
export interface Segment {
  readonly kind: SegmentKind;
  readonly text: string;
  /** Id of the layer whose text it is; null: of no layer (a conversation that no part places). */
  readonly layer: string | null;
  /** Slot whose value, wrap, join or hole it is. */
  readonly slot?: string;
  /** The slot in whose assembled value a nested slot stands. */
  readonly within?: string;
  /** Slot paths that flowed into a value. */
  readonly origins?: readonly string[];
  /** Literal: exactly its source. Value: the tag. Wrap, join, text parts: their place in the manifest. */
  readonly source: Location;
  /** Not sent: cut off by a limit, or stripped. Such a segment costs no tokens. */
  readonly removed?: 'cut' | 'strip';
  /** For what was cut: the limit as the manifest says it. */
  readonly limit?: string;
  /** For a redacted value: where the value itself is sent. */
  readonly sentAt?: Location;
  /** The end of a hostile value that breaks out of its place: what the model may read it as. */
  readonly escapes?: Escape;
}

/** How a hostile value breaks out. */
export interface Escape {
  /** The slot whose value it is. */
  readonly slot: string;
  /** What it does, in words: ``closes its fence `</doc>` ``. */
  readonly forges: string;
  /** Codes of the findings that warn of it, the most telling first. */
  readonly codes: readonly string[];
  /** What can be done about it where no finding has a fix. */
  readonly advice: string;
  /** Nothing encloses the value, and a fence would hold what it writes. */
  readonly unfenced?: true;
}

/** Why a cached block ends where it ends. */
export interface Mark {
  /** `system`, `tail`, `after memory`, `{cacheBreakpoint}`. */
  readonly name: string;
  /** How long the prefix up to here is meant to be read again. */
  readonly reuse: Lifetime;
  readonly place: Location;
  /** Index among the breakpoints of the manifest. */
  readonly index: number;
}

/**
 * A stretch of a message that a provider gets as a block of its own: breakpoints cut there, and turns of a conversation
 * bring theirs.
 */
export interface Block {
  /** Whether the provider is asked to keep everything up to the end of this block. */
  readonly cached: boolean;
  readonly mark?: Mark;
  readonly segments: readonly Segment[];
}

export interface Message {
  readonly role: 'system' | 'developer' | 'user' | 'assistant' | 'tool';
  /** Of the scenario's conversation, rather than of a part. */
  readonly conversation: boolean;
  readonly blocks: readonly Block[];
}

/** One appearance of a slot in one rendering, in the order of the text. */
export interface SlotAppearance {
  readonly slot: string;
  /** Its tag in a template or include, or the manifest line of a slot part. */
  readonly place: Location;
  /** The tag as scanned; absent for a slot part. */
  readonly use?: SlotUse;
  /** Layer of the text in which it stands: of the part, the region, or the base layer; null for a slot part without layer. */
  readonly textLayer: string | null;
  /** Whether that layer comes from a region or a part with `layer`, rather than from base text. */
  readonly inRegion: boolean;
  /** Layer that its value belongs to. */
  readonly layer: string | null;
  readonly message: number;
  /** Offsets of its text (value with wrap) in the text of its message before blocks are split; equal when it is empty. */
  readonly start: number;
  readonly end: number;
  readonly state: 'filled' | 'empty' | 'hole' | 'marker';
  /** Where its value comes from: `scenario "ask"`, `parts`, `default`, `sample`; absent for a nested slot. */
  readonly from?: string;
  /** The engine printed it from data, so that nothing which the manifest says of its text (wrap, escape, JSON) is in it. */
  readonly fromData?: true;
  /** The text of `redact` stands there, while a part sends the value itself. */
  readonly redacted?: true;
  /** The slot part, nested slot or expanded value that holds it. */
  readonly within?: string;
}

/** Where a region begins and ends in one rendered message. */
export interface RegionAppearance {
  readonly layer: string;
  /** The line that begins it, in its source. */
  readonly place: Location;
  readonly message: number;
  /** Offset in the text of the message. */
  readonly start: number;
  readonly end: number;
}

/** A value that was, or would be, cut. */
export interface CutReport {
  readonly slot: string;
  readonly unit: 'chars' | 'tokens';
  readonly limit: number;
  readonly size: number;
  readonly refused: boolean;
}

/** A file, value or name that stopped a part of the rendering; the rest is rendered all the same. */
export interface RenderProblem {
  readonly message: string;
  readonly place: Location;
  /** Text of the exception of the dialect's own engine. */
  readonly engine?: string;
  /** The slot without a value that is why the engine stopped. */
  readonly hole?: string;
  /** Only the program knows what the tag prints, which stands there as it is written. */
  readonly gap?: true;
  /** What the engine says in refusing the whole text, unless the program adds what the tag names. */
  readonly refusal?: string;
  /** The place is in a file that is read as data, and what stands there cannot be. */
  readonly inData?: true;
  /** The slot that has no value because of it. */
  readonly slot?: string;
  /** Number of the pass in which it came up, when that is not the first. */
  readonly pass?: number;
}

/** What one selection of a system makes: everything that previews, counts and rules ask about it. */
export interface Rendered {
  readonly system: PromptSystem;
  readonly selection: Selection;
  readonly messages: readonly Message[];
  /** Text of each message as sent (removed segments left out), parallel to `messages`. */
  readonly texts: readonly string[];
  readonly appearances: readonly SlotAppearance[];
  readonly regions: readonly RegionAppearance[];
  /** Slots without a value, each once, in the order of the text. */
  readonly holes: readonly string[];
  readonly cuts: readonly CutReport[];
  readonly problems: readonly RenderProblem[];
  /** A file that it needs has not been read yet: what is missing now will be there in a moment. */
  readonly pending: boolean;
  /** Whether marks hold in this selection: `cache.when` holds and the model takes marks. */
  readonly caching: boolean;
}
