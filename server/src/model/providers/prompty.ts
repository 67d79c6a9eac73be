import type { Value } from '../../syntax/piece';
import { parseData, type Yaml } from '../../syntax/yaml';
import { nameOf } from '../../text/address';
import type { Division, MessageMark, Role } from '../division';
import { faultOf, type ManifestFault } from '../manifest';
import type { Slot, System } from '../schema';
import {
  at,
  type Beside,
  describedAs,
  get,
  isData,
  isText,
  listOf,
  type Provider,
  readFrontMatter,
  SlotList,
  typeEntry,
} from './provider';

/** Prompty: a head that says what the text takes, and lines such as `system:` where a message begins. */
export const provider: Provider = {
  title: 'Prompty',
  names: /\.prompty$/i,
  read(file, beside) {
    const head = readFrontMatter(file);
    if (!head) return undefined;
    const { yaml, bodyStart } = head;
    const id = nameOf(file.uri);
    const slots = new SlotList(id);
    addInputs(slots, yaml);
    const { values, faults } = sampleOf(yaml, beside);
    if (slots.entry.slots)
      for (const name of Object.keys(values))
        slots.add(name, {}, yaml.place(['sample', name]) ?? yaml.place(['sample']));
    for (const name of Object.keys(values))
      slots.put(['scenarios', 'sample', 'values', name], yaml.place(['sample', name]));
    const model = modelOf(yaml.value);
    const title = get(yaml.value, 'name');
    const system: System = {
      template: id,
      dialect: dialectOf(yaml.value),
      ...(isText(title) ? { title } : {}),
      ...describedAs(get(yaml.value, 'description')),
      ...(model === undefined ? {} : { model }),
      ...slots.entry,
      ...(Object.keys(values).length > 0 ? { scenarios: { sample: { values: { ...values } } } } : {}),
    };
    return {
      systems: { [id]: system },
      places: slots.places,
      division: roleLines,
      faults: [...yaml.faults.map(faultOf), ...faults],
      decidedBy: bodyStart,
      rules: { 'slot.unknown': 'warning' },
    };
  },
};

/** `inputs` is a map of names, or a list of properties; what stands there is a type with more about it, or a sample. */
function addInputs(slots: SlotList, yaml: Yaml): void {
  const key = ['inputs', 'inputSchema'].find((one) => get(yaml.value, one) !== undefined) ?? 'inputs';
  const path =
    isData(at(yaml.value, [key, 'properties'])) || Array.isArray(at(yaml.value, [key, 'properties']))
      ? [key, 'properties']
      : [key];
  const inputs = at(yaml.value, path);
  if (isData(inputs))
    for (const [name, input] of Object.entries(inputs)) slots.add(name, slotOf(input), yaml.place([...path, name]));
  for (const [index, input] of listOf(inputs).entries()) {
    const name = get(input, 'name');
    // The name of an item is what stands for a key.
    const key = yaml.place([...path, index, 'name'])?.value;
    if (isText(name)) slots.add(name, slotOf(input), key && { key });
  }
}

function slotOf(input: Value): Slot {
  if (!isData(input)) return input === null ? {} : { sample: input as NonNullable<Slot['sample']> };
  const fallback = get(input, 'default');
  const sample = get(input, 'sample') ?? get(input, 'example');
  return {
    ...typeEntry(get(input, 'type') ?? get(input, 'kind')),
    ...describedAs(get(input, 'description')),
    ...(fallback === undefined || fallback === null ? {} : { default: fallback as NonNullable<Slot['default']> }),
    ...(sample === undefined || sample === null ? {} : { sample: sample as NonNullable<Slot['sample']> }),
  };
}

interface Sample {
  readonly values: Readonly<Record<string, NonNullable<Slot['sample']>>>;
  readonly faults: readonly ManifestFault[];
}

/** The sample, which may stand in a file of its own: `${file:sample.json}`. */
function sampleOf(head: Yaml, beside: Beside): Sample {
  const written = get(head.value, 'sample');
  const path = isText(written) ? /^\$\{file:(.+)\}$/.exec(written.trim())?.[1] : undefined;
  if (path === undefined) return { values: valuesOf(written), faults: [] };
  const found = beside(path);
  const span = head.place(['sample'])?.value ?? { start: 0, end: 0 };
  if (found === 'missing') {
    const message = `There is no file ${path} beside this one, so the prompt has no sample. Correct the path, or write the values here.`;
    return { values: {}, faults: [{ code: 'file.missing', message, span }] };
  }
  const data = found && parseData(found);
  const [fault] = data?.faults ?? [];
  const faults = fault
    ? [{ code: 'manifest.syntax' as const, message: `${path} cannot be read: ${fault.message}`, span }]
    : [];
  return { values: valuesOf(data?.value), faults };
}

const valuesOf = (sample: Value | undefined): Sample['values'] => (isData(sample) ? (sample as Sample['values']) : {});

function modelOf(head: Value): string | undefined {
  const model = get(head, 'model');
  if (isText(model)) return model;
  const configuration = get(model, 'configuration');
  const named = [
    get(model, 'id'),
    get(configuration, 'azure_deployment'),
    get(configuration, 'model'),
    get(configuration, 'name'),
  ];
  return named.find((one): one is string => isText(one) && !one.startsWith('${'));
}

function dialectOf(head: Value): 'jinja' | 'mustache' {
  const template = get(head, 'template');
  const format = isText(template)
    ? template
    : (at(template, ['format', 'kind']) ?? get(template, 'format') ?? get(template, 'type'));
  return format === 'mustache' ? 'mustache' : 'jinja';
}

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};

/** `system:`, `# user:`, `assistant[name="x"]:` on a line of its own. Names of attributes are looked at no further. */
const ROLE_LINE =
  /^[ \t]*(?:#[ \t]*)?(system|developer|user|assistant|tool|function)(?:\[[^\]\n]*\])?[ \t]*:[ \t]*\r?$/gim;

export const roleLines: Division = {
  whole: 'system',
  first: 'system',
  trim: 'line breaks',
  readsValues: true,
  marks: (text) =>
    [...text.matchAll(ROLE_LINE)].map((line): MessageMark => {
      const role = ROLES[(line[1] as string).toLowerCase()] ?? 'user';
      return { start: line.index, end: line.index + line[0].length, role };
    }),
};
