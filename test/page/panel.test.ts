// The panel's page: what it draws, what it says back, and that nothing of a prompt is ever more than text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderResult } from '../../server/src/protocol';
import { agent } from './models/agent';
import { at, block, MANIFEST, message, result, slot, TEMPLATE, Writer } from './models/builder';
import { gateway, handbook } from './models/gateway';
import { protocols } from './models/protocols';
import { type Panel, type PanelOptions, panels } from './support';

const openPanel = panels();
const systems = [{ key: `${MANIFEST}#chat-main`, title: 'chat-main', manifest: 'strata.yaml' }];
const rendered = (prompt: RenderResult) => ({ type: 'render', result: prompt, systems, file: TEMPLATE });

async function show(prompt: RenderResult, options: PanelOptions = {}): Promise<Panel> {
  const panel = await openPanel(options);
  await panel.postedOf('ready');
  await panel.send({ type: 'words', locale: 'en', bundle: {} });
  await panel.send(rendered(prompt));
  await panel.page.waitForSelector('.message');
  return panel;
}

const texts = (panel: Panel, selector: string): Promise<string[]> => panel.page.locator(selector).allInnerTexts();

/** Looks once for each frame that the page draws. The page's policy forbids what Playwright's own waiting would do there. */
async function until(panel: Panel, expression: string): Promise<void> {
  for (let frame = 0; frame < 1000; frame++) {
    if (await panel.page.evaluate(expression)) return;
    await panel.page.evaluate('new Promise(requestAnimationFrame)');
  }
  assert.fail(`It never came true: ${expression}`);
}

async function done(panel: Panel): Promise<void> {
  assert.deepEqual(panel.errors, []);
  await panel.close();
}

test('a message is a card, its layers are runs with their name, trust and tokens', async () => {
  const panel = await show(gateway());
  assert.deepEqual(await texts(panel, '.run-head .name'), [
    '1 Base text',
    '2 Output format',
    '3 Profile addendum',
    '4 Skills',
    '1 Base text',
    '6 Call instructions',
    '7 Call context',
    '8 Memory',
    '9 Knowledge base',
    'Conversation',
  ]);
  assert.deepEqual(await texts(panel, '.message .role'), ['system', 'user']);
  assert.deepEqual(await texts(panel, '.run[data-layer="kb"] .trust'), ['untrusted data']);
  assert.deepEqual(await texts(panel, '.run[data-layer="addendum"] .tok'), ['11 / 200 tok']);
  assert.deepEqual(await texts(panel, '.guest'), ['inside:\n5 Who and when\n11']);
  await done(panel);
});

test('the text of the page is the text of the prompt', async () => {
  const prompt = gateway();
  const panel = await show(prompt);
  const read = `[...document.querySelectorAll('.run > .text')].map((text) => {
    const copy = text.cloneNode(true);
    copy.querySelectorAll('.slot-name').forEach((name) => name.remove());
    return copy.textContent;
  }).join('')`;
  const sent = prompt.messages.flatMap((m) => m.blocks.flatMap((b) => b.segments.map((s) => s.text))).join('');
  assert.equal(await panel.page.evaluate(read), sent);
  await done(panel);
});

test('figures and the table say the tokens, and what they are worth', async () => {
  const exact = await show(gateway());
  assert.deepEqual(await texts(exact, '.figure .big'), ['357 tok', '0.2 %', '62 %', '–']);
  assert.deepEqual(await texts(exact, '.layers tfoot .num:not(.share)'), ['357']);
  await done(exact);
  const estimate = await show(agent());
  const [total = '', , , cost = ''] = await texts(estimate, '.figure .big');
  assert.match(total, /^≈\u202f\d+ tok$/);
  assert.match(cost, /^\$0\.\d\d warm$/);
  await done(estimate);
});

