import type { Span } from '../../../../text/span';
import { quoted } from '../../python/repr';
import { bind } from '../library/bind';
import { namesOfText, specialNames } from '../names';
import type { Block } from '../parse/nodes';
import { constant } from '../values/make';
import { raise } from '../values/show';
import { type CallArguments, PyObject, type Traced, Undefined } from '../values/value';
import type { BlockEntry, Context } from './context';
import { Frame } from './frame';
import type { Machine } from './machine';
import { remembered } from './remembered';

/** `{% block name %}`: the definition that counts, which need not be the one that stands here. */
export function runBlock(node: Block, frame: Frame, machine: Machine): void {
  const { context } = frame;
  const entries = context.blocks.get(node.name) ?? [];
  if (node.required && entries.length <= 1) {
    raise('TemplateRuntimeError', `Required block ${quoted(node.name)} not found`);
  }
  const [first] = entries;
  const inner = node.scoped ? context.derived(frame.locals()) : context;
  if (first) runEntry(first, inner, machine, node.open);
}

/** A block has a frame of its own that does not see the one round it. `tag`: the one of the current text that calls it. */
function runEntry(entry: BlockEntry, context: Context, machine: Machine, tag?: Span): void {
  const { node, template } = entry;
  const { session } = machine;
  const names = remembered(node, () => namesOfText(node.body, [...specialNames(node.body.nodes, ['self', 'super'])]));
  session.inside(template, tag, () => {
    session.mark(node.body, true);
    const frame = new Frame(names, { context, run: { template }, escaping: session.escapes });
    if (names.takes('self')) frame.set('self', selfOf(context, machine));
    if (names.takes('super')) frame.set('super', superOf(entry, context, machine));
    machine.body(node.body, frame);
  });
}

/** `self`: the blocks by their names. */
export function selfOf(context: Context, machine: Machine): Traced {
  return constant(
    new PyObject({
      typeName: 'TemplateReference',
      attribute: (name) => {
        const entries = context.blocks.get(name);
        return entries && reference(name, entries, 0, context, machine);
      },
    }),
  );
}

function superOf(entry: BlockEntry, context: Context, machine: Machine): Traced {
  const { name } = entry.node;
  const entries = context.blocks.get(name) ?? [];
  return reference(name, entries, entries.findIndex(({ node }) => node === entry.node) + 1, context, machine);
}

function reference(
  name: string,
  entries: readonly BlockEntry[],
  depth: number,
  context: Context,
  machine: Machine,
): Traced {
  const entry = entries[depth];
  if (!entry) return constant(new Undefined(`there is no parent block called ${quoted(name)}.`));
  const attributes = (attribute: string): Traced | undefined =>
    attribute === 'super' ? reference(name, entries, depth + 1, context, machine) : undefined;
  const call = (args: CallArguments): Traced => {
    bind('BlockReference.__call__', {}, args);
    const text = machine.text(() => runEntry(entry, context, machine));
    return context.evaluation.escapes ? { ...text, markup: true } : text;
  };
  return constant(new PyObject({ typeName: 'BlockReference', attribute: attributes, call }));
}
