// The dialect liquid against the engine itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/liquid';
import { howMany, SEED } from '../../../support/effort';
import { assertLaw, contextWith } from '../partials';
import { assertTree, Random } from '../support';
import { makeCase } from './cases';
import { answerOf, askEngine } from './engine';

const COUNT = howMany(5000);

for (const mutated of [false, true]) {
  describe(`liquid and the engine${mutated ? ', broken texts' : ''}`, () => {
    test('give the same text, or refuse both with the same words', () => {
      const random = new Random(mutated ? SEED + 1000 : SEED);
      const counts = { rendered: 0, refused: 0, unknown: 0 };
      for (let count = 0; count < COUNT; count++) {
        const one = makeCase(random, mutated);
        const tree = dialect.scan(one.text);
        assertTree(tree);
        const context = contextWith(dialect, one.values, one.partials);
        const filled = dialect.fill(tree, context, { escapeHtml: one.escapeHtml });
        assertLaw(one.text, one.partials, filled);
        if (filled.gaps) {
          // Where a text is not found the engine fails; the preview shows the tag and goes on.
          counts.unknown++;
          continue;
        }
        counts[filled.stopped ? 'refused' : 'rendered']++;
        assert.deepEqual({ ...one, ...answerOf(filled) }, { ...one, ...askEngine(one) });
        assertPlaced(one.text, filled.stopped);
      }
      const words = JSON.stringify(counts);
      assert.ok(counts.rendered > COUNT / 4 && counts.refused > COUNT / 12 && counts.unknown < COUNT / 8, words);
    });
  });
}

/** An error stands at a tag of its text, or in one: of a text that is not included, at what opens a tag, or in a `liquid` tag. */
function assertPlaced(
  text: string,
  stopped: { readonly span: { readonly start: number; readonly end: number }; readonly file?: string } | undefined,
): void {
  if (!stopped || stopped.file !== undefined) return;
  const { start, end } = stopped.span;
  const isTag = /^\{[{%]/.test(text.slice(start));
  const open = text.lastIndexOf('{%', start);
  assert.ok(start < end && (isTag || open >= 0), JSON.stringify({ text, start, end }));
}
