// What package.json and its words say of things that are one file each: commands of the palette, dialects, and files of
// other tools. All the rest of both files stays as it is.
import { readFileSync } from 'node:fs';
import type { CommandFeature } from '../../client/src/commands/command';
import { providers } from '../../server/src/model/providers/index.generated';
import type { Provider } from '../../server/src/model/providers/provider';
import type { Dialect } from '../../server/src/syntax/dialects/dialect';
import { dialects } from '../../server/src/syntax/dialects/index.generated';
import { PROMPT_FOLDERS, PROMPT_NAMES } from '../../server/src/workspace/names';
import { paletteCommands } from './palette';

type Json = { [key: string]: unknown };

const LANGUAGE = 'prompt-template';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  const commands = await paletteCommands();
  const manifest = parsed('package.json');
  const words = parsed('package.nls.json');
  const contributes = manifest.contributes as Json;
  // Assigned one by one: a key that is there keeps its place.
  manifest.activationEvents = activationEvents(manifest.activationEvents as string[], providers);
  contributes.languages = [...own(contributes.languages, 'id'), ...dialects.map(languageOf)];
  contributes.grammars = [...own(contributes.grammars, 'language'), ...dialects.map(grammarOf)];
  contributes.snippets = snippetsOf(contributes.snippets);
  contributes.commands = commands.map(commandOf);
  contributes.menus = menusOf(commands);
  contributes.keybindings = commands.flatMap(keybindingOf);
  contributes.configurationDefaults = withLanguages(contributes.configurationDefaults as Json);
  return new Map([
    ['package.json', printed(manifest)],
    ['package.nls.json', printed(withTitles(words, commands))],
  ]);
}

const parsed = (path: string): Json => JSON.parse(readFileSync(path, 'utf8')) as Json;
const printed = (content: Json): string => `${JSON.stringify(content, null, 2)}\n`;

// --- Dialects ----------------------------------------------------------------------------------------------------

/** The entries of the list that are no dialect's. */
const own = (list: unknown, key: string): readonly Json[] =>
  (list as Json[]).filter((one) => !String(one[key]).startsWith(`${LANGUAGE}-`));

const icon = (name: string): Json => ({
  light: `./client/media/${name}-light.svg`,
  dark: `./client/media/${name}-dark.svg`,
});

function languageOf({ id, title, files = [], grammar, print, values, complete }: Dialect): Json {
  // Slots alone say more than what they are called.
  const name = values === 'text' && !complete ? print('name') : title;
  const configuration = grammar.comment ? `${id}.generated.language-configuration` : 'language-configuration';
  return {
    id: `${LANGUAGE}-${id}`,
    aliases: [`Prompt Template (${name})`],
    ...(files.length > 0 ? { filenamePatterns: files.flatMap(patternsOf) } : {}),
    configuration: `./syntaxes/${configuration}.json`,
    icon: icon('preview'),
  };
}

/** Which files of an engine are templates of ours: those with such a name, and every `*.j2` in a folder of prompts. */
const patternsOf = (name: string): readonly string[] =>
  name.startsWith('*.')
    ? [
        ...PROMPT_NAMES.map((one) => name.replace('*', one)),
        ...PROMPT_FOLDERS.map((folder) => `**/${folder}/**/${name}`),
      ]
    : [name];

const grammarOf = ({ id }: Dialect): Json => ({
  language: `${LANGUAGE}-${id}`,
  scopeName: `text.${LANGUAGE}.${id}`,
  path: `./syntaxes/${id}.generated.tmLanguage.json`,
  embeddedLanguages: { 'meta.embedded.block.frontmatter': 'yaml' },
});

/** The snippets of templates are those of every language of theirs. */
const snippetsOf = (list: unknown): readonly Json[] =>
  own(list, 'language').flatMap((one) => [
    one,
    ...(one.language === LANGUAGE ? dialects.map(({ id }) => ({ ...one, language: `${LANGUAGE}-${id}` })) : []),
  ]);

/** What is set for templates is set for each of their languages. */
function withLanguages(defaults: Json): Json {
  const all = [LANGUAGE, ...dialects.map(({ id }) => `${LANGUAGE}-${id}`)].map((id) => `[${id}]`).join('');
  const entries = Object.entries(defaults);
  return Object.fromEntries(entries.map(([key, value]) => [key.startsWith(`[${LANGUAGE}]`) ? all : key, value]));
}

// --- Files of other tools ----------------------------------------------------------------------------------------

/** Files that are known by their names begin our work where they lie; those of our own language do by their language. */
function activationEvents(events: readonly string[], all: readonly Provider[]): readonly string[] {
  const byName = all.filter(({ holds }) => !holds).flatMap(({ files }) => files.filter((name) => name !== '*.prompt'));
  const found = byName.map((name) => `workspaceContains:**/${name}`);
  const others = events.filter((event) => !event.startsWith('workspaceContains:'));
  return ['workspaceContains:**/strata.yaml', ...found, ...others];
}

// --- Commands ----------------------------------------------------------------------------------------------------

/** `%commands.openPreview%` */
const word = ({ id }: CommandFeature): string => `commands.${id.slice('strata.'.length)}`;

const commandOf = (command: CommandFeature): Json => ({
  command: command.id,
  category: 'Strata',
  title: `%${word(command)}%`,
  icon: command.icon.startsWith('$(') ? command.icon : icon(command.icon),
  ...(command.enablement === undefined ? {} : { enablement: command.enablement }),
});

function menusOf(commands: readonly CommandFeature[]): Json {
  const entries = commands.flatMap(({ id, menus = [] }) => menus.map((entry) => ({ id, ...entry })));
  const names = [...new Set(entries.map(({ menu }) => menu))].sort();
  return Object.fromEntries(
    names.map((name) => [
      name,
      entries.filter(({ menu }) => menu === name).map(({ id, menu: _, ...shown }) => ({ command: id, ...shown })),
    ]),
  );
}

const keybindingOf = ({ id, key }: CommandFeature): readonly Json[] =>
  key ? [{ command: id, key: key.key.toLowerCase(), mac: key.mac.toLowerCase(), when: key.when }] : [];

/** The titles, where the first of them stands. */
function withTitles(words: Json, commands: readonly CommandFeature[]): Json {
  const entries = Object.entries(words);
  const isTitle = ([key]: readonly [string, unknown]): boolean => key.startsWith('commands.');
  const first = entries.findIndex(isTitle);
  const titles = commands.map((command) => [word(command), command.title] as const);
  const before = entries.slice(0, first);
  return Object.fromEntries([...before, ...titles, ...entries.slice(first).filter((entry) => !isTitle(entry))]);
}
