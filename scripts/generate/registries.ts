// The lists of what is added by one file: dialects, rules, encodings, commands.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Registry {
  readonly folder: string;
  /** What each file of the folder exports. */
  readonly item: string;
  /** What the list is called. */
  readonly list: string;
}

const registries: readonly Registry[] = [
  { folder: 'server/src/syntax/dialects', item: 'dialect', list: 'dialects' },
  { folder: 'server/src/model/providers', item: 'provider', list: 'providers' },
  { folder: 'server/src/rules', item: 'rule', list: 'rules' },
  { folder: 'server/src/tokens/encodings', item: 'encoding', list: 'encodings' },
  { folder: 'server/src/features/actions', item: 'action', list: 'actions' },
  { folder: 'server/src/cli/commands', item: 'command', list: 'commands' },
  { folder: 'client/src/commands', item: 'command', list: 'allCommands' },
];

/** One `index.generated.ts` for each folder that has something to list; files that go directly into the folder count. */
export async function generate(): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const registry of registries) {
    const members = existsSync(registry.folder) ? membersOf(registry) : [];
    if (members.length > 0) files.set(`${registry.folder}/index.generated.ts`, print(registry, members));
  }
  return files;
}

interface Member {
  /** File name without its extension. */
  readonly file: string;
  readonly source: string;
}

function membersOf({ folder, item }: Registry): Member[] {
  const exported = new RegExp(`^export const ${item}\\b`, 'm');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts') && !name.endsWith('.test.ts'))
    .sort()
    .map((name) => ({ file: name.slice(0, -'.ts'.length), source: readFileSync(join(folder, name), 'utf8') }))
    .filter(({ source }) => exported.test(source));
}

function print({ item, list }: Registry, members: readonly Member[]): string {
  const type = commonType(item, members);
  const names = members.map(({ file }) => identifier(file));
  const imports = members.map(({ file }, index) => ({
    from: `./${file}`,
    line: `import { ${item} as ${names[index]} } from './${file}';`,
  }));
  if (type) imports.push({ from: type.from, line: `import type { ${type.name} } from '${type.from}';` });
  imports.sort((a, b) => (a.from < b.from ? -1 : 1));
  return [
    '// Written by `npm run generate` from the files of this folder. Do not edit.',
    ...imports.map(({ line }) => line),
    '',
    `export const ${list}${type ? `: readonly ${type.name}[]` : ''} = [`,
    ...names.map((name) => `  ${name},`),
    '];',
    '',
  ].join('\n');
}

/** `export const rule: Rule` with `import type { Rule } from './rule'`, when every file says the same. */
function commonType(item: string, members: readonly Member[]): { name: string; from: string } | undefined {
  const found = new Map<string, { name: string; from: string }>();
  for (const { source } of members) {
    const name = new RegExp(`^export const ${item}: ([A-Za-z]\\w*)`, 'm').exec(source)?.[1];
    if (name === undefined) return undefined;
    const from = new RegExp(`^import [^;]*\\b${name}\\b[^;]* from '([^']+)'`, 'm').exec(source)?.[1];
    if (from === undefined) return undefined;
    found.set(`${name} ${from}`, { name, from });
  }
  return found.size === 1 ? [...found.values()][0] : undefined;
}

/** `single-brace` → `singleBrace`, `slot.unknown` → `slotUnknown`. */
const identifier = (file: string): string => file.replace(/[-.](\w)/g, (_, letter: string) => letter.toUpperCase());
