import type { Dialect, DialectOptions } from '../dialects/dialect';
import { joined, type Out } from './joined';
import { writesEntities } from './read';
import { type Condition, type Family, Obstacle, type Ref, type Statement } from './statement';
import { type Forms, formsOf } from './tagForms';

/** Where a text is written to. */
export interface Target {
  readonly family: Family;
  readonly dialect: Dialect;
  readonly options: DialectOptions;
  /** The line break of the file. */
  readonly eol: string;
  /** How a text that is included under one name is named here; undefined where no name leads to it. */
  include(name: string): string | undefined;
  /** Whether a slot holds a list; undefined where nobody can tell. */
  isList(path: string): boolean | undefined;
}

/** Statements in another dialect. Throws an `Obstacle` at the first that it has no tag for. */
export function writeStatements(statements: readonly Statement[], target: Target): string {
  const writer = new Writer(target);
  writer.all(statements);
  return joined(writer.out, target);
}

/** Statements in a dialect that has nothing but slots. */
export function writePlainly(statements: readonly Statement[], dialect: Dialect): string {
  return statements.map((one) => plainly(one, dialect)).join('');
}

const BEYOND = {
  include: 'includes another text',
  comment: 'is a comment',
  if: 'decides or repeats',
  each: 'decides or repeats',
} as const;

function plainly(statement: Statement, dialect: Dialect): string {
  if (statement.kind === 'text') return literal(statement.text, dialect);
  if (statement.kind !== 'value') throw new Obstacle(statement.span, BEYOND[statement.kind]);
  const { ref, filters, escapes, span } = statement;
  if (filters.length > 0) throw new Obstacle(span, 'does more than print a slot');
  if (escapes) throw new Obstacle(span, 'is sent with HTML entities');
  if (ref.kind !== 'slot' || !dialect.holds(ref.path))
    throw new Obstacle(span, 'has a name that cannot be written there');
  return dialect.print(ref.path);
}

/** A piece of literal text. A line break at its end would be written as the last of a whole text, which some engines leave out. */
export function literal(text: string, dialect: Dialect): string {
  const body = text.replace(/[\r\n]+$/, '');
  return (body === '' ? '' : dialect.escape(body)) + text.slice(body.length);
}

/** What holds together, as one condition in another; where that would not say the same, it cannot be said. */
function inOneAnother({ arms, otherwise, span }: Statement & { kind: 'if' }): Statement {
  const [arm, ...others] = arms;
  const tests = arm?.condition.tests ?? [];
  if (tests.some(({ equals }) => equals !== undefined) && tests.length === 1)
    throw new Obstacle(span, 'compares a value with a text');
  if (!arm || others.length > 0 || otherwise || tests.length < 2 || arm.condition.joined === 'or')
    throw new Obstacle(span, 'asks for several things at once');
  const within = (body: readonly Statement[], test: (typeof tests)[number]): readonly Statement[] => [
    { kind: 'if', span, arms: [{ condition: { tests: [test], joined: 'and' }, body }], otherwise: undefined },
  ];
  return tests.toReversed().reduce(within, arm.body)[0] as Statement;
}

class Writer {
  readonly out: Out[] = [];
  readonly #target: Target;
  readonly #forms: Forms;
  /** The engine writes HTML entities for a plain tag. */
  readonly #escapes: boolean;
  /** What the items of the open loops are called. */
  readonly #loops: string[] = [];

  constructor(target: Target) {
    this.#target = target;
    this.#forms = formsOf(target.family, target.dialect.id === 'dotprompt');
    this.#escapes = writesEntities(target.dialect, target.options);
  }

  all(statements: readonly Statement[]): void {
    for (const statement of statements) this.#one(statement);
  }

