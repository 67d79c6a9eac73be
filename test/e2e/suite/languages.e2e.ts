// A manifest may name a file of any language. A file that no manifest names is none of Strata's business.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { definitionsAt, hintsAre, hintsOf, hoverAt, lensesOf, slotsOfferedAt } from '../support/ask';
import { test } from '../support/kit';
import { findings, findingsAre, placeIn, replace, show } from '../support/workbench';

for (const [path, languageId, sentence, line] of [
  ['notes/system.md', 'markdown', 'You write release notes for {product}.', 3],
  ['notes/rules.txt', 'plaintext', 'Write one line for each change in {product}.', 1],
] as const) {
  test(`${path} gets everything, because a manifest names it`, async () => {
    const editor = await show(path);
    const { document } = editor;
    assert.equal(document.languageId, languageId);
    await hintsAre(document, ['1: base · 23 tok']);
    assert.deepEqual(await lensesOf(document), ['23 tok', 'Preview']);
    assert.match(
      (await hoverAt(document, placeIn(document, sentence, sentence.length - 3))).join('\n'),
      /\*\*product\*\*/,
    );
    assert.deepEqual(await definitionsAt(document, placeIn(document, sentence, sentence.length - 3)), [
      'notes/strata.yaml:12 product',
    ]);
    await replace(editor, sentence, 'Of {prodct}: {');
    const [unknown] = await findingsAre(document.uri, ['slot.unknown']);
    assert.equal(unknown?.range.start.line, line - 1);
    assert.deepEqual(await slotsOfferedAt(document, placeIn(document, ': {', 3)), ['{product}']);
  });
}

test('a file that no manifest names gets nothing', async () => {
  const { document } = await show('notes/loose.txt');
  // When a finding of another file has come, the answers about this one would have come as well.
  const named = await show('notes/rules.txt', { viewColumn: vscode.ViewColumn.Beside });
  await replace(named, '{product}', '{nothing}');
  await findingsAre(named.document.uri, ['slot.unknown']);
  assert.deepEqual(findings(document.uri), []);
  assert.deepEqual(await hintsOf(document), []);
  assert.deepEqual(await lensesOf(document), []);
  assert.deepEqual(await hoverAt(document, placeIn(document, '{product}', 3)), []);
  assert.deepEqual(await slotsOfferedAt(document, placeIn(document, '{unknown}', 1)), []);
});

test('a file gets everything as soon as a manifest names it, and nothing when it no longer does', async () => {
  const manifest = await show('notes/strata.yaml');
  const { document } = await show('notes/loose.txt', { viewColumn: vscode.ViewColumn.Beside });
  assert.deepEqual(await hintsOf(document), []);
  await replace(manifest, '- file: rules.txt', '- file: loose.txt');
  await findingsAre(document.uri, ['slot.unknown', 'text.escape']);
  await hintsAre(document, ['1: base · 29 tok']);
  assert.equal(manifest.document.isDirty, true);
  await replace(manifest, '- file: loose.txt', '- file: rules.txt');
  await findingsAre(document.uri, []);
  await hintsAre(document, []);
});
