// A text on which tokenizers go astray: one word of a million letters. It is typed into, and every question is answered.
import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import * as vscode from 'vscode';
import { hintsAre, hintsOf, hoverAt } from '../support/ask';
import { test } from '../support/kit';
import { findingsAre, newFolder, show } from '../support/workbench';

const MANIFEST = `version: 1
systems:
  long:
    template: long.prompt
    model: gpt-4o
    dialect: single-brace
    slots: { name: { type: line, sample: Ada } }
`;
const LETTERS = 1_000_000;
const TEXT = `Hello {name}.\n${'a'.repeat(LETTERS)}\nThe end.\n`;

/** An answer, and how often the extension host went round while it was waited for: a host that is blocked does not. */
async function answered<T>(question: Promise<T>): Promise<{ readonly answer: T; readonly turns: number }> {
  let turns = 0;
  let waiting = true;
  const rounds = (async () => {
    for (; waiting; turns++) await turn();
  })();
  const answer = await question.finally(() => {
    waiting = false;
  });
  await rounds;
  return { answer, turns };
}

test('a word of a million letters is typed into: an estimate stands in at once, then the exact number', async () => {
  const folder = await newFolder({ 'strata.yaml': MANIFEST, 'long.prompt': TEXT });
  const editor = await show(`${folder}/long.prompt`);
  const { document } = editor;
  await hintsAre(document, ['1: prompt · 125,007 tok']);
  const shown: string[] = [];
  for (let i = 0; i < 10; i++) {
    const place = new vscode.Position(1, LETTERS / 2 + i);
    assert.ok(await editor.edit((edit) => edit.insert(place, 'x')));
    const { answer, turns } = await answered(hintsOf(document));
    assert.ok(turns > 1);
    assert.equal(answer.length, 1);
    shown.push(answer[0] ?? '');
    assert.match((await hoverAt(document, new vscode.Position(0, 8))).join('\n'), /\*\*name\*\*/);
  }
  for (const hint of shown) assert.match(hint, /^1: prompt (?:≈ 125,0\d\d tok …|· 125,0\d\d tok)$/);
  assert.ok(shown.some((hint) => hint.endsWith('…')));
  // Findings do not wait for the count either.
  assert.ok(await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '{nobody} ')));
  await findingsAre(document.uri, ['slot.unknown']);
  assert.ok(await editor.edit((edit) => edit.replace(new vscode.Range(0, 0, document.lineCount, 0), TEXT)));
  await hintsAre(document, ['1: prompt · 125,007 tok']);
});
