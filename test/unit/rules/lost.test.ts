// `slot.lost`: where a slot of the committed version stood, what stands there now, and when nothing is said.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const manifest = (slots: string, more = ''): string =>
  `version: 1\nsystems:\n  a:\n    template: a.prompt\n    dialect: single-brace\n    slots: ${slots}\n${more}`;

interface Lost {
  /** The text of each finding, with its slot. */
  readonly found: readonly string[];
  readonly messages: readonly string[];
  /** The text after the first fix of each finding. */
  readonly mended: string;
}

async function lost(before: string, now: string, yaml = manifest('{ x: {}, y: {} }')): Promise<Lost> {
  const { service, log } = await memoryWorkspace({
    'strata.yaml': yaml,
    'HEAD:a.prompt': before,
    'a.prompt': now,
  });
  const findings = service.workspace
    .snapshot()
    .findings(addressOf('a.prompt'))
    .filter(({ code }) => code === 'slot.lost');
  assert.deepEqual(log, []);
  return {
    found: findings.map(({ span, slot }) => `${slot}: ${now.slice(span.start, span.end)}`),
    messages: findings.map(({ message }) => message),
    mended: applyEdits(
      now,
      findings.flatMap(({ fixes }) => fixes?.[0]?.edits ?? []),
    ),
  };
}

describe('slot.lost: what stands in the place of a slot', () => {
  test('two on one line', async () => {
    const { found, messages, mended } = await lost('It is {x} in {y}.\n', 'It is noon in Oslo.\n');
    assert.deepEqual(found, ['x: noon', 'y: Oslo']);
    assert.equal(
      messages[0],
      'a.prompt had {x} here when it was committed, and "noon" looks like a value that was left in its place. Put {x} back, or take the slot out of the manifest.',
    );
    assert.equal(mended, 'It is {x} in {y}.\n');
  });

  test('a value of several lines, with other edits above and below', async () => {
    const before = 'One.\nTwo.\n\nNotes:\n{x}\n\nThree.\nFour.\n';
    const now = 'Zero.\nOne.\nTwo!\n\nNotes:\nFirst note.\n\nSecond note.\n\nThree.\nFive.\n';
    const { found, messages, mended } = await lost(before, now);
    assert.deepEqual(found, ['x: First note.\n\nSecond note.']);
    assert.match(messages[0] ?? '', /"First note\." \(3 lines\) looks like/);
    assert.equal(mended, 'Zero.\nOne.\nTwo!\n\nNotes:\n{x}\n\nThree.\nFive.\n');
  });

  test('line breaks of another system', async () => {
    const { mended } = await lost('Notes:\n{x}\nEnd of {y}\n', 'Notes:\r\nA\r\nB\r\nEnd of them\r\n');
    assert.equal(mended, 'Notes:\r\n{x}\r\nEnd of {y}\r\n');
  });

  test('a line among lines that were changed as well', async () => {
    const { found, mended } = await lost(
      'Top.\nThe guest is called {x}.\nOld.\nEnd.\n',
      'Top.\nNew.\nThe guest is called Ines.\nNewer.\nEnd.\n',
    );
    assert.deepEqual(found, ['x: Ines']);
    assert.equal(mended, 'Top.\nNew.\nThe guest is called {x}.\nNewer.\nEnd.\n');
  });

  test('at every place, when it stood in several', async () => {
    const { found } = await lost('Dear {x},\ntext\nBye {x}\n', 'Dear Ada,\ntext\nBye Ada\n');
    assert.deepEqual(found, ['x: Ada', 'x: Ada']);
  });
});

describe('slot.lost: nothing stands in its place', () => {
  test('the tag alone went: the line, and the fix puts it back where it was', async () => {
    const { found, messages, mended } = await lost('Hello {x}!\n{y}\n', 'Hello !\n{y}\n');
    assert.deepEqual(found, ['x: Hello !']);
    assert.equal(
      messages[0],
      'a.prompt had {x} when it was committed, and no text of a holds it any more, so the model never reads its value. Put {x} back, or take the slot out of the manifest.',
    );
    assert.equal(mended, 'Hello {x}!\n{y}\n');
  });

  test('its line went, in the middle, at the top and at the end', async () => {
    assert.equal((await lost('A\n  {x}\nB\n', 'A\nB\n')).mended, 'A\n  {x}\nB\n');
    assert.equal((await lost('{x}\nB\n', 'B\n')).mended, '{x}\nB\n');
    assert.equal((await lost('A\n{x}', 'A')).mended, 'A\n{x}');
  });

  test('the text round it is another one: told once, and put back at the place of its layer', async () => {
    const { found, mended } = await lost('A {x} b\nC {x} d\n', 'Quite\nsomething else.\n');
    assert.deepEqual(found, ['x: Quite']);
    assert.equal(mended, 'Quite\nsomething else.\n{x}\n');
  });
});

describe('slot.lost is silent', () => {
  const silent = async (before: string, now: string, yaml?: string): Promise<void> =>
    assert.deepEqual((await lost(before, now, yaml)).found, []);

  test('about a text that is not committed, or is the same', async () => {
    await silent('Say {x}', 'Say {x}');
    const { service } = await memoryWorkspace({ 'strata.yaml': manifest('{ x: {} }'), 'a.prompt': 'Say it' });
    const codes = service.workspace
      .snapshot()
      .findings(addressOf('a.prompt'))
      .map(({ code }) => code);
    assert.equal(codes.includes('slot.lost'), false);
  });
  test('about a slot that stands elsewhere in the text, or in a part of the system', async () => {
    await silent('A {x}\nB\n', 'A it\nB {x}\n');
    await silent(
      'A {x}\n',
      'A it\n',
      'version: 1\nsystems:\n  a:\n    parts: [{ file: a.prompt }, { slot: x }]\n    dialect: single-brace\n    slots: { x: {} }\n',
    );
  });
  test('about a slot that is not declared any more', () => silent('A {z} {x}\n', 'A it {x}\n'));
  test('about a slot that another name has replaced, or other braces', async () => {
    await silent('A {x}\n', 'A {xx}\n');
    await silent('A {{x}}\n', 'A {x}\n', manifest('{ x: {} }').replace('single-brace', 'double-brace'));
  });
  test('where the slot is required and gone, which is told already', () =>
    silent('A\n{x}\nB\n', 'A\nB\n', manifest('{ x: { required: true } }')));
});

describe('slot.lost: the slot of a condition', () => {
  test('is told, and nobody puts half a condition back', async () => {
    const yaml = manifest('{ x: {} }').replace('single-brace', 'mustache');
    const { found, mended } = await lost('A\n{{#x}}\nyes\n{{/x}}\nB\n', 'A\nB\n', yaml);
    assert.deepEqual(found, ['x: A']);
    assert.equal(mended, 'A\nB\n');
  });
});

test('slot.lost: a text in a JSON file', async () => {
  const { service } = await memoryWorkspace({
    'strata.yaml': manifest('{ x: {} }').replace('a.prompt', 'texts.json#a'),
    'HEAD:texts.json': '{ "a": "Say \\"{x}\\".\\nNow." }',
    'texts.json': '{ "b": 1, "a": "Say \\"it\\".\\nNow." }',
  });
  const [finding, ...others] = service.workspace
    .snapshot()
    .findings(addressOf('texts.json'))
    .filter(({ code }) => code === 'slot.lost');
  assert.deepEqual([finding?.span, others], [{ start: 22, end: 24 }, []]);
  assert.deepEqual(finding?.fixes?.[0]?.edits, [
    { uri: addressOf('texts.json'), span: { start: 22, end: 24 }, text: '{x}' },
  ]);
});
