import type { Span } from '../../../text/span';
import type { SlotUse } from '../../tree';
import { type Arguments, type Block, type Expression, isBlock, type Mustache, type Path, type Program } from './ast';
import { hasArguments } from './names';
import { type Context, enter, openContexts, type Scope, TOP } from './scope';

type Use = Pick<SlotUse, 'span' | 'role'> & { readonly escapes?: boolean; readonly guarded?: boolean };

/** The slots of a text in its order. Fields of a value, block parameters and `@` variables are none; nor are helpers. */
export function slotsOf(program: Program): readonly SlotUse[] {
  const reader = new SlotReader();
  reader.program(program, TOP);
  return reader.slots.sort((a, b) => a.nameSpan.start - b.nameSpan.start);
}

class SlotReader {
  readonly slots: SlotUse[] = [];
  /** The contexts of the last use, whose open ones its neighbours share. */
  #last:
    | { readonly contexts: readonly Context[]; readonly depth: number; readonly open: readonly string[] }
    | undefined;

  program(program: Program | undefined, scope: Scope): void {
    for (const statement of program?.body ?? []) {
      const { span } = statement;
      if (statement.kind === 'mustache' || statement.kind === 'decorator') this.#mustache(statement, scope);
      else if (statement.kind === 'partial') this.#partial(statement.name, statement, span, scope);
      else if (statement.kind === 'broken') {
        // The first path is a helper when others follow it.
        const paths = statement.paths.length > 1 ? statement.paths.slice(1) : statement.paths;
        for (const path of paths) this.#path(path, { span, role: 'value' }, scope);
      } else if (isBlock(statement)) this.#block(statement, scope);
    }
  }

  #mustache(tag: Mustache, scope: Scope): void {
    const use: Use = { span: tag.span, role: 'value', ...(tag.isEscaped ? { escapes: true } : {}) };
    if (hasArguments(tag)) this.#call(tag.callee, tag, use, scope);
    else this.#lookUp(tag.callee, use, scope);
  }

  #partial(name: Expression, given: Arguments, span: Span, scope: Scope): void {
    if (name.kind === 'call') this.#arguments(name, { span, role: 'control' }, scope);
    this.#arguments(given, { span, role: 'value' }, scope);
  }

  #block(block: Block, scope: Scope): void {
    const { open: span, program, inverse } = block;
    const { kind, inside, otherwise } = enter(block, scope);
    if (kind === 'section') this.#lookUp(block.callee, { span, role: 'control', guarded: true }, scope);
    else if (kind === 'partial') this.#partial(block.callee, block, span, scope);
    else {
      // A loop over nothing leaves a gap, unless its `else` says something there.
      const isGuarded = kind === 'condition' || (program !== undefined && inverse !== undefined);
      this.#arguments(block, { span, role: 'control', ...(isGuarded ? { guarded: true } : {}) }, scope);
    }
    this.program(program, inside);
    this.program(inverse, otherwise);
  }

  /** The arguments of a helper flow into what it prints; the second one of `lookup` only chooses. */
  #call(callee: Expression, given: Arguments, use: Use, scope: Scope): void {
    const [first, ...others] = given.params;
    const isLookup = callee.kind === 'path' && callee.parts[0] === 'lookup';
    if (!first || !isLookup) {
      this.#arguments(given, use, scope);
      return;
    }
    this.#argument(first, use, scope);
    this.#arguments({ ...given, params: others }, { span: use.span, role: 'control' }, scope);
  }

  #arguments({ params, hash = [] }: Arguments, use: Use, scope: Scope): void {
    for (const param of params) this.#argument(param, use, scope);
    for (const { value } of hash) this.#argument(value, use, scope);
  }

  #argument(argument: Expression, use: Use, scope: Scope): void {
    if (argument.kind === 'call') this.#call(argument.callee, argument, use, scope);
    else if (argument.kind === 'path') this.#path(argument, use, scope);
  }

  /** What stands alone in a tag is looked up, even a text in quotes. */
  #lookUp(callee: Expression, use: Use, scope: Scope): void {
    if (callee.kind === 'path') this.#path(callee, use, scope);
    if (callee.kind !== 'literal' || typeof callee.value !== 'string') return;
    const { value, span } = callee;
    const inner = { start: span.start + 1, end: span.end - 1 };
    this.#use(value, value, inner, { use, scope, depth: 0 });
  }

  /** A path is a slot when it leads out of the view. */
  #path(path: Path, use: Use, scope: Scope): void {
    const isRoot = path.isData && path.parts[0] === 'root';
    if (path.isData && !isRoot) return;
    const parts = isRoot ? path.parts.slice(1) : path.parts;
    const nameSpan = path.partSpans[isRoot ? 1 : 0];
    const [name] = parts;
    if (name === undefined || !nameSpan) return;
    if (path.depth === 0 && !isRoot && scope.params.has(name)) return;
    this.#use(name, parts.join('.'), nameSpan, { use, scope, depth: isRoot ? scope.contexts.length - 1 : path.depth });
  }

  #use(
    name: string,
    path: string,
    nameSpan: Span,
    { use, scope, depth }: { readonly use: Use; readonly scope: Scope; readonly depth: number },
  ): void {
    const context = scope.contexts[depth];
    // A name with a backslash in it does not stand in the text as it is.
    const isWritten = name !== '' && nameSpan.end - nameSpan.start === name.length;
    if (!isWritten || !context || context.kind === 'value') return;
    const within = this.#within(scope.contexts, depth);
    const { span, role, escapes, guarded } = use;
    this.slots.push({
      name,
      path,
      span,
      nameSpan,
      role,
      ...(guarded || scope.tested.includes(name) ? { guarded: true } : {}),
      ...(scope.branch.length > 0 ? { branch: scope.branch } : {}),
      ...(within.length > 0 ? { within } : {}),
      ...(escapes ? { escapes } : {}),
    });
  }

  #within(contexts: readonly Context[], depth: number): readonly string[] {
    if (this.#last?.contexts === contexts && this.#last.depth === depth) return this.#last.open;
    const open = openContexts(contexts.slice(depth));
    this.#last = { contexts, depth, open };
    return open;
  }
}
