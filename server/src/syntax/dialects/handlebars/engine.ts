import type { Span } from '../../../text/span';
import type { FillContext, Filled, Piece } from '../../piece';
import type { SyntaxFault, TemplateTree } from '../../tree';
import { type Effort, Stop } from '../javascript/stop';
import { type Block, isBlock, type Mustache, type Partial, type Program, type Statement } from './ast';
import { type Given, type ProgramWriter, writeBlock } from './blocks';
import { type Environment, inContext, type Page, placeIn } from './environment';
import { Evaluator, type HelperOptions, pathOfCallee, Unknown } from './evaluate';
import { inlinePartials, isInline, type PageWriter, partialTag, writePartial } from './partials';
import { Printer } from './printer';
import { NOTHING, type Ref } from './reference';
import type { HandlebarsTree } from './scan';
import { type Part, together, Written } from './written';

interface EngineOptions extends HelperOptions {
  readonly escapeHtml: boolean;
  /** Every line of a partial is indented as its tag is. */
  readonly indentsPartials: boolean;
  /** The tree of an included text. */
  treeOf(tree: TemplateTree): HandlebarsTree;
}

/** Fills texts and programs: what stands in them, one statement after the other. */
export class Engine implements ProgramWriter, PageWriter {
  readonly evaluator: Evaluator;
  readonly printer: Printer;
  readonly #context: FillContext;
  readonly #effort: Effort;
  readonly #options: EngineOptions;
  /** By their place: a tag in a loop is one gap. */
  readonly #gaps = new Map<string, NonNullable<Filled['gaps']>[number]>();
  /** What the programs that are open have given so far, outermost first: kept for when one of them fails. */
  readonly #open: Written[][] = [];
  /** Programs of the main text, and whether they were filled at least once. */
  readonly #programs = new Map<Program, boolean>();

  constructor(context: FillContext, effort: Effort, options: EngineOptions) {
    this.#context = context;
    this.#effort = effort;
    this.#options = options;
    this.evaluator = new Evaluator(context, effort, options);
    this.printer = new Printer(effort);
  }

  get indentsPartials(): boolean {
    return this.#options.indentsPartials;
  }

  /** What was printed before the rendering ended. */
  unfinished(): readonly Piece[] {
    return this.#open.flatMap((parts) => parts.flatMap((part) => part.finish()));
  }

