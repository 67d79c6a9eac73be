import { closest } from '../../text/similar';
import type { Span } from '../../text/span';
import type { SystemContext, TextContext } from '../rule';
import { valuesAt } from './givenValues';

export interface MisspeltField {
  readonly text: TextContext;
  /** The field as it is written. */
  readonly span: Span;
  readonly slot: string;
  readonly field: string;
  /** A field of the value with nearly this name. */
  readonly near: string;
}

/** What engines answer for any list or text, whether there is such a field or not. */
const OWN = new Set(['size', 'first', 'last', 'length']);

/**
 * Fields behind a slot (`customer.paln`) that no value of it has, in the samples and the scenarios, although there is
 * one that is nearly called so. Only where the engine goes into data and prints nothing for what is not there.
 */
export function* misspeltFields(context: SystemContext): Generator<MisspeltField> {
  const { system, texts } = context;
  if (system.options.missing === 'error') return;
  for (const text of texts) {
    if (text.dialect?.values !== 'data') continue;
    // What is asked for before it is printed may be absent.
    const asked = new Set(text.tree?.slots.flatMap(({ role, path }) => (role === 'control' ? [path] : [])));
    for (const use of text.tree?.slots ?? []) {
      const slot = system.slots.get(use.name);
      const dot = use.path.lastIndexOf('.');
      const field = use.path.slice(dot + 1);
      if (
        !slot ||
        slot.entry.parts ||
        slot.entry.fields?.[field] ||
        dot < use.name.length ||
        use.role !== 'value' ||
        use.guarded ||
        use.within ||
        asked.has(use.path) ||
        OWN.has(field)
      )
        continue;
      const start = use.nameSpan.start;
      const end = start + use.path.length;
      // A method is called: what it is a method of is nobody's field.
      if (!text.file.text.startsWith(use.path, start) || text.file.text[end] === '(') continue;
      if (valuesAt(context, slot, use).length > 0) continue;
      const fields = new Set<string>();
      for (const { value } of valuesAt(context, slot, { ...use, path: use.path.slice(0, dot) }))
        if (typeof value === 'object' && !Array.isArray(value))
          for (const name of Object.keys(value ?? {})) fields.add(name);
      const near = fields.has(field) ? undefined : closest(field, [...fields]);
      if (near === undefined) continue;
      yield { text, span: { start: start + dot + 1, end }, slot: use.name, field, near };
    }
  }
}
