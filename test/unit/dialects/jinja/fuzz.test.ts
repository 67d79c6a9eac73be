// The dialect jinja against Jinja2 itself, on random texts: sound ones, ones that Jinja refuses, and damaged ones.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/jinja';
import type { Filled } from '../../../../server/src/syntax/piece';
import { howMany, SEED } from '../../../support/effort';
import { Random } from '../support';
import { type Answer, askJinja, askNames, type Case, missing } from './reference';
import { Templates } from './templates';
import { assertLaw, fillWith, printed } from './texts';

const COUNT = howMany(5000);

if (missing) console.log(`SKIPPED: ${missing}.`);

test('Jinja2 is there where nothing may be skipped', () => {
  assert.ok(!(missing && process.env.CI), 'python3 with Jinja2 (Debian: python3-jinja2) is needed in CI');
});

/** What Python prints as an address, another one each time. */
const UNSTABLE = / at 0x|<built-in|<bound method|<generator|<class |<function|reverseiterator|<slot|<method/;

/** Filters and tests that a program may bring: Jinja refuses them, a preview leaves a gap. */
const UNKNOWN = /^No (?:filter|test) named/;

const COMPILED = /^(?:TemplateSyntaxError|TemplateAssertionError|SyntaxError)$/;

interface Tally {
  rendered: number;
  refused: number;
  failed: number;
  /** Of those that failed while they ran, how many by the same exception. */
  sameType: number;
}

/** Compares one answer. The cases that cannot be compared are few, and none is counted. */
function compare(one: Case, answer: Answer, filled: Filled, tally: Tally): void {
  const { stopped, gaps } = filled;
  const told = { ...one, stopped, gaps, answer };
  if (stopped && stopped.engine === undefined) return;
  // A slot without a value is shown, and the rendering goes on.
  if (one.options.missing === 'error' && 'error' in answer && /^'\w+' is undefined$/.test(answer.message)) return;
  if (gaps) {
    // Jinja stops where a function or a filter is not its own.
    assert.ok('error' in answer, JSON.stringify(told));
    return;
  }
  if ('output' in answer) {
    if (UNSTABLE.test(answer.output)) return;
    assert.deepEqual(
      { ...one, output: printed(filled), stopped },
      { ...one, output: answer.output, stopped: undefined },
    );
    tally.rendered++;
    return;
  }
  if (UNKNOWN.test(answer.message)) return;
  // From Python 3.12 on, any value says whether an order is reversed.
  if (/Undefined' object cannot be interpreted as an integer$/.test(answer.message)) return;
  assert.ok(stopped?.engine, JSON.stringify(told));
  const [type = ''] = stopped.engine.split(':');
  assert.equal(COMPILED.test(type), answer.syntax === true, JSON.stringify(told));
  tally.refused++;
  // What Python itself refuses, it words otherwise from version to version.
  if (answer.error.startsWith('Template') && answer.syntax) {
    assert.equal(stopped.engine, `${answer.error}: ${answer.message}`, JSON.stringify(told));
  } else if (!answer.syntax) {
    tally.failed++;
    if (type === answer.error) tally.sameType++;
  }
}

function compareAll(cases: readonly Case[]): Tally {
  const answers = askJinja(cases);
  const tally: Tally = { rendered: 0, refused: 0, failed: 0, sameType: 0 };
  for (const [index, one] of cases.entries()) {
    const answer = answers[index];
    assert.ok(answer);
    const filled = fillWith(one.text, one.values, one.texts, one.options);
    assertLaw(one.text, one.texts, filled);
    compare(one, answer, filled, tally);
  }
  return tally;
}

describe('jinja and Jinja2', { skip: missing }, () => {
  let tally: Tally = { rendered: 0, refused: 0, failed: 0, sameType: 0 };

  before(() => {
    const templates = new Templates(new Random(SEED));
    tally = compareAll(Array.from({ length: COUNT }, () => templates.case()));
  });

  test('print the same, or refuse both', () => {
    const { rendered, refused } = tally;
    assert.ok(rendered > COUNT / 3 && refused > COUNT / 5, JSON.stringify(tally));
  });

  test('what fails while it runs fails by the same exception', () => {
    // Which of two errors of one text comes first, a filter block decides otherwise: Jinja joins its text at the very end.
    assert.ok(tally.sameType > 0.98 * tally.failed, JSON.stringify(tally));
  });

  test('agree about what most prompts make do with', () => {
    const templates = new Templates(new Random(SEED + 1), { plain: true });
    const { rendered } = compareAll(Array.from({ length: Math.ceil(COUNT / 4) }, () => templates.case()));
    assert.ok(rendered > COUNT / 12);
  });

  test('agree where what is missing is an error, and where it has fields that are missing', () => {
    const templates = new Templates(new Random(SEED + 4));
    for (const missing of ['error', 'chain'] as const) {
      const cases = Array.from({ length: Math.ceil(COUNT / 2) }, () => {
        const one = templates.case();
        return { ...one, options: { ...one.options, missing } };
      });
      const { refused, rendered } = compareAll(cases);
      assert.ok(refused > COUNT / 10 && rendered > COUNT / 10, `${refused} ${rendered}`);
    }
  });

  test('agree about damaged texts, with the same words for what cannot be read', () => {
    const templates = new Templates(new Random(SEED + 2));
    const cases = Array.from({ length: Math.ceil(COUNT / 2) }, () => {
      const one = templates.case();
      return { ...one, text: templates.broken(one.text) };
    });
    const { refused, rendered } = compareAll(cases);
    assert.ok(refused > COUNT / 8 && rendered > COUNT / 40);
  });
});

describe('the slots of a text and the names that Jinja2 finds undeclared', { skip: missing }, () => {
  test('are the same, but for names that are set somewhere and for functions', () => {
    const templates = new Templates(new Random(SEED + 3));
    const texts = Array.from({ length: COUNT }, () => templates.text());
    let equal = 0;
    let compared = 0;
    for (const [index, names] of askNames(texts).entries()) {
      const text = texts[index] ?? '';
      if (!names) continue;
      compared++;
      const slots = new Set(dialect.scan(text).slots.map(({ name }) => name));
      const undeclared = names.filter((name) => !JINJAS_OWN.has(name));
      const unknown = [...slots].filter((name) => !undeclared.includes(name));
      assert.deepEqual(unknown, [], text);
      // What is left out is set in a branch, called as a function, or comes from another text.
      const left = undeclared.filter((name) => !slots.has(name) && !isStored(text, name));
      assert.deepEqual(left, [], text);
      if (slots.size === undeclared.length) equal++;
    }
    assert.ok(equal > 0.8 * compared, `${equal} of ${compared}`);
  });
});

const JINJAS_OWN: ReadonlySet<string> = new Set(['loop', 'self', 'super', 'caller', 'varargs', 'kwargs']);

const isStored = (text: string, name: string): boolean =>
  new RegExp(`(?:set|for|with|import|macro|as|,)\\s+(?:[\\w.]+, *)*${name}\\b|\\b${name}\\s*\\(`, 'u').test(text);
