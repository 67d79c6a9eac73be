// One page for each rule, made of what the rule itself says, and of what it really finds in its examples.
import { CODES } from '../../server/src/model/codes';
import { rules } from '../../server/src/rules/index.generated';
import type { Rule, RuleExample } from '../../server/src/rules/rule';
import type { Finding } from '../../server/src/rules/run';
import { LineIndex } from '../../server/src/text/lines';
import { type FixtureFile, parseFixture } from '../../test/support/fixture';
import { addressOf, memoryWorkspace } from '../../test/support/memoryWorkspace';
import { block, code, GENERATED, hidesSomething, page, table } from './markdown';

/** What the rules of one group look at, by the first part of their codes. */
const groups: Readonly<Record<string, string>> = {
  syntax: 'How slots are written',
  slot: 'Slots that the text has, lacks or has twice',
  value: 'Values of scenarios',
  layer: 'Layers and their places',
  order: 'The order of layers, and of trust',
  cache: "What the provider's prompt cache can keep",
  trust: 'What untrusted text could do',
  text: 'The characters that the model reads',
  budget: 'Tokens against limits',
  file: 'Files that are named',
  output: 'What is taken out before sending',
  manifest: 'The manifest itself',
};

const order: readonly string[] = CODES;
const all: readonly Rule[] = [...rules].sort((a: Rule, b: Rule) => order.indexOf(a.code) - order.indexOf(b.code));

const groupOf = ({ code: written }: Rule): string => written.slice(0, written.indexOf('.'));
const hasFix = ({ examples }: Rule): boolean => examples.some(({ fixed }) => fixed !== undefined);

/** The pages by their paths, with the list of all. */
export async function rulePages(): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>([['docs/rules/README.md', index()]]);
  for (const rule of all) pages.set(`docs/rules/${rule.code}.md`, await pageOf(rule));
  return pages;
}

function index(): string {
  const names = [...new Set(all.map(groupOf))];
  return page([
    GENERATED,
    '# Rules',
    'What `strata check` and the editor report. A level can be changed for a whole manifest, for a system, or for single slots and layers:',
    block(
      [
        'rules:',
        '  slot.unused: off',
        '  trust.unfenced: { level: warning, slots: [context], why: Pages from outside are quoted here. }',
        '',
      ].join('\n'),
      'yaml',
    ),
    ...names.flatMap((name) => [
      `## ${groups[name] ?? name}`,
      table(
        ['code', 'level', 'what is found', 'fix'],
        all
          .filter((rule) => groupOf(rule) === name)
          .map((rule) => [`[${rule.code}](${rule.code}.md)`, rule.level, rule.title, hasFix(rule) ? 'yes' : '']),
      ),
    ]),
  ]);
}

async function pageOf(rule: Rule): Promise<string> {
  const { code: name, level, title, why, howToFix, examples } = rule;
  const hidden = examples.some(({ bad, fixed, good }) => [bad, fixed, good].some((text) => hidesSomething(text ?? '')));
  const sections: string[] = [];
  for (const example of examples) sections.push(...(await exampleParts(rule, example)));
  return page([
    GENERATED,
    `# ${title}`,
    `${code(name)} · ${level}${hasFix(rule) ? ' · has a fix' : ''} · [all rules](README.md)`,
    why,
    '## What to do',
    howToFix,
    examples.length === 1 ? '## Example' : '## Examples',
    hidden ? 'Characters that cannot be seen are written as ⟨U+200B⟩ here.' : undefined,
    ...sections,
  ]);
}

async function exampleParts(rule: Rule, { title, bad, fixed, good }: RuleExample): Promise<string[]> {
  const files = parseFixture(bad);
  const before = new Map(files.map(({ path, text }) => [path, text]));
  const changed = parseFixture(fixed ?? '').filter(({ path, text }) => text !== '' && before.get(path) !== text);
  return [
    `### ${title}`,
    ...files.map((file) => fileBlock(file)),
    (await findingLines(rule, files)).join('\n'),
    ...(changed.length > 0 ? ['After the fix:', ...changed.map(fileBlock)] : []),
    ...(good === undefined ? [] : ['Nothing is found here:', ...parseFixture(good).map(fileBlock)]),
  ];
}

function fileBlock({ path, text }: FixtureFile): string {
  return `${code(path)}\n\n${block(text, /\.ya?ml$/.test(path) ? 'yaml' : /\.json$/.test(path) ? 'json' : 'text')}`;
}

/** `help.prompt:2:7`, the text there, the message, and what the fixes are called. */
async function findingLines(rule: Rule, files: readonly FixtureFile[]): Promise<string[]> {
  const { service } = await memoryWorkspace(Object.fromEntries(files.map(({ path, text }) => [path, text])));
  const snapshot = service.workspace.snapshot();
  return files.flatMap((file) =>
    snapshot
      .findings(addressOf(file.path))
      .filter((finding) => finding.code === rule.code)
      .map((finding) => findingLine(file, finding)),
  );
}

function findingLine({ path, text }: FixtureFile, { span, level, message, fixes }: Finding): string {
  const { line, character } = new LineIndex(text).placeAt(span.start);
  const found = text.slice(span.start, span.end);
  const shown = found.length === 0 || found.length > 60 || found.includes('\n') ? '' : ` ${code(found)}`;
  const titles = [...new Set(fixes?.map((fix) => fix.title))].map((title) => ` *Fix: ${title}.*`);
  return `- ${code(`${path}:${line + 1}:${character + 1}`)}${shown} ${level}: ${message}${titles.join('')}`;
}
