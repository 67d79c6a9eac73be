// Every quirk has a test of its own, and all of them are asked of Jinja2 too, when it is there.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Quirk } from './quirk';
import { filterQuirks } from './quirks-filters';
import { scopeQuirks } from './quirks-scope';
import { textQuirks } from './quirks-text';
import { valueQuirks } from './quirks-values';
import { askJinja, missing } from './reference';
import { assertLaw, fillWith, printed } from './texts';

const groups: readonly (readonly [string, readonly Quirk[]])[] = [
  ['text and tags', textQuirks],
  ['scopes, loops and other texts', scopeQuirks],
  ['values', valueQuirks],
  ['filters, tests and escaping', filterQuirks],
];

for (const [group, quirks] of groups) {
  describe(group, () => {
    for (const { name, text, values = {}, options = {}, texts = {}, gives } of quirks) {
      test(name, () => {
        const filled = fillWith(text, values, texts, options);
        assertLaw(text, texts, filled);
        const { stopped } = filled;
        if (typeof gives === 'string') assert.deepEqual([printed(filled), stopped], [gives, undefined]);
        else assert.equal(stopped?.engine, gives.error);
      });
    }
  });
}

test('Jinja2 does all of it', { skip: missing }, () => {
  const quirks = groups.flatMap(([, list]) => list);
  const answers = askJinja(
    quirks.map(({ text, values = {}, options = {}, texts = {} }) => ({ text, values, options, texts })),
  );
  for (const [index, answer] of answers.entries()) {
    const { name, gives } = quirks[index] as Quirk;
    // Python words some errors otherwise from version to version.
    const given = 'output' in answer ? answer.output : answer.error;
    assert.deepEqual({ name, given }, { name, given: typeof gives === 'string' ? gives : gives.error.split(':')[0] });
  }
});
