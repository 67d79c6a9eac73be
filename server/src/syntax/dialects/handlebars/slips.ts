// Helpers whose name is one letter away from one of the library's own: hardly helpers of the program.
import { Nearest } from '../../../text/similar';
import { type Arguments, type Expression, isBlock, type Program } from './ast';
import { isSimple } from './names';
import type { Problem } from './problem';

/** Helpers that are called with an argument. The name of `if` is near to many others. */
const CALLED = ['unless', 'each', 'with', 'lookup'];

export function slipsIn(program: Program): readonly Problem[] {
  const finder = new SlipFinder();
  finder.program(program);
  return finder.found;
}

class SlipFinder {
  readonly found: Problem[] = [];
  readonly #nearest = new Nearest(CALLED);

  program({ body }: Program): void {
    for (const statement of body) {
      if (statement.kind === 'mustache' || statement.kind === 'block') this.#call(statement);
      else if (statement.kind === 'partial' || statement.kind === 'partial-block') this.#arguments(statement);
      if (!isBlock(statement)) continue;
      if (statement.program) this.program(statement.program);
      if (statement.inverse) this.program(statement.inverse);
    }
  }

  #call(call: Arguments & { readonly callee: Expression }): void {
    const { callee, params } = call;
    const name = callee.kind === 'path' && isSimple(callee) ? callee.parts[0] : undefined;
    const meant =
      name === undefined || params.length === 0 || name.length < 3 ? undefined : this.#nearest.toOneChange(name);
    if (meant !== undefined) this.found.push({ kind: 'slip', span: callee.span, meant });
    this.#arguments(call);
  }

  #arguments({ params, hash }: Arguments): void {
    for (const one of params) if (one.kind === 'call') this.#call(one);
    if (hash) for (const { value } of hash) if (value.kind === 'call') this.#call(value);
  }
}
