import { detect } from '../../syntax/detect';
import type { DialectId } from '../../syntax/dialects/dialect';
import { dialects } from '../../syntax/dialects/index.generated';
import { keyOfPath } from '../../syntax/embedded';
import type { Value } from '../../syntax/piece';
import { parseData } from '../../syntax/yaml';
import { nameOf } from '../../text/address';
import type { SourceFile } from '../../text/source';
import { DIALECT } from '../dialects.generated';
import type { Part, System } from '../schema';
import { get, isData, isText, listOf, type Provided, type Provider } from './provider';

type Path = readonly (string | number)[];

/** A YAML file that holds prompts in block scalars: `system_prompt: |`, or a list of messages with roles. */
export const provider: Provider = {
  title: 'Prompts in YAML',
  files: ['*.yaml', '*.yml'],
  // Nearly all YAML files hold no prompt: only a block under a key that says so, and a message with its role, is looked into.
  holds:
    /^[\t ]*(?:- )?["']?(?=[\w.-]*(?:prompt|template|instruction|system|message|task|content|report|description|backstory))[\w.-]+["']?[\t ]?:[\t ]?[|>]|^[\t ]*(?:- )?role[\t ]?:[\t ]?["']?(?:system|developer|user|assistant)\b/im,
  isLast: true,
  reads:
    'block scalars under keys such as `system_prompt`, `template`, `task`: each string is a system of its own; a list of `role` and `content` is one system, with the `model` and the `testData` of a prompt file of GitHub',
  read: readPrompts,
};

/** The prompts in a YAML file, whose keys name them, or whose own name says that it holds prompts. */
export function readPrompts(file: SourceFile): Provided | undefined {
  const { value, place } = parseData(file);
  if (isOther(value, file.text)) return undefined;
  const found = new Finder(file, (path) => isBlock(file.text, place(path)?.value?.start));
  found.look(value, [], 0);
  const { texts } = found;
  // Where they do not agree, the first of them that says one.
  const detected = (detect(texts.join('\n\n')) ?? texts.map((text) => detect(text)).find(Boolean))?.dialect;
  const dialect = DIALECT.find((one) => one === detected);
  // Without a slot or a role a text in YAML is anything but surely a prompt.
  if (dialect === undefined && found.chats.length === 0) return undefined;
  const systems: Record<string, System> = {};
  for (const { path } of inOrder(file, place, found.prompts, found.others(dialect)))
    systems[path.join('.')] = { template: keyIn(file, path), dialect: dialect ?? NO_SLOTS };
  for (const { path, parts } of found.chats)
    systems[path.join('.') || nameOf(file.uri)] = {
      parts: [...parts],
      dialect: dialect ?? NO_SLOTS,
      ...(path.join() === 'messages' ? besideMessages(value) : {}),
    };
  return { systems, places: new Map() };
}

/** What GitHub's prompt files say beside their messages: the model, and inputs with which the prompt is tried. */
function besideMessages(value: Value): Pick<System, 'model' | 'scenarios'> {
  const model = get(value, 'model');
  const tests = listOf(get(value, 'testData'))
    .slice(0, MOST_TESTS)
    .flatMap((item, index) => {
      if (!isData(item)) return [];
      const { expected: _, ...values } = item;
      return [[`test ${index + 1}`, { values }] as const];
    });
  return {
    // The maker stands before the name: `openai/gpt-4o`.
    ...(isText(model) ? { model: model.slice(model.lastIndexOf('/') + 1) } : {}),
    ...(tests.length > 0 ? { scenarios: Object.fromEntries(tests) as NonNullable<System['scenarios']> } : {}),
  };
}

/** Tests of one prompt that can be chosen as scenarios. */
const MOST_TESTS = 50;

/** Those that their keys name, and those that only their slots do, as they stand in the file. */
function inOrder(
  file: SourceFile,
  place: ReturnType<typeof parseData>['place'],
  ...lists: readonly (readonly Prompt[])[]
): readonly Prompt[] {
  const start = ({ path }: Prompt): number => place(path)?.value?.start ?? file.text.length;
  return lists.flat().sort((a, b) => start(a) - start(b));
}

/** Keys of the outermost map that say what a file is, and that it is about anything but prompts. */
const OTHERS: readonly (readonly string[])[] = [
  ['apiVersion', 'kind'],
  ['openapi'],
  ['swagger'],
  ['asyncapi'],
  ['jobs', 'on'],
  ['runs', 'name'],
];

