import type { Value } from '../../syntax/piece';
import { parseData } from '../../syntax/yaml';
import { nameOf } from '../../text/address';
import type { Span } from '../../text/span';
import type { Part, System } from '../schema';
import { at, get, isData, isText, listOf, type Provider, SlotList } from './provider';

type Path = readonly (string | number)[];

/** LangChain and its hub: a prompt written down as JSON or YAML, in the old form and in the one with constructors. */
export const provider: Provider = {
  title: 'LangChain',
  names: /\.(?:json|ya?ml)$/i,
  read(file) {
    if (!/"?(?:template_format|input_variables|lc)"?\s?:/.test(file.text)) return undefined;
    const { value, place } = parseData(file);
    const root = promptAt(value, []);
    if (!root) return undefined;
    const messages = messagesOf(value, root.path);
    const isOwn = get(value, 'lc') !== undefined || get(value, '_type') !== undefined || /\.json$/i.test(file.uri);
    const single = isText(at(value, [...root.path, 'template'])) ? [...root.path, 'template'] : undefined;
    if (!isOwn || (messages.length === 0 && !single)) return undefined;
    const host = nameOf(file.uri);
    const id = host.replace(/\.(?:json|ya?ml)$/i, '');
    const slots = new SlotList(id);
    for (const [index, name] of listOf(get(root.kwargs, 'input_variables')).entries()) {
      const key = place([...root.path, 'input_variables', index])?.value;
      // Their names stand in quotes, which are no part of them.
      if (isText(name)) slots.add(name, {}, key && { key: unquoted(file.text, key) });
    }
    const key = (path: Path): string => `${host}#${path.length === 1 ? path[0] : `/${path.join('/')}`}`;
    const dialect = dialectOf(
      get(root.kwargs, 'template_format') ?? messages.find((one) => one.format !== undefined)?.format,
    );
    const parts = messages.map(
      ({ role, path, placeholder }): Part => (placeholder ? { messages: true } : { file: key(path), message: role }),
    );
    const system: System = {
      ...(single ? { template: key(single) } : { parts }),
      dialect,
      ...(dialect === 'mustache' ? { options: { escapeHtml: false } } : {}),
      ...slots.entry,
    };
    return { systems: { [id]: system }, places: slots.places };
  },
};

interface Prompt {
  readonly path: Path;
  readonly kwargs: Value | undefined;
}

/** Where the fields of a prompt stand: at the top, or below `kwargs`. */
function promptAt(value: Value | undefined, path: Path): Prompt | undefined {
  const kwargs = get(value, 'kwargs');
  if (isData(kwargs) && get(value, 'lc') !== undefined) return { path: [...path, 'kwargs'], kwargs };
  return isData(value) && (isText(get(value, 'template')) || Array.isArray(get(value, 'messages')))
    ? { path, kwargs: value }
    : undefined;
}

interface Written {
  readonly role: NonNullable<Part['message']>;
  readonly path: Path;
  readonly placeholder: boolean;
  readonly format: Value | undefined;
}

const ROLES: readonly (readonly [RegExp, Written['role']])[] = [
  [/^System/, 'system'],
  [/^AI/, 'assistant'],
  [/^Human/, 'user'],
];

/** The messages of a chat prompt, each with the string that it is made of. */
function messagesOf(value: Value, root: Path): readonly Written[] {
  return listOf(at(value, [...root, 'messages'])).flatMap((message, index): readonly Written[] => {
    const path = [...root, 'messages', index];
    const name = listOf(get(message, 'id')).at(-1) ?? get(message, '_type');
    if (!isText(name)) return [];
    const role = ROLES.find(([pattern]) => pattern.test(name))?.[1] ?? 'user';
    if (name === 'MessagesPlaceholder') return [{ role, path, placeholder: true, format: undefined }];
    for (const steps of [
      ['kwargs', 'prompt', 'kwargs', 'template'],
      ['prompt', 'template'],
      ['kwargs', 'content'],
      ['content'],
    ]) {
      if (!isText(at(message, steps))) continue;
      const format = at(message, [...steps.slice(0, -1), 'template_format']);
      return [{ role, path: [...path, ...steps], placeholder: false, format }];
    }
    return [];
  });
}

function dialectOf(format: Value | undefined): System['dialect'] {
  if (format === 'mustache') return 'mustache';
  return format === 'jinja2' ? 'jinja' : 'py-format';
}

function unquoted(text: string, { start, end }: Span): Span {
  return text[start] === '"' || text[start] === "'" ? { start: start + 1, end: end - 1 } : { start, end };
}
