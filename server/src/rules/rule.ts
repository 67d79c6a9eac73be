// Floor "rules": one file per rule. Invariant: a rule reads the model and the render, and yields problems; it knows no
// protocol, keeps no state, and never throws away the work of another rule.
import type { Lookup } from '../model/lookup';
import type { ManifestDocument } from '../model/manifest/manifest';
import type { Location, PromptSystem } from '../model/system';
import type { RenderedTokens } from '../render/cost';
import type { Layout } from '../render/layout';
import type { Rendered } from '../render/segment';
import type { Dialect } from '../syntax/dialects/dialect';
import type { TemplateTree } from '../syntax/tree';
import type { SourceFile } from '../text/source';
import type { Span } from '../text/span';
import type { ModelFacts } from '../tokens/models';

/** From the mildest to the gravest. SARIF and GitHub know no hint: there it is a note. */
export type Level = 'hint' | 'info' | 'warning' | 'error';

/** A replacement in the text as it is now; offsets of all edits of a fix are those before any of them is made. */
export interface FileEdit {
  readonly uri: string;
  readonly span: Span;
  readonly text: string;
}

/** One way to mend a finding. Its edits belong together: an editor makes all of them or none. */
export interface Fix {
  /** What it does, as a command: `Rename to {context}`. */
  readonly title: string;
  readonly edits: readonly FileEdit[];
  /** A file to create first (with the text), for `file.missing`. */
  readonly create?: { readonly uri: string; readonly text: string };
  /** Cannot change what the author meant: `source.fixAll.strata` may apply it. */
  readonly safe?: boolean;
  /** It only says something of the program, which may not be so: an editor must not apply it unasked. */
  readonly claim?: boolean;
}

/**
 * One finding, as a rule reports it. `message` and `fixes` may be getters: they are read only for findings that are
 * shown, and fixes only when somebody asks for them.
 */
export interface Problem {
  readonly uri: string;
  readonly span: Span;
  /** What, why and what to do, with the names in it, in one or two sentences. */
  readonly message: string;
  /** Slot or layer that it is about: findings with the same code, range and subject are one, and `rules` exceptions go by it. */
  readonly slot?: string;
  readonly layer?: string;
  /** Level of this finding when it differs from the rule's. */
  readonly level?: Level;
  readonly related?: readonly { readonly uri: string; readonly span: Span; readonly message: string }[];
  readonly fixes?: readonly Fix[];
  readonly tags?: readonly ('unnecessary' | 'deprecated')[];
}

/** A text with its dialect: a template, part, include or `expand` file of some system, or a file that no manifest names. */
export interface TextContext {
  readonly file: SourceFile;
  /** Offset where the text that is sent begins, behind a YAML head. Trees and spans are in offsets of the whole file. */
  readonly bodyStart: number;
  /** Dialect that reads it (each pass in turn for a file with several); undefined when none is declared: then only rules that need no dialect speak. */
  readonly dialect: Dialect | undefined;
  /** Scan of the whole file from `bodyStart` on, with spans in offsets of the file; undefined without a dialect. */
  readonly tree: TemplateTree | undefined;
  /** The system on whose behalf it is checked; undefined for a file that no manifest names. */
  readonly system: PromptSystem | undefined;
}

/** All that a rule may ask about a system as a whole. Renderings and costs are made when they are asked for. */
export interface SystemContext {
  readonly system: PromptSystem;
  readonly lookup: Lookup;
  /** Templates, parts, includes and `expand` files of the system that can be read, each once. */
  readonly texts: readonly TextContext[];
  /** All checked selections, rendered. The first is the one shown. */
  readonly rendered: readonly Rendered[];
  /** Whether these are all the selections that there are to check. */
  readonly complete: boolean;
  /** Facts of the model of a selection; undefined: no model set, no verdict. */
  model(rendered: Rendered): ModelFacts | undefined;
  /** What a selection costs; undefined while a count or a file is not there yet, so that no verdict rests on a guess. */
  cost(rendered: Rendered): RenderedTokens | undefined;
}

/** All that a rule may ask about one checked selection of a system. */
export interface RenderContext {
  readonly system: PromptSystem;
  /** Source texts, for fixes that edit them. */
  readonly lookup: Lookup;
  readonly rendered: Rendered;
  readonly layout: Layout;
  /** Facts of the model of this selection; undefined: no model set, no verdict. */
  readonly model: ModelFacts | undefined;
  /** What this selection costs; undefined while a count is not there yet. */
  cost(): RenderedTokens | undefined;
  /** Tokens of a stretch of the text of a message, exact or estimated; undefined while the vocabulary is not loaded. */
  tokens(message: number, start: number, end: number): number | undefined;
  place(path: readonly (string | number)[]): Location;
}

export interface RuleExample {
  /** What the example shows, in a few words. */
  readonly title: string;
  /** Files before, with `⟦code⟧…⟦/⟧` round each finding: the exact set for this rule. A `=== path` line begins a file (`=== HEAD:path`: its committed version); without one it is `strata.yaml`-less `a.prompt`. */
  readonly bad: string;
  /** The same files after the first fix of each finding; absent when there is no fix. */
  readonly fixed?: string;
  /** Files that must give no finding of this rule: the traps. */
  readonly good?: string;
}

/** One kind of finding: the check, the words of its page, and the examples that are its tests. */
export interface Rule {
  readonly code: string;
  readonly level: Level;
  /** A few words: heading of its page. */
  readonly title: string;
  /** Why it matters, in one or two paragraphs. */
  readonly why: string;
  /** What to do about it. */
  readonly howToFix: string;
  readonly examples: readonly RuleExample[];
  /** Asked once for every text, on behalf of each system that reads it. */
  text?(context: TextContext): Iterable<Problem>;
  /** Asked once for every system. */
  system?(context: SystemContext): Iterable<Problem>;
  /** Asked for every checked selection; equal findings are one, and the message names the first selection that shows it. */
  render?(context: RenderContext): Iterable<Problem>;
  /** Asked once for every manifest or head. */
  manifest?(document: ManifestDocument, lookup: Lookup): Iterable<Problem>;
}
