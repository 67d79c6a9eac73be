// Values that are written back: into the manifest in the style that stands there, or into the file of a value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fill } from '../../../server/src/features/requests/fill';
import { render } from '../../../server/src/features/requests/render';
import { value } from '../../../server/src/features/requests/value';
import type { FillResult } from '../../../server/src/protocol';
import { applyEdits } from '../../../server/src/text/edit';
import { LineIndex } from '../../../server/src/text/lines';
import { sceneOf } from './support';

const KEY = 'file:///w/strata.yaml#ask';

const scene = (rest: string): string => `=== strata.yaml
version: 1
systems:
  ask:
    template: ask.prompt
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: input, trust: data, lifetime: call, slots: [note, tags, long] }
    slots:
      tags: { type: list, sample: [a] }
      long:
        sample: { file: long.txt }
${rest}=== long.txt
Long ago.
=== ask.prompt
Be brief.
{note}
{tags}
{long}
`;

const BLOCK = `    scenarios:
      first:
        values:
          # Kept.
          note: old
      flow: { values: { note: old } }
      bare:
        description: Nothing yet.
`;

/** Lines of a file after a fill that were not in it before. */
async function filled(
  scenario: string | null,
  values: Readonly<Record<string, string>>,
  fixture = scene(BLOCK),
  name = 'strata.yaml',
): Promise<{ readonly result: FillResult; readonly added: string[] }> {
  const { snapshot, text } = await sceneOf(fixture);
  const result = fill(snapshot, { key: KEY, scenario, values });
  const before = text(name);
  const lines = new LineIndex(before);
  const edits = result.edits
    .filter(({ source }) => source.file === `file:///w/${name}`)
    .map(({ source: { range }, text: written }) => ({
      span: { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) },
      text: written,
    }));
  const old = new Set(before.split('\n'));
  return {
    result,
    added: applyEdits(before, edits)
      .split('\n')
      .filter((line) => !old.has(line)),
  };
}

test('a value of a scenario is replaced where it stands', async () => {
  const one = await filled('first', { note: 'new and short' });
  assert.deepEqual(one.added, ['          note: new and short']);
  const flow = await filled('flow', { note: 'a: {b}' });
  assert.deepEqual(flow.added, ['      flow: { values: { note: "a: {b}" } }']);
});

test('a text of several lines is a block where it may be one, else in quotes', async () => {
  const block = await filled('first', { note: 'one\n\n  two\n' });
  assert.deepEqual(block.added, ['          note: |', '            one', '              two']);
  const flow = await filled('flow', { note: 'one\ntwo' });
  assert.deepEqual(flow.added, ['      flow: { values: { note: "one\\ntwo" } }']);
  const odd = await filled('first', { note: ' begins with a blank\nand goes on' });
  assert.deepEqual(odd.added, ['          note: " begins with a blank\\nand goes on"']);
});

test('a block has the line breaks of its manifest', async () => {
  const crlf = scene(BLOCK)
    .replace(/\n/g, '\r\n')
    .replace(/^(=== .*)\r$/gm, '$1');
  const note = 'one\n\ntwo\n';
  for (const scenario of ['first', 'bare']) {
    const { result } = await filled(scenario, { note }, crlf);
    assert.deepEqual(
      result.edits.map(({ text }) => /[^\r]\n/.test(text)),
      [false],
    );
    assert.match(result.edits[0]?.text ?? '', /\|\r\n {12}one\r\n\r\n {12}two/);
  }
});

test('a value that the scenario has not is added to it', async () => {
  const added = await filled('first', { tags: '[x, y]' });
  assert.deepEqual(added.added, ['          tags: ["x","y"]']);
  const bare = await filled('bare', { note: 'one\ntwo', tags: '- x\n- "y"' });
  assert.deepEqual(bare.added, [
    '          note: |-',
    '            one',
    '            two',
    '          tags: ["x","y"]',
  ]);
});

test('a scenario that does not exist is added, also the first of all', async () => {
  const next = await filled('captured', { note: 'hi', tags: '[]' });
  assert.deepEqual(next.added, ['      captured:', '          note: hi', '          tags: []']);
  const first = await filled('captured', { note: 'hi' }, scene(''));
  assert.deepEqual(first.added, ['    scenarios:', '      captured:', '        values:', '          note: hi']);
});

