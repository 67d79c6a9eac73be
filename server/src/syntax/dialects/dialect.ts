import type { Span } from '../../text/span';
import type { FillContext, Filled } from '../piece';
import type { Binding, SyntaxFault, TemplateTree } from '../tree';

/** Name of a dialect as the manifest writes it. */
export type DialectId = string;

/**
 * What an engine does about a name that is not there: prints nothing, stops, takes fields of it for missing too, or
 * prints the tag. Names of Jinja's classes for `undefined`, in the words of the manifest.
 */
export type Missing = 'empty' | 'error' | 'chain' | 'show';

/** What opens and what closes a tag. */
export type Delimiters = readonly [open: string, close: string];

/** Delimiters as an option says them, with a blank between the two; `own`: those of the engine. */
export function delimitersIn(written: string | undefined, own: Delimiters): Delimiters {
  if (written === undefined) return own;
  const [open = '', close = ''] = written.split(' ');
  return [open, close];
}

/**
 * What a program sets on its engine, as `options` of a manifest says it. Absent always means: as the engine is by
 * itself.
 */
export interface DialectOptions {
  readonly trimBlocks?: boolean;
  readonly lstripBlocks?: boolean;
  readonly keepFinalNewline?: boolean;
  readonly escapeHtml?: boolean;
  /** What a name or field does that is not there; absent: what the engine does by itself. */
  readonly missing?: Missing;
  /** Names that the program adds to the engine: what they print is known to the program alone. */
  readonly functions?: readonly string[];
  /** What opens and closes tags, as in `<% %>`; absent: as the engine has them by itself. */
  readonly delimiters?: {
    readonly slot?: string | undefined;
    readonly statement?: string | undefined;
    readonly comment?: string | undefined;
  };
  /** What begins a line that is a statement, and what begins a comment that ends with its line. */
  readonly lineStatement?: string;
  readonly lineComment?: string;
  /** A filter that the engine does not have ends the rendering. */
  readonly strictFilters?: boolean;
  /** Whether every line of a partial is indented as its tag is; absent: yes. */
  readonly indentPartials?: boolean;
  /** Where `missing` is an error, a condition and a default may ask for a name that is not there all the same. */
  readonly lenientIf?: boolean;
}

/** An option as messages name it; those of `delimiters` one by one. */
export type OptionName =
  | Exclude<keyof DialectOptions, 'delimiters' | 'functions'>
  | 'delimiters.slot'
  | 'delimiters.statement'
  | 'delimiters.comment';

/**
 * How slots are written, in one file. `npm run generate` lists every file of this folder that exports `dialect`.
 *
 * A dialect scans (tolerant, total, linear in the length of the text), prints a slot, escapes text so that its engine
 * leaves it alone, and fills a scanned text exactly as its reference engine would.
 */
