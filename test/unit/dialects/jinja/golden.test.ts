// What Jinja2 3.1.6 made of 150 texts, recorded from the engine itself: it holds the line where there is no Python.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Value } from '../../../../server/src/syntax/piece';
import { askJinja, missing, type Options } from './reference';
import { assertLaw, fillWith, printed } from './texts';

interface Recorded {
  readonly text: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly options?: Options;
  readonly texts?: Readonly<Record<string, string>>;
  readonly output?: string;
  readonly error?: string;
}

const recorded = JSON.parse(readFileSync('test/unit/dialects/jinja/golden.json', 'utf8')) as readonly Recorded[];

test('what was recorded from Jinja2', () => {
  assert.equal(recorded.length, 150);
  for (const { text, values, options = {}, texts = {}, output, error } of recorded) {
    const filled = fillWith(text, values, texts, options);
    assertLaw(text, texts, filled);
    const { stopped } = filled;
    if (output === undefined) assert.deepEqual([text, stopped?.engine], [text, error]);
    else assert.deepEqual([text, printed(filled), stopped], [text, output, undefined]);
  }
});

test('is what Jinja2 does today', { skip: missing }, () => {
  const answers = askJinja(
    recorded.map(({ text, values, options = {}, texts = {} }) => ({ text, values, options, texts })),
  );
  for (const [index, answer] of answers.entries()) {
    const { text, output, error } = recorded[index] as Recorded;
    const given = 'output' in answer ? answer.output : `${answer.error}: ${answer.message}`;
    assert.deepEqual([text, given], [text, output ?? error]);
  }
});
