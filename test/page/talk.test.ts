// What the panel's page says to the extension, what it does with what it is told, and how it is walked through.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent } from './models/agent';
import { at, MANIFEST, TEMPLATE } from './models/builder';
import { gateway, handbook } from './models/gateway';
import { done, rendered, show, systems, texts, until } from './panel';
import { panels } from './support';

const openPanel = panels();

test('a click on a value asks for its tag and opens its card; the card names what matters', async () => {
  const prompt = gateway();
  const panel = await show(openPanel, prompt);
  await panel.page.click('.value[data-slot="context"]');
  const segment = prompt.messages[0]?.blocks[1]?.segments.find((s) => s.kind === 'value' && s.slot === 'context');
  assert.deepEqual(await panel.postedOf('reveal'), { type: 'reveal', source: segment?.source, open: false });
  assert.equal(await panel.page.locator('.card').getAttribute('aria-label'), 'Slot {context}');
  assert.deepEqual(await texts(panel, '.card dd'), [
    '7 Call context',
    'per call, not cached',
    'the application, per call\nAskInput.context',
    'sample',
    '4,000 characters',
  ]);
  await panel.page.keyboard.press('Escape');
  await panel.page.click('.run-head .name >> nth=0');
  assert.equal(await panel.page.locator('.card').count(), 0);
  await done(panel);
});

test('a click in literal text asks for the very place', async () => {
  const panel = await show(openPanel, gateway());
  const box = `(() => {
    const node = document.querySelector('.seg-literal').firstChild;
    const range = document.createRange();
    const from = node.data.indexOf('Be short');
    range.setStart(node, from);
    range.setEnd(node, from + 1);
    const { left, top, height } = range.getBoundingClientRect();
    return { x: left + 1, y: top + height / 2 };
  })()`;
  const { x, y } = (await panel.page.evaluate(box)) as { x: number; y: number };
  await panel.page.mouse.click(x, y);
  const place = { line: 4, character: 2 };
  assert.deepEqual(await panel.postedOf('reveal'), {
    type: 'reveal',
    source: { file: TEMPLATE, range: { start: place, end: place } },
    open: false,
  });
  await done(panel);
});

test('the pickers ask for another system, another scenario and another value of an axis', async () => {
  const panel = await openPanel();
  await panel.postedOf('ready');
  const key = `${MANIFEST}#chat-main`;
  const other = { key: `${MANIFEST}#other`, title: 'other', manifest: 'strata.yaml' };
  await panel.send(rendered(gateway(), { systems: [...systems, other] }));
  await panel.page.waitForSelector('.message');
  await panel.page.selectOption('select >> nth=0', other.key);
  assert.deepEqual(await panel.postedOf('system'), { type: 'system', key: other.key });
  await panel.page.selectOption('select >> nth=1', 'run-lean');
  assert.deepEqual(await panel.postedOf('scenario'), { type: 'scenario', key, scenario: 'run-lean' });
  await panel.page.selectOption('.axes select >> nth=1', 'run');
  assert.deepEqual(await panel.postedOf('axis'), { type: 'axis', key, name: 'entry', value: 'run' });
  await done(panel);
});

test('copying writes the text of the model', async () => {
  const prompt = agent();
  const panel = await show(openPanel, prompt);
  await panel.page.click('button[aria-label="Copy the whole prompt"]');
  const copied = (await panel.postedOf('copy')) as { text: string };
  assert.equal(copied.text.startsWith('[system]\n# Role\nYou are Harbor'), true);
  assert.equal(copied.text.endsWith('[user]\nBefore you end, run the tests once more.'), true);
  await done(panel);
});

