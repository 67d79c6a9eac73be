// A manifest may name a file of any language. A file that no manifest names is none of Strata's business.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { coloursOf, definitionsAt, hintsAre, hintsOf, hoverAt, lensesOf, slotsOfferedAt } from '../support/ask';
import { test } from '../support/kit';
import { eventually } from '../support/until';
import { fileAt, findings, findingsAre, newFolder, placeIn, replace, show } from '../support/workbench';

for (const [path, languageId, sentence, line, place] of [
  ['notes/system.md', 'markdown', 'You write release notes for {product}.', 3, 'part 1 of 2 of notes'],
  ['notes/rules.txt', 'plaintext', 'Write one line for each change in {product}.', 1, 'part 2 of 2 of notes'],
] as const) {
  test(`${path} gets everything, because a manifest names it`, async () => {
    const editor = await show(path);
    const { document } = editor;
    assert.equal(document.languageId, languageId);
    await hintsAre(document, ['1: base · 23 tok']);
    assert.deepEqual(await lensesOf(document), ['23 tok', 'Preview', place]);
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

test('a template whose name or language says its dialect is read in it, saved or not', async () => {
  const folder = await newFolder({ 'greeting.prompt.j2': 'Hello {{ name }}.{# not sent #}\n' });
  const { document } = await show(`${folder}/greeting.prompt.j2`);
  assert.equal(document.languageId, 'prompt-template-jinja');
  assert.deepEqual([...(await coloursOf(document))].slice(0, 2), [
    ['{{ ', 'keyword'],
    ['name', 'variable'],
  ]);
  const content = 'Hello {{name}} and {other}.';
  const untitled = await vscode.workspace.openTextDocument({ language: 'prompt-template-single-brace', content });
  await vscode.window.showTextDocument(untitled);
  const colours = await coloursOf(untitled);
  assert.equal(colours.get('other'), 'variable');
});

test('a template of an engine is one of ours in a folder of prompts, and nowhere else', async () => {
  const text = 'Hello {{ name }}.\n';
  const folder = await newFolder({
    'prompts/chat/a.j2': text,
    'prompt_templates/b.liquid': text,
    'conf/c.j2': text,
    'conf/chat_prompt.j2': text,
    'conf/system-prompt-v2.jinja': text,
  });
  const languages: string[] = [];
  for (const path of [
    'prompts/chat/a.j2',
    'prompt_templates/b.liquid',
    'conf/c.j2',
    'conf/chat_prompt.j2',
    'conf/system-prompt-v2.jinja',
  ])
    languages.push((await show(`${folder}/${path}`)).document.languageId);
  assert.deepEqual(languages, [
    'prompt-template-jinja',
    'prompt-template-liquid',
    'plaintext',
    'prompt-template-jinja',
    'prompt-template-jinja',
  ]);
});

test('plain text of a template engine becomes a template when a manifest names it, and can be set back', async () => {
  const folder = await newFolder({
    'strata.yaml': 'version: 1\nsystems:\n  a: { template: conf/a.j2, dialect: jinja }\n',
    'conf/a.j2': 'Hello {{ name }}.\n',
    'conf/b.j2': 'Hello {{ name }}.\n',
  });
  const { document } = await show(`${folder}/conf/a.j2`);
  await eventually(() => assert.equal(document.languageId, 'prompt-template-jinja'));
  await vscode.languages.setTextDocumentLanguage(document, 'plaintext');
  const other = await show(`${folder}/conf/b.j2`);
  await hintsAre(document, ['1: prompt ≥ 2 tok']);
  assert.deepEqual([document.languageId, other.document.languageId], ['plaintext', 'plaintext']);
});

test('a file with several templates has a lens over each, which opens its own prompt', async () => {
  const folder = await newFolder({
    'strata.yaml':
      'version: 1\nsystems:\n  chat: { template: "p.yaml#chat", dialect: jinja }\n  judge: { template: "p.yaml#judge", dialect: jinja }\n',
    'p.yaml': 'chat: |\n  Be brief.\njudge: "Rate it, {{ who }}."\n',
  });
  const { document } = await show(`${folder}/p.yaml`);
  await hintsAre(document, ['2: prompt · 3 tok', '3: prompt ≥ 4 tok']);
  assert.deepEqual(
    (await lensesOf(document)).filter((title) => title !== 'Preview'),
    ['3 tok', '≥ 4 tok'],
  );
});

test('both sides of a comparison with git are read, and the right one belongs to its system', async () => {
  const right = fileAt('desk/desk.prompt');
  const query = JSON.stringify({ path: right.fsPath, ref: 'HEAD' });
  const left = right.with({ scheme: 'git', query });
  await vscode.commands.executeCommand('vscode.diff', left, right, 'desk');
  const [before, after] = await Promise.all([left, right].map((uri) => vscode.workspace.openTextDocument(uri)));
  assert.ok(before && after);
  assert.equal(before.getText(), after.getText());
  await hintsAre(after, ['1: policy · 35 / 60 tok', '4: visit · 4 tok', '5: mail · 11 tok']);
  assert.match(String((await coloursOf(after)).get('mail')), /^variable\.data/);
  assert.equal((await coloursOf(before)).get('mail'), 'variable');
  assert.deepEqual(findings(left), []);
});
