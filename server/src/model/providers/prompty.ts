import type { Value } from '../../syntax/piece';
import { parseData, type Yaml } from '../../syntax/yaml';
import { nameOf } from '../../text/address';
import type { Division, MessageMark, Role } from '../division';
import type { ManifestFault } from '../manifest/manifest';
import { faultOf } from '../manifest/merged';
import type { Slot, System } from '../schema';
import {
  at,
  type Beside,
  describedAs,
  fileOf,
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
  files: ['*.prompty'],
  reads:
    'the head: `inputs` are slots (with type, description, default, example), `sample` is a scenario, or names the file of one, `model`, `template` (Jinja, or Mustache); lines such as `system:` begin messages, and the conversation stands where an input of the kind `thread` does',
  read(file, beside) {
    const head = readFrontMatter(file);
    // Without a head a file is a prompt as well: its name says what it is.
    const yaml = head?.yaml ?? NO_HEAD;
    const id = nameOf(file.uri);
    const slots = new SlotList(id);
    const threads = addInputs(slots, yaml, beside);
    const { values, faults } = sampleOf(yaml, beside);
    if (slots.entry.slots)
      for (const name of Object.keys(values))
        slots.add(name, {}, yaml.place(['sample', name]) ?? yaml.place(['sample']));
    const isThread = (name: string): boolean => threads.has(name);
    const said = Object.entries(values).filter(([name]) => !isThread(name));
    for (const [name] of said) slots.put(['scenarios', 'sample', 'values', name], yaml.place(['sample', name]));
    const messages = Object.entries(values).flatMap(([name, value]) => (isThread(name) ? messagesOf(value) : []));
    const model = modelOf(yaml.value);
    const title = get(yaml.value, 'name');
    const system: System = {
      template: id,
      dialect: dialectOf(yaml.value),
      ...(isText(title) ? { title } : {}),
      ...describedAs(get(yaml.value, 'description')),
      ...(model === undefined ? {} : { model }),
      ...slots.entry,
      ...(said.length + messages.length > 0
        ? { scenarios: { sample: { values: Object.fromEntries(said), ...(messages.length > 0 ? { messages } : {}) } } }
        : {}),
    };
    return {
      systems: { [id]: system },
      places: slots.places,
      division: roleLines,
      faults: [...yaml.faults.map(faultOf), ...faults],
      // A sample may give more than a prompt needs.
      rules: { 'slot.unknown': 'warning', 'slot.missing': 'hint' },
      ...(head ? { decidedBy: head.bodyStart } : {}),
    };
  },
};

const NO_HEAD: Pick<Yaml, 'value' | 'faults' | 'place'> = { value: null, faults: [], place: () => undefined };

/**
 * `inputs` is a map of names, or a list of properties; what stands there is a type with more about it, or a sample. It may
 * stand in a file of its own. The answer: the names of those that are conversations.
 */
function addInputs(slots: SlotList, yaml: typeof NO_HEAD, beside: Beside): ReadonlySet<string> {
  const key = ['inputs', 'inputSchema'].find((one) => get(yaml.value, one) !== undefined) ?? 'inputs';
  const path = fileNamed(get(yaml.value, key));
  const found = path === undefined ? undefined : fileOf(beside(path));
  const root = path === undefined ? get(yaml.value, key) : found && parseData(found).value;
  const properties = get(root, 'properties');
  const isListed = isData(properties) || Array.isArray(properties);
  const inputs = isListed ? properties : root;
  const steps = isListed ? [key, 'properties'] : [key];
  // A file that stands elsewhere has no place in this one.
  const placeOf = (rest: readonly (string | number)[]): ReturnType<Yaml['place']> =>
    path === undefined ? yaml.place([...steps, ...rest]) : undefined;
  const threads = new Set<string>();
  const add = (name: string, input: Value, place: ReturnType<Yaml['place']>): void => {
    const isThread = get(input, 'kind') === 'thread' || get(input, 'type') === 'thread';
    if (isThread) threads.add(name);
    const slot = isThread
      ? { ...describedAs(get(input, 'description')), default: THREAD }
      : slotOf(readIn(input, beside), beside);
    slots.add(name, slot, place);
  };
  if (isData(inputs)) for (const [name, input] of Object.entries(inputs)) add(name, input, placeOf([name]));
  for (const [index, input] of listOf(inputs).entries()) {
    const name = get(input, 'name');
    // The name of an item is what stands for a key.
    const written = placeOf([index, 'name'])?.value;
    if (isText(name)) add(name, input, written && { key: written });
  }
  return threads;
}

