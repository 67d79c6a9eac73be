// What the panel's page draws, and that nothing of a prompt is ever more than text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agent } from './models/agent';
import { at, block, MANIFEST, message, result, slot, Writer } from './models/builder';
import { gateway, handbook } from './models/gateway';
import { protocols } from './models/protocols';
import { done, show, texts } from './panel';
import { panels } from './support';

const openPanel = panels();

test('a message is a card, its layers are runs with their name, trust and tokens', async () => {
  const panel = await show(openPanel, gateway());
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
  const panel = await show(openPanel, prompt);
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
  const exact = await show(openPanel, gateway());
  assert.deepEqual(await texts(exact, '.figure .big'), ['357 tok', '0.2 %', '62 %', '–']);
  assert.deepEqual(await texts(exact, '.layers tfoot .num:not(.share)'), ['357']);
  await done(exact);
  const estimate = await show(openPanel, {
    ...agent(),
    total: { tokens: 1100, low: 1000, high: 1250, exact: false, pending: false },
  });
  const [band = ''] = await texts(estimate, '.figure .quiet');
  assert.equal(band, 'estimate, between 1,000 and 1,250');
  const [total = '', , , cost = ''] = await texts(estimate, '.figure .big');
  assert.equal(total, '≈\u202f1,100 tok');
  assert.equal(cost, '$2.58 warm');
  await done(estimate);
});

test('the cache line stands where the cached prefix ends, earlier marks before it', async () => {
  const one = await show(openPanel, gateway());
  assert.deepEqual(await texts(one, '.cache.last .cache-label'), [
    'Cache ends here\n221 tok\n{cacheBreakpoint}, reused per profile',
  ]);
  const before = `document.querySelector('.cache').previousElementSibling.dataset.layer`;
  assert.equal(await one.page.evaluate(before), 'skills');
  await done(one);
  const four = await show(openPanel, agent());
  assert.deepEqual(await texts(four, '.cache-name'), [
    'Cache mark 1 of 4',
    'Cache mark 2 of 4',
    'Cache mark 3 of 4',
    'Cache ends here',
  ]);
  await done(four);
});

test('a mark that has no effect is shown as one, and nothing is drawn as cached', async () => {
  const prompt = gateway();
  const idle = 'below the minimum of 1,024';
  const messages = prompt.messages.map((one) => ({
    ...one,
    blocks: one.blocks.map((b) => (b.mark ? { ...b, mark: { ...b.mark, idle } } : b)),
  }));
  const panel = await show(openPanel, { ...prompt, messages });
  assert.equal((await texts(panel, '.figure .big'))[2], 'nothing');
  assert.match((await texts(panel, '.figures')).join('\n'), /marked 221, below the minimum of 1,024/);
  assert.deepEqual(await texts(panel, '.span.cached'), []);
  assert.deepEqual(await texts(panel, '.cache.last .cache-name'), ['Marked, not cached']);
  assert.deepEqual(await texts(panel, '.cache-after'), []);
  await panel.page.getByRole('tab', { name: 'Request' }).click();
  assert.match((await texts(panel, '.json .cache-label')).join('\n'), /^marked 221, below the minimum of 1,024/);
  await done(panel);
});

test('a slot without a value is a visible hole, and can be filled where it is', async () => {
  const panel = await show(openPanel, protocols());
  assert.deepEqual(await texts(panel, '.hole'), ['{personaName}\nno value\nFill']);
  assert.equal((await texts(panel, '.figure .big'))[0]?.startsWith('≥'), true);
  await panel.page.click('.hole button');
  const key = protocols().key;
  assert.deepEqual(await panel.postedOf('value'), { type: 'value', key, slot: 'personaName' });
  const value = { slot: 'personaName', text: '', format: 'text', target: { file: MANIFEST, scenario: 'ask' } };
  await panel.send({ type: 'value', value });
  await panel.page.fill('.editor textarea', 'Mira');
  assert.deepEqual(await panel.postedOf('try'), { type: 'try', key, slot: 'personaName', text: 'Mira' });
  await done(panel);
});

test('what is cut, stripped or redacted is shown as such', async () => {
  const panel = await show(openPanel, protocols());
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
  const panel = await show(openPanel, gateway({ context: hostile }));
  const read = `document.querySelector('.value[data-slot="context"]').lastChild.textContent`;
  assert.equal(await panel.page.evaluate(read), hostile);
  assert.equal(await panel.page.locator('img, .message script').count(), 0);
  assert.equal(await panel.page.title(), 'Strata');
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
  const panel = await show(openPanel, prompt);
  await panel.page.click('.value');
  assert.equal(await panel.page.locator('#root b:not(.note b)').count(), 0);
  assert.deepEqual(await texts(panel, '.run-head .name'), [bad]);
  await done(panel);
});

test('a part that could not be rendered is named with its place', async () => {
  const problems = [{ message: 'greeting.md is not there.', source: at(MANIFEST, 11) }];
  const panel = await show(openPanel, { ...gateway(), problems });
  assert.deepEqual(await texts(panel, '.problems li'), ['greeting.md is not there. strata.yaml:12']);
  await done(panel);
});

test('a megabyte is all in the page, and only what is seen is laid out', async () => {
  const kb = handbook(1_000_000);
  const panel = await show(openPanel, gateway({ kb }));
  const chunks = `[...document.querySelectorAll('.value[data-slot="kb"] .chunk')]`;
  const whole = (await panel.page.evaluate(`${chunks}.map((chunk) => chunk.textContent).join('')`)) === kb;
  assert.ok(whole, 'the chunks are not the text');
  assert.equal(await panel.page.evaluate(`getComputedStyle(${chunks}[0]).contentVisibility`), 'auto');
  assert.ok(Number(await panel.page.evaluate(`document.querySelectorAll('*').length`)) < 1500);
  await done(panel);
});