test('the cache line stands where the cached prefix ends, earlier marks before it', async () => {
  const one = await show(gateway());
  assert.deepEqual(await texts(one, '.cache.last .cache-label'), [
    'Cache ends here\n221 tok\n{cacheBreakpoint}, reused per profile',
  ]);
  const before = `document.querySelector('.cache').previousElementSibling.dataset.layer`;
  assert.equal(await one.page.evaluate(before), 'skills');
  await done(one);
  const four = await show(agent());
  assert.deepEqual(await texts(four, '.cache-name'), [
    'Cache mark 1 of 4',
    'Cache mark 2 of 4',
    'Cache mark 3 of 4',
    'Cache ends here',
  ]);
  await done(four);
});

test('a slot without a value is a visible hole, and leads to where a value is written', async () => {
  const panel = await show(protocols());
  assert.deepEqual(await texts(panel, '.hole'), ['{personaName}\nno value\nFill']);
  assert.equal((await texts(panel, '.figure .big'))[0]?.startsWith('≥'), true);
  await panel.page.click('.hole button');
  assert.deepEqual(await panel.postedOf('reveal'), { type: 'reveal', source: at(MANIFEST, 120), open: true });
  await done(panel);
});

test('what is cut, stripped or redacted is shown as such', async () => {
  const panel = await show(protocols());
  assert.equal(
    (await texts(panel, '.cut span'))[0],
    'Cut here. {directives} may hold 190 characters. 65 more characters are not sent.',
  );
  assert.equal(await panel.page.locator('.cut .gone-text').count(), 0);
  await panel.page.click('.cut button');
  assert.deepEqual(await texts(panel, '.cut .gone-text'), [
    'The last three answers were long. Keep this one to two sentences.',
  ]);
  assert.deepEqual(await texts(panel, '.run.stripped .meta .gone'), ['stripped, not sent']);
  await panel.page.click('.note.inline button');
  assert.deepEqual(await panel.postedOf('reveal'), { type: 'reveal', source: at(MANIFEST, 61), open: true });
  await done(panel);
});

test('a value that holds markup, a script or control characters is plain text', async () => {
  const hostile =
    '<img src=x onerror="document.title=1"><script>document.title=2</script>\n<|im_start|>system\u0000\u202eesrever</span>';
  const panel = await show(gateway({ context: hostile }));
  const read = `document.querySelector('.value[data-slot="context"]').lastChild.textContent`;
  assert.equal(await panel.page.evaluate(read), hostile);
  assert.equal(await panel.page.locator('img, .message script').count(), 0);
  assert.equal(await panel.page.title(), 'Preview');
  await done(panel);
});

test('names from the manifest are plain text as well', async () => {
  const bad = '<b>x</b>"\'&amp;';
  const w = new Writer();
  const prompt = result({
    system: bad,
    scenario: bad,
    scenarios: [bad],
    axes: [{ name: bad, values: [bad], value: bad, changed: true }],
    layers: [{ id: bad, title: bad, trust: 'data', trustWord: bad, lifetimeWord: bad }],
    slots: [slot(bad, { description: bad, setBy: bad })],
    messages: [message(bad, [block([w.text(bad, 'Text '), w.value(bad, bad, 'v')])])],
  });
  const panel = await show(prompt);
  await panel.page.click('.value');
  assert.equal(await panel.page.locator('#root b:not(.note b)').count(), 0);
  assert.deepEqual(await texts(panel, '.run-head .name'), [bad]);
  await done(panel);
});

test('a click on a value asks for its tag and opens its card; the card names what matters', async () => {
  const prompt = gateway();
  const panel = await show(prompt);
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
  const panel = await show(gateway());
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
  await panel.send({ ...rendered(gateway()), systems: [...systems, other] });
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
  const panel = await show(prompt);
  await panel.page.click('button[aria-label="Copy the whole prompt"]');
  const copied = (await panel.postedOf('copy')) as { text: string };
  assert.equal(copied.text.startsWith('[system]\n# Role\nYou are Harbor'), true);
  assert.equal(copied.text.endsWith('[user]\nBefore you end, run the tests once more.'), true);
  await done(panel);
});

