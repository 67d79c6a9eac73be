// Real prompt files for mustache and handlebars, when the shared folder is there: in their own dialect none has a fault.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { dialect as handlebars } from '../../../server/src/syntax/dialects/handlebars';
import { dialect as mustache } from '../../../server/src/syntax/dialects/mustache';
import { embeddedText } from '../../../server/src/syntax/embedded';
import { headOf } from '../../../server/src/syntax/head';
import { assertTree, contextOf } from './support';

const folder = '../shared/corpus';
const skip = existsSync(folder) ? false : `${folder} is not there`;

/** A sample with a closing tag too many. */
const MISTAKEN = '10-kitchen-sink.prompt';

test('files written in mustache or handlebars have no fault in it', { skip }, () => {
  const rows = readFileSync(join(folder, 'index.tsv'), 'utf8').trim().split('\n').slice(1);
  let read = 0;
  for (const [repository = '', path = '', , written = ''] of rows.map((row) => row.split('\t'))) {
    const dialect = /handlebars/.test(written) ? handlebars : /mustache/.test(written) ? mustache : undefined;
    if (!dialect) continue;
    const at = [path, basename(path)].map((name) => join(folder, repository.replace('/', '+'), name)).find(existsSync);
    assert.ok(at, path);
    const whole = readFileSync(at, 'utf8');
    // A YAML file holds the prompt in one of its strings.
    const inside = /\.ya?ml$/.test(path) ? embeddedText({ uri: path, text: whole }, 'template') : undefined;
    assert.equal(inside === undefined, !/\.ya?ml$/.test(path), path);
    const text = inside?.file.text ?? whole.slice(headOf(whole)?.bodyStart ?? 0);
    const tree = dialect.scan(text);
    assertTree(tree);
    const kinds = tree.faults.map(({ kind }) => kind);
    assert.equal(kinds.length > 0, path.endsWith(MISTAKEN), `${path}: ${tree.faults.map(({ message }) => message)}`);
    assert.equal(dialect.fill(tree, contextOf({}), {}).stopped !== undefined, kinds.length > 0, path);
    read++;
  }
  assert.ok(read >= 7, `${read} files`);
});
