import type { Operand, Pipeline } from './parse/nodes';

/** What the dot or a variable stands for: all that the program gives, whose fields are the slots, or a part of it. */
export type Subject = 'root' | 'part';

/** What is known in one block of a text. */
export class Scope {
  readonly dot: Subject;
  readonly #outer: Scope | undefined;
  /** Variables with their `$`. */
  readonly #variables = new Map<string, Subject>();

  private constructor(dot: Subject, outer?: Scope) {
    this.dot = dot;
    this.#outer = outer;
  }

  /** Of a template that is called with all that there is: `$` is what it was called with. */
  static ofTemplate(): Scope {
    const scope = new Scope('root');
    scope.#variables.set('$', 'root');
    return scope;
  }

  inner(dot: Subject): Scope {
    return new Scope(dot, this);
  }

  variable(name: string): Subject {
    for (let scope: Scope | undefined = this; scope; scope = scope.#outer) {
      const found = scope.#variables.get(name);
      if (found) return found;
    }
    return 'part';
  }

  declare({ variables }: Pipeline, subject: Subject): void {
    for (const { name } of variables) this.#variables.set(name, subject);
  }

  /** What a pipeline gives when it only hands something on: `.`, `$`, `$x`. */
  subjectOf({ commands }: Pipeline): Subject {
    const [command] = commands;
    return commands.length === 1 && command?.args.length === 1 ? this.subject(command.args[0]) : 'part';
  }

  subject(operand: Operand): Subject {
    if (operand.kind === 'dot') return this.dot;
    if (operand.kind === 'variable' && operand.path.length === 0) return this.variable(operand.name);
    return operand.kind === 'pipeline' ? this.subjectOf(operand) : 'part';
  }
}
