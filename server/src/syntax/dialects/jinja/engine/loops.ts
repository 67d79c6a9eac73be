import { bind, positionalOnly, REQUIRED } from '../library/bind';
import { namesOfFrame, namesOfLoopTest, specialNames } from '../names';
import { type Child, forEachChild, namesOf } from '../parse/children';
import type { For, Target } from '../parse/nodes';
import { equal, truth } from '../values/compare';
import { iterate, lengthOf, type Next } from '../values/iterate';
import { constant, tuple } from '../values/make';
import { raise } from '../values/show';
import { type CallArguments, List, PyObject, type Traced, Undefined } from '../values/value';
import type { Frame } from './frame';
import type { Machine } from './machine';
import { remembered } from './remembered';

/** `{% for … %}` */
export function runLoop(node: For, frame: Frame, machine: Machine): void {
  const iterable = machine.evaluate(node.iterable, frame);
  if (node.recursive) machine.write(recursion(node, frame, machine, 0, iterable), node.open);
  else turns(node, frame, machine, new Loop(sized(node, iterable), source(node, iterable, frame, machine)));
}

/** What the number of turns can be read from; with a test, they have to be counted. */
const sized = (node: For, iterable: Traced): Traced | undefined => (node.test ? undefined : iterable);

/** The text of one level of a recursive loop. */
function recursion(node: For, frame: Frame, machine: Machine, depth: number, iterable: Traced): Traced {
  const again = (inner: Traced): Traced => recursion(node, frame, machine, depth + 1, inner);
  const loop = new Loop(sized(node, iterable), source(node, iterable, frame, machine), { depth, again });
  const { session } = machine;
  const entered = session.enter();
  const text = machine.text(() => turns(node, frame, machine, loop));
  session.leave(entered);
  return frame.escapes ? { ...text, markup: true } : text;
}

function turns(node: For, frame: Frame, machine: Machine, loop: Loop): void {
  const names = remembered(node.body, () => namesOfFrame(node.body, frame.names, parametersOf(node)));
  const { session } = machine;
  const value = constant(loop.object);
  let turned = false;
  for (let one = loop.next(); one; one = loop.next()) {
    session.spend(1);
    if (!turned) session.mark(node.body, true);
    turned = true;
    const inner = frame.inner(names);
    if (names.origins.has('loop')) inner.set('loop', value);
    machine.assign(node.target, one, inner);
    machine.body(node.body, inner);
  }
  if (!turned) session.mark(node.body, false);
  session.mark(node.otherwise, !turned);
  if (turned || !node.otherwise) return;
  const { otherwise } = node;
  machine.body(otherwise, frame.inner(remembered(otherwise, () => namesOfFrame(otherwise, frame.names))));
}

/** `loop` is there only when the body of the loop names it, so an included text does not see it otherwise. */
function parametersOf(node: For): readonly string[] {
  const counted =
    node.recursive || specialNames(node.body.nodes, ['loop']).size > 0 || node.body.nodes.some(holdsScopedBlock);
  return [...(counted ? ['loop'] : []), ...namesOf(node.target).map(({ name }) => name)];
}

function holdsScopedBlock(node: Child): boolean {
  if (node.kind === 'block' && node.scoped) return true;
  let holds = false;
  forEachChild(node, (child) => {
    holds ||= holdsScopedBlock(child);
  });
  return holds;
}

/**
 * The items of a loop. With a test, each is tested only when it is asked for, so that the body may change what the test
 * sees; and what comes is a new tuple of the targets, whatever the item was.
 */
function source(node: For, iterable: Traced, frame: Frame, machine: Machine): Next {
  const next = iterate(iterable);
  const { test, target } = node;
  if (!test) return next;
  const inner = frame.inner(remembered(test, () => namesOfLoopTest(node, frame.names)));
  return () => {
    for (let one = next(); one; one = next()) {
      machine.session.spend(1);
      machine.assign(target, one, inner);
      if (truth(machine.evaluate(test, inner))) return packed(target, inner, one);
    }
    return undefined;
  };
}