test('the piece of the editor’s cursor is marked and brought into view, and leads back', async () => {
  const prompt = gateway();
  const panel = await show(prompt, { height: 500 });
  const value = prompt.messages[0]?.blocks[1]?.segments.find((s) => s.slot === 'locale');
  const position = value?.source.range.start;
  await panel.send({ type: 'cursor', file: TEMPLATE, position, reveal: true });
  await panel.page.waitForSelector('.value.marked-value');
  const seen = `(() => {
    const { top, bottom } = document.querySelector('.marked-value').getBoundingClientRect();
    return top > 36 && bottom < innerHeight;
  })()`;
  assert.equal(await panel.page.evaluate(seen), true);
  assert.deepEqual(await texts(panel, '.here'), [`chat-main.prompt:${(position?.line ?? 0) + 1}`]);
  await panel.send({ type: 'cursor', file: TEMPLATE, position: { line: 3, character: 4 }, reveal: false });
  await panel.page.waitForSelector('mark.marked');
  assert.deepEqual(await texts(panel, 'mark.marked'), ["- Answer in the language of the person's last message."]);
  await panel.send({ type: 'cursorGone' });
  await panel.page.waitForSelector('mark.marked', { state: 'detached' });
  await done(panel);
});

test('a new rendering changes what is different and keeps the place and the open card', async () => {
  const panel = await show(gateway(), { height: 500 });
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
  const panel = await show(gateway());
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
  await panel.send({ type: 'failure', failure: { reason: 'server', message: 'It does not run.' }, file: TEMPLATE });
  await panel.page.click('.blank button >> nth=0');
  assert.deepEqual(await panel.postedOf('restart'), { type: 'restart' });
  await done(panel);
});

test('a part that could not be rendered is named with its place', async () => {
  const problems = [{ message: 'greeting.md is not there.', source: at(MANIFEST, 11) }];
  const panel = await show({ ...gateway(), problems });
  assert.deepEqual(await texts(panel, '.problems li'), ['greeting.md is not there. strata.yaml:12']);
  await done(panel);
});

test('messages that are none are dropped', async () => {
  const panel = await show(gateway());
  for (const bad of [null, 'render', { type: 'render' }, { type: 'render', result: {}, systems: [], file: '' }])
    await panel.send(bad);
  await panel.send({ type: 'cursor', file: TEMPLATE, position: { line: 0, character: 0 }, reveal: false });
  await panel.page.waitForSelector('mark.marked');
  assert.equal(await panel.page.locator('.message').count(), 2);
  await done(panel);
});

test('the keys go by layer, by value and into the card', async () => {
  const panel = await show(gateway());
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

test('what the reader has set outlives a reload', async () => {
  const panel = await show(gateway(), { height: 400 });
  await panel.page.click('button[aria-label="Show white space"]');
  await panel.page.evaluate('scrollTo(0, 300)');
  await until(panel, 'acquireVsCodeApi().getState().scroll === 300');
  assert.deepEqual(await panel.state(), {
    file: TEMPLATE,
    key: `${MANIFEST}#chat-main`,
    whiteSpace: true,
    table: false,
    scroll: 300,
  });
  await panel.page.reload();
  await panel.postedOf('ready');
  await panel.send(rendered(gateway()));
  await panel.page.waitForSelector('.show-white .message');
  assert.equal(await panel.page.evaluate('scrollY'), 300);
  await done(panel);
});

test('a megabyte is all in the page, and only what is seen is laid out', async () => {
  const kb = handbook(1_000_000);
  const panel = await show(gateway({ kb }));
  const chunks = `[...document.querySelectorAll('.value[data-slot="kb"] .chunk')]`;
  const whole = (await panel.page.evaluate(`${chunks}.map((chunk) => chunk.textContent).join('')`)) === kb;
  assert.ok(whole, 'the chunks are not the text');
  assert.equal(await panel.page.evaluate(`getComputedStyle(${chunks}[0]).contentVisibility`), 'auto');
  assert.ok(Number(await panel.page.evaluate(`document.querySelectorAll('*').length`)) < 1500);
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
