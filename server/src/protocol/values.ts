// Values of slots that are edited in the preview.
import type { WireEdit } from './place';

/** The value of a slot, for editing it. */
export interface ValueParams {
  readonly key: string;
  readonly scenario: string | null;
  readonly select?: Readonly<Record<string, string>>;
  readonly slot: string;
}

export interface ValueResult {
  readonly slot: string;
  /** As it is edited: the text, or lists and maps as YAML. Empty for a hole. */
  readonly text: string;
  /** `yaml`: the text is read as data. */
  readonly format: 'text' | 'yaml';
  /** Where writing it puts it: a file of its own that the manifest names, else the manifest. Absent: it cannot be written. */
  readonly target?: { readonly file: string; readonly scenario: string | null };
}

/** Writes values into the manifest, or into the files that it names for them. */
export interface FillParams {
  readonly key: string;
  /** The scenario that they are for; null: the samples of the slots. One that does not exist is added. */
  readonly scenario: string | null;
  /** By slot, as `strata/value` gives them. */
  readonly values: Readonly<Record<string, string>>;
  /** The values are what the model reads: they are written as texts, whatever the types of the slots. */
  readonly asText?: boolean;
  /** Values of axes for a scenario that is added; what is the default anyway is left out. */
  readonly select?: Readonly<Record<string, string>>;
}

export interface FillResult {
  readonly edits: readonly WireEdit[];
  /** Slots whose value cannot be written, with the reason. */
  readonly refused: readonly { readonly slot: string; readonly reason: string }[];
}
