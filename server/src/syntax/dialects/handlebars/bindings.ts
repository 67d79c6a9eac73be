import type { Span } from '../../../text/span';
import type { Binding } from '../../tree';
import { BindingReader, type ReadPath } from '../bindings';
import { type Arguments, type Block, type Expression, isBlock, type Path, type Program } from './ast';
import type { HandlebarsTree } from './scan';

/** What `each` and `with` open: a block parameter, and `this`, in which the names inside are looked up. */
export function bindingsOf({ program }: HandlebarsTree): readonly Binding[] {
  const finder = new Finder();
  finder.program(program);
  return finder.reader.found;
}

/** What the names inside of a block that opens a value are looked up in. */
const THIS = 'this';

class Finder {
  readonly reader = new BindingReader();

  program(program: Program | undefined): void {
    for (const statement of program?.body ?? []) {
      if (isBlock(statement)) this.#block(statement);
      else if (statement.kind === 'mustache' || statement.kind === 'decorator') {
        const hasArguments = statement.params.length > 0 || statement.hash !== undefined;
        // A name before arguments is that of a helper.
        if (!hasArguments) this.#expression(statement.callee);
        this.#arguments(statement);
      } else if (statement.kind === 'partial') this.#arguments(statement);
      else if (statement.kind === 'broken') for (const path of statement.paths) this.#expression(path);
    }
  }

  #block(block: Block): void {
    const { callee, params, program, inverse, open } = block;
    const word = callee.kind === 'path' ? callee.original : '';
    const [subject] = params;
    this.#arguments(block);
    const isOpening = block.kind === 'block' && (word === 'each' || word === 'with') && subject;
    if (!isOpening || !program) this.program(program);
    else this.#opened(program, open, word === 'each' ? 'item' : 'value', subject);
    this.program(inverse);
  }

  #opened(program: Program, open: Span, kind: 'item' | 'value', subject: Expression): void {
    const source = subject.kind === 'path' ? this.#read(subject) : undefined;
    const tag = { start: open.start, end: open.end };
    const scope = { start: program.span.start, end: program.span.end };
    const [param] = program.blockParams;
    this.reader.frame(() => {
      const common = { tag, scope, kind: source ? kind : ('text' as const), source };
      // The parameter is read first: the source of both is what stands outside.
      if (param) this.reader.give({ ...common, name: param.name, nameSpan: param.span });
      this.reader.give({ ...common, name: THIS, nameSpan: tag });
      this.program(program);
    });
  }

  #arguments({ params, hash = [] }: Arguments): void {
    for (const param of params) this.#expression(param);
    for (const { value } of hash) this.#expression(value);
  }

  #expression(expression: Expression): void {
    if (expression.kind === 'call') this.#arguments(expression);
    if (expression.kind !== 'path') return;
    const read = this.#read(expression);
    if (read) this.reader.read(read);
  }

  /** A path from the name on that it begins with; in an open value that is `this`, unless a block parameter is called so. */
  #read({ isData, depth, parts, partSpans, span: { start, end } }: Path): ReadPath | undefined {
    if (isData || depth > 0) return undefined;
    const span = { start: partSpans[0]?.start ?? start, end };
    const [root, ...steps] = parts;
    if (root !== undefined && this.reader.at(root)) return { root, steps, span };
    if (this.reader.at(THIS)) return { root: THIS, steps: parts, span };
    return root === undefined ? undefined : { root, steps, span };
  }
}
