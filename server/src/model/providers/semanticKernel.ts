import type { Value } from '../../syntax/piece';
import { parseData } from '../../syntax/yaml';
import { folderOf, nameOf } from '../../text/address';
import type { SourceFile } from '../../text/source';
import type { Division, MessageMark, Role } from '../division';
import type { ManifestFault } from '../manifest/manifest';
import type { Slot, System } from '../schema';
import {
  at,
  describedAs,
  fileOf,
  get,
  isData,
  isText,
  listOf,
  type Provided,
  type Provider,
  SlotList,
} from './provider';

/** Semantic Kernel: a `skprompt.txt` with a `config.json` beside it that says what it takes. */
export const provider: Provider = {
  title: 'Semantic Kernel',
  files: ['skprompt.txt', 'skprompt.md'],
  reads:
    'the parameters of the `config.json` beside it, with their defaults; `{{$name}}`; `<message role="…">` elements are messages',
  read(file, beside) {
    const id = nameOf(folderOf(file.uri)) || nameOf(file.uri);
    const config = fileOf(beside('config.json'));
    const data = config && parseData(config).value;
    const slots = new SlotList(id);
    // A file that stands elsewhere has no place in this one.
    for (const input of [...listOf(at(data, ['input', 'parameters'])), ...listOf(get(data, 'input_variables'))]) {
      const name = get(input, 'name');
      if (!isText(name)) continue;
      const fallback = get(input, 'defaultValue') ?? get(input, 'default');
      const slot: Slot = {
        ...describedAs(get(input, 'description')),
        ...(isText(fallback) && fallback !== '' ? { default: fallback as NonNullable<Slot['default']> } : {}),
      };
      for (const written of spellingsOf(name, file.text)) slots.add(written, slot, undefined);
    }
    // What a function is called with, when nothing else is said: the kernel knows this name without a line about it.
    if (slots.entry.slots && /\$input\b/i.test(file.text))
      for (const written of spellingsOf('input', file.text)) slots.add(written, {}, undefined);
    const format = get(data, 'template_format');
    const system: System = {
      template: nameOf(file.uri),
      dialect: DIALECTS[isText(format) ? format : ''] ?? 'semantic-kernel',
      options: optionsOf(format, file.text, slots.entry.slots),
      ...describedAs(isData(data) ? data.description : undefined),
      ...slots.entry,
    };
    return {
      systems: { [id]: system },
      places: slots.places,
      division: messageElements,
      rules: LENIENT,
      faults: config ? faultsOf(config) : [],
    };
  },
};

/** The kernel looks variables up without regard to case: how the text writes the name, and as the file says it where it does not. */
export function spellingsOf(name: string, text: string): readonly string[] {
  const written = new Set<string>();
  for (const [, variable = ''] of text.matchAll(/\$([A-Za-z_]\w{0,200})/g))
    if (variable.toLowerCase() === name.toLowerCase()) written.add(variable);
  return written.size > 0 ? [...written] : [name];
}

/** The kernel escapes values itself, and takes that back when it has divided the text. */
export function optionsOf(
  format: Value | undefined,
  text: string,
  slots: System['slots'] = {},
): NonNullable<System['options']> {
  const added = new Set(isText(format) ? HELPERS[format] : []);
  // Functions of plugins are called by the names of both, with a line between them.
  const calls = format === 'handlebars' ? HANDLEBARS_CALL : format === 'jinja2' ? JINJA_CALL : undefined;
  if (calls) for (const [, name = ''] of text.matchAll(calls)) added.add(name);
  for (const name of Object.keys(slots)) added.delete(name);
  return { escapeHtml: false, ...(added.size > 0 ? { functions: [...added] } : {}) };
}

const HANDLEBARS_CALL = /(?:\{\{[{~#]{0,2}\s{0,9}|\()([A-Za-z]\w{0,99}-\w{1,99})\s/g;
const JINJA_CALL = /\b([A-Za-z]\w{0,99}_\w{1,99})\(/g;

const BOTH = 'array camelCase camel_case doubleClose doubleOpen double_close double_open get message messageToPrompt';

/** Helpers that the kernel adds to an engine, in .NET or in Python. */
const HELPERS: Readonly<Record<string, readonly string[]>> = {
  handlebars: (
    `${BOTH} message_to_prompt messages snakeCase snake_case add concat equals greaterThan greaterThanOrEqual ` +
    'greater_than greater_than_or_equal json lessThan lessThanOrEqual less_than less_than_or_equal or range raw set subtract'
  ).split(' '),
  jinja2: `${BOTH} message_to_prompt messages snakeCase snake_case`.split(' '),
};

/** Engines that a config may name, by its words for them. */
export const DIALECTS: Readonly<Record<string, System['dialect']>> = {
  handlebars: 'handlebars',
  liquid: 'liquid',
  jinja2: 'jinja',
};

/** A caller may pass more than the file lists: what it does not list is worth a look, but no mistake for sure. */
export const LENIENT: NonNullable<Provided['rules']> = { 'slot.unknown': 'info' };

/** A file beside this one has no place in it: what is wrong there is said where this one begins. */
function faultsOf(config: SourceFile): readonly ManifestFault[] {
  const [fault] = parseData(config).faults;
  if (!fault) return [];
  const message = `config.json cannot be read, so nothing is known of what this prompt takes: ${fault.message}`;
  return [{ code: 'manifest.syntax', message, span: { start: 0, end: 0 } }];
}

const ROLES: Readonly<Record<string, Role>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  assistant: 'assistant',
  tool: 'tool',
};

/** An element, or the block helper that writes one, which only the program has and which is shown as it is written. */
const MESSAGE = /<message\s[^>]{0,500}>|<\/message>|\{\{~?#message\s[^}]{0,500}\}\}|\{\{~?\/message~?\}\}/gi;

/** `<message role="system">…</message>`. What stands between the elements is not sent; without any, all of it is one message. */
export const messageElements: Division = {
  whole: 'user',
  first: null,
  trim: 'white space',
  marks(text, sent) {
    const marks: MessageMark[] = [];
    for (const tag of text.matchAll(MESSAGE)) {
      const place = { start: tag.index, end: tag.index + tag[0].length };
      if (/^(?:<|\{\{~?)\//.test(tag[0])) marks.push({ ...place, role: null });
      else {
        // The role may be a value: `<message role="{{role}}">`.
        const written = sent.slice(place.start, place.end);
        const role = /\srole\s*=\s*["']([^"']*)["']/i.exec(written)?.[1]?.toLowerCase() ?? '';
        marks.push({ ...place, role: ROLES[role] ?? 'user' });
      }
    }
    return marks;
  },
};
