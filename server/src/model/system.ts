// A prompt system as the rest of Strata sees it: the entry of the manifest with its names resolved and its places known.
import type { Dialect, DialectOptions } from '../syntax/dialects/dialect';
import type { Span } from '../text/span';
import type { Division } from './division';
import type { ManifestDocument } from './manifest/manifest';
import type { Layer as LayerEntry, Part as PartEntry, Slot as SlotEntry, System as SystemEntry } from './schema';
import type { Lifetime, Trust } from './words';

/** A place in a file that a finding or a link may point to. */
export interface Location {
  readonly uri: string;
  readonly span: Span;
}

/** A part of a prompt with one owner, one trust and one lifetime, as a system declares it. */
export interface Layer {
  readonly id: string;
  /** Title, or the id. */
  readonly title: string;
  readonly trust: Trust;
  readonly lifetime: Lifetime;
  /** Reason why it may stand before a breakpoint although its lifetime is short. */
  readonly stable?: string;
  /** Beginnings of lines that open its region. */
  readonly starts: readonly string[];
  /** Slots whose values are this layer. */
  readonly slots: readonly string[];
  /** Position in the declared order, from 0. */
  readonly index: number;
  /** Absent for the one layer of a system that declares none. */
  readonly entry?: LayerEntry;
}

/** A named hole that the program fills, with what its system and its layer say of it. */
export interface Slot {
  readonly name: string;
  /** Layer that lists it; null: its value belongs to the layer of the text in which it stands. */
  readonly layer: Layer | null;
  readonly type: NonNullable<SlotEntry['type']> | undefined;
  /** Own trust and lifetime; else those of its layer. `undefined` for a slot of no layer: those of the text around it. */
  readonly trust: Trust | undefined;
  readonly lifetime: Lifetime | undefined;
  readonly stable?: string;
  readonly setBy?: string;
  readonly property?: string;
  readonly description?: string;
  readonly required: boolean;
  /** What the manifest says under `slots:`; empty for a slot that only a layer lists. */
  readonly entry: SlotEntry;
  /** Where it is declared: its key under `slots:`, else its name in a layer's list, else the place that uses it as a part. */
  readonly place: Location;
}

/** One entry of an assembly: a file, a slot, a text or the conversation. A system with a template has none. */
export interface Part {
  readonly entry: PartEntry;
  readonly index: number;
  /** For a file: its address. */
  readonly uri?: string;
  readonly place: Location;
}

/** One prompt as the program assembles it: an entry of `systems`, resolved. What it names need not be there. */
export interface PromptSystem {
  /** Unique over the workspace: `<manifest address>#<id>`. */
  readonly key: string;
  /** Name that people and the command line use. */
  readonly id: string;
  readonly title: string;
  readonly manifest: ManifestDocument;
  /** Path of the entry inside the manifest, for `manifest.place`. */
  readonly path: readonly (string | number)[];
  readonly entry: SystemEntry;
  /** Dialects of the passes, in order. */
  readonly dialects: readonly Dialect[];
  readonly options: DialectOptions;
  readonly layers: readonly Layer[];
  /** False when the manifest declares none: then there are no rules of order and trust. */
  readonly hasLayers: boolean;
  /** Where text in no region belongs. */
  readonly base: Layer;
  /** Slots by name: listed by a layer or declared under `slots:`. Empty: the system declares none. */
  readonly slots: ReadonlyMap<string, Slot>;
  readonly parts: readonly Part[];
  /** Marks in the rendered text divide it into messages; absent: the parts do. */
  readonly division?: Division;
  readonly axes: ReadonlyMap<string, Axis>;
  /** Slot names that mark a breakpoint and render to nothing. */
  readonly markerSlots: ReadonlySet<string>;
  /** Every file the system reads, for `which systems does this file belong to` and for what depends on it. */
  readonly files: readonly NamedFile[];
}

/** A file that a system names, with the role it plays and the place of the manifest that names it. */
export interface NamedFile {
  readonly uri: string;
  readonly role: 'template' | 'expand' | 'value' | 'fallback' | 'conversation';
  readonly written: string;
  readonly place: Location;
}

/** What selects among variants of a prompt: one of its values holds in every selection. */
export interface Axis {
  readonly name: string;
  readonly values: readonly string[];
  readonly description?: string;
  /** Value when nothing selects one: fixed, or by another axis. */
  readonly fallback:
    | { readonly value: string }
    | { readonly by: string; readonly map: Readonly<Record<string, string>> };
}
