// A manifest that names the wrong dialect: one finding and one change, whatever else would follow from it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Finding } from '../../../server/src/rules/run';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

/** The same prompt in each dialect. */
const TEXTS: Readonly<Record<string, string>> = {
  jinja:
    'You help {{ name }}.\n{% for row in rows %}\n- {{ row.title }}\n{% endfor %}\n{{ page }}\n{% if more %}More: {{ more | upper }}{% endif %}\nReply as {"a": 1}.\n',
  'py-format': 'You help {name}.\nRows: {rows}\n{page}\nMore: {more}\nReply as {{"a": 1}}.\n',
  handlebars:
    'You help {{name}}.\n{{#each rows}}\n- {{title}}\n{{/each}}\n{{{page}}}\n{{#if more}}More: {{{more}}}{{/if}}\n',
  mustache: 'You help {{name}}.\n{{#rows}}\n- {{title}}\n{{/rows}}\n{{{page}}}\n{{^more}}None{{/more}}{{more}}\n',
  'double-brace': 'You help {{name}}.\nRows: {{rows}}\n{{page}}\nMore: {{more}}\n',
  'dollar-brace': 'You help $\u007bname}.\nRows: $\u007brows}\n$\u007bpage}\nMore: $\u007bmore}\n',
  'single-brace': 'You help {name}.\nRows: {rows}\n{page}\nMore: {more}\nReply as {"a": 1}.\n',
};

const SLOTS = `    slots:
      name: { required: true, sample: Ada }
      rows: { type: list, sample: [{ title: x }] }
      page: { required: true, sample: c }
      more: { sample: m }
`;

const manifest = (dialect: string): string =>
  `version: 1\nsystems:\n  desk:\n    template: a.md\n    dialect: ${dialect}\n${SLOTS}`;

async function findingsOf(text: string, declared: string): Promise<readonly Finding[]> {
  const { service, log } = await memoryWorkspace({ 'strata.yaml': manifest(declared), 'a.md': text });
  assert.deepEqual(log, []);
  const snapshot = service.workspace.snapshot();
  return ['a.md', 'strata.yaml'].flatMap((path) => snapshot.findings(addressOf(path)));
}

/** Pairs in which the declared dialect reads the text: there the other rules speak for themselves. */
const READ: ReadonlySet<string> = new Set([
  'py-format single-brace',
  'single-brace py-format',
  'mustache handlebars',
  'double-brace jinja',
  'double-brace handlebars',
  'double-brace mustache',
  // A dollar may be a price.
  'dollar-brace py-format',
]);

describe('the wrong dialect', () => {
  for (const [written, text] of Object.entries(TEXTS))
    for (const declared of Object.keys(TEXTS)) {
      if (declared === written || READ.has(`${written} ${declared}`)) continue;
      test(`${written}, declared as ${declared}: one finding, and its fix names the dialect`, async () => {
        const findings = await findingsOf(text, declared);
        assert.deepEqual(
          findings.map(({ code, fixes }) => [code, ...(fixes ?? []).map(({ title }) => title)]),
          [['syntax.wrong-dialect', `Change the dialect to ${written}`]],
        );
        const [edit] = findings[0]?.fixes?.[0]?.edits ?? [];
        assert.ok(edit);
        const source = manifest(declared);
        assert.equal(source.slice(0, edit.span.start) + edit.text + source.slice(edit.span.end), manifest(written));
      });
    }

  test('says what the text is written in, why, and what the manifest says', async () => {
    const [finding] = await findingsOf(TEXTS.jinja ?? '', 'py-format');
    assert.equal(
      finding?.message,
      'The dialect of desk is probably wrong: it holds `{% for row in rows %}`, which is Jinja2, but the manifest says Python str.format, so the engine refuses it. Change the dialect to jinja.',
    );
    assert.equal(finding?.level, 'error');
    assert.equal(finding?.related?.[0]?.message, 'here it says py-format');
  });

  test('one tag of another engine in a text of its own is a slip in the text', async () => {
    const text = 'You help {{ name }}.\n{% if more %}{{ more }}{% endif %}\n{{#each rows}}\n{{ page }}{{ rows }}\n';
    const findings = await findingsOf(text, 'jinja');
    assert.equal(findings[0]?.code, 'syntax.wrong-dialect');
    assert.match(findings[0]?.message ?? '', /^`\{\{#each rows\}\}` is Handlebars, but this file is read as Jinja2/);
  });

  test('slots of another dialect beside those of its own are slips in the text', async () => {
    const findings = await findingsOf('{name} {page}\n{{rows}} {{more}}\n', 'single-brace');
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['syntax.literal-slot', 'syntax.literal-slot'],
    );
  });

  test('of several passes each has its own part', async () => {
    const text = '{% if more %}{{ more }}{% endif %}{name} {page} {rows}\n';
    const findings = await findingsOf(text, '[jinja, py-format]');
    assert.ok(findings.every(({ code }) => code !== 'syntax.wrong-dialect'));
  });
});

test('a tag that is written as it should be is no text: in a loop it may be the field of an item', async () => {
  const start = '{{ .name }}\n{{ .more }}\n';
  for (const loop of ['{{ range .rows }}\n- {{ .page }}\n{{ end }}\n', '{{ range .rows }}\n- {{ .page }}\n']) {
    const codes = (await findingsOf(start + loop, 'go-template')).map(({ code }) => code);
    assert.deepEqual([codes.includes('syntax.literal-slot'), codes.includes('slot.missing')], [false, true]);
  }
});
