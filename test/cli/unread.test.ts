// What a check or a proposal passes over is told, and for the right reason.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { strataIn } from '../support/commandLine';
import { type Ended, type Files, foldersHere } from '../support/processes';

const folder = foldersHere();

const strata = (files: Files, ...args: readonly string[]): Promise<Ended> => strataIn(args, folder(files));

const MANIFEST = 'version: 1\nsystems:\n  a:\n    template: a.prompt\n    dialect: double-brace\n';
const PROMPTY = '---\nname: x\ninputs: { q: { type: string } }\n---\nsystem:\n{{q}}\n';

test('a manifest with another name is not read, and its templates belong to no system', async () => {
  const { code, err } = await strata({ 'strata.yml': MANIFEST, 'a.prompt': 'Hi {{name}}\n' }, 'check');
  assert.equal(code, 0);
  assert.match(err, /strata\.yml is not read: a manifest is called strata\.yaml/);
  assert.match(err, /a\.prompt belongs to no system/);
});

test('without any manifest: how many templates are not checked', async () => {
  const files = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`${name}.prompt`, 'Hi {{name}}\n']));
  const { err } = await strata(files, 'check');
  assert.match(err, /a\.prompt, b\.prompt, c\.prompt and 1 more belong to no system.*strata init/);
});

test('where nothing is checked that is told, and an unread manifest is reason enough', async () => {
  const { code, out, err } = await strata({ 'a.txt': 'Hi {{name}}\n' }, 'check');
  assert.equal(code, 0);
  assert.equal(out, '0 errors, 0 warnings in 0 files\n');
  assert.equal(
    err,
    'strata: nothing is checked here: there is no strata.yaml, and no file is a template by its name; strata init proposes a manifest\n',
  );
  const other = await strata({ 'strata.yml': MANIFEST, 'a.txt': 'Hi\n' }, 'check');
  assert.equal(other.err, 'strata: strata.yml is not read: a manifest is called strata.yaml\n');
});

test('where everything is declared nothing is told', async () => {
  const files = { 'strata.yaml': MANIFEST, 'a.prompt': 'Hi {{name}}\n', 'x.prompty': PROMPTY };
  assert.equal((await strata(files, 'check')).err, '');
});

test('render without a system names all that may declare one', async () => {
  const { code, err } = await strata({ 'a.txt': 'Hi' }, 'render');
  assert.equal(code, 2);
  assert.match(err, /strata\.yaml.*head with the key strata.*\.prompty/);
});

test('render of a file with a broken head prints what it can, and fails', async () => {
  const { code, err } = await strata(
    { 'x.prompty': '---\nname: bad\ninputs: [\n---\nsystem:\nHi\n' },
    'render',
    'x.prompty',
  );
  assert.equal(code, 1);
  assert.match(err, /x\.prompty: what it says of itself cannot be read/);
});

test('init: files of other tools need none; what is included is counted with the template that includes it', async () => {
  const none = await strata({ 'x.prompty': PROMPTY }, 'init');
  assert.match(none.err, /say themselves what they need/);
  const files = { 'm.gotmpl': 'Hi {{ .User }}\n', 'a.j2': '{% include "b.j2" %}\n', 'b.j2': 'Be {{ tone }}.\n' };
  const { code, out } = await strata(files, 'init', '--write');
  assert.deepEqual([code, out], [0, 'strata.yaml is written for 2 templates\n']);
});

test('init: a folder of prompts is the same by itself and from above', async () => {
  const files = { 'prompts/agent/agent.txt': 'Today is {today}.\n' };
  for (const named of ['.', 'prompts', 'prompts/agent']) {
    const { out } = await strata(files, 'init', named);
    assert.match(out, /template: .*agent\.txt/, named);
  }
});
