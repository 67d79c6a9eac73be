import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DIALECT } from '../../../server/src/model/dialects.generated';
import { type ManifestDocument, readHead } from '../../../server/src/model/manifest/manifest';
import { headOf } from '../../../server/src/syntax/head';
import { parseFixture } from '../../support/fixture';
import { plain, told } from './support';

function readMarked(source: string): { text: string; document: ManifestDocument | undefined } {
  const text = parseFixture(source, 'x')[0]?.text ?? '';
  const file = { uri: 'file:///w/a%20b/re%C3%A9.prompt', text };
  const head = headOf(text);
  assert.ok(head);
  return { text, document: readHead(file, head.yamlSpan) };
}

const HEAD = `---
author: somebody
strata:
  dialect: double-brace
  layers:
    - { id: task, trust: instructions, lifetime: static }
    - { id: diff, trust: data, lifetime: call, starts: "<diff>" }
---
Review it.
`;

describe('a YAML head', () => {
  test('holds one system, which is the file itself', () => {
    const { text, document } = readMarked(HEAD);
    assert.ok(document);
    assert.equal(document.kind, 'head');
    assert.deepEqual(document.faults, []);
    assert.deepEqual(plain(document.data), {
      version: 1,
      systems: {
        'reé.prompt': {
          dialect: 'double-brace',
          layers: [
            { id: 'task', trust: 'instructions', lifetime: 'static' },
            { id: 'diff', trust: 'data', lifetime: 'call', starts: '<diff>' },
          ],
          template: 'reé.prompt',
        },
      },
    });
    const place = document.place(['systems', 'reé.prompt', 'layers', 1, 'starts']);
    assert.equal(text.slice(place?.value?.start, place?.value?.end), '"<diff>"');
    assert.equal(document.place(['systems', 'other', 'layers']), undefined);
    assert.equal(document.place(['version']), undefined);
    assert.deepEqual(document.at(text.indexOf('task')), {
      path: ['systems', 'reé.prompt', 'layers', 0, 'id'],
      part: 'value',
      span: { start: text.indexOf('task'), end: text.indexOf('task') + 4 },
    });
    assert.equal(document.at(text.indexOf('author')), undefined);
  });

  test('without the key is no manifest', () => {
    for (const body of ['author: strata\n', 'x: { strata: 1 }\n']) {
      assert.equal(readMarked(`---\n${body}---\ntext\n`).document, undefined);
    }
  });

  test('faults of other keys belong to somebody else', () => {
    const source = `---
a: b: c
a: {{ x }} y
strata:
  dialect: ⟦schema⟧jinga⟦/⟧
  title: ⟦syntax⟧d: e⟦/⟧
z: "open
---
text
`;
    const { text, document } = readMarked(source);
    assert.deepEqual(told(text, document?.faults ?? []), {
      marked: source,
      messages: [
        `\`dialect\` is one of ${DIALECT.join(', ')}: did you mean \`jinja\`?`,
        'YAML reads the words before the colon as a key. A text with a colon stands in quotes.',
      ],
    });
    const read = { template: 'reé.prompt', dialect: 'jinja', title: 'd: e' };
    assert.deepEqual(plain(document?.data), { version: 1, systems: { 'reé.prompt': read } });
  });

  test('has no template, parts and join', () => {
    const source = '---\nstrata: { dialect: jinja, ⟦unknown-key⟧template⟦/⟧: x, ⟦unknown-key⟧join⟦/⟧: y }\n---\ntext\n';
    const { text, document } = readMarked(source);
    const message = (key: string) =>
      `A head describes the file that it stands in, so it has no \`${key}\`. An assembly is declared in strata.yaml.`;
    assert.deepEqual(told(text, document?.faults ?? []), {
      marked: source,
      messages: [message('template'), message('join')],
    });
    assert.equal(document?.data.systems['reé.prompt']?.template, 'reé.prompt');
  });

  test('with a key and nothing behind it', () => {
    const source = '---\n⟦schema⟧strata⟦/⟧:\n---\ntext\n';
    const { text, document } = readMarked(source);
    assert.deepEqual(told(text, document?.faults ?? []), {
      marked: source,
      messages: ['`strata` has no value yet. It is a map.'],
    });
  });
});