function slotOf(input: Value, beside: Beside): Slot {
  if (!isData(input) || !isProperty(input))
    return input === null ? {} : { sample: input as NonNullable<Slot['sample']> };
  const fallback = readIn(get(input, 'default') ?? null, beside);
  const sample = readIn(get(input, 'sample') ?? get(input, 'example') ?? null, beside);
  return {
    ...typeEntry(get(input, 'type') ?? get(input, 'kind')),
    ...describedAs(get(input, 'description')),
    ...(fallback === null ? {} : { default: fallback as NonNullable<Slot['default']> }),
    ...(sample === null ? {} : { sample: sample as NonNullable<Slot['sample']> }),
  };
}

/** What a property may say of an input. A map with other keys is a value: `customer: { first: Ada }`. */
const WORDS: ReadonlySet<string> = new Set(
  'name kind type description title default sample example required is_required strict items properties enum enumValues allowedValues'.split(
    ' ',
  ),
);
const isProperty = (input: Value): boolean => isData(input) && Object.keys(input).every((key) => WORDS.has(key));

/** A file that stands for what is in it: `${file:sample.json}`. */
const fileNamed = (written: Value | undefined): string | undefined =>
  isText(written) ? /^\$\{file:(.+)\}$/.exec(written.trim())?.[1] : undefined;

/** A value, or what stands in the file that is named in its place; a file that is not there leaves it as it is written. */
function readIn(written: Value, beside: Beside): Value {
  const path = fileNamed(written);
  const found = path === undefined ? undefined : fileOf(beside(path));
  return found ? parseData(found).value : written;
}

/** A conversation that a sample gives, as the messages of a scenario. */
const messagesOf = (thread: Value): ConversationMessage[] =>
  listOf(thread).flatMap((message): readonly ConversationMessage[] => {
    const [said, text] = [get(message, 'role'), get(message, 'content') ?? get(message, 'text')];
    const role = isText(said) && Object.hasOwn(ROLES, said.toLowerCase()) ? ROLES[said.toLowerCase()] : undefined;
    return role !== undefined && isText(text) ? [{ role, text }] : [];
  });

interface ConversationMessage {
  readonly role: Role;
  readonly text: string;
}

interface Sample {
  readonly values: Readonly<Record<string, NonNullable<Slot['sample']>>>;
  readonly faults: readonly ManifestFault[];
}

/** The sample, which may stand in a file of its own: `${file:sample.json}`; so may each of its values. */
function sampleOf(head: typeof NO_HEAD, beside: Beside): Sample {
  const written = get(head.value, 'sample');
  const path = fileNamed(written);
  if (path === undefined) {
    const values = Object.entries(valuesOf(written)).map(([name, value]) => [name, readIn(value, beside)] as const);
    return { values: valuesOf(Object.fromEntries(values)), faults: [] };
  }
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
  const settings = [get(model, 'configuration'), get(model, 'connection')];
  const named = [
    get(model, 'id'),
    ...settings.flatMap((one) => ['azure_deployment', 'model', 'name'].map((key) => get(one, key))),
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

/** Where the conversation stands, as older files write it themselves; what a slot of that kind prints here. */
const THREAD = '![thread]';

export const roleLines: Division = {
  whole: 'system',
  first: 'system',
  trim: 'line breaks',
  readsValues: true,
  marks(text, sent) {
    const lines = [...sent.matchAll(ROLE_LINE)].flatMap(({ index, 0: line, 1: word }): readonly MessageMark[] => {
      // The author writes the colon; the word before it may come with a value, as in a loop over the messages so far.
      if (text[index + line.lastIndexOf(':')] !== ':') return [];
      const role = ROLES[(word as string).toLowerCase()] ?? 'user';
      return [{ start: index, end: index + line.length, role }];
    });
    // Above all messages a text may describe tools.
    const tools = /^\s*tools:[ \t]*\r?$/m.exec(text);
    if (tools && text.slice(0, tools.index).trim() === '')
      lines.unshift({ start: tools.index, end: tools.index + tools[0].length, role: null });
    const threads = [...sent.matchAll(/^[ \t]*!\[thread\][ \t]*\r?$/gm)].map(({ index, 0: line }) => ({
      start: index,
      end: index + line.length,
      conversation: true as const,
    }));
    if (threads.length === 0) return lines;
    let role: MessageMark['role'] = 'system';
    // What follows goes on in the words of the same speaker.
    return [...lines, ...threads]
      .sort((a, b) => a.start - b.start)
      .map((mark): MessageMark => {
        if ('role' in mark) role = mark.role;
        return { ...mark, role };
      });
  },
};
