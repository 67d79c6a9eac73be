// The tables inside pages that people write: README.md and docs/providers.md. A table stands between two marks; what is
// round them stays as it is.
import { readFileSync } from 'node:fs';
import { providers } from '../../server/src/model/providers/index.generated';
import type { Provider } from '../../server/src/model/providers/provider';
import { code, table } from '../docs/markdown';
import { paletteCommands } from './palette';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  const readme = withTable(read('README.md'), 'commands', await commandTable());
  return new Map([
    ['README.md', withTable(readme, 'settings', settingTable())],
    ['docs/providers.md', withTable(read('docs/providers.md'), 'formats', formatTable())],
  ]);
}

const read = (path: string): string => readFileSync(path, 'utf8').replaceAll('\r\n', '\n');

/** The page with what stands between the marks of this name written anew. */
function withTable(page: string, name: string, content: string): string {
  const begin = `<!-- ${name}: written by \`npm run generate\` -->\n`;
  const end = `\n<!-- end of ${name} -->`;
  const start = page.indexOf(begin) + begin.length;
  const stop = page.indexOf(end, start);
  if (start < begin.length || stop < 0) throw new Error(`A page lacks the marks ${begin.trim()} and ${end.trim()}.`);
  return page.slice(0, start) + content + page.slice(stop);
}

async function commandTable(): Promise<string> {
  const commands = await paletteCommands();
  return table(
    ['command', 'key'],
    commands.map(({ title, key }) => [title, key ? code(key.key) : '']),
  );
}

interface Setting {
  readonly default: unknown;
  readonly markdownDescription: string;
}

function settingTable(): string {
  const settings: Readonly<Record<string, Setting>> = JSON.parse(read('package.json')).contributes.configuration
    .properties;
  const words: Readonly<Record<string, string>> = JSON.parse(read('package.nls.json'));
  return table(
    ['setting', 'default', 'what it does'],
    Object.entries(settings).map(([name, setting]) => [
      code(name),
      code(JSON.stringify(setting.default)),
      words[setting.markdownDescription.replaceAll('%', '')] ?? setting.markdownDescription,
    ]),
  );
}

/** In the order in which they are asked. */
function formatTable(): string {
  const all: readonly Provider[] = [
    ...providers.filter(({ isLast }) => !isLast),
    ...providers.filter(({ isLast }) => isLast),
  ];
  return table(
    ['format', 'files', 'what is read'],
    all.map(({ title, files, reads }) => [title, files.map(code).join(', '), reads]),
  );
}
