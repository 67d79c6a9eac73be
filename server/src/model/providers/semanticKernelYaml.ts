import { parseData } from '../../syntax/yaml';
import { nameOf } from '../../text/address';
import { faultOf } from '../manifest/merged';
import type { Slot, System } from '../schema';
import { describedAs, get, isText, listOf, type Provider, SlotList } from './provider';
import { DIALECTS, LENIENT, messageElements, optionsOf, spellingsOf } from './semanticKernel';

/** Semantic Kernel in one YAML file: `template`, `template_format`, `input_variables`. */
export const provider: Provider = {
  title: 'Semantic Kernel in YAML',
  files: ['*.yaml', '*.yml'],
  holds: /^(?:template_format|input_variables)\s?:/m,
  reads:
    'with `template` and `template_format` or `input_variables`: the same, in the engine that `template_format` names',
  read(file) {
    if (!/^template\s?:/m.test(file.text)) return undefined;
    const { value, place, faults } = parseData(file);
    // LangChain has files with the same words.
    if (!isText(get(value, 'template')) || get(value, '_type') !== undefined) return undefined;
    const name = get(value, 'name');
    const id = isText(name) && name !== '' ? name : nameOf(file.uri);
    const slots = new SlotList(id);
    const text = get(value, 'template');
    for (const [index, input] of listOf(get(value, 'input_variables')).entries()) {
      const called = get(input, 'name');
      if (!isText(called)) continue;
      const key = place(['input_variables', index, 'name'])?.value;
      const slot = slotOf(get(input, 'description'), get(input, 'default'));
      for (const written of spellingsOf(called, isText(text) ? text : '')) slots.add(written, slot, key && { key });
    }
    const format = get(value, 'template_format');
    if (slots.entry.slots && format === 'handlebars' && isText(text))
      for (const [, name = ''] of text.matchAll(FUNCTION)) slots.add(name, { description: IS_FUNCTION }, undefined);
    const system: System = {
      template: `${nameOf(file.uri)}#template`,
      dialect: DIALECTS[isText(format) ? format : ''] ?? 'semantic-kernel',
      options: optionsOf(format, isText(text) ? text : '', slots.entry.slots),
      ...describedAs(get(value, 'description')),
      ...slots.entry,
    };
    return {
      systems: { [id]: system },
      places: slots.places,
      division: messageElements,
      rules: LENIENT,
      faults: faults.map(faultOf),
    };
  },
};

/** Of a plugin, called without arguments: `{{Time-Now}}` reads like a slot. */
const FUNCTION = /\{\{~?\s{0,9}([A-Za-z]\w{0,99}-\w{1,99})\s{0,9}~?\}\}/g;
const IS_FUNCTION = 'A function of the kernel: only the program knows what it prints.';

const slotOf = (description: Parameters<typeof describedAs>[0], fallback: Parameters<typeof describedAs>[0]): Slot => ({
  ...describedAs(description),
  ...(fallback === undefined || fallback === null ? {} : { default: fallback as NonNullable<Slot['default']> }),
});
