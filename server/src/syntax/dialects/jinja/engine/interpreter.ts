import type { Span } from '../../../../text/span';
import { namesOfAutoescape, namesOfFrame } from '../names';
import { namesOf } from '../parse/children';
import type { Expression, FilterUse } from '../parse/expressions';
import type {
  Autoescape,
  Body,
  CallBlock,
  Data,
  FilterBlock,
  If,
  Output,
  Print,
  SetBlock,
  SetValue,
  Statement,
  Target,
  With,
} from '../parse/nodes';
import { truth } from '../values/compare';
import { itemsOf } from '../values/iterate';
import { constant, textOfRunsTraced } from '../values/make';
import { HoleError, raise, str, typeName } from '../values/show';
import { Namespace, type Traced, Undefined } from '../values/value';
import { runBlock } from './blocks';
import { writeData } from './data';
import { Evaluator } from './evaluate';
import type { Frame } from './frame';
import { runLoop } from './loops';
import type { Machine } from './machine';
import { macroOf } from './macros';
import { Printer } from './printer';
import { Gap, Raised } from './raised';
import { remembered } from './remembered';
import type { Session } from './session';
import { runExtends, runFromImport, runImport, runInclude } from './templates';

/** Runs the statements of a text. */
export class Interpreter implements Machine {
  readonly session: Session;
  readonly evaluator: Evaluator;
  readonly #printer: Printer;
  /** Offset in the text that is filled where its first fault stands: nothing behind it is run. */
  readonly #wall: number;

  constructor(session: Session, wall: number) {
    this.session = session;
    this.evaluator = new Evaluator(session);
    this.#printer = new Printer(this.evaluator);
    this.#wall = wall;
  }

  evaluate(node: Expression, frame: Frame): Traced {
    return this.evaluator.evaluate(node, frame);
  }

  filtered(node: FilterUse, text: Traced, frame: Frame): Traced {
    return this.evaluator.filtered(node, text, frame);
  }

  body(body: Body, frame: Frame): void {
    const { session } = this;
    const wall = session.template.uri === undefined ? this.#wall : Number.POSITIVE_INFINITY;
    const depth = session.enter();
    try {
      for (const node of body.nodes) {
        session.spend(1);
        if (node.start >= wall || (node.end > wall && !('open' in node))) throw new Wall();
        this.#statement(node, frame);
        if (node.end > wall) throw new Wall();
      }
    } finally {
      session.leave(depth);
    }
  }

  text(run: () => void): Traced {
    return textOfRunsTraced(this.session.captured(run));
  }

  write(text: Traced, tag: Span): void {
    if (typeof text.value !== 'string') {
      raise('TypeError', `sequence item 0: expected str instance, ${typeName(text.value)} found`);
    }
    this.#printer.emit(text, str(text), tag);
  }

  assign(target: Target, value: Traced, frame: Frame): void {
    if (target.kind === 'name') frame.set(target.name, value);
    else if (target.kind === 'member') this.#namespace(target.of.name, frame).set(target.name, value);
    else this.#unpack(target, value, frame);
  }

