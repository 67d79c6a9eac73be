// In which dialect a file is read that no manifest names, why, and how somebody says another one.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { codeLenses } from '../../../server/src/features/codeLens';
import { dialect } from '../../../server/src/features/requests/dialect';
import type { DialectResult } from '../../../server/src/protocol';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const said = (result: DialectResult | null): unknown =>
  result && [result.dialect, result.by, result.reason, result.also.map((one) => one.dialect)];

describe('a template that no manifest names', () => {
  test('is read as it is detected, with the reason over it and no finding', async () => {
    const { service } = await memoryWorkspace({ 'a.prompt': '{% if x %}{{ y }}{% endif %} {{ broken' });
    const snapshot = service.workspace.snapshot();
    const uri = addressOf('a.prompt');
    assert.deepEqual(said(dialect(snapshot, { uri })), ['jinja', 'detected', 'it holds `{% if x %}`', []]);
    assert.deepEqual(
      codeLenses(snapshot, uri).map(({ command }) => [command?.title, command?.command, command?.arguments]),
      [['read as Jinja2: it holds {% if x %}', 'strata.selectDialect', [uri]]],
    );
    assert.deepEqual(snapshot.findings(uri), []);
  });

  test('is said to have two dialects when it has', async () => {
    const { service } = await memoryWorkspace({
      'a.prompt': 'Hi {name} and {{other}}',
      'b.prompt': '{% if x %}{{ y }}{% endif %}{{#if y}}',
    });
    const snapshot = service.workspace.snapshot();
    const title = (path: string): string | undefined => codeLenses(snapshot, addressOf(path))[0]?.command?.title;
    assert.deepEqual(said(dialect(snapshot, { uri: addressOf('a.prompt') })), [
      null,
      'nothing',
      null,
      ['double-brace', 'py-format'],
    ]);
    assert.equal(
      title('a.prompt'),
      'two dialects · its slots are written like {{other}} · its slots are written like {name} and its other braces are doubled',
    );
    assert.equal(title('b.prompt'), 'two dialects · read as Jinja2: it holds {% if x %} · it holds {{#if y}}');
  });

  test('is read in the dialect that somebody chooses, and then its faults are found', async () => {
    const { service } = await memoryWorkspace({ 'a.prompt': '{% if x %}{{ y }}{% endif %} {{ broken' });
    const uri = addressOf('a.prompt');
    service.workspace.chooseDialect(uri, 'jinja');
    const snapshot = service.workspace.snapshot();
    assert.deepEqual(said(dialect(snapshot, { uri })), ['jinja', 'chosen', null, []]);
    assert.equal(codeLenses(snapshot, uri)[0]?.command?.title, 'read as Jinja2');
    assert.deepEqual(
      snapshot.findings(uri).map(({ code }) => code),
      ['syntax.unclosed'],
    );
    service.workspace.chooseDialect(uri, null);
    assert.deepEqual(service.workspace.snapshot().findings(uri), []);
  });

  test('says nothing of prose', async () => {
    const { service } = await memoryWorkspace({ 'a.prompt': 'Only words.\n' });
    const snapshot = service.workspace.snapshot();
    assert.deepEqual(codeLenses(snapshot, addressOf('a.prompt')), []);
    assert.deepEqual(said(dialect(snapshot, { uri: addressOf('a.prompt') })), [null, 'nothing', null, []]);
  });
});

test('of a manifest: its dialect, what else stands in the file, and the edit that makes it another one', async () => {
  const manifest = 'version: 1\nsystems:\n  a:\n    template: a.md\n    dialect: py-format # so far\n';
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest, 'a.md': 'Hi {name} {% if x %}y{% endif %}' });
  const snapshot = service.workspace.snapshot();
  const result = dialect(snapshot, { uri: addressOf('a.md'), choose: 'jinja' });
  assert.deepEqual(said(result), ['py-format', 'manifest', null, ['jinja']]);
  assert.deepEqual(result?.edit, {
    source: {
      file: addressOf('strata.yaml'),
      range: { start: { line: 4, character: 13 }, end: { line: 4, character: 22 } },
    },
    text: 'jinja',
  });
  assert.equal(
    result?.dialects.some(({ id }) => id === 'handlebars'),
    true,
  );
});

test('of a manifest: what its engine reads as well is no second dialect', async () => {
  const texts = { 'a.md': '{{#list}}{{name}}{{/list}}', 'b.md': 'Hi {name}', 'c.md': '{{#if a}}x{{/if}}' };
  const manifest = `version: 1
systems:
  a: { template: a.md, dialect: handlebars }
  b: { template: b.md, dialect: py-format }
  c: { template: c.md, dialect: mustache }
`;
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest, ...texts });
  const snapshot = service.workspace.snapshot();
  const also = (path: string): unknown => dialect(snapshot, { uri: addressOf(path) })?.also.map((one) => one.dialect);
  assert.deepEqual(Object.keys(texts).map(also), [[], [], ['handlebars']]);
});

test('of a file of another tool: what that file says', async () => {
  const { service } = await memoryWorkspace({ 'a.prompty': '---\nname: x\n---\nuser:\n{{a}}\n' });
  const result = dialect(service.workspace.snapshot(), { uri: addressOf('a.prompty'), choose: 'mustache' });
  assert.deepEqual(said(result), ['jinja', 'provider', null, []]);
  assert.equal(result?.edit, undefined);
});
