// Long runs that look like the beginning of something: each is gone through once. Were it once for every character, each
// of these tests would take minutes, or all the memory that there is.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { hintsOf } from '../../server/src/features/inlayHints';
import type { MessageMark } from '../../server/src/model/division';
import { propose } from '../../server/src/model/propose';
import { roleLines } from '../../server/src/model/providers/prompty';
import { provider as yamlPrompts } from '../../server/src/model/providers/yamlPrompts';
import { howMany, isWhole } from '../support/effort';
import { addressOf } from '../support/memoryWorkspace';
import { offered } from './features/offered';
import { sceneOf } from './features/support';

const LENGTH = isWhole ? 600_000 : 60_000;

const manifest = (rest: string, dialect = 'jinja'): string =>
  `=== strata.yaml\nversion: 1\nsystems:\n  a:\n    template: a.md\n    dialect: ${dialect}\n${rest}`;

describe('completion', () => {
  test('of a path behind a name without an end', async () => {
    assert.deepEqual((await offered(manifest(`    includes: ${'a'.repeat(LENGTH)}"‸\n`))).labels, []);
  });
  test('of a partial behind tags without an end', async () => {
    const { labels } = await offered(manifest(`=== a.md\n${'{{>'.repeat(LENGTH / 4)} }} ‸\n`, 'mustache'));
    assert.deepEqual(labels, []);
  });
  test('of a key in maps that stand in each other', async () => {
    assert.deepEqual((await offered(manifest(`    x: ${'{ a: '.repeat(LENGTH / 10)}‸`))).labels, []);
  });
});

test('a manifest is proposed for a heading that ends in brackets, for many of them, and for tags that are never closed', () => {
  const heading = `## Notes ${'('.repeat(LENGTH)}x`;
  const tags = Array.from({ length: LENGTH / 10 }, (_, i) => `<t${i}>`).join('\n');
  const headings = '# Notes {{notes}}\n'.repeat(LENGTH / 4);
  for (const text of [`${heading}\n{{notes}}\n`, `${tags}\n{{notes}}\n`, headings]) {
    const made = propose([{ path: 'a.prompt', file: { uri: addressOf('a.prompt'), text } }]) ?? '';
    assert.match(made, /slots: \[notes\]/);
  }
});

test('a line that may be one of a role begins with blanks', () => {
  const marks = (text: string): readonly MessageMark[] => roleLines.marks(text, text);
  assert.deepEqual(marks(`${' '.repeat(LENGTH)}x`), []);
  assert.deepEqual(marks('  #\tsystem:\nuser: x\n \tuser [a]:'), [{ start: 0, end: 11, role: 'system' }]);
});

test('a key that may be one of a prompt goes on and on', () => {
  const read = (text: string) => yamlPrompts.read({ uri: addressOf('a.yaml'), text }, () => undefined);
  assert.equal(read(`${'prompt'.repeat(LENGTH / 6)}\n`), undefined);
  const provided = read('my-system_prompt.v2: |\n  Hello {{ name }}\n');
  assert.deepEqual(Object.keys(provided?.systems ?? {}), ['my-system_prompt.v2']);
});

test('a file of very many strings has hints, and a name that is wrong in very many places has its fixes', async () => {
  const count = howMany(2_000);
  const each = (line: (i: number) => string): string => Array.from({ length: count }, (_, i) => line(i)).join('');
  const systems = each((i) => `  s${i}: { template: "p.yaml#k${i}", dialect: jinja, slots: { name: {} } }\n`);
  const strings = each((i) => `k${i}: |\n  Hi {{ name }}.\n`);
  const { snapshot } = await sceneOf(`=== strata.yaml\nversion: 1\nsystems:\n${systems}=== p.yaml\n${strings}`);
  assert.equal(hintsOf(snapshot, addressOf('p.yaml'), () => []).length, count);

  const wrong = '{{ nme }}\n'.repeat(LENGTH / 20);
  const other = (await sceneOf(`${manifest('    slots: { name: {} }\n')}=== a.md\n${wrong}`)).snapshot;
  const found = other.findings(addressOf('a.md')).filter(({ code }) => code === 'slot.unknown');
  assert.equal(new Set(found.map(({ fixes }) => fixes?.[0])).size, 1);
});