  #one(statement: Statement): void {
    switch (statement.kind) {
      case 'text':
        this.out.push({ kind: 'text', text: literal(statement.text, this.#target.dialect) });
        return;
      case 'value':
        this.#value(statement);
        return;
      case 'comment':
        this.#block(this.#forms.comment(statement.text), statement, 'holds what would end a comment');
        return;
      case 'include': {
        const name = this.#target.include(statement.name);
        const tag = name === undefined ? undefined : this.#forms.include(name, this.#loops.length > 0);
        this.#block(tag, statement, 'names a text that has no name there');
        return;
      }
      case 'if':
        this.#if(statement);
        return;
      default:
        this.#each(statement);
    }
  }

  #value(statement: Statement & { kind: 'value' }): void {
    const { ref, filters, escapes, span } = statement;
    const plain = this.#ref(ref, statement);
    const name = filters.length === 0 ? plain : this.#forms.filtered(plain, filters);
    if (name === undefined) throw new Obstacle(span, 'changes the value before it prints it');
    // Each engine has entities of its own for quotes and other marks.
    if (escapes) throw new Obstacle(span, 'is sent with HTML entities');
    this.out.push({ kind: 'value', text: this.#escapes ? `{{{${name}}}}` : this.#forms.value(name) });
  }

  #if(statement: Statement & { kind: 'if' }): void {
    const { arms, otherwise, span } = statement;
    const forms = arms.map(({ condition }) => this.#condition(condition, span));
    if (!forms.every((form) => form !== undefined)) {
      this.all([inOneAnother(statement)]);
      return;
    }
    const { sections } = this.#forms;
    for (const [i, { condition }] of arms.entries())
      for (const { ref, not } of condition.tests)
        if (sections && (!not || otherwise || i < arms.length - 1)) this.#once(ref, span);
    const chains = !sections && this.#chains(otherwise ?? arms.at(-1)?.body ?? []);
    const open: (typeof forms)[number][] = [];
    for (const [i, form] of forms.entries()) {
      if (i > 0 && chains) this.#tag(form.next);
      else {
        if (i > 0) this.#opposite(forms[i - 1]);
        this.#tag(form.open);
        open.unshift(form);
      }
      this.all(arms[i]?.body ?? []);
    }
    if (otherwise) {
      this.#opposite(forms.at(-1));
      this.all(otherwise);
    }
    for (const form of open) this.#tag(form.close);
  }

  #condition({ tests, joined }: Condition, span: Statement['span']): ReturnType<Forms['condition']> {
    const written = tests.map(({ ref, ...test }) => ({ ...test, name: this.#ref(ref, { span }) }));
    return this.#forms.condition(written, joined);
  }

  /** A section of what may be a list would be sent for each of its items. */
  #once(ref: Ref, span: Statement['span']): void {
    if (ref.kind !== 'slot' || this.#target.isList(ref.path) !== false)
      throw new Obstacle(span, 'asks whether there is something in what may be a list');
  }

  /** Behind a chain of conditions Handlebars takes the line break, wherever the last text of it ends. */
  #chains(last: readonly Statement[]): boolean {
    const end = last.at(-1);
    return this.#target.family !== 'handlebars' || (end?.kind === 'text' && end.text.endsWith('\n'));
  }

  /** From a condition to what is there when it does not hold. */
  #opposite(form: ReturnType<Forms['condition']> | undefined): void {
    if (!form) return;
    if (this.#forms.sections) this.#tag(form.close);
    this.#tag(this.#forms.sections ? form.inverse : this.#forms.otherwise);
  }

  #each({ ref, item, body, otherwise, span }: Statement & { kind: 'each' }): void {
    const list = this.#ref(ref, { span });
    const name = this.#free(item ?? 'item');
    const words = this.#forms.each(list, name);
    this.#tag(words.open);
    this.#loops.push(name);
    this.all(body);
    this.#loops.pop();
    if (otherwise) {
      if (words.inverse === undefined) this.#tag(this.#forms.otherwise);
      else {
        this.#tag(words.close);
        this.#tag(words.inverse);
      }
      this.all(otherwise);
    }
    this.#tag(words.close);
  }

  /** A name that no loop round it has. */
  #free(name: string): string {
    let free = name;
    for (let n = 2; this.#loops.includes(free); n++) free = `${name}${n}`;
    return free;
  }

  #ref(ref: Ref, { span }: Pick<Statement, 'span'>): string {
    const loop = this.#loops.length - 1;
    if (ref.kind === 'slot') {
      const [name = ''] = ref.path.split('.');
      if (!this.#target.dialect.holds(name)) throw new Obstacle(span, `names the slot ${name}`);
      return this.#forms.slot(ref.path, loop >= 0);
    }
    if (ref.kind === 'index') {
      const index = ref.loop === loop ? this.#forms.index : undefined;
      if (index === undefined) throw new Obstacle(span, 'counts the items of a loop');
      return index;
    }
    const name = this.#forms.item(this.#loops[ref.loop] ?? '', ref.path, ref.loop === loop);
    if (name === undefined) throw new Obstacle(span, 'asks for an item of a loop round its own');
    return name;
  }

  #tag(text: string): void {
    this.out.push({ kind: 'block', text });
  }

  #block(text: string | undefined, { span }: Statement, why: string): void {
    if (text === undefined) throw new Obstacle(span, why);
    this.#tag(text);
  }
}
