// Floor "workspace": what is true now. Invariant: no Node, no connection; files come through an injected reader.
import type { Lookup } from '../model/lookup';
import type { ManifestDocument } from '../model/manifest/manifest';
import type { Selection } from '../model/selection';
import type { PromptSystem } from '../model/system';
import type { Rendered } from '../render/segment';
import type { TextContext } from '../rules/rule';
import type { Finding } from '../rules/run';
import type { Value } from '../syntax/piece';
import type { SourceFile } from '../text/source';
import type { TokenPlace } from './countRendered';
import type { Reading } from './reading';
import type { RenderedTokens } from './tokens';

/**
 * An immutable view of one moment: every answer that is made from one snapshot is about the same texts. Everything in it
 * is computed on first use and kept for as long as what it was made from stays the same.
 */
export interface Snapshot {
  /** Number of the moment; a later one is larger. */
  readonly version: number;
  readonly lookup: Lookup;
  /** Address of the folder that holds a page for each rule, named by its code; undefined when the pages are not there. */
  readonly rulePages: string | undefined;
  /** The text at an address: open text, else what stands on the disk; undefined when there is none (or not read yet). */
  file(uri: string): SourceFile | undefined;
  /** The manifest or head at an address, when the file is one or has one. */
  manifest(uri: string): ManifestDocument | undefined;
  /** All systems of the workspace, by address of the manifest and order in it. */
  readonly systems: readonly PromptSystem[];
  /** Systems that read the file (or that the manifest declares), nearest manifest first. */
  systemsOf(uri: string): readonly PromptSystem[];
  system(key: string): PromptSystem | undefined;
  /** Addresses of the texts that those of a system include, at any depth. */
  includedBy(system: PromptSystem): readonly string[];
  /** How a text is read: once for every system and dialect that reads it; for a file of no system, once. */
  textsOf(uri: string): readonly TextContext[];
  /** In which dialect a template is read that no manifest names; undefined for every other file. */
  reading(uri: string): Reading | undefined;
  /** The selection that hints and hovers use for a system: the one chosen, else the first. */
  shown(system: PromptSystem): Selection;
  rendered(system: PromptSystem, selection: Selection): Rendered;
  /** The same with other values for some slots, and perhaps with other texts. Nothing of it is kept. */
  renderedWith(
    system: PromptSystem,
    selection: Selection,
    values: ReadonlyMap<string, Value>,
    lookup?: Lookup,
  ): Rendered;
  tokens(rendered: Rendered): RenderedTokens;
  /** Where an offset of the text of a message stands in the tokens of the whole request. */
  tokenPlace(rendered: Rendered, message: number, offset: number): TokenPlace;
  /** Findings whose place is in this file, sorted by place. */
  findings(uri: string): readonly Finding[];
  /** Changes when anything that `findings(uri)` depends on changes, and only then. */
  resultId(uri: string): string;
  /**
   * Forgets what was worked out about a text whose findings have been told, when nobody has it open or works with it: of
   * thousands of templates few are ever looked at again.
   */
  rest(uri: string): void;
  /** Files whose findings or hints may depend on the file, itself included. */
  dependents(uri: string): readonly string[];
}
