// Floor "syntax": one text to one tree. Invariant: total. It never throws and never fails: broken text gives a tree
// with faults in it, and every range lies inside the text.
import type { Span } from '../text/span';

/** One use of a slot in template text. */
export interface SlotUse {
  /** Name of the slot, the root of the path: `issue` for `issue.title`. */
  readonly name: string;
  /** The path as written: `issue.title`, `xs[0]`; the name itself for plain dialects. */
  readonly path: string;
  /** The whole tag with its delimiters. */
  readonly span: Span;
  /** The name inside the tag. */
  readonly nameSpan: Span;
  /** `value`: its value is printed. `control`: it decides or repeats (a condition, a loop). `spec`: part of a format. */
  readonly role: 'value' | 'control' | 'spec';
  /** A default or a test stands by, so that the slot may be absent without harm. */
  readonly guarded?: boolean;
  /** Branches of conditions round the use, outermost first (`if:12/0`): two uses with the same tag and different arms exclude each other. */
  readonly branch?: readonly string[];
  /**
   * Sections round the use whose values may hold the name too, outermost first (`{{#user}}{{name}}{{/user}}`): the name
   * is a slot only when none of them has a field that is called so, and nobody can tell before the values are there.
   */
  readonly within?: readonly string[];
  /** The engine writes HTML entities for the value (`{{x}}` in mustache and handlebars, unless the program turns it off). */
  readonly escapes?: boolean;
}

/** What is wrong in the text itself, found while scanning. Rules under `rules/` turn faults into findings. */
export interface SyntaxFault {
  readonly kind: 'unclosed' | 'stray' | 'nested' | 'field' | 'unsupported';
  /** One sentence: what is there and what the engine makes of it. */
  readonly message: string;
  readonly span: Span;
  /** Where it collided: the end of the text, the next opening, … */
  readonly related?: { readonly span: Span; readonly message: string };
  /** The replacement of `span` (or of `fixSpan`) that mends it, when there is exactly one sensible one. */
  readonly fix?: { readonly title: string; readonly span: Span; readonly text: string };
  /** Text of the exception that the dialect's own engine raises, when it does. */
  readonly engine?: string;
}

/** A stretch of text that another layer of meaning may care about: a comment, a raw block. */
export interface Stretch {
  readonly kind: 'comment' | 'raw' | 'escape';
  readonly span: Span;
  /** Of a raw block with tags of its own: what it prints, which a later pass reads. */
  readonly inner?: Span;
}

/** What a dialect found in one text. Dialects extend it with what their own `fill` needs. */
export interface TemplateTree {
  readonly text: string;
  readonly slots: readonly SlotUse[];
  readonly faults: readonly SyntaxFault[];
  readonly stretches: readonly Stretch[];
  /** Other texts that this one names, in the order of the text. Absent in dialects without includes. */
  readonly references?: readonly TextReference[];
  /** Statements that enclose text, in the order of their opening tags. Absent in dialects without blocks. */
  readonly blocks?: readonly TemplateBlock[];
  /** What stands behind more tags than a dialect reads, taken as it is. */
  readonly unread?: Span;
}

/** A tag that names another text. */
export interface TextReference {
  readonly kind: 'include' | 'extends' | 'import' | 'partial';
  /** The name as it is written; undefined when it is computed and so not known before rendering. */
  readonly path: string | undefined;
  /** The whole tag. */
  readonly span: Span;
  /** The name inside the tag, without quotes. */
  readonly pathSpan?: Span;
  /** Its absence is no error (`ignore missing`). */
  readonly optional?: boolean;
  /** Names that the tag gives to that text: there they are no slots. */
  readonly gives?: readonly string[];
  /** That text sees nothing but what it is given. */
  readonly isolated?: true;
}

/** A name that a text gives itself. */
export interface Binding {
  /** As it is read: `item`, `$x`; `this` in Handlebars and `.` in Go for the value that a block has opened. */
  readonly name: string;
  /** The name where it is given; the whole tag where it is not written. */
  readonly nameSpan: Span;
  /** The tag that gives it. */
  readonly tag: Span;
  /** Where it is known. */
  readonly scope: Span;
  /** It stands for the source itself, for its items one after the other, or for what is made of whatever it is. */
  readonly kind: 'value' | 'item' | 'text';
  /** The path that it stands for: a slot, or `of` another name of the text's own, and the steps into it. */
  readonly source?: {
    readonly root: string;
    readonly steps: readonly string[];
    /** The path as it is written, from its first name on. */
    readonly span: Span;
    readonly of?: Binding;
  };
  /** All that is assigned, with its filters: `value | tojson`. */
  readonly expression?: Span;
  /** Where it is read, with the steps into it, in the order of the text. */
  readonly uses: readonly BindingUse[];
}

export interface BindingUse {
  readonly steps: readonly string[];
  /** The path as it is written. */
  readonly span: Span;
}

/** A statement from its opening tag to behind its closing one: what can be folded, and what an outline shows. */
export interface TemplateBlock {
  /** The word of its opening tag: `if`, `for`, `macro`, `block`; of dialects with other words, the nearest of these. */
  readonly keyword: string;
  readonly span: Span;
  readonly open: Span;
  /** What a macro, a block, or a variable that is set by a block, is called. */
  readonly name?: string;
  readonly nameSpan?: Span;
}
