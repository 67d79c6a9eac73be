import { checkedSelections, type Selection, select } from '../../model/selection';
import type { PromptSystem } from '../../model/system';
import type { Rendered } from '../../render/segment';
import type { FileEdit } from '../../rules/rule';
import type { Value } from '../../syntax/piece';
import { applyEdits } from '../../text/edit';
import { Hosts } from '../../workspace/hosted';
import type { Snapshot } from '../../workspace/snapshot';
import type { Change, WhatIf } from './action';

/** Selections that are compared; a system with more has many that differ in nothing. */
const MOST_COMPARED = 60;

/** Slots of which each is empty once. */
const MOST_EMPTIED = 40;

/** What engines treat in a special way: entities, quotation marks, braces, blanks at the ends. */
const PROBE = ` <a href="x">&amp; it's {{y}} \${z} {w} %1 \u{1f600}</a>\n`;

/** The texts of the files that a change touches, as they will be. */
export function changedTexts(snapshot: Snapshot, { edits, creates }: Change): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { uri, text } of creates ?? []) texts.set(uri, text);
  const byFile = new Map<string, FileEdit[]>();
  for (const edit of new Hosts(snapshot.lookup).edits(edits))
    byFile.set(edit.uri, [...(byFile.get(edit.uri) ?? []), edit]);
  for (const [uri, own] of byFile) texts.set(uri, applyEdits(texts.get(uri) ?? snapshot.file(uri)?.text ?? '', own));
  return texts;
}

/**
 * The first selection in which the systems would send another text after a change; undefined when every byte stays. Every
 * checked selection is rendered before and after: with its values, with values that engines like to change, and with none,
 * on which their conditions may not agree; the first one also with each slot empty by itself.
 */
export async function firstDifference(
  snapshot: Snapshot,
  systems: readonly PromptSystem[],
  change: Change,
  whatIf: WhatIf,
): Promise<string | undefined> {
  const after = await whatIf(changedTexts(snapshot, change));
  for (const system of systems) {
    const other = after.system(system.key);
    if (!other) return `the system ${system.id}`;
    for (const [i, selection] of checkedSelections(system).slice(0, MOST_COMPARED).entries()) {
      // The defaults are no scenario, and to select none is to select the first.
      const later = selection.scenario === null ? selection : select(other, selection.scenario, selection.axes);
      const filled = fillings(snapshot.rendered(system, selection));
      for (const values of [
        filled,
        new Map([...filled, ...probes(system)]),
        new Map([...filled, ...nothing(system)]),
        ...[false, true].map((isHigh) => new Map([...filled, ...typed(system, isHigh)])),
        ...(i === 0 ? missingOne(system).map((one) => new Map([...filled, ...probes(system), one])) : []),
      ]) {
        if (differs(textsWith(snapshot, system, selection, values), textsWith(after, other, later, values)))
          return selection.label === '' ? 'the prompt' : `the prompt with ${selection.label}`;
      }
    }
  }
  return undefined;
}

const differs = (a: readonly string[], b: readonly string[]): boolean =>
  a.length !== b.length || a.some((text, i) => text !== b[i]);

function textsWith(
  snapshot: Snapshot,
  system: PromptSystem,
  selection: Selection,
  values: ReadonlyMap<string, Value>,
): readonly string[] {
  return values.size === 0
    ? snapshot.rendered(system, selection).texts
    : snapshot.renderedWith(system, selection, values).texts;
}

/** Something in every hole: a hole shows its tag, which is written otherwise in another dialect. */
function fillings({ holes }: Rendered): ReadonlyMap<string, Value> {
  return new Map(holes.map((name) => [name, `\u27e8${name}\u27e9`]));
}

/** Every slot that holds a text or a list without anything in it. */
function nothing(system: PromptSystem): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const { name, type, entry } of system.slots.values()) {
    if (entry.parts || name.includes('.')) continue;
    if (type === undefined || type === 'text' || type === 'line') values.set(name, '');
    else if (type === 'list') values.set(name, []);
  }
  return values;
}

/** Each of them by itself: what stands in the other branch of a condition is seen only when it holds something. */
const missingOne = (system: PromptSystem): readonly (readonly [name: string, value: Value])[] =>
  [...nothing(system)].slice(0, MOST_EMPTIED);

/** What engines print and decide in ways of their own: numbers, and what is or is not. */
function typed(system: PromptSystem, isHigh: boolean): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const { name, type } of system.slots.values())
    if (type === 'number') values.set(name, isHigh ? 1250000.5 : 0);
    else if (type === 'boolean') values.set(name, isHigh);
  return values;
}

/** A difficult text in every slot that can hold one. */
function probes(system: PromptSystem): ReadonlyMap<string, Value> {
  const values = new Map<string, Value>();
  for (const { name, type, entry } of system.slots.values()) {
    const isText = type === undefined || type === 'text';
    if (isText && !entry.parts && !entry.expand && !name.includes('.')) values.set(name, PROBE);
  }
  return values;
}
