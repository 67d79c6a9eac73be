// What the panel says of marks that the provider makes little of, and of the place of the file that it is about.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, MANIFEST, mark, message, result, turn, Writer } from './models/builder';
import { done, show, texts } from './panel';
import { panels } from './support';

const openPanel = panels();

const FAR = '31 blocks after the mark before: the provider looks back over 20, so it may be written again';
const REFUSED = 'mark 3, but the provider takes 2, counted over tools, system and messages: it refuses the request';

const prompt = () => {
  const w = new Writer();
  return result({
    system: 'chat-main',
    layers: [{ id: 'base', trust: 'instructions' }],
    messages: [
      message('system', [block([w.text('base', 'You help.\n')], mark('system'))]),
      turn('user', 'Hello', null, { ...mark('current-turn'), since: 2 }),
      turn('assistant', 'Hi', null, { ...mark('tail'), since: 31, far: FAR, refused: REFUSED }),
    ],
    model: { id: 'house', tokenizer: 'o200k_base', exact: true, marks: 2, lookback: 20 },
    places: [
      { key: `${MANIFEST}#chat-main`, says: 'part 2 of 3 of chat-main' },
      { key: `${MANIFEST}#ask-main`, says: 'part 1 of 2 of ask-main (developer message)' },
    ],
  });
};

test('each mark says how far it is from the one before, what is wrong with it, and how many there may be', async () => {
  const panel = await show(openPanel, prompt());
  assert.deepEqual(await texts(panel, '.cache-label > strong'), [FAR, REFUSED]);
  const [first, second, last] = await texts(panel, '.cache-label');
  assert.match(first ?? '', /^Cache mark 1 of 3\n/);
  assert.match(second ?? '', /\n2 of 20 blocks of look-back\n/);
  assert.match(last ?? '', /\nthe provider takes 2 marks\n/);
  const name = await panel.page.getAttribute('.cache.last', 'aria-label');
  assert.ok(name?.endsWith(`, ${FAR}, ${REFUSED}`));
  await panel.page.click('text=Request');
  assert.deepEqual(await texts(panel, '.json .cache-label > strong'), [FAR, REFUSED]);
  await done(panel);
});

test('a part says where it stands; a click shows it in the other system', async () => {
  const panel = await show(openPanel, prompt());
  assert.deepEqual(await texts(panel, '.places .strong'), ['part 2 of 3 of chat-main']);
  assert.deepEqual(await texts(panel, '.places button'), ['part 1 of 2 of ask-main (developer message)']);
  await panel.page.click('.places button');
  assert.deepEqual(await panel.postedOf('system'), { type: 'system', key: `${MANIFEST}#ask-main` });
  await done(panel);
});