test('captured values are kept as they were read, with the axes that made them', async () => {
  const { snapshot, text } = await sceneOf(
    scene(BLOCK).replace('    layers:', '    axes: { mode: [short, long] }\n    layers:'),
  );
  const values = { tags: '- x\n- y', note: 'hi' };
  const { edits } = fill(snapshot, { key: KEY, scenario: 'seen', values, asText: true, select: { mode: 'long' } });
  assert.equal(
    edits.map((edit) => edit.text).join(''),
    '\n      seen:\n        select:\n          mode: long\n        values:\n          tags: |-\n            - x\n            - y\n          note: hi',
  );
  assert.equal(edits[0]?.source.range.start.line, text('strata.yaml').trimEnd().split('\n').length - 1);
});

test('without a scenario the sample is written, and a value from a file goes into its file', async () => {
  const sample = await filled(null, { tags: '[b]', note: 'hi' }, scene(''));
  assert.deepEqual(sample.added, ['      tags: { type: list, sample: ["b"] }', '      note:', '        sample: hi']);
  const file = await filled(null, { long: 'New\ntext' }, scene(''), 'long.txt');
  assert.deepEqual(file.added, ['New', 'text']);
  assert.deepEqual(
    file.result.edits.map((edit) => edit.text),
    ['New\ntext\n'],
  );
});

test('a value is read as it is edited', async () => {
  const { snapshot } = await sceneOf(scene(BLOCK));
  const manifest = { file: 'file:///w/strata.yaml', scenario: 'first' };
  const of = (slot: string) => value(snapshot, { key: KEY, scenario: 'first', slot });
  assert.deepEqual(of('note'), { slot: 'note', text: 'old', format: 'text', target: manifest });
  assert.deepEqual(of('tags'), { slot: 'tags', text: '["a"]', format: 'yaml', target: manifest });
  assert.deepEqual(of('long'), { slot: 'long', text: 'Long ago.', format: 'text', target: manifest });
  assert.deepEqual(value(snapshot, { key: KEY, scenario: null, slot: 'long' })?.target, {
    file: 'file:///w/long.txt',
    scenario: null,
  });
  assert.equal(value(snapshot, { key: 'gone', scenario: null, slot: 'long' }), null);
});

test('a value is tried without being written anywhere', async () => {
  const { snapshot } = await sceneOf(scene(BLOCK));
  const result = render(snapshot, { system: KEY, values: { note: '{tags}', tags: '[p, q]' } });
  assert.ok('messages' in result);
  const text = result.messages.flatMap((m) => m.blocks.flatMap((b) => b.segments.map((s) => s.text))).join('');
  assert.equal(text, 'Be brief.\n{tags}\np\nq\nLong ago.\n');
  assert.deepEqual(result.tried, ['note', 'tags']);
  assert.equal(result.slots.find((slot) => slot.name === 'note')?.valueFrom, 'changed here');
});

test('another model is rendered for, and offered with those that are known', async () => {
  const { snapshot } = await sceneOf(scene(BLOCK));
  const result = render(snapshot, { system: KEY, model: 'gpt-4o' });
  assert.ok('messages' in result);
  assert.equal(result.model.id, 'gpt-4o');
  assert.equal(result.models?.[0], 'gpt-4o');
});

test('hostile values say what escapes, with the fix of the finding that warns of it', async () => {
  const { snapshot } = await sceneOf(scene(BLOCK).replace('{note}', '# Facts\n<note>\n{note}\n</note>'));
  const result = render(snapshot, { system: KEY, hostile: true });
  assert.ok('messages' in result);
  assert.deepEqual(
    result.hostile?.filter((one) => one.slot === 'note'),
    [{ slot: 'note', escapes: true, says: 'closes its fence `</note>` and writes the heading of rules' }],
  );
  const broken = result.messages
    .flatMap((m) => m.blocks.flatMap((b) => b.segments))
    .find((s) => s.slot === 'note' && s.escapes)?.escapes;
  assert.equal(broken?.fix?.title, 'Say that the program escapes {note} (escape: xml)');
  assert.deepEqual(
    broken?.fix?.edits.map((edit) => edit.source.file),
    ['file:///w/strata.yaml'],
  );
});