test('the piece of the editor’s cursor is marked and brought into view, and leads back', async () => {
  const prompt = gateway();
  const panel = await show(openPanel, prompt, { height: 500 });
  const value = prompt.messages[0]?.blocks[1]?.segments.find((s) => s.slot === 'locale');
  const position = value?.source.range.start;
  await panel.send({ type: 'cursor', file: TEMPLATE, position, selected: false, reveal: true });
  await panel.page.waitForSelector('.value.marked-value');
  const seen = `(() => {
    const { top, bottom } = document.querySelector('.marked-value').getBoundingClientRect();
    return top > 36 && bottom < innerHeight;
  })()`;
  assert.equal(await panel.page.evaluate(seen), true);
  assert.deepEqual(await texts(panel, '.here'), [`chat-main.prompt:${(position?.line ?? 0) + 1}`]);
  await panel.send({
    type: 'cursor',
    file: TEMPLATE,
    position: { line: 3, character: 4 },
    selected: false,
    reveal: false,
  });
  await panel.page.waitForSelector('mark.marked');
  assert.deepEqual(await texts(panel, 'mark.marked'), ["- Answer in the language of the person's last message."]);
  await panel.send({ type: 'cursorGone' });
  await panel.page.waitForSelector('mark.marked', { state: 'detached' });
  await done(panel);
});

test('a new rendering changes what is different and keeps the place and the open card', async () => {
  const panel = await show(openPanel, gateway(), { height: 500 });
  await panel.page.click('.value[data-slot="context"]');
  const keep = `(() => { const node = document.querySelector('.run[data-layer="kb"]'); node.seen = true; return scrollY; })()`;
  const before = await panel.page.evaluate(keep);
  assert.ok(Number(before) > 0);
  await panel.send(rendered(gateway({ kb: 'one line' })));
  await until(panel, `document.querySelector('.value[data-slot="kb"]').textContent.includes('one line')`);
  assert.equal(await panel.page.evaluate(`document.querySelector('.run[data-layer="kb"]').seen`), true);
  assert.equal(await panel.page.locator('.card').count(), 1);
  assert.ok(Math.abs(Number(await panel.page.evaluate('scrollY')) - Number(before)) < 60);
  await done(panel);
});

test('when nothing can be rendered the last prompt stays, and says from when it is', async () => {
  const panel = await show(openPanel, gateway());
  const source = at(MANIFEST, 37, 2, 1);
  const failure = { reason: 'broken', message: 'strata.yaml cannot be read: line 38.', source };
  await panel.send({ type: 'failure', failure, file: TEMPLATE });
  await panel.page.waitForSelector('.banner.error');
  assert.match(
    (await texts(panel, '.banner-text'))[0] ?? '',
    /^strata\.yaml cannot be read: line 38\. Below stands the prompt as it was at /,
  );
  assert.equal(await panel.page.locator('.stale .message').count(), 2);
  await panel.page.click('.banner button');
  assert.deepEqual(await panel.postedOf('reveal'), { type: 'reveal', source, open: true });
  await panel.send(rendered(gateway()));
  await panel.page.waitForSelector('.banner', { state: 'detached' });
  assert.equal(await panel.page.locator('.stale').count(), 0);
  await done(panel);
});

test('without a manifest the page says what one is for; without a server it offers to start it', async () => {
  const panel = await openPanel();
  await panel.postedOf('ready');
  await panel.send({
    type: 'failure',
    failure: { reason: 'no-system', message: '-' },
    file: 'file:///work/support-reply.md',
  });
  await panel.page.waitForSelector('.blank');
  assert.deepEqual(await texts(panel, '.blank h1'), ['No manifest names this file yet']);
  assert.deepEqual(await texts(panel, '.blank .file'), ['support-reply.md']);
  assert.equal(await panel.page.locator('.blank p:not(.file)').count(), 1);
  // Of a text without a file, and of a file that is not on the disk, something else is true.
  const said = async (file: string): Promise<string[]> => {
    await panel.send({ type: 'failure', failure: { reason: 'no-system', message: '-' }, file });
    await until(panel, `document.querySelectorAll('.blank p:not(.file)').length === 2`);
    return [...(await texts(panel, '.blank h1')), (await texts(panel, '.blank p:not(.file)'))[0] ?? ''];
  };
  assert.deepEqual(await said('untitled:Untitled-1'), [
    'This text is not saved yet',
    'A manifest names files, so save this text first, into the folder of its prompt.',
  ]);
  assert.deepEqual(await said('vscode-vfs://github/acme/desk/desk.prompt'), [
    'No open manifest names this file',
    'This file is not on the disk, and there only what is open in an editor is read. If a strata.yaml names it, open that one, and the other files of the prompt.',
  ]);
  await panel.send({ type: 'failure', failure: { reason: 'server', message: 'It does not run.' }, file: TEMPLATE });
  await panel.page.click('.blank button >> nth=0');
  assert.deepEqual(await panel.postedOf('restart'), { type: 'restart' });
  await done(panel);
});

