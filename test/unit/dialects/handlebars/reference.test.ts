// The dialect handlebars against the library itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Handlebars from 'handlebars';
import { dialect } from '../../../../server/src/syntax/dialects/handlebars';
import { howMany, SEED } from '../../../support/effort';
import { assertLaw, contextWith, engineText } from '../partials';
import { assertTree, Random } from '../support';
import { type Case, makeCase } from './cases';

const COUNT = howMany(5000);

type Answer = { readonly output: string } | { readonly error: string };

function ask({ text, values, partials, escapeHtml }: Case): Answer {
  const library = Handlebars.create();
  // What `log` writes is for a console.
  library.registerHelper('log', () => undefined);
  try {
    const template = library.compile(text, { noEscape: !escapeHtml });
    return { output: template(values, { partials: { ...partials } }) };
  } catch (error) {
    assert.ok(error instanceof Error);
    return { error: error.message };
  }
}

/** Whether ours are the words of the library: of a parse error the first line and what it met, without the picture between. */
function areWordsOf(own: string, error: string, text: string): boolean {
  const [line, met] = own.split(' … ');
  if (met !== undefined) return error.startsWith(line ?? '') && error.endsWith(met);
  if (own.startsWith('Lexical')) return error.startsWith(own);
  // Behind a separator in the line, the library's columns are off.
  const place = / - \d+:\d+$/;
  return own === error || (/[\u2028\u2029]/.test(text) && own.replace(place, '') === error.replace(place, ''));
}

for (const mutated of [false, true]) {
  describe(`handlebars and the library${mutated ? ', broken texts' : ''}`, () => {
    test('give the same text, or refuse both with the same words', () => {
      const random = new Random(mutated ? SEED + 1000 : SEED);
      const counts = { rendered: 0, refused: 0, unknown: 0, withoutArguments: 0 };
      for (let count = 0; count < COUNT; count++) {
        const one = makeCase(random, mutated);
        const answer = ask(one);
        const tree = dialect.scan(one.text);
        assertTree(tree);
        const context = contextWith(dialect, one.values, one.partials);
        const filled = dialect.fill(tree, context, { escapeHtml: one.escapeHtml });
        assertLaw(one.text, one.partials, filled);
        if (filled.gaps) {
          // Where the library fails over a helper or a partial, the preview shows the tag and goes on. A helper without
          // arguments prints nothing in the library.
          counts.unknown++;
          if ('output' in answer) counts.withoutArguments++;
        } else if (filled.stopped) {
          counts.refused++;
          const { engine } = filled.stopped;
          assert.ok('error' in answer, JSON.stringify({ ...one, answer, filled }));
          const areSame =
            engine === undefined || areWordsOf(engine, answer.error, one.text + Object.values(one.partials));
          assert.ok(areSame, JSON.stringify({ ...one, engine, answer }));
        } else {
          counts.rendered++;
          assert.deepEqual({ ...one, output: engineText(filled) }, { ...one, ...answer });
        }
      }
      const { rendered, refused, unknown, withoutArguments } = counts;
      const words = JSON.stringify(counts);
      assert.ok(rendered > COUNT / 4 && refused > COUNT / 12, words);
      assert.ok(unknown < COUNT / 12 && withoutArguments < COUNT / 100, words);
    });
  });
}
