// The conformance vectors of Prompty's subset of Jinja, when the shared folder is there. Prompty prints truth values,
// null and whole floats in its own way; everything else has to be the same.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Value } from '../../../../server/src/syntax/piece';
import { fillWith, printed } from './texts';

const folder = '../shared/specs/jinja-subset';
const skip = existsSync(folder) ? false : `${folder} is not there`;

interface Vector {
  readonly name: string;
  readonly template: string;
  readonly inputs: Readonly<Record<string, Value>>;
  readonly rendered?: string;
  readonly segments?: readonly { readonly kind: string; readonly text: string; readonly source: string | null }[];
}

const read = (file: string): readonly Vector[] => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Vector[];

const PROMPTYS_OWN: ReadonlySet<string> = new Set([
  'b2_bool_true_lowercase',
  'b2_bool_false_lowercase',
  'b2_null_renders_empty',
]);

test('what Prompty renders', { skip }, () => {
  const vectors = read('render_golden.json').filter(({ rendered }) => rendered !== undefined);
  assert.ok(vectors.length > 40);
  for (const { name, template, inputs, rendered } of vectors) {
    const filled = fillWith(template, inputs, {}, { keepFinalNewline: true });
    assert.equal(printed(filled) === rendered, !PROMPTYS_OWN.has(name), name);
  }
});

test('what Prompty tells apart in it', { skip }, () => {
  const vectors = read('segments_golden.json').filter(({ segments }) => segments !== undefined);
  assert.equal(vectors.length, 3);
  for (const { template, inputs, segments = [] } of vectors) {
    assert.deepEqual(
      fillWith(template, inputs).pieces.map(({ kind, text, origins }) => [
        kind === 'literal',
        text,
        origins?.[0] ?? null,
      ]),
      segments.map(({ kind, text, source }) => [kind === 'literal', text, source]),
    );
  }
});