test('messages that are none are dropped', async () => {
  const panel = await show(openPanel, gateway());
  for (const bad of [null, 'render', { type: 'render' }, { ...rendered(gateway()), result: {} }]) await panel.send(bad);
  await panel.send({
    type: 'cursor',
    file: TEMPLATE,
    position: { line: 0, character: 0 },
    selected: false,
    reveal: false,
  });
  await panel.page.waitForSelector('mark.marked');
  assert.equal(await panel.page.locator('.message').count(), 2);
  await done(panel);
});

test('the keys go by layer, by value and into the card', async () => {
  const panel = await show(openPanel, gateway());
  const active = (): Promise<unknown> =>
    panel.page.evaluate(
      `(({ dataset, id, tagName }) => dataset.slot ?? dataset.layer ?? (id || tagName))(document.activeElement)`,
    );
  await panel.page.focus('#prompt');
  const path: unknown[] = [];
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter', 'Escape', 'ArrowUp', 'ArrowUp']) {
    await panel.page.keyboard.press(key);
    path.push(await active());
  }
  assert.deepEqual(path, ['base', 'format', 'format', 'BUTTON', 'format', 'base', 'prompt']);
  await panel.page.keyboard.press('ArrowDown');
  await panel.page.keyboard.press('Enter');
  const place = { line: 0, character: 0 };
  assert.deepEqual((await panel.posted()).at(-1), {
    type: 'reveal',
    source: { file: TEMPLATE, range: { start: place, end: place } },
    open: true,
  });
  await done(panel);
});

test('the Tab key reaches every control, in the order in which they stand', async () => {
  const panel = await show(openPanel, gateway(), { width: 1000 });
  const stops: string[] = [];
  const name = `(({ id, className, ariaLabel, tagName }) => tagName === 'BODY' ? tagName : id || ariaLabel || className || tagName)(document.activeElement)`;
  for (let i = 0; i < 40 && stops.at(-1) !== 'BODY'; i++) {
    await panel.page.keyboard.press('Tab');
    stops.push(String(await panel.page.evaluate(name)));
  }
  assert.deepEqual(stops.slice(stops.indexOf('tab-rendered')), [
    'tab-rendered',
    'Hostile values',
    'Show white space',
    'Find',
    'Copy the whole prompt',
    'A',
    'linkish small',
    'prompt',
    'Copy the system message',
    'BODY',
  ]);
  assert.equal(stops[0], 'skip');
  assert.ok(stops.includes('Stay with this file'));
  await done(panel);
});

test('what the reader has set outlives a reload', async () => {
  const panel = await show(openPanel, gateway(), { height: 400 });
  await panel.page.click('button[aria-label="Show white space"]');
  await panel.page.evaluate('scrollTo(0, 300)');
  await until(panel, 'acquireVsCodeApi().getState().scroll === 300');
  const { reading, ...kept } = (await panel.state()) as { readonly reading: object };
  assert.deepEqual(kept, {
    file: TEMPLATE,
    key: `${MANIFEST}#chat-main`,
    whiteSpace: true,
    table: false,
    view: 'rendered',
    scroll: 300,
  });
  assert.deepEqual(Object.keys(reading), ['path', 'offset', 'top']);
  await panel.page.reload();
  await panel.postedOf('ready');
  await panel.send(rendered(gateway()));
  await panel.page.waitForSelector('.show-white .message');
  assert.equal(await panel.page.evaluate('scrollY'), 300);
  await done(panel);
});

