import type { Span } from '../../../../text/span';
import type { Value } from '../../../piece';
import { excerpt } from '../../javascript/excerpt';
import { Stop } from '../../javascript/stop';
import { readable } from '../characters';
import { fail, GoError } from '../failure';
import { sprint } from '../fmt/printer';
import type { Action, Body, Call, Control, Statement } from '../parse/nodes';
import { Byte, constant, Dict, fromData, List, MISSING, ROOT, Root, type Traced, truth, Unknown } from '../values';
import { Evaluator, type Place } from './evaluate';
import { Frame } from './frame';
import type { Page, Session } from './session';
import { ALL_DATA, Writer } from './writer';

/** What ends a turn of a loop before its end. */
type Jump = 'break' | 'continue' | undefined;

/** Runs the statements of texts. */
export class Interpreter {
  readonly #session: Session;
  readonly #evaluator: Evaluator;
  readonly #writer: Writer;

  constructor(session: Session) {
    this.#session = session;
    this.#evaluator = new Evaluator(session);
    this.#writer = new Writer(session);
  }

  run(): void {
    const { page, body } = this.#session.main;
    const dot = constant(ROOT);
    const frame = new Frame(page, dot, { site: undefined, depth: 0 });
    this.#body(body, { dot, frame }, 0);
    if (page.tree.refusal) this.#session.refuse(page);
  }

