// Real prompt files, when the shared folder is there: each opens in the dialect that it is written in, and no error is said
// of it that is none.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Snapshot } from '../../../server/src/workspace/snapshot';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const folder = '../shared/corpus';
const skip = existsSync(`${folder}/index.tsv`) ? false : `${folder} is not there`;

/** What the index calls a dialect, and which of ours reads such a text. Plain slots in two braces are the same in all engines. */
const DIALECTS: readonly (readonly [said: string, ...ours: string[]])[] = [
  ['jinja2', 'jinja', 'double-brace'],
  ['handlebars', 'handlebars', 'dotprompt'],
  ['python format', 'py-format', 'single-brace'],
  ['go text/template', 'go-template'],
  ['semantic-kernel', 'semantic-kernel'],
  ['mustache-style', 'double-brace'],
];

/** What is really wrong in these files, or missing beside them: the index says so of each. */
const TRUE_ERRORS: Readonly<Record<string, readonly string[]>> = {
  // Its include stands in a folder that is not in the corpus.
  'HKUDS/nanobot/subagent_system.md': ['file.missing'],
  'OpenHands/OpenHands/system_prompt.j2': ['file.missing'],
  // A sample with a closing tag of a block that it never opens; its head writes `{ … }[]`, which no YAML reader takes.
  'google/dotprompt/10-kitchen-sink.prompt': ['manifest.syntax', 'manifest.syntax', 'syntax.stray-brace'],
};

interface Row {
  readonly id: string;
  readonly name: string;
  readonly text: string;
  readonly ours: readonly string[];
}

function rows(): readonly Row[] {
  return readFileSync(`${folder}/index.tsv`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([, path = '']) => !/\.(?:py|ts|go)$/.test(path))
    .map(([repo = '', path = '', , said = '']) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      const ours = DIALECTS.find(([prefix]) => said.startsWith(prefix))?.slice(1) ?? [];
      return {
        id: `${repo}/${name}`,
        name,
        text: readFileSync(`${folder}/${repo.replace('/', '+')}/${path}`, 'utf8'),
        ours,
      };
    });
}

const errors = (snapshot: Snapshot, uri: string): readonly string[] =>
  snapshot
    .findings(uri)
    .filter(({ level }) => level === 'error')
    .map(({ code }) => code);

test('every file opens as it is, in the dialect that it is written in, without a false error', { skip }, async () => {
  const all = rows();
  assert.ok(all.length > 40);
  let read = 0;
  for (const { id, name, text, ours } of all) {
    const { service, log } = await memoryWorkspace({ [name]: text });
    const uri = addressOf(name);
    service.workspace.open(uri, 'prompt-template', 1, text);
    await service.workspace.ready();
    const snapshot = service.workspace.snapshot();
    const dialects = new Set(snapshot.textsOf(uri).flatMap(({ dialect }) => (dialect ? [dialect.id] : [])));
    for (const dialect of dialects) {
      // Of a file without slots any dialect is right.
      assert.ok(ours.length === 0 || ours.includes(dialect), `${id} is read as ${dialect}`);
      read++;
    }
    assert.deepEqual(
      errors(snapshot, uri).filter((code) => code !== 'file.missing'),
      (TRUE_ERRORS[id] ?? []).filter((code) => code !== 'file.missing'),
      id,
    );
    for (const system of snapshot.systems) snapshot.rendered(system, snapshot.shown(system));
    assert.deepEqual(log, [], id);
  }
  assert.ok(read > 30);
});

test('every file that a manifest names in its dialect is without a false error', { skip }, async () => {
  for (const { id, name, text, ours } of rows()) {
    const [dialect] = ours;
    // Files of other tools hold their texts in other ways.
    if (dialect === undefined || /\.(?:ya?ml|json|prompty?|txt)$/.test(name)) continue;
    const manifest = `version: 1\nsystems:\n  a:\n    template: ${JSON.stringify(name)}\n    dialect: ${dialect}\n`;
    const { service, log } = await memoryWorkspace({ 'strata.yaml': manifest, [name]: text });
    const snapshot = service.workspace.snapshot();
    assert.deepEqual(errors(snapshot, addressOf(name)), TRUE_ERRORS[id] ?? [], id);
    assert.deepEqual(log, [], id);
  }
});
