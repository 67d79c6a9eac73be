import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Undrawn } from '../../../client/src/preview/undrawn';

/** A patience that ends when the test says so, and whether somebody who waited has gone on. */
function waiting(): { undrawn: Undrawn; pass: () => void; through: (wait: Promise<void>) => Promise<boolean> } {
  const waits: (() => void)[] = [];
  const undrawn = new Undrawn(() => new Promise((done) => waits.push(done)));
  return {
    undrawn,
    pass: () => waits.shift()?.(),
    async through(wait) {
      let isThrough = false;
      void wait.then(() => {
        isThrough = true;
      });
      await new Promise((done) => setImmediate(done));
      return isThrough;
    },
  };
}

test('a page may have one prompt to draw while the next is asked for, and not two', async () => {
  const { undrawn, through } = waiting();
  assert.equal(await through(undrawn.room()), true);
  undrawn.sent('1');
  assert.equal(await through(undrawn.room()), true);
  undrawn.sent('2');
  const wait = undrawn.room();
  assert.equal(await through(wait), false);
  undrawn.drawn('1');
  assert.equal(await through(wait), true);
  assert.equal(await through(undrawn.room()), true);
});

test('what was sent before the one that is drawn is waited for no more', async () => {
  const { undrawn, through } = waiting();
  for (const id of ['1', '2', '3']) undrawn.sent(id);
  const wait = undrawn.room();
  undrawn.drawn('1');
  assert.equal(await through(wait), false);
  undrawn.drawn('3');
  assert.equal(await through(wait), true);
  // It is told once more, or of one that nobody remembers.
  undrawn.sent('4');
  undrawn.sent('5');
  undrawn.drawn('3');
  assert.equal(await through(undrawn.room()), false);
});

test('a page that draws nothing is not waited for twice', async () => {
  const { undrawn, pass, through } = waiting();
  undrawn.sent('1');
  undrawn.sent('2');
  const wait = undrawn.room();
  assert.equal(await through(wait), false);
  pass();
  assert.equal(await through(wait), true);
  assert.equal(await through(undrawn.room()), true);
});

test('the patience with one page ends no waiting for the next', async () => {
  const { undrawn, pass, through } = waiting();
  undrawn.sent('1');
  undrawn.sent('2');
  const first = undrawn.room();
  undrawn.forget();
  assert.equal(await through(first), true);
  undrawn.sent('3');
  undrawn.sent('4');
  const second = undrawn.room();
  pass();
  assert.equal(await through(second), false);
  undrawn.drawn('4');
  assert.equal(await through(second), true);
});