  #body(body: Body, place: Place, depth: number): Jump {
    const { frame } = place;
    const { tree } = frame.page;
    const wall = frame.page.file === undefined ? (tree.refusal?.span.start ?? Infinity) : Infinity;
    this.#session.effort.depth(depth + frame.depth, frame.placeOf(body));
    for (const node of body.nodes) {
      this.#session.effort.steps(1, frame.placeOf(node));
      const isBlock = 'body' in node;
      if (node.start >= wall || (node.end > wall && !isBlock)) this.#session.refuse(frame.page);
      const jump = this.#guarded(node, place, depth);
      if (node.end > wall) this.#session.refuse(frame.page);
      if (jump) return jump;
    }
    return undefined;
  }

  /** An error of Go ends the rendering at the place where it happened. */
  #guarded(node: Statement, place: Place, depth: number): Jump {
    try {
      return this.#statement(node, place, depth);
    } catch (error) {
      if (!(error instanceof GoError)) throw error;
      throw this.#stop(error, place.frame);
    }
  }

  #stop({ message: said, hole }: GoError, frame: Frame): Stop {
    const message = readable(said);
    const { start, end } = this.#evaluator.at;
    const written = excerpt(frame.page.tree.text.slice(start, end));
    const why = hole === undefined ? 'Go' : `Nothing gives a value for \`${hole}\`, and Go`;
    return new Stop({
      message: `${why} fails at \`${written}\`: ${message}.`,
      ...frame.placeOf({ start, end }),
      engine: message,
      ...(hole === undefined ? {} : { hole }),
    });
  }

  #statement(node: Statement, place: Place, depth: number): Jump {
    switch (node.kind) {
      case 'text':
        this.#writer.text(node, place.frame);
        return undefined;
      case 'action':
        this.#print(node, place);
        return undefined;
      case 'break':
      case 'continue':
        return node.kind;
      case 'template':
        this.#call(node, place, depth);
        return undefined;
      case 'broken':
        return this.#session.refuse(place.frame.page);
      case 'if':
      case 'with':
        return this.#condition(node, place, depth);
      case 'range':
        return this.#range(node, place, depth);
    }
  }

  #print(node: Action, place: Place): void {
    const { frame } = place;
    let traced: Traced;
    try {
      traced = this.#evaluator.pipeline(node.pipe, place);
    } catch (error) {
      if (!(error instanceof GoError) || error.hole === undefined) throw error;
      traced = { ...MISSING, hole: error.hole };
      for (const { name } of node.pipe.variables) if (!node.pipe.assigns) frame.declare(name, traced);
    }
    if (node.pipe.variables.length > 0) return;
    if (traced.hole !== undefined) this.#writer.asWritten(node, frame, traced.hole);
    else this.#writer.value(traced, node, frame);
  }

  #condition(node: Control, place: Place, depth: number): Jump {
    const { frame } = place;
    const size = frame.size;
    const value = this.#asked(node, place);
    if (value.value instanceof Unknown) return this.#bothWays(node, value, value.value, { ...place, depth, size });
    const holds = truth(value.value);
    const [taken, other] = holds ? [node.body, node.otherwise] : [node.otherwise, node.body];
    this.#session.mark(other, frame.page, false);
    this.#session.mark(taken, frame.page, true);
    const dot = holds && node.kind === 'with' ? value : place.dot;
    const jump = taken && this.#body(taken, { dot, frame }, depth + 1);
    frame.forget(size);
    return jump;
  }

  /** What the head of a block gives. Where Go fails for want of a slot's value, that is not known. */
  #asked({ pipe }: Control, place: Place): Traced {
    try {
      return this.#evaluator.pipeline(pipe, place);
    } catch (error) {
      if (!(error instanceof GoError) || error.hole === undefined) throw error;
      const unknown = constant(new Unknown(`nothing gives a value for \`${error.hole}\``));
      for (const { name } of pipe.variables) if (!pipe.assigns) place.frame.declare(name, unknown);
      return unknown;
    }
  }

  /** Whether a block runs is only known to the program: its tags stand as they are written, and all that is in it. */
  #bothWays(
    node: Control,
    value: Traced,
    { why }: Unknown,
    { dot, frame, depth, size }: Place & { readonly depth: number; readonly size: number },
  ): undefined {
    this.#writer.gap(why, node.open, frame);
    this.#session.mark(node.body, frame.page, true);
    this.#session.mark(node.otherwise, frame.page, true);
    this.#body(node.body, { dot: node.kind === 'if' ? dot : value, frame }, depth + 1);
    if (node.otherwiseOpen) this.#writer.asWritten(node.otherwiseOpen, frame);
    if (node.otherwise) this.#body(node.otherwise, { dot, frame }, depth + 1);
    if (node.close) this.#writer.asWritten(node.close, frame);
    frame.forget(size);
    return undefined;
  }

  #range(node: Control, place: Place, depth: number): Jump {
    const { frame } = place;
    const size = frame.size;
    const given = this.#asked(node, place);
    const { value } = given;
    if (value instanceof Unknown || value instanceof Root) {
      const unknown = value instanceof Unknown ? value : new Unknown(ALL_DATA);
      return this.#bothWays(node, constant(unknown), unknown, { ...place, depth, size });
    }
    const inner = frame.size;
    let turns = 0;
    for (const [key, item] of this.#items(node, given)) {
      if (turns === 0) {
        this.#session.mark(node.body, frame.page, true);
        this.#session.mark(node.otherwise, frame.page, false);
      }
      turns++;
      this.#session.effort.steps(1, frame.placeOf(node.open));
      bindTurn(node, frame, key, item);
      const jump = this.#body(node.body, { dot: item, frame }, depth + 1);
      frame.forget(inner);
      if (jump === 'break') break;
    }
    let jump: Jump;
    if (turns === 0) {
      this.#session.mark(node.body, frame.page, false);
      this.#session.mark(node.otherwise, frame.page, true);
      if (node.otherwise) jump = this.#body(node.otherwise, place, depth + 1);
      // Go catches a break at the loop that it stands in, and that is this one too, although it has no turns.
      if (jump === 'break') jump = undefined;
    }
    frame.forget(size);
    return jump;
  }

  /** Keys and items in the order of Go; of a number, that many numbers. */
  *#items({ pipe }: Control, given: Traced): Generator<readonly [Traced, Traced]> {
    const { value } = given;
    if (value === undefined || value === null) return;
    if (value instanceof List) {
      for (let at = 0; at < value.length; at++) {
        yield [constant(BigInt(at)), fromData(value.at(at), value.pathAt(at))];
      }
    } else if (value instanceof Dict) {
      for (const key of value.keys) {
        const item = value.get(key) as Value;
        yield [{ value: key, origins: given.origins }, fromData(item, value.pathOf(key))];
      }
    } else if (typeof value === 'bigint' || value instanceof Byte) {
      const count = value instanceof Byte ? BigInt(value.value) : value;
      if (pipe.variables.length > 1) fail(`can't use ${count} to iterate over more than one variable`);
      for (let at = 0n; at < count; at++) yield [MISSING, { ...given, value: at }];
    } else fail(`range can't iterate over ${sprint([value])}`);
  }

  #call(node: Call, place: Place, depth: number): void {
    const { frame } = place;
    this.#evaluator.at = node.nameSpan;
    const { open } = node;
    const callee = this.#session.template(node.name, frame.page);
    if (!callee) {
      this.#writer.gap(`there is no template \`${node.name}\` in this text, and no file of that name`, open, frame);
      return;
    }
    const dot = node.pipe ? this.#evaluator.pipeline(node.pipe, place) : MISSING;
    const { page } = callee;
    if (page.file !== undefined && page.tree.refusal) this.#session.refuse(page);
    const isMain = page.file === undefined;
    if (!isMain) this.#session.effort.text(frame.placeOf(open));
    const site = isMain ? undefined : (frame.site ?? this.#siteOf(frame.page, open));
    const inner = new Frame(page, dot, { site, depth: frame.depth + depth + 1 });
    this.#session.mark(callee.body, page, true);
    this.#body(callee.body, { dot, frame: inner }, 0);
  }

  #siteOf(page: Page, { start, end }: Span): Span | undefined {
    return page.file === undefined ? { start, end } : undefined;
  }
}

function bindTurn({ pipe }: Control, frame: Frame, key: Traced, item: Traced): void {
  const [first, second] = pipe.variables;
  if (!first) return;
  if (pipe.assigns) {
    // With two variables, the key comes first.
    frame.assign(first.name, second ? key : item);
    if (second) frame.assign(second.name, item);
    return;
  }
  frame.setNewest(1, item);
  if (second) frame.setNewest(2, key);
}
