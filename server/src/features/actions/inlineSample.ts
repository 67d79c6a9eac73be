import type { PromptSystem, Slot } from '../../model/system';
import { textsOfSystem } from '../../model/texts';
import { removeEntry, removeSlot } from '../../rules/facts/manifest/manifestEdit';
import type { FileEdit } from '../../rules/rule';
import { mentionsBeside } from '../places/slotMentions';
import { subjectAt } from '../places/subject';
import { Refusal } from '../refusal';
import type { Action, Spot } from './action';
import { isPlainTag } from './text';

/** A slot that is always the same is text: its sample takes the place of its tags, and the slot is taken out of the manifest. */
export const action: Action = {
  id: 'inline-sample',
  kind: 'refactor.inline.slot',
  offers(spot) {
    const found = inlinable(spot);
    return found ? [{ title: `Put the ${found.word} of ${found.slot.name} in the place of the slot` }] : [];
  },
  async perform(spot) {
    const found = inlinable(spot);
    if (!found) throw new Refusal('There is no slot with a sample here.');
    const { system, slot, value } = found;
    const beside = mentionsBeside(system, slot.name);
    if (beside.length > 0)
      throw new Refusal(
        `The slot ${slot.name} is more than text: it stands in ${beside.join(', ')} of the manifest as well.`,
      );
    return { edits: [...textEdits(spot, system, slot, value), ...removals(system, slot)] };
  },
};

interface Inlinable {
  readonly system: PromptSystem;
  readonly slot: Slot;
  readonly value: string;
  readonly word: 'sample' | 'default';
}

function inlinable({ snapshot, uri, span }: Spot): Inlinable | undefined {
  const subject = subjectAt(snapshot, uri, span.start);
  if (subject?.kind !== 'slot') return undefined;
  for (const system of subject.systems) {
    const slot = system.slots.get(subject.name);
    const { default: fallback, sample } = slot?.entry ?? {};
    const value = fallback ?? sample;
    if (!slot || system.manifest.kind !== 'manifest' || typeof value !== 'string') continue;
    return { system, slot, value, word: typeof fallback === 'string' ? 'default' : 'sample' };
  }
  return undefined;
}

/** The tags as the text that they print, so written that the engine leaves it alone. */
function textEdits(
  { snapshot }: Spot,
  system: PromptSystem,
  { name, entry }: Slot,
  value: string,
): readonly FileEdit[] {
  const dialect = system.dialects[0];
  if (!dialect) throw new Refusal('The dialect of the system is not known.');
  if (system.dialects.length > 1) throw new Refusal('The text would be read by the later passes of the program.');
  if (entry.escape || entry.max || entry.variants || entry.redact || entry.expand || entry.when)
    throw new Refusal(
      `The program does more with ${name} than to put it in: its value is escaped, cut, left out or written otherwise.`,
    );
  // With nothing in it, its wrap goes as well.
  const text = value === '' ? '' : `${entry.wrap?.before ?? ''}${value}${entry.wrap?.after ?? ''}`;
  return textsOfSystem(system, snapshot.lookup).flatMap(({ file, tree }) =>
    (tree?.slots ?? [])
      .filter((use) => use.name === name)
      .map((use): FileEdit => {
        if (!isPlainTag(dialect, file.text, use))
          throw new Refusal(`${name} decides, repeats or is changed by a filter somewhere, so it cannot become text.`);
        const written = dialect.escape(text);
        if (made(dialect, written, system) !== text)
          throw new Refusal(`The dialect ${dialect.id} cannot write this text so that it stays as it is.`);
        return { uri: file.uri, span: use.span, text: written };
      }),
  );
}

function made(dialect: PromptSystem['dialects'][number], text: string, system: PromptSystem): string {
  const filled = dialect.fill(dialect.scan(text), { value: () => undefined, known: () => true }, system.options);
  return filled.pieces.map((piece) => piece.text).join('');
}

function removals(system: PromptSystem, { name }: Slot): readonly FileEdit[] {
  const scenarios = Object.entries(system.entry.scenarios ?? {}).filter(
    ([, { values }]) => values !== undefined && Object.hasOwn(values, name),
  );
  const values = scenarios.map(([scenario]) =>
    removeEntry(system.manifest, [...system.path, 'scenarios', scenario, 'values', name]),
  );
  const edits = [...(removeSlot(system, name) ?? [undefined]), ...values];
  return edits.map((edit) => {
    if (!edit) throw new Refusal('The manifest cannot be changed at this place without changing its form.');
    return edit;
  });
}