function packed(target: Target, frame: Frame, one: Traced): Traced {
  if (target.kind !== 'tuple') return one;
  return tuple(
    target.items.map((part) =>
      part.kind === 'name' ? (frame.find(part.name) ?? constant(new Undefined('missing'))) : packed(part, frame, one),
    ),
  );
}

interface Recursion {
  readonly depth: number;
  readonly again: (iterable: Traced) => Traced;
}

/** What `loop` is inside of a loop. */
class Loop {
  readonly object: PyObject;
  readonly #sized: Traced | undefined;
  readonly #recursion: Recursion | undefined;
  #source: Next;
  #index = -1;
  /** The item that was asked for before its turn; null when there is none. */
  #peeked: Traced | null | undefined;
  #current: Traced | undefined;
  #before: Traced | undefined;
  #length: number | undefined;
  #seen: readonly Traced[] | undefined;

  constructor(sized: Traced | undefined, source: Next, recursion?: Recursion) {
    this.#sized = sized;
    this.#source = source;
    this.#recursion = recursion;
    this.object = new PyObject({
      typeName: 'LoopContext',
      attribute: (name) => this.#attribute(name),
      call: (args) => this.#again(bind('LoopContext.__call__', { iterable: REQUIRED }, args).iterable),
      print: () => `<LoopContext ${this.#index + 1}/${this.#count()}>`,
      length: () => this.#count(),
      iterate: () => () => {
        const one = this.next();
        return one && tuple([one, constant(this.object)]);
      },
    });
  }

  next(): Traced | undefined {
    const one = this.#peeked === undefined ? this.#source() : this.#peeked;
    this.#peeked = undefined;
    if (!one) return undefined;
    this.#index++;
    this.#before = this.#current;
    this.#current = one;
    return one;
  }

  #peek(): Traced | undefined {
    if (this.#peeked === undefined) this.#peeked = this.#source() ?? null;
    return this.#peeked ?? undefined;
  }

  /** The number of items. What has no length, such as a filtered loop, is read to its end for it. */
  #count(): number {
    this.#length ??= (this.#sized && lengthOf(this.#sized)) ?? this.#readAll();
    return this.#length;
  }

  #readAll(): number {
    const left: Traced[] = [];
    for (let one = this.#source(); one; one = this.#source()) left.push(one);
    let at = 0;
    this.#source = () => left[at++];
    return left.length + this.#index + 1 + (this.#peeked ? 1 : 0);
  }

  #attribute(name: string): Traced | undefined {
    switch (name) {
      case 'index':
        return constant(this.#index + 1);
      case 'index0':
        return constant(this.#index);
      case 'revindex':
        return constant(this.#count() - this.#index);
      case 'revindex0':
        return constant(this.#count() - this.#index - 1);
      case 'first':
        return constant(this.#index === 0);
      case 'last':
        return constant(this.#peek() === undefined);
      case 'length':
        return constant(this.#count());
      case 'depth':
        return constant((this.#recursion?.depth ?? 0) + 1);
      case 'depth0':
        return constant(this.#recursion?.depth ?? 0);
      case 'previtem':
        return this.#index === 0 ? constant(new Undefined('there is no previous item')) : this.#before;
      case 'nextitem':
        return this.#peek() ?? constant(new Undefined('there is no next item'));
      default:
        return this.#method(name);
    }
  }

  #method(name: string): Traced | undefined {
    if (name !== 'cycle' && name !== 'changed') return undefined;
    const call = (args: CallArguments): Traced => {
      const items = positionalOnly(`LoopContext.${name}`, args);
      return name === 'cycle' ? this.#cycle(items) : this.#changed(items);
    };
    return constant(new PyObject({ typeName: 'method', call }));
  }

  #cycle(items: readonly Traced[]): Traced {
    return items[this.#index % items.length] ?? raise('TypeError', 'no items for cycling given');
  }

  #changed(items: readonly Traced[]): Traced {
    const changed = !this.#seen || !equal(new List([...this.#seen]), new List([...items]));
    if (changed) this.#seen = items;
    return constant(changed);
  }

  #again(iterable: Traced): Traced {
    if (!this.#recursion) {
      return raise('TypeError', "The loop must have the 'recursive' marker to be called recursively.");
    }
    return this.#recursion.again(iterable);
  }
}
