import { detect } from '../../syntax/detect';
import type { Value } from '../../syntax/piece';
import { parseData } from '../../syntax/yaml';
import { nameOf } from '../../text/address';
import type { SourceFile } from '../../text/source';
import { DIALECT, type Part, type System } from '../schema';
import { get, isData, isText, listOf, type Provider } from './provider';

type Path = readonly (string | number)[];

/** A YAML file that holds prompts in block scalars: `system_prompt: |`, or a list of messages with roles. */
export const provider: Provider = {
  title: 'Prompts in YAML',
  files: ['*.yaml', '*.yml'],
  // Nearly all YAML files hold no prompt: only a block under a key that says so is looked into.
  holds:
    /^[\t ]*(?:- )?["']?(?=[\w.-]*(?:prompt|template|instruction|system|message|task|content|report|description|backstory))[\w.-]+["']?[\t ]?:[\t ]?[|>]/im,
  isLast: true,
  reads:
    'block scalars under keys such as `system_prompt`, `template`, `task`: each string is a system of its own; a list of `role` and `content` is one system',
  read(file) {
    const { value, place } = parseData(file);
    const found = new Finder(file, (path) => isBlock(file.text, place(path)?.value?.start));
    found.look(value, [], 0);
    const texts = [...found.prompts.map(({ text }) => text), ...found.chats.flatMap(({ texts: all }) => all)];
    const detected = detect(texts.join('\n\n'))?.dialect;
    const dialect = DIALECT.find((one) => one === detected);
    // Without a slot or a role a text in YAML is anything but surely a prompt.
    if (dialect === undefined && found.chats.length === 0) return undefined;
    const systems: Record<string, System> = {};
    for (const { path } of found.prompts)
      systems[path.join('.')] = { template: keyIn(file, path), dialect: dialect ?? NO_SLOTS };
    for (const { path, parts } of found.chats)
      systems[path.join('.') || nameOf(file.uri)] = { parts: [...parts], dialect: dialect ?? NO_SLOTS };
    return { systems, places: new Map() };
  },
};

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

const keyIn = (file: SourceFile, path: Path): string =>
  `${nameOf(file.uri)}#${path.length === 1 ? path[0] : `/${path.join('/')}`}`;

/** Looks for strings of several lines under keys that name a prompt, and for lists of messages. */
class Finder {
  readonly prompts: { readonly path: Path; readonly text: string }[] = [];
  readonly chats: { readonly path: Path; readonly parts: readonly Part[]; readonly texts: readonly string[] }[] = [];
  readonly #file: SourceFile;
  readonly #isBlock: (path: Path) => boolean;

  constructor(file: SourceFile, block: (path: Path) => boolean) {
    this.#file = file;
    this.#isBlock = block;
  }

  look(value: Value, path: Path, depth: number): void {
    if (depth > DEEPEST || this.prompts.length >= MOST_PROMPTS) return;
    if (isText(value)) {
      const named = path.some((step) => typeof step === 'string' && WORDS.test(step));
      if (named && (value.trimEnd().includes('\n') || this.#isBlock(path))) this.prompts.push({ path, text: value });
      return;
    }
    if (this.#chat(value, path)) return;
    if (Array.isArray(value)) for (const [index, item] of value.entries()) this.look(item, [...path, index], depth + 1);
    else if (isData(value)) for (const [key, item] of Object.entries(value)) this.look(item, [...path, key], depth + 1);
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

function roleOf(item: Value): NonNullable<Part['message']> | undefined {
  const role = get(item, 'role');
  return isText(role) && Object.hasOwn(ROLES, role.toLowerCase()) ? ROLES[role.toLowerCase()] : undefined;
}
