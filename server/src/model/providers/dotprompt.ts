import type { Value } from '../../syntax/piece';
import { nameOf } from '../../text/address';
import type { Division, MessageMark, Role } from '../division';
import { faultOf } from '../manifest/merged';
import type { Slot, System } from '../schema';
import { fieldsOf } from './picoschema';
import { at, describedAs, get, isData, isText, type Provider, readFrontMatter, SlotList } from './provider';

/** dotprompt: a head with a model and a schema of the input, and Handlebars with helpers for roles. */
export const provider: Provider = {
  title: 'dotprompt',
  files: ['*.prompt'],
  reads:
    'with a head of dotprompt, or with one of its helpers: `input.schema` as Picoschema or JSON Schema, `input.default`, `model`; Handlebars without escaping, with `role`, `history`, `media`, `section`, `json`, `ifEquals`, `unlessEquals`',
  read(file) {
    const head = readFrontMatter(file);
    const data = head?.yaml.value ?? null;
    // Other tools have files of this name: a head of dotprompt's own, or one of its helpers, must stand there.
    const isOwn = OWN_KEYS.some((key) => get(data, key) !== undefined);
    const bodyStart = head?.bodyStart ?? 0;
    if (!isOwn && !OWN_HELPERS.test(file.text.slice(bodyStart))) return undefined;
    const id = nameOf(file.uri);
    const slots = new SlotList(id);
    const defaults = at(data, ['input', 'default']);
    for (const { name, slot, path } of fieldsOf(at(data, ['input', 'schema']))) {
      const fallback = get(defaults, name);
      const entry: Slot =
        fallback === undefined || fallback === null
          ? slot
          : { ...slot, default: fallback as NonNullable<Slot['default']> };
      slots.add(name, entry, head?.yaml.place(['input', 'schema', ...path]));
    }
    const values = slots.entry.slots ? {} : valuesOf(defaults);
    const model = modelOf(get(data, 'model'));
    const system: System = {
      template: id,
      dialect: 'dotprompt',
      // A text without a head is taken as it is.
      ...(head ? { trim: true } : {}),
      ...describedAs(get(data, 'description')),
      ...(model === undefined ? {} : { model }),
      ...slots.entry,
      ...(Object.keys(values).length > 0 ? { scenarios: { default: { values } } } : {}),
    };
    return {
      systems: { [id]: system },
      places: slots.places,
      division,
      rules: { 'slot.unknown': 'warning' },
      faults: (head?.yaml.faults ?? []).map(faultOf),
      // Without a head of its own the text itself says what it is.
      ...(isOwn ? { decidedBy: bodyStart } : {}),
    };
  },
};

const OWN_KEYS = ['input', 'output', 'config', 'toolDefs', 'model'];
const OWN_HELPERS = /\{\{\s*(?:role\s+["']|history\s*\}\}|media\s+url=|section\s+["'])/;

const valuesOf = (defaults: Value | undefined): Record<string, NonNullable<Slot['default']>> =>
  isData(defaults) ? ({ ...defaults } as Record<string, NonNullable<Slot['default']>>) : {};

/** `googleai/gemini-2.5-flash`: the maker stands before the name. */
const modelOf = (model: Value | undefined): string | undefined =>
  isText(model) ? model.slice(model.lastIndexOf('/') + 1) : undefined;

const ROLES: Readonly<Record<string, Role>> = { system: 'system', user: 'user', model: 'assistant', tool: 'tool' };

/** The marks that the helpers print. What stands before the first is the user's; behind the history the model speaks. */
const division: Division = {
  whole: 'user',
  first: 'user',
  trim: 'nothing',
  readsValues: true,
  marks: (text) =>
    [...text.matchAll(/<<<dotprompt:(?:role:([a-z]+)|(history)|(?:media:url|section)[^\n>]{0,5000})>>>/g)].map(
      (mark): MessageMark => {
        const place = { start: mark.index, end: mark.index + mark[0].length };
        if (mark[2] !== undefined) return { ...place, role: 'assistant', conversation: true };
        return { ...place, role: mark[1] === undefined ? undefined : (ROLES[mark[1]] ?? 'user') };
      },
    ),
};
