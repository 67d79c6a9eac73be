// What the README shows is what comes out.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { firstExample, readFirstExample } from '../scripts/docs/firstExample';
import { findingsOf, summaryOf } from '../server/src/cli/findings';
import { textFormat } from '../server/src/cli/formats/text';
import { tokenTable } from '../server/src/cli/formats/tokenTable';
import { tokensOf } from '../server/src/features/report';
import { shownView } from '../server/src/features/view';
import { loadVocabularies, pathOf } from './support/memoryWorkspace';

before(loadVocabularies);

const blocks = [
  ...readFileSync('README.md', 'utf8')
    .replaceAll('\r\n', '\n')
    .matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm),
].map(([, language, text]) => ({ language, text }));

test('the first example is the one that is run', () => {
  for (const [path, text] of Object.entries(firstExample))
    assert.ok(
      blocks.some((block) => block.text === text),
      `no block of the README is ${path}:\n${text}`,
    );
});

test('strata check finds what the README says', async () => {
  const { snapshot, files } = await readFirstExample();
  const findings = findingsOf({ snapshot, files, isNamed: () => true, shown: pathOf });
  assert.equal(
    blocks.find((block) => block.text?.startsWith('$ strata check\n'))?.text,
    `$ strata check\n${textFormat(findings, summaryOf(findings, files.length), false)}`,
  );
});

test('strata tokens counts what the README says', async () => {
  const { snapshot, system } = await readFirstExample();
  const table = tokenTable([tokensOf(shownView(snapshot, system))]);
  assert.equal(blocks.find((block) => block.text?.startsWith('$ strata tokens\n'))?.text, `$ strata tokens\n${table}`);
});
