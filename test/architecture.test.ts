// The laws of the house, read from the sources (README, "Architecture").
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { broken } from './architecture/broken';
import { formLaws } from './architecture/formLaws';
import { importLaws } from './architecture/importLaws';
import { type Law, type Program, report } from './architecture/program';
import { readSource } from './architecture/source';

const laws: readonly Law[] = [...importLaws, ...formLaws];

function programOf(files: Iterable<readonly [string, string]>): Program {
  return new Map([...files].map(([path, text]) => [path, readSource(path, text)]));
}

function breachesOf(law: Law, program: Program): string[] {
  return [...law.check(program)].map((breach) => report(law, breach));
}

function* sourcesUnder(folder: string): Generator<readonly [string, string]> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* sourcesUnder(path);
    else if (/(?<!\.d)\.tsx?$/.test(entry.name)) yield [path, readFileSync(path, 'utf8')];
  }
}

const project = programOf(
  ['server/src', 'client/src', 'scripts', 'test'].flatMap((folder) => [...sourcesUnder(folder)]),
);

test('the sources are found', () => {
  for (const path of ['server/src/text/span.ts', 'client/src/extension.ts', 'client/src/preview/page/main.tsx'])
    assert.ok(project.has(path), `${path} is not among the ${project.size} sources that were read`);
});

for (const law of laws) {
  test(`the project keeps the law: ${law.name}`, () => assert.deepEqual(breachesOf(law, project), []));

  test(`a breach is told: ${law.name}`, () => {
    const cases = broken[law.name] ?? [];
    assert.ok(cases.length > 0, `no program of test/architecture/broken.ts breaks it`);
    for (const { files, says } of cases) {
      const found = breachesOf(law, programOf(Object.entries(files)));
      assert.deepEqual(
        found,
        says.map((what) => `${what}. Law: ${law.name}; ${law.why}.`),
      );
    }
  });
}

test('what only looks like code is not read as code', () => {
  const text = [
    "import a, { type B } from './a'; // import c from './c'",
    '/*',
    "import d from './d';",
    '*/',
    `const page = \`\nimport e from './e';\n\${await import('./f')}\`;`,
    'const quote = /[/\'"`]/;',
    "export type { G } from './g';",
    'const words = \'import("./h")\', half = 4 / 2;',
    "import './i';",
    '<p title="it">it isn\'t</p>; import(somewhere)',
    'import {\n  j,\n  k,\n} from "./j";',
  ].join('\n');
  const found = readSource('a.tsx', text).imports.map(({ specifier, typeOnly, line }) => [specifier, typeOnly, line]);
  assert.deepEqual(found, [
    ['./a', false, 1],
    ['./f', false, 7],
    ['./g', true, 9],
    ['./i', false, 11],
    ['(computed)', false, 12],
    ['./j', false, 16],
  ]);
});
