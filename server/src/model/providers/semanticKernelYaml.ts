import { parseData } from '../../syntax/yaml';
import { nameOf } from '../../text/address';
import { faultOf } from '../manifest';
import type { Slot, System } from '../schema';
import { describedAs, get, isText, listOf, type Provider, SlotList } from './provider';
import { LENIENT, messageElements } from './semanticKernel';

/** Semantic Kernel in one YAML file: `template`, `template_format`, `input_variables`. */
export const provider: Provider = {
  title: 'Semantic Kernel (YAML)',
  names: /\.ya?ml$/i,
  read(file) {
    if (!/^template\s?:/m.test(file.text) || !/^(?:template_format|input_variables)\s?:/m.test(file.text))
      return undefined;
    const { value, place, faults } = parseData(file);
    // LangChain has files with the same words.
    if (!isText(get(value, 'template')) || get(value, '_type') !== undefined) return undefined;
    const name = get(value, 'name');
    const id = isText(name) && name !== '' ? name : nameOf(file.uri);
    const slots = new SlotList(id);
    for (const [index, input] of listOf(get(value, 'input_variables')).entries()) {
      const called = get(input, 'name');
      if (!isText(called)) continue;
      const key = place(['input_variables', index, 'name'])?.value;
      slots.add(called, slotOf(get(input, 'description'), get(input, 'default')), key && { key });
    }
    const format = get(value, 'template_format');
    const system: System = {
      template: `${nameOf(file.uri)}#template`,
      dialect: DIALECTS[isText(format) ? format : ''] ?? 'semantic-kernel',
      options: { escapeHtml: false },
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

const DIALECTS: Readonly<Record<string, System['dialect']>> = {
  handlebars: 'handlebars',
  liquid: 'liquid',
  jinja2: 'jinja',
};

const slotOf = (description: Parameters<typeof describedAs>[0], fallback: Parameters<typeof describedAs>[0]): Slot => ({
  ...describedAs(description),
  ...(fallback === undefined || fallback === null ? {} : { default: fallback as NonNullable<Slot['default']> }),
});
