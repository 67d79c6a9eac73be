import { dialect as jinja } from '../../syntax/dialects/jinja';
import { dialect as mustache } from '../../syntax/dialects/mustache';
import { dialect as pyFormat } from '../../syntax/dialects/py-format';
import { keyOfPath } from '../../syntax/embedded';
import type { Value } from '../../syntax/piece';
import { parseData } from '../../syntax/yaml';
import { nameOf } from '../../text/address';
import type { SourceFile } from '../../text/source';
import type { Span } from '../../text/span';
import type { ManifestFault } from '../manifest/manifest';
import type { Part, Slot, System } from '../schema';
import { at, type Beside, fileOf, get, isData, isText, listOf, type Provider, SlotList } from './provider';

type Path = readonly (string | number)[];

/** LangChain and its hub: a prompt written down as JSON or YAML, in the old form and in the one with constructors. */
export const provider: Provider = {
  title: 'LangChain',
  files: ['*.json', '*.yaml', '*.yml'],
  holds: /"?(?:template_format|input_variables|lc)"?\s?:/,
  reads:
    'in the old form and in that with constructors, alone or in a chain: `input_variables`, `partial_variables`, `template_format`, the messages of a chat prompt, the examples of a few-shot one',
  read(file, beside) {
    const { value, place } = parseData(file);
    const isOwn = get(value, 'lc') !== undefined || get(value, '_type') !== undefined || /\.json$/i.test(file.uri);
    const prompts = (isOwn ? promptsIn(value, [], 0) : []).filter(({ path }) => hasText(value, path));
    if (prompts.length === 0) return undefined;
    const own = nameOf(file.uri).replace(/\.(?:json|ya?ml)$/i, '');
    const reader = new Reader(file, value, place, beside);
    const read = prompts.map((prompt) => reader.system(prompt, prompt.name === '' ? own : prompt.name));
    return {
      systems: Object.fromEntries(read.map(({ id, system }) => [id, system])),
      places: new Map(read.flatMap(({ places }) => [...places])),
      // Newer versions find the variables in the text themselves.
      rules: { 'slot.unknown': 'warning' },
      faults: read.flatMap(({ system, texts }) => (system.dialect === 'mustache' ? escapedTags(file.text, texts) : [])),
    };
  },
};

interface Prompt {
  /** Where its fields stand: at its own path, or below `kwargs`. */
  readonly path: Path;
  /** Its keys from the root on; '' for the root. */
  readonly name: string;
}

/** A chain that is nested deeper is not looked into. */
const DEEPEST = 8;
const MOST_PROMPTS = 100;

/** The prompts of a value: itself, or those in the chain that it is. */
function promptsIn(value: Value | undefined, path: Path, depth: number): readonly Prompt[] {
  if (!isData(value) || depth > DEEPEST) return [];
  const kwargs = get(value, 'kwargs');
  const isMade = isData(kwargs) && get(value, 'lc') !== undefined;
  const fields = isMade ? kwargs : value;
  const name = path.filter((step) => step !== 'kwargs').join('.');
  if (isPrompt(fields, isMade || isText(get(value, '_type'))))
    return [{ path: isMade ? [...path, 'kwargs'] : path, name }];
  return Object.entries(value)
    .flatMap(([key, inner]) => promptsIn(inner, [...path, key], depth + 1))
    .slice(0, MOST_PROMPTS);
}

/** A list of messages may be one of another tool. */
const hasText = (value: Value, path: Path): boolean =>
  !Array.isArray(at(value, [...path, 'messages'])) || messagesIn(value, path).length > 0;

function isPrompt(fields: Value, isSure: boolean): boolean {
  const isListed = Array.isArray(get(fields, 'input_variables')) || get(fields, 'template_format') !== undefined;
  if (isText(get(fields, 'template')) || isText(get(fields, 'template_path'))) return isSure || isListed;
  return (isSure && Array.isArray(get(fields, 'messages'))) || isFewShot(fields);
}

/** Examples between two texts, each written as a prompt of its own says. */
const isFewShot = (fields: Value | undefined): boolean =>
  isText(get(fields, 'suffix')) && get(fields, 'example_prompt') !== undefined && get(fields, 'examples') !== undefined;

class Reader {
  readonly #file: SourceFile;
  readonly #value: Value;
  readonly #place: ReturnType<typeof parseData>['place'];
  readonly #beside: Beside;

  constructor(file: SourceFile, value: Value, place: ReturnType<typeof parseData>['place'], beside: Beside) {
    this.#file = file;
    this.#value = value;
    this.#place = place;
    this.#beside = beside;
  }

