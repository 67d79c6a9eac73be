// Real prompt files, when the shared folder is there: whatever they are written in, every dialect reads them.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { detect } from '../../../server/src/syntax/detect';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import { fencesOf } from '../../../server/src/syntax/fences';
import { headOf } from '../../../server/src/syntax/head';
import { assertPieces, assertTree, contextOf, textOf } from './support';

/** Engines with conditions and loops, which print nothing for names that they do not know. */
const DECIDING: ReadonlySet<string> = new Set([
  'mustache',
  'handlebars',
  'dotprompt',
  'semantic-kernel',
  'jinja',
  'liquid',
  'go-template',
]);

const folder = '../shared/corpus';
const skip = existsSync(folder) ? false : `${folder} is not there`;

test('real prompt files can be read in every dialect', { skip }, () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.ok(files.length > 10);
  for (const file of files) {
    const text = readFileSync(join(file.parentPath, file.name), 'utf8');
    for (const { span } of fencesOf(text)) assert.ok(span.start < span.end && span.end <= text.length, file.name);
    const head = headOf(text);
    assert.ok(!head || head.bodyStart <= text.length, file.name);
    detect(text, file.name);
    for (const dialect of dialects) {
      const tree = dialect.scan(text);
      assertTree(tree);
      const { pieces, stopped } = dialect.fill(tree, contextOf({}), {});
      assertPieces(text, pieces);
      // Without values everything stands as it is written, but for what is escaped and what an engine decides on its own.
      const isPlain = tree.stretches.length === 0 && !DECIDING.has(dialect.id);
      if (!stopped && isPlain) assert.equal(textOf(pieces), text, file.name);
      assert.equal(textOf(dialect.fill(dialect.scan(dialect.escape(text)), contextOf({}), {}).pieces), text, file.name);
      dialect.lookalikes(tree);
    }
  }
});
