// One page for each rule, made of what the rule itself says, and of what it really finds in its examples.
import { CODES } from '../../server/src/model/codes.generated';
import { rules } from '../../server/src/rules/index.generated';
import type { Rule, RuleExample } from '../../server/src/rules/rule';
import type { Finding } from '../../server/src/rules/run';
import { LineIndex } from '../../server/src/text/lines';
import { type FixtureFile, parseFixture } from '../../test/support/fixture';
import { addressOf, memoryWorkspace } from '../../test/support/memoryWorkspace';
import { block, code, GENERATED, hidesSomething, page, table } from './markdown';
import { familyOf, ruleFamilies } from './ruleFamilies';

const order: readonly string[] = CODES;
const all: readonly Rule[] = [...rules].sort((a: Rule, b: Rule) => order.indexOf(a.code) - order.indexOf(b.code));

const hasFix = ({ examples }: Rule): boolean => examples.some(({ fixed }) => fixed !== undefined);

/** A rule with what it finds in each of its examples. */
interface Shown {
  readonly rule: Rule;
  /** The levels of what it finds, its own first. */
  readonly levels: readonly string[];
  readonly examples: readonly (RuleExample & {
    readonly files: readonly FixtureFile[];
    readonly found: readonly Found[];
  })[];
}

interface Found {
  readonly file: FixtureFile;
  readonly finding: Finding;
}

/** The pages by their paths, with the list of all. */
export async function rulePages(): Promise<ReadonlyMap<string, string>> {
  const shown: Shown[] = [];
  for (const rule of all) shown.push(await show(rule));
  return new Map([
    ['docs/rules/README.md', index(shown)],
    ...shown.map((one): [string, string] => [`docs/rules/${one.rule.code}.md`, pageOf(one)]),
  ]);
}

async function show(rule: Rule): Promise<Shown> {
  const examples: Shown['examples'][number][] = [];
  for (const example of rule.examples) {
    const files = parseFixture(example.bad);
    examples.push({ ...example, files, found: await findingsIn(files, rule) });
  }
  const levels = examples.flatMap(({ found }) => found.map(({ finding }) => finding.level));
  return { rule, examples, levels: [...new Set([rule.level, ...levels])] };
}

async function findingsIn(files: readonly FixtureFile[], rule: Rule): Promise<readonly Found[]> {
  const { service } = await memoryWorkspace(Object.fromEntries(files.map(({ path, text }) => [path, text])));
  const snapshot = service.workspace.snapshot();
  return files.flatMap((file) => {
    const findings = snapshot.findings(addressOf(file.path)).filter((finding) => finding.code === rule.code);
    return findings.map((finding) => ({ file, finding }));
  });
}

function index(shown: readonly Shown[]): string {
  const names = [...new Set(all.map((rule) => familyOf(rule.code)))];
  const row = ({ rule, levels }: Shown): string[] => [
    `[${rule.code}](${rule.code}.md)`,
    levels.join(', '),
    rule.title,
    hasFix(rule) ? 'yes' : '',
  ];
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
      `## ${ruleFamilies[name] ?? name}`,
      table(
        ['code', 'level', 'what is found', 'fix'],
        shown.filter(({ rule }) => familyOf(rule.code) === name).map(row),
      ),
    ]),
  ]);
}

function pageOf({ rule, levels, examples }: Shown): string {
  const { code: name, title, why, howToFix } = rule;
  const hidden = examples.some(({ bad, fixed, good }) => [bad, fixed, good].some((text) => hidesSomething(text ?? '')));
  return page([
    GENERATED,
    `# ${title}`,
    `${code(name)} · ${levels.join(', ')}${hasFix(rule) ? ' · has a fix' : ''} · [all rules](README.md)`,
    why,
    '## What to do',
    howToFix,
    ['## Example', '## Examples'][Math.min(examples.length, 2) - 1],
    hidden ? 'Characters that cannot be seen are written as ⟨U+200B⟩ here.' : undefined,
    ...examples.flatMap(exampleParts),
  ]);
}

function exampleParts({ title, files, found, fixed, good }: Shown['examples'][number]): string[] {
  const before = new Map(files.map(({ path, text }) => [path, text]));
  const changed = parseFixture(fixed ?? '').filter(({ path, text }) => text !== '' && before.get(path) !== text);
  return [
    `### ${title}`,
    ...files.map(fileBlock),
    found.map(findingLine).join('\n'),
    ...(changed.length > 0 ? ['After the fix:', ...changed.map(fileBlock)] : []),
    ...(good === undefined ? [] : ['Nothing is found here:', ...parseFixture(good).map(fileBlock)]),
  ];
}

function fileBlock({ path, text }: FixtureFile): string {
  return `${code(path)}\n\n${block(text, /\.ya?ml$/.test(path) ? 'yaml' : /\.json$/.test(path) ? 'json' : 'text')}`;
}

/** `help.prompt:2:7`, the text there, the message, and what the fixes are called. */
function findingLine({ file: { path, text }, finding: { span, level, message, fixes } }: Found): string {
  const { line, character } = new LineIndex(text).placeAt(span.start);
  const found = text.slice(span.start, span.end);
  const shown = found.length === 0 || found.length > 60 || found.includes('\n') ? '' : ` ${code(found)}`;
  const titles = [...new Set(fixes?.map((fix) => fix.title))].map((title) => ` *Fix: ${title}.*`);
  return `- ${code(`${path}:${line + 1}:${character + 1}`)}${shown} ${level}: ${message}${titles.join('')}`;
}
