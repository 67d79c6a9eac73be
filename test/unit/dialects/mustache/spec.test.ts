// The vectors of the mustache specification, when the shared folder is there.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/mustache';
import { fill } from '../../../../server/src/syntax/dialects/mustache/fill';
import type { Value } from '../../../../server/src/syntax/piece';
import { contextWith, engineText } from '../partials';

const folder = '../shared/specs/mustache';
const skip = existsSync(folder) ? false : `${folder} is not there`;

interface Vector {
  readonly name: string;
  readonly data: Value;
  readonly template: string;
  readonly partials?: Readonly<Record<string, string>>;
  readonly expected: string;
}

/** The specification gives a whole view, which need not be a map: as the value of one slot, it is opened by a section. */
function rendered({ data, template, partials = {} }: Vector, spec: boolean): string {
  const isMap = typeof data === 'object' && data !== null && !Array.isArray(data);
  const context = contextWith(dialect, isMap ? (data as Record<string, Value>) : {}, partials);
  const all = { ...context, include: (path: string) => context.include?.(path, undefined) ?? nothing };
  return engineText(fill(dialect.scan(template), all, isMap ? { spec } : { spec, view: data }));
}

/** The specification prints nothing for a partial that is not there. */
const nothing = { uri: 'memory:///', tree: dialect.scan('') };

describe('the specification of mustache', { skip }, () => {
  const files = skip ? [] : readdirSync(folder).filter((name) => name.endsWith('.json'));
  const vectors = files.flatMap((name): Vector[] => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')).tests);

  test('all its vectors hold', () => {
    assert.equal(vectors.length, 136);
    for (const vector of vectors) assert.equal(rendered(vector, true), vector.expected, vector.name);
  });

  test('mustache.js differs in one of them', () => {
    const different = vectors.filter((vector) => rendered(vector, false) !== vector.expected);
    assert.deepEqual(
      different.map(({ name }) => name),
      ['Dotted Names - Context Precedence'],
    );
  });
});
