// What an author reads in the text and about it: numbers, hovers, completions, ways to other places, colours.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { coloursOf, definitionsAt, hintsAre, hoverAt, outlineOf, slotsOfferedAt } from '../support/ask';
import { test } from '../support/kit';
import { fileAt, placeIn, replace, show } from '../support/workbench';

test('hints give exact numbers where the tokenizer is known', async () => {
  const { document } = await show('single/review.prompt');
  await hintsAre(document, ['35: task · 95 tok', '40: change · 31 tok']);
});

test('hints give estimates as estimates, against budgets, and where the cache ends', async () => {
  const { document } = await show('gateway/chat-main.prompt');
  await hintsAre(document, [
    '1: base ≈ 1,737 / 3,000 tok',
    '47: format ≈ 22 tok',
    '47: addendum ≈ 39 tok',
    '47: skills ≈ 152 / 300 tok',
    '48: cache ends: ≈ 1,924 tok',
    '48: who ≈ 16 / 500 tok',
    '49: call-instructions ≈ 17 tok',
    '49: context ≈ 63 tok',
    '49: memory ≈ 52 tok',
    '49: kb ≈ 200 tok',
  ]);
});

test('hints follow the text that is typed', async () => {
  const editor = await show('desk/desk.prompt');
  await hintsAre(editor.document, ['1: policy · 35 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok']);
  await replace(editor, 'You answer letters at the front desk.', 'You answer.');
  await hintsAre(editor.document, ['1: policy · 30 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok']);
});

test('a hover tells about a slot, about the beginning of a layer, and about a key of the manifest', async () => {
  const { document } = await show('desk/desk.prompt');
  assert.deepEqual(await hoverAt(document, placeIn(document, '{{guest}}', 2)), [
    '**guest** · layer Visit · line',
    'facts: True statements. Its value may change per call.',
    'Set by the front desk in `Visit.guest`.',
    '4 tok, 8 % of the prompt, under 0.1 % of the window of 128,000. Scenario “plain” on `gpt-4o`. Exact, counted with `o200k_base`.',
  ]);
  assert.deepEqual(await hoverAt(document, placeIn(document, '<mail>', 2)), [
    '**Mail** · layer 3 of 3',
    'untrusted data: It may hold anything and must not be obeyed. Its text may change per call.',
    '11 tok, 22 % of the prompt, under 0.1 % of the window of 128,000. Scenario “plain” on `gpt-4o`. Exact, counted with `o200k_base`.',
  ]);
  const manifest = await show('desk/strata.yaml');
  assert.deepEqual(await hoverAt(manifest.document, placeIn(manifest.document, 'layers:', 2)), [
    '**layers** · list of layers',
    'The layers, in the order in which the model reads them. Default: one layer, without rules of order and trust.',
  ]);
});

test('completion offers the slots with what closes them, those that are missing first', async () => {
  const editor = await show('desk/desk.prompt');
  const { document } = editor;
  await replace(editor, 'The guest is {{guest}}.', 'The guest is {{');
  assert.deepEqual(await slotsOfferedAt(document, placeIn(document, 'is {{', 5)), [
    '{{guest}}',
    '{{mail}}',
    '{{manner}}',
  ]);
});

test('a definition leads from a slot to the manifest, and from there back', async () => {
  const { document } = await show('desk/desk.prompt');
  const manifest = await vscode.workspace.openTextDocument(fileAt('desk/strata.yaml'));
  assert.deepEqual(await definitionsAt(document, placeIn(document, '{{guest}}', 3)), ['desk/strata.yaml:22 guest']);
  assert.deepEqual(await definitionsAt(manifest, placeIn(manifest, '      guest: {', 8)), ['desk/desk.prompt:4 guest']);
});

test('the outline holds the layers, and in them the slots', async () => {
  const { document } = await show('desk/desk.prompt');
  assert.deepEqual(await outlineOf(document), ['manner', 'guest', ['mail', ['mail']]]);
});

test('slots are coloured by whether their values may be obeyed', async () => {
  const { document } = await show('gateway/chat-main.prompt');
  const colours = await coloursOf(document);
  assert.equal(colours.get('addendum'), 'variable.instructions.profile');
  assert.equal(colours.get('today'), 'variable.facts.call');
  assert.equal(colours.get('context'), 'variable.data.call');
  assert.equal(colours.get('cacheBreakpoint'), 'variable.marker');
  const editor = await show('desk/desk.prompt');
  await replace(editor, '{{guest}}', '{{nobody}}');
  const changed = await coloursOf(editor.document);
  assert.equal(changed.get('nobody'), 'variable.unknown');
  assert.equal(changed.get('<mail>'), 'class.data.call');
});
