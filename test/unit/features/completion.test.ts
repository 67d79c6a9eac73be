import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CompletionItem, TextEdit } from 'vscode-languageserver-types';
import { completion } from '../../../server/src/features/completion';
import { pathOf } from '../../support/memoryWorkspace';
import { cursorIn, DESK, edited, sceneOf } from './support';

interface Offered {
  readonly labels: readonly string[];
  /** The line of the cursor after the item was accepted. */
  accept(label: string): string;
  item(label: string): CompletionItem;
}

async function offered(fixture: string, typed?: string): Promise<Offered> {
  const scene = await sceneOf(fixture);
  const { uri, position } = cursorIn(scene);
  const items = completion(scene.snapshot, uri, position, typed)?.items ?? [];
  const path = pathOf(uri);
  const item = (label: string): CompletionItem => {
    const found = items.find((one) => one.label === label);
    if (!found) throw new Error(`${label} is not offered, but ${items.map((i) => i.label).join(', ')}`);
    return found;
  };
  // An editor leaves out what does not fit the text from the start of the range to the cursor.
  const fits = (one: CompletionItem): boolean => {
    const { range } = one.textEdit as TextEdit;
    const lines = scene.lines(path);
    const prefix = scene.text(path).slice(lines.offsetAt(range.start), lines.offsetAt(position)).toLowerCase();
    return (one.filterText ?? one.label).toLowerCase().startsWith(prefix);
  };
  return {
    labels: items
      .filter(fits)
      .sort((a, b) => ((a.sortText ?? '') < (b.sortText ?? '') ? -1 : 1))
      .map((i) => i.label),
    accept: (label) => edited(scene.text(path), [item(label).textEdit as TextEdit]).split('\n')[position.line] ?? '',
    item,
  };
}

const inTemplate = (line: string, dialect = 'single-brace'): string => `=== strata.yaml
version: 1
systems:
  a:
    template: a.md
    dialect: ${dialect}
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      name: { type: line, description: Who asks., property: Ask.name }
      page: { required: true }
      used: {}
    cache: { breakpoints: [{ slot: mark }] }
=== a.md
${dialect === 'single-brace' || dialect === 'py-format' ? '{used}' : dialect === 'dollar-brace' ? '$\u007bused}' : '{{used}}'}
${line}
`;

describe('slots', () => {
  test('behind an opening brace: what is required and missing first, what stands in the text last', async () => {
    const { labels, item } = await offered(inTemplate('Hello {‸'), '{');
    assert.deepEqual(labels, ['page', 'mark', 'name', 'used']);
    assert.equal(item('page').detail, 'page · untrusted data');
    assert.deepEqual(item('name').documentation, {
      kind: 'markdown',
      value: 'Who asks\\.\n\nSet in `Ask.name`\n\nIn no text yet.',
    });
  });
  test('a slot is closed as its dialect wants it', async () => {
    assert.equal((await offered(inTemplate('Hello {‸'), '{')).accept('name'), 'Hello {name}');
    assert.equal((await offered(inTemplate('Hello {{‸', 'double-brace'), '{')).accept('name'), 'Hello {{name}}');
    assert.equal((await offered(inTemplate('Hello $‸', 'dollar-brace'), '$')).accept('name'), 'Hello $\u007bname}');
    assert.equal((await offered(inTemplate('Hello {na‸ and on', 'py-format'))).accept('name'), 'Hello {name} and on');
  });
  test('braces that stand there already, or that the editor has added, are never doubled', async () => {
    assert.equal((await offered(inTemplate('Hello {‸}'), '{')).accept('name'), 'Hello {name}');
    assert.equal((await offered(inTemplate('Hello {{‸}}', 'double-brace'), '{')).accept('name'), 'Hello {{name}}');
    assert.equal((await offered(inTemplate('Hello {{‸}', 'double-brace'), '{')).accept('name'), 'Hello {{name}}');
    assert.equal((await offered(inTemplate('Hello {‸}', 'double-brace'), '{')).accept('name'), 'Hello {{name}}');
    assert.equal((await offered(inTemplate('{‸}{used}'), '{')).accept('name'), '{name}{used}');
  });
  test('blanks inside the braces stay where the dialect allows them', async () => {
    assert.equal((await offered(inTemplate('Hello {{ na‸', 'double-brace'))).accept('name'), 'Hello {{ name }}');
    assert.equal((await offered(inTemplate('Hello {{ ‸ }}', 'double-brace'))).accept('name'), 'Hello {{ name }}');
  });
  test('inside a slot that is complete only its name is replaced', async () => {
    assert.equal((await offered(inTemplate('Hello {us‸ed}!'))).accept('name'), 'Hello {name}!');
  });
  test('a doubled brace is text in a dialect of single ones', async () => {
    assert.deepEqual((await offered(inTemplate('Write {{‸', 'py-format'), '{')).labels, []);
  });
  test('between words only when somebody asks', async () => {
    assert.deepEqual((await offered(inTemplate('Hello ‸ there'))).labels, ['page', 'mark', 'name', 'used']);
    assert.equal((await offered(inTemplate('Hello ‸ there'))).accept('name'), 'Hello {name} there');
    assert.deepEqual((await offered(inTemplate('Hello ‸there'), ' ')).labels, []);
    assert.deepEqual((await offered(inTemplate('Hel‸'))).labels, []);
  });
  test('a template of no system offers the names that it uses', async () => {
    assert.deepEqual((await offered('=== a.prompt\n{{first}} {{second}}\n{{‸\n', '{')).labels, ['first', 'second']);
  });
});