export interface Dialect<Tree extends TemplateTree = TemplateTree> {
  readonly id: DialectId;
  /** What a person calls it: `Python str.format`. */
  readonly title: string;
  /** What it is, in a sentence that shows how a slot is written. */
  readonly meaning: string;
  /** What it is called elsewhere, in small letters: a manifest that says so is told how it is called here. */
  readonly aliases?: readonly string[];
  /** Names of files that are written in it. With a star (`*.j2`) they speak for it, and `*.prompt.j2` is a template. */
  readonly files?: readonly string[];
  /**
   * Other dialects whose slots and tags its engine reads as they are, as Handlebars reads all of mustache; without those
   * that these read in turn. `reads.ts` asks.
   */
  readonly reads?: readonly DialectId[];
  /** Options that its engine has, besides `functions`. Any other one changes nothing. */
  readonly options?: readonly OptionName[];
  /** What its engine can do about a name that is not there, when it has the option `missing`. */
  readonly missing?: readonly Missing[];
  /**
   * The same dialect as a program reads it that sets these options: other delimiters are other tags, so everything here
   * but the id and the title may differ. Absent: no option changes how a text is read.
   */
  configured?(options: DialectOptions): Dialect;
  /** Of a configured dialect: what tells its reading from that of others. A tree holds for its text and this. */
  readonly key?: string;
  /** What opens and closes a plain slot. */
  readonly open: string;
  readonly close: string;
  /** What opens and closes its other tags, as the engine has it by itself. Absent: the same as a slot. */
  readonly tags?: { readonly statement: Delimiters; readonly comment?: Delimiters };
  /** Whether its engine has use for lists, maps, numbers and booleans (else every value is text). */
  readonly values: 'text' | 'scalars' | 'data';
  /** `from`: where the text begins; what stands before is blank, takes the place of a head, and is no part of a line. */
  scan(text: string, from?: number): Tree;
  fill(tree: Tree, context: FillContext, options: DialectOptions): Filled;
  /** The slot as it is written in a template. Inverse of `scan` for every name that `holds` accepts. */
  print(name: string): string;
  /** Whether the dialect can write a slot of this name. */
  holds(name: string): boolean;
  /** The text, written so that the engine prints it unchanged. */
  escape(text: string): string;
  /**
   * The whole text of a tag that looks like a slot of another dialect and stays literal here (`{{x}}` in `py-format`),
   * with the name inside: source of `syntax.literal-slot` and `syntax.wrong-dialect`. For a statement or block of
   * another engine the name is its keyword (`if`). In the order of the text; where the dialect chokes on such a tag, it
   * is a fault as well, and where a plain tag stands inside (`{{x}}` in `single-brace`), that is a slot all the same.
   */
  lookalikes(tree: Tree): readonly Lookalike[];
  /** How its engine makes `<` in a value harmless. Absent: it cannot. */
  readonly escaping?: Escaping;
  /**
   * The characters at which it begins to read a tag, each with how it is told to print that character, in an order in which
   * one may be replaced after the other. For values that it reads after another engine. Absent or undefined: there is no way.
   */
  printed?(options: DialectOptions): Printed | undefined;
  /** What stands behind a value in its tag so that one text in it is replaced by another. Absent: it cannot. */
  replacing?(from: string, to: string): string;
  /** What this dialect leaves alone although an author may have meant it: words for the message of `syntax.stray-brace`. */
  readonly faultsAre?: (fault: SyntaxFault) => string;
  /** The names that a text gives itself, with what they stand for. Absent: it gives none, or only its sections do. `bindings.ts` asks. */
  bindings?(tree: Tree): readonly Binding[];
  /** Paths under which an include or partial of this name is looked up, best first. Absent: the dialect has no includes. */
  readonly includeNames?: (name: string) => readonly string[];
  /**
   * What may be written at an offset of a text besides slots: block tags with what closes them, filters, the closing tag
   * of a block that is open, names that the text gives itself. Undefined: nothing but slots fits. Absent: the dialect has
   * nothing but slots. `tagWords` of `words.ts` makes it from lists of words.
   */
  complete?(tree: Tree, offset: number): Completions | undefined;
  /** For the colours and the comment key of files that are written in it by their name or language. */
  readonly grammar: {
    /** TextMate patterns for a slot. */
    readonly begin: string;
    readonly end: string;
    /** What it has besides slots: patterns of `syntaxes/prompt-template.tmLanguage.json`, in the order in which they are tried. */
    readonly includes?: readonly string[];
    /** What opens and closes a comment. */
    readonly comment?: readonly [open: string, close: string];
  };
  /** Shown in documentation and run as tests: what the text renders to with the values. */
  readonly examples: readonly {
    readonly text: string;
    readonly values: Record<string, unknown>;
    readonly output: string;
  }[];
}

/** Of tags as they are written with the engine's own delimiters. */
export interface Escaping {
  /**
   * Whether a tag prints no value with `<` in it. A helper of the program goes by its name. `isScanned`: the tag belongs to
   * the use of a slot, which says itself whether plain braces escape it.
   */
  escapes(tag: string, options: DialectOptions, isScanned: boolean): boolean;
  /** The tag, as an author can write it so that it does; with the filter that does it, if there is one. */
  escaped(tag: string, options: DialectOptions): { readonly tag: string; readonly filter?: string } | undefined;
}

/** Characters, and the text that an engine prints as each of them. */
export type Printed = readonly (readonly [character: string, written: string])[];

/** A tag that another dialect would read. */
export interface Lookalike {
  readonly name: string;
  readonly span: Span;
  /** The dialect it is written in. */
  readonly writtenIn: DialectId;
}

/** What fits at one place of a text. */
export interface Completions {
  /** What an accepted word takes the place of; it holds the offset. */
  readonly span: Span;
  /** Whether the names of slots fit there as well. Behind the bar of a filter they do not. */
  readonly slots: boolean;
  readonly words: readonly Word[];
}

/** One thing that an author may write. */
export interface Word {
  /** What the author sees and types: `endif`, `#each`, `upper`, `loop.index`. */
  readonly label: string;
  readonly kind: 'tag' | 'closing' | 'filter' | 'name';
  /** What is written in place of the span; the label when absent. */
  readonly insert?: string;
  /** `insert` is a snippet of LSP: `$1`, `${1:name}` and `$0` are stops, and a literal `$` or `}` is escaped. */
  readonly snippet?: boolean;
  /** A few words: what it does, or where it comes from. */
  readonly detail?: string;
}
