// Lists of names without their brackets or a comma: one finding, the right fix, and everything is read as it was meant.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { chat, mended, plain, read } from './support';

/** The message, once the first fix has made one text of the other, and both say the same. */
function tells(written: string, meant: string): readonly string[] {
  const { faults, data } = read(chat(written));
  assert.equal(mended(chat(written), faults), chat(meant));
  assert.deepEqual(plain(data), plain(read(chat(meant)).data));
  assert.deepEqual(read(chat(meant)).faults, []);
  return faults.map(({ message }) => message);
}

describe('values of an axis', () => {
  test('without brackets', () => {
    const message = 'Axis kind is a list, which stands in square brackets: [short, long].';
    assert.deepEqual(tells('axes:\n  kind: short long\n', 'axes:\n  kind: [short, long]\n'), [message]);
    assert.deepEqual(tells('axes:\n  kind: short, long\n', 'axes:\n  kind: [short, long]\n'), [message]);
    assert.deepEqual(tells('axes:\n  kind: {short, long}\n', 'axes:\n  kind: [short, long]\n'), [message]);
  });

  test('one value, of which the first of a list is meant', () => {
    assert.deepEqual(tells('axes:\n  kind: short\n', 'axes:\n  kind: [short]\n'), [
      'Axis kind is a list, which stands in square brackets: [short].',
    ]);
    assert.deepEqual(tells('axes:\n  kind: { values: 1 2 }\n', 'axes:\n  kind: { values: [1, 2] }\n'), [
      '`values` is a list, which stands in square brackets: [1, 2].',
    ]);
  });

  test('without a comma, though a scenario chooses one of them', () => {
    const rest = 'scenarios:\n  far: { select: { kind: long } }\n';
    assert.deepEqual(tells(`axes:\n  kind: [short long]\n${rest}`, `axes:\n  kind: [short, long]\n${rest}`), [
      'YAML reads `short long` in axis kind as one name. If these are 2, a comma is missing between them.',
    ]);
  });

  test('a value of two words that is chosen somewhere, or stands in quotes, is one', () => {
    const chosen = 'axes:\n  kind: [short, very long]\nscenarios:\n  far: { select: { kind: very long } }\n';
    assert.deepEqual(read(chat(chosen)).faults, []);
    assert.deepEqual(read(chat('axes:\n  kind: [short, "very long"]\n')).faults, []);
  });
});

describe('slots of a layer', () => {
  const layer = (slots: string): string => `layers:\n  - { id: a, trust: data, lifetime: call, slots: ${slots} }\n`;

  test('without a comma, or without brackets', () => {
    assert.deepEqual(tells(layer('[context kb]'), layer('[context, kb]')), [
      'YAML reads `context kb` in `slots` as one name. If these are 2, a comma is missing between them.',
    ]);
    const message = '`slots` is a list, which stands in square brackets: [context, kb].';
    assert.deepEqual(tells(layer('context, kb'), layer('[context, kb]')), [message]);
    assert.deepEqual(tells(layer('context kb'), layer('[context, kb]')), [message]);
    const before = 'layers:\n  - { id: a, slots: context, kb, trust: data, lifetime: call }\n';
    assert.deepEqual(tells(before, before.replace('context, kb', '[context, kb]')), [message]);
  });

  test('in one line of a list over several', () => {
    const block = (slots: string): string =>
      `layers:\n  - id: a\n    trust: data\n    lifetime: call\n    slots:\n      - ${slots}\n`;
    assert.deepEqual(tells(block('context kb'), block('context\n      - kb')), [
      'YAML reads `context kb` in `slots` as one name. If these are 2, each stands on a line of its own, behind a dash.',
    ]);
  });

  test('a slot of two words that is declared is one', () => {
    assert.deepEqual(read(chat(`${layer('[user name]')}slots:\n  user name: { type: line }\n`)).faults, []);
  });
});
