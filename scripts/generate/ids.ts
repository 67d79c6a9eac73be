// The names that a manifest may write, for the floor `model`, which stands below the rules: their codes; and the dialects,
// as names that TypeScript knows.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Level } from '../../server/src/rules/rule';
import type { Dialect } from '../../server/src/syntax/dialects/dialect';
import { dialects } from '../../server/src/syntax/dialects/index.generated';
import { familyOf, ruleFamilies } from '../docs/ruleFamilies';
import { literal } from './literal';

const rulesFolder = 'server/src/rules';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['server/src/model/codes.generated.ts', codesFile()],
    ['server/src/model/dialects.generated.ts', dialectsFile()],
  ]);
}

// --- Rules: read as text, since they import the schema, which needs this list -------------------------------------

interface RuleName {
  readonly code: string;
  readonly level: Level;
  readonly title: string;
}

const gravest: readonly Level[] = ['error', 'warning', 'info', 'hint'];

function codesFile(): string {
  const names = readdirSync(rulesFolder)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts'))
    .flatMap((file) => nameIn(join(rulesFolder, file)) ?? []);
  return [
    '// Written by `npm run generate` from the files of rules/. Do not edit.',
    '',
    '/** Codes of all rules, family by family, the gravest of each first. They are stable: manifests and pipelines name them. */',
    'export const CODES = [',
    ...names.sort(inOrder).map(({ code }) => `  ${literal(code)},`),
    '] as const;',
    '',
    '/** What each of them finds, in a few words. */',
    'export const CODE_TITLES: Readonly<Record<(typeof CODES)[number], string>> = {',
    ...names.map(({ code, title }) => `  ${literal(code)}: ${literal(title)},`),
    '};',
    '',
  ].join('\n');
}

function nameIn(path: string): RuleName | undefined {
  const source = readFileSync(path, 'utf8');
  if (!/^export const rule\b/m.test(source)) return undefined;
  const code = /^ {2}code: '([a-z]+\.[a-z-]+)',$/m.exec(source)?.[1];
  const written = /^ {2}level: '(\w+)',$/m.exec(source)?.[1];
  const level = gravest.find((one) => one === written);
  const title = /^ {2}title: '((?:[^'\\]|\\.)+)',$/m.exec(source)?.[1]?.replace(/\\(.)/g, '$1');
  if (code === undefined || level === undefined || title === undefined)
    throw new Error(
      `${path}: a rule says on lines of their own \`code: 'family.name',\`, \`level: '…',\` and \`title: '…',\`.`,
    );
  return { code, level, title };
}

const families = Object.keys(ruleFamilies);

/** By family, a new one behind those that are known; in it by level; then by the alphabet. */
function inOrder(a: RuleName, b: RuleName): number {
  const [familyA, familyB] = [familyOf(a.code), familyOf(b.code)];
  const place = (family: string): number => (families.includes(family) ? families.indexOf(family) : families.length);
  return (
    place(familyA) - place(familyB) ||
    compare(familyA, familyB) ||
    gravest.indexOf(a.level) - gravest.indexOf(b.level) ||
    compare(a.code, b.code)
  );
}

// --- Dialects ----------------------------------------------------------------------------------------------------

const kinds: readonly Dialect['values'][] = ['text', 'scalars', 'data'];

function dialectsFile(): string {
  // The plainest first: those in which every value is text.
  const all = [...dialects].sort((a, b) => kinds.indexOf(a.values) - kinds.indexOf(b.values) || compare(a.id, b.id));
  return [
    '// Written by `npm run generate` from the files of syntax/dialects/. Do not edit.',
    '',
    '/** Ids of all dialects, the plainest first. */',
    'export const DIALECT = [',
    ...all.map(({ id }) => `  ${literal(id)},`),
    '] as const;',
    '',
    '/** What each dialect is, in a sentence. */',
    'export const DIALECT_MEANINGS: Readonly<Record<(typeof DIALECT)[number], string>> = {',
    ...all.map(({ id, meaning }) => `  ${literal(id)}: ${literal(meaning)},`),
    '};',
    '',
  ].join('\n');
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