test('after a reload the same text is read, however wide the window is by then', async () => {
  const prompt = gateway({ kb: handbook(5_000) });
  const panel = await show(openPanel, prompt, { width: 900, height: 500 });
  await panel.page.evaluate(`document.querySelector('.run[data-layer="kb"]').scrollIntoView(); scrollBy(0, 600);`);
  await until(panel, 'acquireVsCodeApi().getState().reading?.path');
  const { reading } = (await panel.state()) as { readonly reading: { readonly top: number } };
  const words = `(() => {
    const { left } = document.querySelector('.run .text').getBoundingClientRect();
    const { offsetNode, offset } = document.caretPositionFromPoint(left + 6, ${reading.top + 8});
    const start = offsetNode.data.lastIndexOf('\\n', offset - 1) + 1;
    return offsetNode.data.slice(start, start + 40);
  })()`;
  const before = await panel.page.evaluate(words);
  const { height } = panel.page.viewportSize() ?? { height: 500 };
  await panel.page.reload();
  await panel.postedOf('ready');
  await panel.page.setViewportSize({ width: 520, height });
  await panel.send(rendered(prompt));
  await panel.page.waitForSelector('.message');
  assert.equal(await panel.page.evaluate(words), before);
  await panel.page.setViewportSize({ width: 900, height });
  await until(panel, `innerWidth === 900 && ${words} === ${JSON.stringify(before)}`);
  await done(panel);
});

test('words come in the language of the editor', async () => {
  const panel = await openPanel();
  await panel.postedOf('ready');
  await panel.send({ type: 'words', locale: 'de', bundle: { 'Cache ends here': 'Der Cache endet hier' } });
  await panel.send(rendered(gateway()));
  await panel.page.waitForSelector('.message');
  assert.deepEqual(await texts(panel, '.cache-name'), ['Der Cache endet hier']);
  await done(panel);
});

test('after it has come to rest the page says once what was rendered', async () => {
  const panel = await openPanel();
  await panel.postedOf('ready');
  await panel.page.clock.install();
  await panel.send(rendered(gateway()));
  await panel.page.waitForSelector('.message');
  await panel.send(rendered(gateway({ kb: 'one line' })));
  assert.deepEqual(await texts(panel, '[role="status"]'), ['']);
  await panel.page.clock.runFor(2100);
  await until(panel, `document.querySelector('[role="status"]').textContent !== ''`);
  assert.deepEqual(await texts(panel, '[role="status"]'), ['Rendered: 321 tokens']);
  await done(panel);
});

test('what the page is told before its script runs is not lost, and needs no asking', async () => {
  const prompt = gateway();
  const early = [{ type: 'words', locale: 'de', bundle: { Rendered: 'Gerendert' } }, rendered(prompt)];
  const panel = await openPanel({ early });
  await panel.postedOf('ready');
  await panel.page.waitForSelector('.message');
  assert.equal(await panel.page.locator('#tab-rendered').textContent(), 'Gerendert');
  await panel.send({ type: 'here', id: 'a' });
  await panel.page.evaluate('new Promise(requestAnimationFrame)');
  assert.deepEqual((await panel.posted()) as unknown[], [{ type: 'ready' }, { type: 'drawn', id: 'a' }]);
  // A prompt that did not come is asked for.
  await panel.send({ type: 'here', id: 'b' });
  assert.deepEqual(await panel.postedOf('again'), { type: 'again' });
  await done(panel);
});
