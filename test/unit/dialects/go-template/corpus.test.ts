// Real prompt files of Go programs, when the shared folder is there: none has a fault, and all of them is rendered.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { detect } from '../../../../server/src/syntax/detect';
import { dialect } from '../../../../server/src/syntax/dialects/go-template';
import { contextOf } from '../support';

const folder = '../shared/corpus';
const skip = existsSync(folder) ? false : `${folder} is not there`;

test('files of Go programs', { skip }, () => {
  const rows = readFileSync(join(folder, 'index.tsv'), 'utf8').trim().split('\n').slice(1);
  let read = 0;
  for (const [repository = '', path = '', , written = ''] of rows.map((row) => row.split('\t'))) {
    if (!written.startsWith('go text/template')) continue;
    const text = readFileSync(join(folder, repository.replace('/', '+'), path), 'utf8');
    const tree = dialect.scan(text);
    assert.deepEqual(tree.faults, [], path);
    assert.ok(tree.slots.length > 5 && (tree.blocks?.length ?? 0) > 5, path);
    assert.equal(detect(text, '')?.dialect, 'go-template', path);
    assert.equal(dialect.fill(tree, contextOf({}), {}).stopped, undefined, path);
    const known = Object.fromEntries(tree.slots.map(({ name }) => [name, 'value']));
    assert.ok(dialect.fill(tree, contextOf(known), {}).pieces.length > 5, path);
    read++;
  }
  assert.ok(read >= 2, `${read} files`);
});
