// What a prompt is compared with, what outlives a reload, what a change of the prompt changes in the page.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attacked } from './models/answers';
import { at, MANIFEST, TEMPLATE } from './models/builder';
import { gateway, handbook } from './models/gateway';
import { done, rendered, show, texts, until } from './panel';
import { panels } from './support';

const openPanel = panels();

test('a commit and a file are chosen outside of the page, and compared with as soon as they are', async () => {
  const prompt = { ...gateway(), scenarios: ['ask-everything'], axes: [] };
  const panel = await show(openPanel, prompt);
  await panel.page.click('#tab-compare');
  assert.equal(await panel.page.locator('.view-bar select').count(), 0);
  await panel.page.click('.view-bar .button >> nth=0');
  assert.deepEqual(await panel.postedOf('choose'), { type: 'choose', key: prompt.key, what: 'revision' });
  const against = { revision: 'ab12cd3' };
  await panel.send({ type: 'against', against, title: 'ab12cd3 Shorter rules' });
  assert.deepEqual(await panel.postedOf('compare'), { type: 'compare', key: prompt.key, against });
  const comparison = { firstToken: null, cache: { kept: 221, of: 221 }, exact: true, cost: null };
  await panel.send({ type: 'compared', against, answer: { version: 1, other: prompt, comparison } });
  await panel.page.waitForSelector('.diff');
  assert.deepEqual(await texts(panel, '.view-bar option'), ['ab12cd3 Shorter rules']);
  await panel.page.click('.view-bar .button >> nth=1');
  const file = { of: TEMPLATE, by: 'file:///work/old.prompt' };
  await panel.send({ type: 'against', against: { file }, title: 'old.prompt' });
  await until(panel, `document.querySelector('.view-bar select').value.includes('old.prompt')`);
  assert.deepEqual(await texts(panel, '.view-bar option'), ['old.prompt', 'ab12cd3 Shorter rules']);
  assert.equal(await panel.page.locator('.diff').count(), 0);
  const reason = { reason: 'unknown-revision', message: 'The other text cannot be read.' };
  await panel.send({ type: 'compared', against: { file }, answer: reason });
  await until(panel, `document.querySelector('.nothing-to')?.textContent === 'The other text cannot be read.'`);
  // The choice is still there when another view has been in front.
  await panel.page.click('#tab-request');
  await panel.page.click('#tab-compare');
  assert.match((await panel.page.inputValue('.view-bar select')) ?? '', /old\.prompt/);
  await done(panel);
});

test('a prompt with unsaved changes can be compared with itself as it is saved', async () => {
  const panel = await openPanel();
  await panel.postedOf('ready');
  await panel.send(rendered(gateway(), { unsaved: true }));
  await panel.page.waitForSelector('.message');
  await panel.page.click('#tab-compare');
  const asked = (await panel.postedOf('compare')) as { against: object };
  assert.deepEqual(asked.against, { saved: true });
  assert.equal((await texts(panel, '.view-bar option'))[0], 'as it is saved');
  await done(panel);
});

test('values that are tried are kept over a reload, until the extension tells that there are none', async () => {
  const panel = await show(openPanel, gateway());
  const { key } = gateway();
  const trials = { models: { [key]: 'gpt-4o' }, values: [{ key, scenario: 'ask', slots: { context: 'Tried.' } }] };
  await panel.send(rendered({ ...gateway(), tried: ['context'] }, { trials }));
  await until(panel, 'acquireVsCodeApi().getState().trials !== undefined');
  assert.deepEqual(((await panel.state()) as { trials: unknown }).trials, trials);
  await panel.page.reload();
  await panel.postedOf('ready');
  // Before the extension has answered nothing is lost.
  assert.deepEqual(((await panel.state()) as { trials: unknown }).trials, trials);
  await panel.send(rendered(gateway()));
  await until(panel, 'acquireVsCodeApi().getState().trials === undefined');
  await done(panel);
});

test('the way back to the editor stands in the run that holds the marked line, and in no other', async () => {
  const prompt = gateway();
  const panel = await show(openPanel, prompt);
  const base = prompt.messages[0]?.blocks[0]?.segments[0];
  const last = (base?.source.range.end.line ?? 1) - 1;
  for (const line of [0, last]) {
    await panel.send({
      type: 'cursor',
      file: TEMPLATE,
      position: { line, character: 1 },
      selected: false,
      reveal: false,
    });
    await until(panel, `document.querySelector('.here')?.textContent === 'chat-main.prompt:${line + 1}'`);
    const runs = `[...document.querySelectorAll('.run:has(.here)')].map((run) => run.dataset.layer)`;
    assert.deepEqual(await panel.page.evaluate(runs), ['base']);
  }
  await done(panel);
});

test('a change of one value touches no text of another layer', async () => {
  const panel = await show(openPanel, gateway({ kb: handbook(200_000) }));
  await panel.page.evaluate(`(() => {
    globalThis.touched = new Set();
    new MutationObserver((records) => {
      for (const { target } of records) {
        const text = (target.parentElement ?? target).closest('.run > .text');
        if (text) touched.add(text.parentElement.dataset.layer);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  })()`);
  await panel.send(rendered(gateway({ kb: handbook(200_000), context: 'Another page' })));
  await until(panel, `document.querySelector('.value[data-slot="context"]').textContent.includes('Another page')`);
  assert.deepEqual(await panel.page.evaluate('[...touched]'), ['context']);
  await done(panel);
});

