import { placeOf } from '../../model/resolve';
import type { PromptSystem } from '../../model/system';
import { walksOf } from '../../model/walks';
import type { Span } from '../../text/span';
import type { Problem, SystemContext } from '../rule';
import { fieldsAsked, fieldsGiven, itemsLacking } from './itemFields';
import { spanAt, withAdvice } from './manifest/manifestAdvice';

/** Fields that the texts of a list's items, or its grouping, name and that no item has, or not every item. */
export function* fieldsOfItems(context: SystemContext): Generator<Problem> {
  yield* fieldsOfNone(context);
  yield* lackingItems(context);
}

function* fieldsOfNone({ system, lookup }: SystemContext): Generator<Problem> {
  for (const [name, slot] of Object.entries(system.entry.slots ?? {})) {
    const asked = [...fieldsAsked(slot)];
    const given = asked.length === 0 ? undefined : fieldsGiven(system, name, lookup);
    if (!given) continue;
    for (const { field, path, braced } of asked) {
      if (given.has(field)) continue;
      const place = spanAt(system, [...system.path, 'slots', name, ...path], 'value');
      const span = place && (braced ? fieldInside(system, place, field) : place);
      if (!span) continue;
      const effect = braced ? 'so the braces stay in the text as they are written' : 'so nothing is ever deferred';
      const message = `No item of \`${name}\` has a field \`${field}\` in the samples and scenarios, ${effect}.`;
      yield { ...withAdvice(system, span, message, { name: field, of: [...given] }), level: 'warning', slot: name };
    }
  }
}

/** An item of one selection without a field that others have: its braces stay in the text. */
function* lackingItems({ system, lookup, rendered }: SystemContext): Generator<Problem> {
  const selections = rendered.map(({ selection }) => selection);
  for (const [name, slot] of Object.entries(system.entry.slots ?? {})) {
    const lacking = slot.type === 'list' ? [...itemsLacking(system, name, selections, lookup)] : [];
    // A text that walks through the list gets its items as they are. A field that no item has is told above.
    if (lacking.length === 0 || walksOf(system, lookup).has(name)) continue;
    const given = fieldsGiven(system, name, lookup);
    for (const { field, whole, path, value, index, selection } of lacking) {
      if (given && !given.has(field)) continue;
      const place = spanAt(system, [...system.path, 'slots', name, ...path], 'value');
      const span = place && fieldInside(system, place, field);
      if (!span) continue;
      const item = placeOf(system.manifest, [...system.path, ...value, index]);
      const where = value[0] === 'scenarios' ? selection.label : `the ${value.at(-1)}`;
      yield {
        uri: system.manifest.file.uri,
        span,
        message: `Item ${index + 1} of \`${name}\` in ${where} has no field \`${whole}\`, so \`{${whole}}\` stays in the text as it is written. Give it the field, be it empty.`,
        level: 'warning',
        slot: name,
        related: [{ ...item, message: 'this item' }],
      };
    }
  }
}

/** The field in the text of an item as it is written in the manifest. */
function fieldInside(system: PromptSystem, item: Span, field: string): Span | undefined {
  const at = system.manifest.file.text.slice(item.start, item.end).search(new RegExp(`\\{${field}[.}]`, 'u'));
  return at < 0 ? undefined : { start: item.start + at + 1, end: item.start + at + 1 + field.length };
}
