import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offered } from './offered';

const inTemplate = (line: string): string => `=== strata.yaml
version: 1
systems:
  a:
    template: a.tmpl
    dialect: go-template
    slots: { Name: {}, Items: {} }
=== a.tmpl
${line}
`;

test('slots of a Go template keep their point, in tags with words as well', async () => {
  assert.equal((await offered(inTemplate('Hello {{‸'), '{')).accept('Name'), 'Hello {{ .Name }}');
  assert.equal((await offered(inTemplate('Hello {{ .Na‸ }}'))).accept('Name'), 'Hello {{ .Name }}');
  assert.equal((await offered(inTemplate('Hello {{ .Na‸'))).accept('Name'), 'Hello {{ .Name }}');
  assert.equal((await offered(inTemplate('{{ if .It‸ }}x{{ end }}'))).accept('Items'), '{{ if .Items }}x{{ end }}');
  assert.equal((await offered(inTemplate('{{ range .It‸'))).accept('Items'), '{{ range .Items');
  assert.equal((await offered(inTemplate('{{ range .It‸'))).item('Items').filterText, '.Items');
});

test('an open block offers its end first', async () => {
  const { labels } = await offered(inTemplate('{{ if .Name }}x{{ ‸'));
  assert.deepEqual(labels.slice(0, 2), ['end', 'else']);
  assert.ok(labels.includes('range') && labels.includes('Name'));
});

test('the files that a template can name are offered in its quotes', async () => {
  const files = `=== parts/tone.tmpl
x
`;
  const at = (line: string) => offered(`${inTemplate(line)}${files}`);
  assert.equal((await at('{{ template "‸" . }}')).accept('parts/tone'), '{{ template "parts/tone" . }}');
  assert.equal((await at('{{- template `par‸')).accept('parts/tone'), '{{- template `parts/tone');
  assert.ok(!(await at('{{ printf "‸" }}')).labels.includes('parts/tone'));
});