/** What alerts of Prometheus print. */
const ALERT = /\{\{-?[^{}\n]{0,80}\$(?:labels\b|value\b|externalLabels\b)/;

/** Files whose messages, tasks and templates are none for a model: of Kubernetes, of an API, of a pipeline, a playbook, alerts. */
const isOther = (value: Value, text: string): boolean =>
  OTHERS.some((keys) => keys.every((key) => get(value, key) !== undefined)) ||
  listOf(value).some((item) => get(item, 'hosts') !== undefined) ||
  listOf(get(value, 'groups')).some((item) => get(item, 'rules') !== undefined) ||
  ALERT.test(text);

const isBlock = (text: string, start: number | undefined): boolean =>
  start !== undefined && (text[start] === '|' || text[start] === '>');

/** What a text without slots is read in: any dialect will do. */
const NO_SLOTS = 'double-brace';

const WORDS = /prompt|template|instruction|system|message|task|expected_output|backstory|persona/i;
/** Prompts deeper in a file than this are no prompts. */
const DEEPEST = 8;
const MOST_PROMPTS = 200;

const ROLES: Readonly<Record<string, NonNullable<Part['message']>>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
};

const keyIn = (file: SourceFile, path: Path): string => `${nameOf(file.uri)}#${keyOfPath(path)}`;

/** The map that a text stands in, by its keys. */
const mapOf = (path: Path): string => JSON.stringify(path.slice(0, -1));

interface Prompt {
  readonly path: Path;
  readonly text: string;
}

/** Looks for strings of several lines under keys that name a prompt, and for lists of messages. */
class Finder {
  readonly prompts: Prompt[] = [];
  /** Strings of several lines under other keys. */
  readonly #unnamed: Prompt[] = [];
  readonly chats: { readonly path: Path; readonly parts: readonly Part[]; readonly texts: readonly string[] }[] = [];
  readonly #file: SourceFile;
  readonly #isBlock: (path: Path) => boolean;
  readonly #isCalledSo: boolean;

  constructor(file: SourceFile, block: (path: Path) => boolean) {
    this.#file = file;
    this.#isBlock = block;
    this.#isCalledSo = /prompt/i.test(nameOf(file.uri));
  }

  /** What the engine is told from: what is surely a prompt, else what the name of the file says is one. */
  get texts(): readonly string[] {
    const sure = [...this.prompts.map(({ text }) => text), ...this.chats.flatMap(({ texts }) => texts)];
    return sure.length > 0 || !this.#isCalledSo ? sure : this.#unnamed.map(({ text }) => text);
  }

  /** `isNamed`: what stands round it says that its texts are prompts. */
  look(value: Value, path: Path, depth: number, isNamed = false): void {
    if (depth > DEEPEST || this.prompts.length >= MOST_PROMPTS) return;
    if (isText(value)) {
      const named = isNamed || path.some((step) => typeof step === 'string' && WORDS.test(step));
      if (!value.trimEnd().includes('\n') && !this.#isBlock(path)) return;
      if (named) this.prompts.push({ path, text: value });
      else if (this.#unnamed.length < MOST_PROMPTS) this.#unnamed.push({ path, text: value });
      return;
    }
    if (this.#chat(value, path)) return;
    const names = crewNames(value);
    if (Array.isArray(value)) for (const [index, item] of value.entries()) this.look(item, [...path, index], depth + 1);
    else if (isData(value))
      for (const [key, item] of Object.entries(value)) this.look(item, [...path, key], depth + 1, names.includes(key));
  }

  /**
   * Beside a prompt, and in a file that is called after prompts, a text with slots of the same engine is one too, whatever
   * its key: `planning.initial_plan`.
   */
  others(dialect: DialectId | undefined): readonly Prompt[] {
    const engine = dialects.find(({ id }) => id === dialect);
    if (!engine || (!this.#isCalledSo && this.prompts.length + this.chats.length === 0)) return [];
    const around = new Set(this.prompts.map(({ path }) => mapOf(path)));
    const room = MOST_PROMPTS - this.prompts.length;
    return this.#unnamed
      .filter(({ path, text }) => (this.#isCalledSo || around.has(mapOf(path))) && engine.scan(text).slots.length > 0)
      .slice(0, room);
  }

  /** A list whose items all have a role and a text. */
  #chat(value: Value, path: Path): boolean {
    const turns = listOf(value).map((item) => ({ role: roleOf(item), text: get(item, 'content') }));
    if (turns.length === 0 || turns.some(({ role, text }) => role === undefined || !isText(text))) return false;
    this.chats.push({
      path,
      parts: turns.map(
        ({ role = 'user' }, index): Part => ({ file: keyIn(this.#file, [...path, index, 'content']), message: role }),
      ),
      texts: turns.map(({ text }) => text as string),
    });
    return true;
  }
}

/** What a crew of CrewAI says of an agent and of a task, all of it with slots. */
function crewNames(value: Value): readonly string[] {
  const sets = [
    ['role', 'goal', 'backstory'],
    ['description', 'expected_output'],
  ];
  return sets.find((names) => names.every((name) => isText(get(value, name)))) ?? [];
}

function roleOf(item: Value): NonNullable<Part['message']> | undefined {
  const role = get(item, 'role');
  return isText(role) && Object.hasOwn(ROLES, role.toLowerCase()) ? ROLES[role.toLowerCase()] : undefined;
}