  gaps(): NonNullable<Filled['gaps']> {
    return [...this.#gaps.values()];
  }

  /** Stretches of the main text that no value reached. */
  skipped(): readonly Span[] {
    const spans = [...this.#programs].filter(([, isFilled]) => !isFilled).map(([{ span }]) => span);
    return spans.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
  }

  /** A whole text. What it gives is text in any case, never a number. */
  page(page: Page, context: Ref, environment: Environment): Written {
    const { refusal } = page.tree;
    // Inline partials of a text see no context round it.
    const outer: Environment = { ...environment, page, context: NOTHING, depths: [], params: [] };
    const own: Environment = { ...outer, context, depths: [context] };
    try {
      const written = this.#program(page.tree.program, own, outer);
      written.finish();
      if (!refusal) return written;
      this.#open.push([written]);
    } catch (error) {
      // Whatever goes wrong on the way comes too late: the library reads a whole text before it begins.
      if (!refusal || !(error instanceof Stop)) throw error;
    }
    throw refused(refusal, own);
  }

  included(name: string, page: Page, tag: Span): Page | undefined {
    const found = this.#context.include?.(name, page.file);
    if (found) this.#effort.text(page.file === undefined ? { span: tag } : { span: tag, file: page.file });
    return found && { tree: this.#options.treeOf(found.tree), file: found.uri, site: page.site ?? tag };
  }

  child(program: Program | undefined, context: Ref, environment: Environment, given?: Given): Written {
    if (!program) return Written.text();
    return this.inner(program, context, { ...environment, level: environment.level + 1 }, given);
  }

  inner(program: Program, context: Ref, outer: Environment, { data = outer.data, params }: Given = {}): Written {
    if (outer.page.file === undefined) this.#programs.set(program, true);
    const names = program.blockParams.map(({ name }) => name);
    const frame = params ? { names, values: params } : { names };
    const own = inContext({ ...outer, data, params: [frame, ...outer.params] }, context);
    return this.#program(program, own, outer);
  }

  keeping(written: Written, run: () => void): Written {
    this.#open.push([written]);
    run();
    this.#open.pop();
    return written;
  }

  /** The statements of a program. `outer` is where it is called, which is what its inline partials see. */
  #program(program: Program, own: Environment, outer: Environment): Written {
    const place = placeIn(own, program.span);
    this.#effort.depth(own.level, place);
    this.#effort.steps(program.body.length + 1, place);
    const inline = inlinePartials(this, program, outer);
    const environment = inline.size === 0 ? own : { ...own, inline: new Map([...own.inline, ...inline]) };
    const kept: Written[] = [];
    const parts: Part[] = [];
    this.#open.push(kept);
    for (const statement of program.body) {
      const written = this.#statement(statement, environment);
      if (!written) continue;
      kept.push(written);
      parts.push({ written, standsAlone: this.#standsAlone(statement, environment) });
    }
    this.#open.pop();
    return together(parts);
  }

  #standsAlone(statement: Statement, environment: Environment): boolean {
    if (statement.kind !== 'block' || statement.callee.kind === 'call') return false;
    return this.evaluator.kindOf(pathOfCallee(statement.callee), statement, environment) === 'ambiguous';
  }

  #statement(statement: Statement, environment: Environment): Written | undefined {
    const { kind, span } = statement;
    const { refusal } = environment.page.tree;
    if (refusal && span.start >= refusal.span.start) throw refused(refusal, environment);
    if (kind === 'comment' || kind === 'broken') return undefined;
    if (kind === 'content') {
      const { from, to } = statement;
      return from < to ? this.printer.literal({ start: from, end: to }, environment) : undefined;
    }
    if ((kind === 'decorator' || kind === 'decorator-block') && isInline(statement)) return undefined;
    try {
      return this.#tag(statement, environment);
    } catch (error) {
      if (!(error instanceof Unknown)) throw error;
      return this.#gap(statement, error, environment);
    }
  }

  #tag(tag: Mustache | Partial | Block, environment: Environment): Written {
    switch (tag.kind) {
      case 'mustache': {
        const escapes = tag.isEscaped && this.#options.escapeHtml;
        return this.printer.value(this.evaluator.value(tag, environment), tag.span, environment, escapes);
      }
      case 'block':
        this.#expect(tag, environment);
        return writeBlock(this, tag, environment);
      case 'partial':
      case 'partial-block':
        return writePartial(this, partialTag(tag), environment);
      default:
        throw this.#decorator(tag);
    }
  }

  #decorator({ callee }: Mustache | Block): Unknown {
    const path = callee.kind === 'call' ? undefined : pathOfCallee(callee);
    const isAdded = path === undefined || this.evaluator.helper(path) !== undefined;
    const why = 'only the program knows what the decorator does';
    return new Unknown(why, isAdded ? undefined : `Missing decorator: "${path.original}".`);
  }

  /** Until they are filled, the programs of a block are left out. */
  #expect({ program, inverse }: Block, { page }: Environment): void {
    if (page.file !== undefined) return;
    for (const one of [program, inverse]) if (one && !this.#programs.has(one)) this.#programs.set(one, false);
  }

  /**
   * A tag that only the program can fill stands as it is written. So do the tags of a block, and its programs between
   * them are filled with the context round it: a helper of one's own is most often a condition.
   */
  #gap(tag: Mustache | Partial | Block, { message: why, refusal }: Unknown, environment: Environment): Written {
    const span = isBlock(tag) ? tag.open : tag.span;
    const message = `The tag is shown as it is written: ${why}.`;
    const place = placeIn(environment, span);
    const told = { message, ...place, ...(refusal === undefined ? {} : { refusal }) };
    this.#gaps.set(`${span.start} ${place.file}`, told);
    return isBlock(tag) ? this.#asWritten(tag, environment) : this.printer.asWritten(span, environment);
  }

  #asWritten(block: Block, environment: Environment): Written {
    const written = this.printer.asWritten(block.open, environment);
    const programs = [block.program, block.inverse].filter((program) => program !== undefined);
    programs.sort((a, b) => a.span.start - b.span.start);
    return this.keeping(written, () => {
      for (const [index, program] of programs.entries()) {
        const [link] = program.body;
        // An `else if` of a helper that nobody knows is as unknown as the helper.
        if (program.isChained && link?.kind === 'block') {
          written.text(this.#asWritten(link, environment).finish());
          continue;
        }
        if (index > 0 && block.inverseOpen)
          written.text(this.printer.asWritten(block.inverseOpen, environment).finish());
        const params = program.blockParams.map(() => NOTHING);
        written.text(this.child(program, environment.context, environment, { params }).finish());
      }
      if (block.close) written.text(this.printer.asWritten(block.close, environment).finish());
    });
  }
}

function refused({ message, span, engine }: SyntaxFault, environment: Environment): Stop {
  return new Stop({ message, ...placeIn(environment, span), ...(engine === undefined ? {} : { engine }) });
}
