// Handlebars as programs set it: what a tag prints or opens has to be there (`strict`), and the lines of a partial are not
// indented (`preventIndent`). Against the library itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Handlebars from 'handlebars';
import { dialect } from '../../../../server/src/syntax/dialects/handlebars';
import { contextWith, engineText } from '../partials';
import { contextOf, Random, textOf } from '../support';
import { type Case, makeCase } from './cases';

const COUNT = Number(process.env.FUZZ ?? 2000);
const SEED = Number(process.env.SEED ?? 1);

type Answer = { readonly output: string } | { readonly error: string };

function ask({ text, values, partials, escapeHtml }: Case, options: CompileOptions): Answer {
  const library = Handlebars.create();
  // What `log` writes is for a console.
  library.registerHelper('log', () => undefined);
  try {
    const template = library.compile(text, { noEscape: !escapeHtml, ...options });
    return { output: template(values, { partials: { ...partials } }) };
  } catch (error) {
    assert.ok(error instanceof Error);
    return { error: error.message };
  }
}

const LACKS = /^(?:"[^"]*" not defined in |Cannot read properties of |Cannot use 'in' operator )/;

/** Behind a separator in the line, the library's columns are off. */
const words = (error: string, { text, partials }: Case): string =>
  /[\u2028\u2029]/.test(text + Object.values(partials).join('')) ? error.replace(/ - \d+:\d+$/, '') : error;

describe('handlebars with `strict` and the library', () => {
  test('give the same text, or end for the same field', () => {
    const random = new Random(SEED);
    const counts = { rendered: 0, lacking: 0, refused: 0, unknown: 0 };
    for (let count = 0; count < COUNT; count++) {
      const one = makeCase(random);
      const answer = ask(one, { strict: true });
      const context = contextWith(dialect, one.values, one.partials);
      const options = { escapeHtml: one.escapeHtml, missing: 'error' } as const;
      const filled = dialect.fill(dialect.scan(one.text), context, options);
      // Where the library fails over a helper or a slot without a value, the preview shows the tag and goes on.
      if (filled.gaps || filled.pieces.some(({ hole }) => hole !== undefined)) {
        counts.unknown++;
        continue;
      }
      const told = { ...one, ...filled, answer };
      if (!filled.stopped) {
        counts.rendered++;
        assert.deepEqual({ ...one, output: engineText(filled) }, { ...one, ...answer });
        continue;
      }
      assert.ok('error' in answer, JSON.stringify(told));
      const isLacking = LACKS.test(answer.error);
      counts[isLacking ? 'lacking' : 'refused']++;
      if (isLacking && filled.stopped.engine !== undefined)
        assert.equal(words(filled.stopped.engine, one), words(answer.error, one), JSON.stringify(told));
    }
    const { rendered, lacking } = counts;
    assert.ok(rendered > COUNT / 8 && lacking > COUNT / 8, JSON.stringify(counts));
  });

  test('show a slot without a value, and end where the text depends on it', () => {
    const fill = (text: string) =>
      dialect.fill(dialect.scan(text), contextOf({ user: {}, x: undefined }), { missing: 'error' });
    const shown = fill('a {{x}} b');
    assert.deepEqual([textOf(shown.pieces), shown.stopped], ['a {{x}} b', undefined]);
    assert.equal(fill('{{#if user.x}}a{{else}}b{{/if}}').stopped, undefined);
    assert.deepEqual(fill('a {{user.name}}').stopped, {
      message: 'Handlebars fails here: `name` is not there.',
      span: { start: 4, end: 13 },
      engine: '"name" not defined in [object Object] - 1:4',
    });
  });
});

describe('handlebars with `preventIndent` and the library', () => {
  test('indent the first line of a partial and no other', () => {
    const random = new Random(SEED + 50);
    let indented = 0;
    for (let count = 0; count < COUNT; count++) {
      const made = makeCase(random);
      const one = { ...made, text: `${made.text}\n  {{> q}}\n\t{{> p}}\n{{#if flag}}\n    {{> p x=1}}\n{{/if}}\n` };
      const context = contextWith(dialect, one.values, one.partials);
      const options = { escapeHtml: one.escapeHtml, indentPartials: false };
      const filled = dialect.fill(dialect.scan(one.text), context, options);
      if (filled.gaps || filled.stopped || filled.pieces.some(({ hole }) => hole !== undefined)) continue;
      const answer = ask(one, { preventIndent: true });
      assert.deepEqual({ ...one, output: engineText(filled) }, { ...one, ...answer });
      const usual = dialect.fill(dialect.scan(one.text), context, { escapeHtml: one.escapeHtml });
      if (engineText(usual) !== engineText(filled)) indented++;
    }
    assert.ok(indented > COUNT / 10, String(indented));
  });
});
