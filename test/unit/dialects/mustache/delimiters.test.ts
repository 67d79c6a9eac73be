// Mustache with the tags that a program sets (`Mustache.tags`), against mustache.js itself.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import Mustache from 'mustache';
import type { Dialect } from '../../../../server/src/syntax/dialects/dialect';
import { dialect } from '../../../../server/src/syntax/dialects/mustache';
import { contextWith, engineText } from '../partials';
import { assertTree, contextOf, Random, textOf } from '../support';
import { type Case, makeCase } from './cases';

const COUNT = Number(process.env.FUZZ ?? 2000);
const SEED = Number(process.env.SEED ?? 1);

const PAIRS = ['<% %>', '[[ ]]', '{ }', '<< >>', '$( )', '(( ))', '@ @', '{{ ]]', '|| ||'];

type Answer = { readonly output: string } | { readonly error: string };

function ask({ text, values, partials, escapeHtml }: Case, tags: string): Answer {
  Mustache.clearCache();
  const [open = '', close = ''] = tags.split(' ');
  try {
    const unescaped = escapeHtml ? {} : { escape: (value: unknown): string => String(value) };
    return { output: Mustache.render(text, values, partials, { tags: [open, close], ...unescaped }) };
  } catch (error) {
    assert.ok(error instanceof Error);
    return { error: error.message };
  }
}

function respelled(text: string, tags: string): string {
  const [open = '', close = ''] = tags.split(' ');
  return text.replace(/\{\{|\}\}/g, (mark) => (mark === '{{' ? open : close));
}

const configured = (slot: string): Dialect => dialect.configured?.({ delimiters: { slot } }) ?? dialect;

describe('mustache with other delimiters and mustache.js', () => {
  test('give the same text, or refuse both with the same words', () => {
    const random = new Random(SEED);
    let rendered = 0;
    let refused = 0;
    for (let count = 0; count < COUNT; count++) {
      const tags = PAIRS[count % PAIRS.length] ?? '';
      const made = makeCase(random);
      const partials = Object.fromEntries(
        Object.entries(made.partials).map(([name, text]) => [name, respelled(text, tags)]),
      );
      const one = { ...made, text: respelled(made.text, tags), partials };
      const read = configured(tags);
      const tree = read.scan(one.text);
      assertTree(tree);
      const filled = read.fill(tree, contextWith(read, one.values, partials), { escapeHtml: one.escapeHtml });
      const own: Answer = filled.stopped
        ? { error: filled.stopped.engine ?? filled.stopped.message }
        : { output: engineText(filled) };
      const answer = ask(one, tags);
      assert.deepEqual({ ...one, tags, ...own }, { ...one, tags, ...answer });
      if ('output' in answer) rendered++;
      else refused++;
    }
    assert.ok(rendered > COUNT / 3 && refused > COUNT / 20, `${rendered} rendered, ${refused} refused`);
  });

  test('read a change of the delimiters in the text, and write slots and text with those of the program', () => {
    const read = configured('<% %>');
    const filled = read.fill(read.scan('<%a%> {{a}} <%={{ }}=%>{{a}} <%a%>'), contextOf({ a: 'A' }), {});
    assert.equal(textOf(filled.pieces), 'A {{a}} A <%a%>');
    assert.equal(read.print('a'), '<%a%>');
    assert.equal(read.escape('x <%a%> y'), 'x <%=[[ ]]=%><%a%>[[=<% %>=]] y');
    assert.equal(read.scan('<%#a%>x').faults[0]?.message.includes('close it with `<%/a%>`'), true);
    assert.deepEqual(read.scan('<% a').faults[0]?.fix?.text, ' %>');
    const words = read.complete?.(read.scan('<%#items%><%'), 12)?.words;
    assert.deepEqual(
      words?.map(({ insert, label }) => insert ?? label),
      ['.', '/items%>'],
    );
  });
});