  system({ path }: Prompt, id: string): ReadSystem {
    const slots = new SlotList(id);
    const fields = at(this.#value, path);
    const messages = messagesIn(this.#value, path);
    const dialect = dialectOf(
      get(fields, 'template_format') ?? messages.find((one) => one.format !== undefined)?.format,
    );
    const form = messages.length > 0 ? this.#chat(messages, dialect, slots) : this.#text(path, slots);
    this.#addVariables(slots, path, new Set(messages.flatMap(({ unwritten }) => unwritten)));
    const system: System = {
      ...form,
      dialect,
      ...(dialect === 'mustache' ? { options: { escapeHtml: false } } : {}),
      ...slots.entry,
    };
    const written = messages.flatMap(({ paths, isFixed }) => (isFixed ? [] : paths));
    const texts = (messages.length > 0 ? written : [[...path, 'template']]).flatMap(
      (one) => this.#place(one)?.value ?? [],
    );
    return { id, system, places: slots.places, texts };
  }

  /** One text, in this file or beside it, or one with examples in its middle. */
  #text(path: Path, slots: SlotList): Pick<System, 'template' | 'parts' | 'join'> {
    const fields = at(this.#value, path);
    const beside = get(fields, 'template_path');
    if (isText(beside)) return { template: beside };
    if (!isFewShot(fields)) return { template: this.#key([...path, 'template']) };
    const [separator, given] = [get(fields, 'example_separator'), get(fields, 'examples')];
    // They may stand in a file of their own.
    const found = isText(given) ? fileOf(this.#beside(given)) : undefined;
    const examples = isText(given) ? found && parseData(found).value : given;
    const example = get(fields, 'example_prompt');
    const item = get(example, 'template') ?? at(example, ['kwargs', 'template']);
    const join = isText(separator) ? separator : '\n\n';
    slots.add(
      'examples',
      {
        type: 'list',
        join,
        ...(isText(item) ? { item } : {}),
        ...(Array.isArray(examples) ? { default: examples as NonNullable<Slot['default']> } : {}),
      },
      this.#place([...path, 'examples']),
    );
    const prefix = get(fields, 'prefix');
    return {
      parts: [
        ...(isText(prefix) && prefix !== '' ? [{ file: this.#key([...path, 'prefix']) }] : []),
        { slot: 'examples' },
        { file: this.#key([...path, 'suffix']) },
      ],
      join,
    };
  }

  /** The conversation stands where the first placeholder does: a second one is for what an agent does meanwhile. */
  #chat(
    messages: readonly Written[],
    dialect: ReturnType<typeof dialectOf>,
    slots: SlotList,
  ): Pick<System, 'parts' | 'join'> {
    const first = messages.find(({ placeholder }) => placeholder);
    const parts: Part[] = [];
    for (const message of messages) {
      const { role, paths, placeholder, isFixed } = message;
      if (placeholder && message === first) parts.push({ messages: true });
      for (const [i, path] of paths.entries()) {
        const begins = i === 0 ? { message: role } : {};
        const text = at(this.#value, path);
        if (isFixed && isText(text)) {
          slots.put(['parts', parts.length, 'text'], this.#place(path));
          parts.push({ text: ENGINES[dialect].escape(text), ...begins });
        } else parts.push({ file: this.#key(path), ...begins });
      }
    }
    return { parts };
  }

  #addVariables(slots: SlotList, path: Path, unwritten: ReadonlySet<string>): void {
    const fields = at(this.#value, path);
    // Their names stand in quotes, which are no part of them.
    const placeOf = (key: Span | undefined): { readonly key: Span } | undefined =>
      key && { key: unquoted(this.#file.text, key) };
    const filled = get(fields, 'partial_variables');
    for (const [name, value] of isData(filled) ? Object.entries(filled) : []) {
      const key = this.#place([...path, 'partial_variables', name])?.key;
      slots.add(name, isText(value) ? { default: value } : {}, placeOf(key));
    }
    for (const [index, name] of listOf(get(fields, 'input_variables')).entries()) {
      const key = this.#place([...path, 'input_variables', index])?.value;
      if (isText(name) && !unwritten.has(name)) slots.add(name, {}, placeOf(key));
    }
  }

  #key(path: Path): string {
    return `${nameOf(this.#file.uri)}#${keyOfPath(path)}`;
  }
}

/** A prompt as a system, with the strings in which its tags stand. */
interface ReadSystem {
  readonly id: string;
  readonly system: System;
  readonly places: SlotList['places'];
  readonly texts: readonly Span[];
}

/** A plain tag of two braces, in a string of JSON or YAML. */
const ESCAPED = /(?<!\{)\{\{\s{0,9}([\p{L}_][\p{L}\p{N}_.]{0,200})\s{0,9}\}\}(?!\})/gu;

/** LangChain is two programs, and only one of them writes HTML entities: a third brace means the same to both. */
function escapedTags(text: string, strings: readonly Span[]): readonly ManifestFault[] {
  const tags = strings.flatMap(({ start, end }) =>
    [...text.slice(start, end).matchAll(ESCAPED)].map(({ index, 0: tag, 1: name = '' }) => ({
      span: { start: start + index, end: start + index + tag.length },
      tag,
      text: `{{{${name}}}}`,
    })),
  );
  const [first] = tags;
  if (!first) return [];
  const more = tags.length > 1 ? ` and ${tags.length - 1} more of this prompt` : '';
  const title = tags.length > 1 ? `Write all ${tags.length} with three braces` : `Write ${first.text}`;
  return [
    {
      code: 'text.entity',
      level: 'info',
      span: first.span,
      message: `LangChain for Python writes HTML entities for ${first.tag}${more}, and LangChain for JavaScript does not, as it is shown here. Write ${first.text}, which is the same in both.`,
      fixes: [{ title, edits: tags }],
    },
  ];
}

interface Written {
  readonly role: NonNullable<Part['message']>;
  /** The strings that it is made of. */
  readonly paths: readonly Path[];
  readonly placeholder: boolean;
  /** A message and no template: nothing in it is filled. */
  readonly isFixed: boolean;
  readonly format: Value | undefined;
  /** Variables that stand in no text: those of placeholders and of pictures. */
  readonly unwritten: readonly string[];
}

const ROLES: readonly (readonly [RegExp, Written['role']])[] = [
  [/^(?:System|system$)/, 'system'],
  [/^(?:AI|ai$|assistant$)/, 'assistant'],
  [/^(?:Human|human$|user$)/, 'user'],
];

const roleOf = (name: string): Written['role'] => ROLES.find(([pattern]) => pattern.test(name))?.[1] ?? 'user';

/** The messages of a chat prompt, each with the strings that it is made of. */
function messagesIn(value: Value, root: Path): readonly Written[] {
  return listOf(at(value, [...root, 'messages'])).flatMap((message, index): readonly Written[] => {
    const path = [...root, 'messages', index];
    const name = listOf(get(message, 'id')).at(-1) ?? get(message, '_type') ?? get(message, 'role');
    if (!isText(name)) return [];
    const said = at(message, ['kwargs', 'role']);
    const role = roleOf(isText(said) ? said : name);
    if (name === 'MessagesPlaceholder') {
      const variable = at(message, ['kwargs', 'variable_name']) ?? get(message, 'variable_name');
      const unwritten = isText(variable) ? [variable] : [];
      return [{ role, paths: [], placeholder: true, isFixed: false, format: undefined, unwritten }];
    }
    const several = listOf(at(message, ['kwargs', 'prompt']));
    const places: readonly Path[] = [
      ['kwargs', 'prompt', 'kwargs', 'template'],
      ['prompt', 'template'],
      ['kwargs', 'content'],
      ['content'],
      ...several.map((_, i): Path => ['kwargs', 'prompt', i, 'kwargs', 'template']),
    ];
    const found = places.filter((steps) => isText(at(message, steps)));
    const [first] = found;
    if (!first) return [];
    const format = at(message, [...first.slice(0, -1), 'template_format']);
    const paths = found.map((steps) => [...path, ...steps]);
    const isFixed = first.join() === 'kwargs,content' && /(?<!Prompt)Message(?:Chunk)?$/.test(name);
    const pictures = several.filter((one) => isData(at(one, ['kwargs', 'template'])));
    return [{ role, paths, placeholder: false, isFixed, format, unwritten: pictures.flatMap(variablesOf) }];
  });
}

const variablesOf = (prompt: Value): readonly string[] =>
  listOf(at(prompt, ['kwargs', 'input_variables'])).filter(isText);

const ENGINES = { mustache, jinja, 'py-format': pyFormat } as const;

function dialectOf(format: Value | undefined): 'mustache' | 'jinja' | 'py-format' {
  if (format === 'mustache') return 'mustache';
  return format === 'jinja2' ? 'jinja' : 'py-format';
}

function unquoted(text: string, { start, end }: Span): Span {
  return text[start] === '"' || text[start] === "'" ? { start: start + 1, end: end - 1 } : { start, end };
}
