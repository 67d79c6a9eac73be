// The dialect mustache against mustache.js itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Mustache from 'mustache';
import { dialect } from '../../../../server/src/syntax/dialects/mustache';
import { howMany, SEED } from '../../../support/effort';
import { assertLaw, contextWith, engineText } from '../partials';
import { assertTree, Random } from '../support';
import { type Case, makeCase } from './cases';

const COUNT = howMany(5000);

type Answer = { readonly output: string } | { readonly error: string };

function ask({ text, values, partials, escapeHtml }: Case): Answer {
  Mustache.clearCache();
  try {
    const config = escapeHtml ? undefined : { escape: (value: unknown): string => String(value) };
    return { output: Mustache.render(text, values, partials, config) };
  } catch (error) {
    assert.ok(error instanceof Error);
    return { error: error.message };
  }
}

describe('mustache and mustache.js', () => {
  test('give the same text, or refuse both with the same words', () => {
    const random = new Random(SEED);
    let rendered = 0;
    let refused = 0;
    for (let count = 0; count < COUNT; count++) {
      const one = makeCase(random);
      const answer = ask(one);
      const tree = dialect.scan(one.text);
      assertTree(tree);
      const context = contextWith(dialect, one.values, one.partials);
      const filled = dialect.fill(tree, context, { escapeHtml: one.escapeHtml });
      assertLaw(one.text, one.partials, filled);
      const own: Answer = filled.stopped
        ? { error: filled.stopped.engine ?? filled.stopped.message }
        : { output: engineText(filled) };
      assert.deepEqual({ ...one, ...own }, { ...one, ...answer });
      if ('output' in answer) rendered++;
      else refused++;
    }
    assert.ok(rendered > COUNT / 2 && refused > COUNT / 20, `${rendered} rendered, ${refused} refused`);
  });
});