const manifest = (rest: string): string => `=== strata.yaml\n${rest}=== desk.prompt\n{context} {extra}\n`;

describe('manifests', () => {
  test('keys of a layer that are not there yet, the needed ones first', async () => {
    const { labels, accept, item } = await offered(
      manifest(
        'version: 1\nsystems:\n  desk:\n    template: desk.prompt\n    dialect: jinja\n    layers:\n      - id: policy\n        ‸\n',
      ),
    );
    assert.deepEqual(labels.slice(0, 2), ['lifetime', 'trust']);
    assert.ok(labels.includes('slots') && labels.includes('budget') && !labels.includes('id'));
    assert.equal(accept('trust'), '        trust: ');
    assert.equal(accept('slots'), '        slots:');
    assert.match((item('trust').documentation as { value: string }).value, /\S/);
  });
  test('a key that is being typed', async () => {
    const { labels, accept } = await offered(manifest('version: 1\nsystems:\n  desk:\n    temp‸\n'));
    assert.deepEqual(labels, ['template']);
    assert.equal(accept('template'), '    template: ');
  });
  test('the words of a value, with what each means', async () => {
    const { labels, item } = await offered(
      manifest('version: 1\nsystems:\n  desk:\n    layers:\n      - { id: policy, trust: ‸ }\n'),
    );
    assert.deepEqual(labels, ['data', 'facts', 'instructions', 'request']);
    assert.match((item('data').documentation as { value: string }).value, /must not be obeyed/);
  });
  test('keys inside of braces', async () => {
    const { labels, accept } = await offered(
      manifest('version: 1\nsystems:\n  desk:\n    layers:\n      - { id: policy, tr‸ }\n'),
    );
    assert.deepEqual(labels, ['trust']);
    assert.equal(accept('trust'), '      - { id: policy, trust:  }');
  });
  test('slots where a slot is named: declared ones, and those that stand in the text', async () => {
    const at = (line: string): Promise<Offered> =>
      offered(
        manifest(
          `version: 1\nsystems:\n  desk:\n    template: desk.prompt\n    dialect: single-brace\n    slots: { context: {} }\n${line}\n`,
        ),
      );
    assert.deepEqual((await at('    layers:\n      - { id: a, trust: data, lifetime: call, slots: [‸] }')).labels, [
      'context',
      'extra',
    ]);
    assert.deepEqual((await at('    cache: { breakpoints: [{ slot: ‸ }] }')).labels, ['context', 'extra']);
    assert.deepEqual((await at('    scenarios:\n      one:\n        values:\n          ‸')).labels, ['context']);
  });
  test('axes and their values, layers, scenarios', async () => {
    const base = DESK.slice(0, DESK.indexOf('=== desk.prompt'));
    const at = (line: string): Promise<Offered> => offered(`${base}${line}\n`);
    assert.deepEqual((await at('      third: { select: { ‸ } }')).labels, ['kind']);
    assert.deepEqual((await at('      third: { select: { kind: ‸ } }')).labels, ['long', 'short']);
    assert.deepEqual((await at('    strip: { from: x, when: { kind: [‸] } }')).labels, ['long', 'short']);
  });
  test('models of the file and of the built-in table', async () => {
    const { labels } = await offered(
      manifest(
        'version: 1\nmodels:\n  my-model: { window: 100 }\nsystems:\n  desk:\n    template: desk.prompt\n    dialect: jinja\n    model: ‸\n',
      ),
    );
    assert.ok(labels.includes('my-model'));
    assert.ok(labels.some((label) => label.startsWith('gpt-')));
  });
  test('codes of rules', async () => {
    const { labels } = await offered(manifest('version: 1\nrules:\n  trust.unf‸\nsystems: {}\n'));
    assert.deepEqual(labels, ['trust.unfenced']);
  });
  test('nothing in a comment or in a block of text', async () => {
    assert.deepEqual((await offered(manifest('version: 1\n# ‸\n'))).labels, []);
    assert.deepEqual(
      (await offered(manifest('version: 1\nsystems:\n  a:\n    description: |\n      te‸\n'))).labels,
      [],
    );
  });
  test('in the head of a template only below strata, and keys of a system without template', async () => {
    const { labels } = await offered('=== a.prompt\n---\ntitle: x\nstrata:\n  ‸\n---\nHello\n');
    assert.ok(
      labels.includes('dialect') &&
        labels.includes('layers') &&
        !labels.includes('template') &&
        !labels.includes('systems'),
    );
    assert.deepEqual((await offered('=== a.prompt\n---\nti‸\nstrata:\n  dialect: jinja\n---\nHello\n')).labels, []);
  });
});