test('what escapes and has no fix says what can be done', async () => {
  const prompt = attacked();
  const messages = prompt.messages.map((message) => ({
    ...message,
    blocks: message.blocks.map((block) => ({
      ...block,
      segments: block.segments.map((segment) => {
        if (!segment.escapes) return segment;
        const { fix: _, ...escapes } = segment.escapes;
        return { ...segment, escapes: { ...escapes, advice: 'Put it into a fence.' } };
      }),
    })),
  }));
  const panel = await show(openPanel, { ...prompt, messages });
  assert.deepEqual(await texts(panel, '.escape .note'), [
    'Escapes: {doc} closes its fence </doc> and writes the heading of Rules. Put it into a fence.',
  ]);
  assert.equal(await panel.page.locator('.escape .mini').count(), 0);
  await done(panel);
});

test('figures say why they know nothing, what the cache keeps, and what the prompt may come to', async () => {
  const { window: _, ...model } = gateway().model;
  const none = await show(openPanel, { ...gateway(), model: { ...model, id: null }, cachedPrefix: null });
  assert.deepEqual(await texts(none, '.figure .big'), ['357 tok', 'no model', 'nothing', '–']);
  assert.deepEqual((await texts(none, '.figure .quiet')).slice(1), [
    'name one in the manifest for window, cache and cost',
    'no model, so no cache is known',
    'no model, so no price',
  ]);
  await done(none);
  const end = { slot: 'skills', lifetime: 'call', says: '{skills} changes with every call', source: at(TEMPLATE, 3) };
  const full = await show(openPanel, {
    ...gateway(),
    worst: {
      total: { tokens: 900, low: 900, high: 900, exact: true, pending: false },
      layers: [{ id: 'base', tokens: 300 }],
      unlimited: ['kb'],
    },
    economics: {
      stable: { tokens: 100, end },
      cache: { written: 221, kept: 100, automatic: false, minimum: 50, unclear: false },
      cost: { cold: 0.004, warm: 0.002, uncached: 0.003 },
      calls: { count: 1000, cached: 2.002, uncached: 3 },
    },
  });
  assert.deepEqual((await texts(full, '.figure .big')).slice(2), ['62 %', '$2.00 warm']);
  assert.deepEqual(await texts(full, '.figure .quiet'), [
    'exact, o200k_base\n900 with every limit reached, more without',
    'of 200,000',
    '221, then 136 anew\nthe next call reads 100 of it: {skills} changes with every call',
    '$4.00 cold\n$3.00 without a cache',
  ]);
  await done(full);
  const steps = await show(openPanel, {
    ...gateway(),
    economics: {
      stable: { tokens: 10, end },
      cache: { written: 221, kept: 0, keptByStep: 221, automatic: false, minimum: 50, unclear: false },
      cost: { cold: 0.004, warm: 0.004, uncached: 0.003 },
      step: 0.001,
      calls: { count: 1000, cached: 4, uncached: 3 },
    },
  });
  assert.deepEqual((await texts(steps, '.figure .big')).slice(3), ['$4.00']);
  assert.deepEqual((await texts(steps, '.figure .quiet')).slice(2), [
    '221, then 136 anew\nthe next call reads none of it: {skills} changes with every call\na further request of the same call reads 221',
    'nothing is read from a cache\n$3.00 without a cache\n$1.00 for further requests of the same call',
  ]);
  await done(steps);
});

test('the table counts every layer, also one that has no text here', async () => {
  const prompt = gateway();
  const layers = prompt.layers.map((layer) => (layer.id === 'format' ? { ...layer, tokens: 0 } : layer));
  const panel = await show(openPanel, { ...prompt, layers }, { width: 700 });
  assert.deepEqual(await texts(panel, '.table-box summary'), ['Layers\n9, 1 without text']);
  await done(panel);
  assert.equal(prompt.manifest, MANIFEST);
});

test('the page follows the scrolling of an editor, tells of its own, and never answers with an echo', async () => {
  const prompt = gateway({ kb: handbook(20_000) });
  const panel = await show(openPanel, prompt, { height: 500 });
  const told = async () =>
    (await panel.posted()).filter((message) => (message as { type: string }).type === 'scrolled') as {
      source: { range: { start: { line: number } } };
    }[];
  await panel.send({ type: 'scroll', file: TEMPLATE, line: 7 });
  await until(panel, 'scrollY > 100');
  const caret = `(() => {
    const { left } = document.querySelector('.run .text').getBoundingClientRect();
    const { offsetNode, offset } = document.caretPositionFromPoint(left + 1, document.querySelector('.bar').clientHeight + 50);
    return offsetNode.data.slice(offset, offset + 14);
  })()`;
  assert.equal(await panel.page.evaluate(caret), 'What to trust\n');
  assert.deepEqual(await told(), []);
  // The first turns of the wheel may still be taken for the echo.
  await panel.page.mouse.move(300, 300);
  const lines = async () => (await told()).map(({ source }) => source.range.start.line);
  for (let turn = 0; turn < 1000 && !(await lines()).some((line) => line < 7); turn++)
    await panel.page.mouse.wheel(0, -2);
  const seen = await lines();
  assert.ok((seen.at(-1) ?? 99) < 7, `it never told of another line: ${seen}`);
  await panel.send({ type: 'scroll', file: TEMPLATE, line: 0 });
  await until(panel, 'scrollY === 0');
  await done(panel);
});