  #statement(node: Statement, frame: Frame): void {
    try {
      this.#run(node, frame);
    } catch (error) {
      throw this.session.at(error, 'open' in node ? node.open : node);
    }
  }

  #run(node: Statement, frame: Frame): void {
    switch (node.kind) {
      case 'data':
        this.#data(node, frame);
        return;
      case 'output':
      case 'print':
        this.#print(node, frame);
        return;
      case 'set':
        this.#set(node, frame);
        return;
      case 'set-block':
        this.#setBlock(node, frame);
        return;
      case 'if':
        this.#if(node, frame);
        return;
      case 'for':
        runLoop(node, frame, this);
        return;
      case 'macro':
        frame.set(node.name.name, macroOf(node, frame, this));
        return;
      case 'block':
        // In a text that extends another one, blocks are run from there.
        if (frame.top && frame.mute) this.session.mark(node.body, false);
        else runBlock(node, frame, this);
        return;
      case 'extends':
        runExtends(node, frame, this);
        return;
      default:
        this.#runOther(node, frame);
    }
  }

  #runOther(node: Statement, frame: Frame): void {
    switch (node.kind) {
      case 'with':
        this.#with(node, frame);
        return;
      case 'autoescape':
        this.#autoescape(node, frame);
        return;
      case 'call-block':
        this.#callBlock(node, frame);
        return;
      case 'filter-block':
        this.#filterBlock(node, frame);
        return;
      case 'include':
        runInclude(node, frame, this);
        return;
      case 'import':
        runImport(node, frame, this);
        return;
      case 'from':
        runFromImport(node, frame, this);
        return;
      case 'broken':
        throw new Wall();
    }
  }

  #data(node: Data, frame: Frame): void {
    if (frame.mute) this.session.mark(node, false);
    else writeData(node, this.session);
  }

  #print(node: Output | Print, frame: Frame): void {
    if (frame.mute) {
      this.session.mark(node, false);
      return;
    }
    const values = node.kind === 'output' ? [node.value] : node.values;
    for (const value of values) this.#printer.print(value, node, frame);
  }

  #set(node: SetValue, frame: Frame): void {
    this.#checkNamespaces(node.target, frame);
    try {
      this.assign(node.target, this.evaluate(node.value, frame), frame);
    } catch (error) {
      const unknown = unknownOf(error);
      if (!unknown || node.target.kind !== 'name') throw error;
      if (error instanceof Gap) this.session.gap(error, node);
      frame.set(node.target.name, unknown);
    }
  }

  #checkNamespaces(target: Target, frame: Frame): void {
    if (target.kind === 'member') this.#namespace(target.of.name, frame);
    else if (target.kind === 'tuple') for (const item of target.items) this.#checkNamespaces(item, frame);
  }

  #namespace(name: string, frame: Frame): Map<string, Traced> {
    const value = frame.find(name)?.value;
    if (value instanceof Namespace) return value.attributes;
    return raise('TemplateRuntimeError', 'cannot assign attribute on non-namespace object');
  }

  #unpack({ items }: Extract<Target, { kind: 'tuple' }>, value: Traced, frame: Frame): void {
    const values = itemsOf(value, (type) => `cannot unpack non-iterable ${type} object`);
    if (values.length < items.length) {
      raise('ValueError', `not enough values to unpack (expected ${items.length}, got ${values.length})`);
    }
    if (values.length > items.length) raise('ValueError', `too many values to unpack (expected ${items.length})`);
    for (const [index, item] of items.entries()) {
      const one = values[index];
      if (one) this.assign(item, one, frame);
    }
  }

  #setBlock(node: SetBlock, frame: Frame): void {
    const inner = frame.inner(this.#namesOf(node.body, frame), { captured: true });
    const text = this.text(() => this.body(node.body, inner));
    const { escapes } = frame.context.evaluation;
    const input: Traced = escapes ? { ...text, markup: true } : text;
    const value = node.filter ? this.filtered(node.filter, input, inner) : input;
    this.assign(node.target, escapes ? { ...value, markup: true } : value, frame);
  }

  #if(node: If, frame: Frame): void {
    const { session } = this;
    for (const [index, { test, body }] of node.arms.entries()) {
      const holds = !test || truth(this.evaluate(test, frame));
      session.mark(body, holds);
      if (!holds) continue;
      // Marked before the body runs, which may come to a stop.
      for (const arm of node.arms.slice(index + 1)) session.mark(arm.body, false);
      this.body(body, frame);
      return;
    }
  }

  #with(node: With, frame: Frame): void {
    const parameters = node.pairs.flatMap(({ target }) => namesOf(target)).map(({ name }) => name);
    const names = remembered(node.body, () => namesOfFrame(node.body, frame.names, parameters));
    const inner = frame.inner(names);
    for (const { target, value } of node.pairs) this.assign(target, this.evaluate(value, frame), inner);
    this.body(node.body, inner);
  }

  /** What is written in it is escaped as it says, and when it says it with a constant, that is settled for macros in it too. */
  #autoescape(node: Autoescape, frame: Frame): void {
    const names = remembered(node, () => namesOfAutoescape(node, frame.names));
    const { evaluation } = frame.context;
    const before = evaluation.escapes;
    // What stands in one that is asked for is asked for as well.
    const settled = node.value.kind === 'constant' && frame.escaping !== 'asked';
    const outer = frame.inner(names);
    const escapes = truth(this.evaluate(node.value, outer));
    evaluation.escapes = escapes;
    try {
      this.body(node.body, frame.inner(names, { escaping: settled ? escapes : 'asked' }));
    } finally {
      evaluation.escapes = before;
    }
  }

  #callBlock(node: CallBlock, frame: Frame): void {
    const caller = macroOf(node, frame, this);
    const text = this.evaluator.call(node.call, frame, new Map([['caller', caller]]));
    this.write(text, node.open);
  }

  #filterBlock(node: FilterBlock, frame: Frame): void {
    const inner = frame.inner(this.#namesOf(node.body, frame));
    const text = this.text(() => this.body(node.body, inner));
    const input: Traced = inner.escapes ? { ...text, markup: true } : text;
    this.write(this.filtered(node.filter, input, inner), node.open);
  }

  #namesOf(body: Body, frame: Frame): ReturnType<typeof namesOfFrame> {
    return remembered(body, () => namesOfFrame(body, frame.names));
  }
}

/** Thrown where the first fault of the text stands. */
export class Wall {}

/** A variable that is set to what nobody here can know keeps that until it is printed. */
function unknownOf(error: unknown): Traced | undefined {
  if (error instanceof Gap) return constant(new Undefined(error.message, { gap: error.message }));
  if (!(error instanceof Raised && error.error instanceof HoleError)) return undefined;
  return constant(new Undefined(error.error.message, { hole: error.error.hole }));
}
