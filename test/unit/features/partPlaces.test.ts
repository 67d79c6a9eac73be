// A file that is a part says in which systems and at which place it stands: hints, hovers, lenses and the preview.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeLenses } from '../../../server/src/features/codeLens';
import { hover } from '../../../server/src/features/hover';
import { inlayHints } from '../../../server/src/features/inlayHints';
import { render } from '../../../server/src/features/requests/render';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const MANIFEST = `version: 1
systems:
  alpha:
    dialect: double-brace
    parts:
      - { text: Intro }
      - { file: shared.md, layer: rules }
      - { file: solo.md, layer: rules, when: { mode: [long, full] }, unlessEmpty: who }
    axes: { mode: [short, long, full] }
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: rules, trust: instructions, lifetime: tenant }
    slots:
      who: { sample: Ann }
      more: { parts: [{ text: x }, { file: piece.md }] }
  beta:
    dialect: double-brace
    parts: [{ file: shared.md, message: developer }, { text: x }]
    slots: { who: { sample: Bob } }
  gamma:
    dialect: double-brace
    template: whole.md
    slots: { who: { sample: Bob } }
`;

const BOTH = 'part 2 of 3 of alpha · part 1 of 2 of beta (developer message)';
const SENTENCE = `Stands as ${BOTH.replace(/[()]/g, '\\$&')}. The numbers are those of alpha.`;

async function answersFor(path: string) {
  const { service } = await memoryWorkspace({
    'strata.yaml': MANIFEST,
    'shared.md': '# Shared\nHello {{who}}.\nBye.\n',
    'solo.md': 'Be long, {{who}}.\n',
    'piece.md': 'A piece.\n',
    'whole.md': '# Whole\nHello {{who}}.\n',
  });
  const snapshot = service.workspace.snapshot();
  const uri = addressOf(path);
  const whole = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  const markdown = (value: unknown): string =>
    typeof value === 'object' && value !== null && 'value' in value ? String(value.value) : '';
  const result = render(snapshot, { uri });
  assert.ok('messages' in result);
  return {
    places: result.places,
    tooltips: inlayHints(snapshot, uri, whole, service.count).map(({ tooltip }) => markdown(tooltip)),
    lenses: codeLenses(snapshot, uri).map(({ command }) => command?.title),
    hoverAt: (line: number, character: number) => markdown(hover(snapshot, uri, { line, character })?.contents),
  };
}

test('a part of two systems names both, with the message that it begins', async () => {
  const { places, tooltips, lenses, hoverAt } = await answersFor('shared.md');
  assert.deepEqual(places, [
    { key: 'file:///w/strata.yaml#alpha', says: 'part 2 of 3 of alpha' },
    { key: 'file:///w/strata.yaml#beta', says: 'part 1 of 2 of beta (developer message)' },
  ]);
  assert.equal(tooltips.length, 1);
  assert.ok(tooltips[0]?.endsWith(`\n\n${SENTENCE}`));
  assert.equal(lenses.at(-1), BOTH);
  assert.ok(hoverAt(0, 2).startsWith(SENTENCE));
  assert.ok(hoverAt(1, 8).endsWith(SENTENCE));
  assert.equal(hoverAt(2, 1), '');
});

test('a part that is not always sent says when, and the numbers say the selection in which it is', async () => {
  const { tooltips, lenses, hoverAt } = await answersFor('solo.md');
  assert.equal(lenses.at(-1), 'part 3 of 3 of alpha (when mode = long or full, unless who is empty)');
  assert.match(tooltips[0] ?? '', /Defaults and samples, with mode = long\./);
  assert.match(hoverAt(0, 1), /^Stands as part 3 of 3 of alpha .*Defaults and samples, with mode = long\./s);
});

test('a piece of the value of a slot says so', async () => {
  assert.equal((await answersFor('piece.md')).lenses.at(-1), 'part 2 of 2 of the slot more of alpha');
});

test('the one template of one system has nothing to say', async () => {
  const { places, lenses, hoverAt } = await answersFor('whole.md');
  assert.equal(places, undefined);
  assert.deepEqual(lenses.slice(1), ['Preview']);
  assert.equal(hoverAt(0, 2), '');
});
