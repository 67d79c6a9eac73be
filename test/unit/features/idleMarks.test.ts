// A mark that has no effect: every place that tells of the cache says the same of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cachedOf, idleOf } from '../../../client/src/preview/page/figures';
import { tokenTable } from '../../../server/src/cli/formats/tokenTable';
import { inlayHints } from '../../../server/src/features/inlayHints';
import { render } from '../../../server/src/features/requests/render';
import { status, tokens } from '../../../server/src/features/requests/report';
import type { RenderResult } from '../../../server/src/protocol';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

const RULES = 'You help at the front desk of a small hotel by the sea. Be brief and kind, and never promise a room.\n';

const manifest = (marks: string): string => `version: 1
models:
  house: { tokenizer: o200k_base, cache: { minimum: 16, breakpoints: 4 } }
systems:
  desk:
    template: desk.prompt
    model: house
    dialect: single-brace
    layers:
      - { id: rules, trust: instructions, lifetime: static }
      - { id: now, trust: facts, lifetime: call, slots: [now] }
    slots: { now: { sample: "10:42" } }
    cache: { breakpoints: [${marks}] }
`;

async function placesFor(template: string, marks = '{ slot: mark }') {
  const { service } = await memoryWorkspace({ 'strata.yaml': manifest(marks), 'desk.prompt': template });
  const snapshot = service.workspace.snapshot();
  const uri = addressOf('desk.prompt');
  const whole = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const result = render(snapshot, { uri });
  assert.ok('messages' in result);
  const [counted] = tokens(snapshot, { uri }).systems;
  assert.ok(counted);
  return {
    result,
    status: status(snapshot, { uri }),
    hints: inlayHints(snapshot, uri, whole, service.count).map(({ label }) => String(label)),
    table: tokenTable([counted]),
    findings: snapshot.findings(uri).map(({ code, message }) => `${code}: ${message}`),
  };
}

const idlesOf = ({ messages }: RenderResult) =>
  messages.flatMap(({ blocks }) => blocks.flatMap(({ mark }) => (mark ? [mark.idle] : [])));

test('a mark behind too little text, or behind a slot that changes: it stands, and nothing is cached', async () => {
  for (const [template, marked, idle] of [
    ['Be brief.\n{mark}{now}\n', 3, 'below the minimum of 16'],
    [`${RULES}Now: {now}\n${RULES}{mark}Hello.\n`, 57, '{now} changes with every call before it'],
  ] as const) {
    const { result, status, hints, table } = await placesFor(template);
    assert.deepEqual(idlesOf(result), [idle]);
    assert.deepEqual([cachedOf(result), idleOf(result)], [0, idle]);
    assert.deepEqual([status.cachedPrefix, status.idle], [marked, idle]);
    assert.ok(hints.includes(`marked ${marked} tok, ${idle}`), hints.join('\n'));
    assert.ok(!hints.some((label) => label.startsWith('cache ends')));
    assert.match(table, new RegExp(`marked prefix +${marked}\\n`));
    assert.doesNotMatch(table, /cached prefix/);
  }
});

test('of two marks only the one that is too short has no effect', async () => {
  const { result, status, table } = await placesFor(
    `Be brief.\n{first}${RULES}{mark}{now}\n`,
    '{ slot: first }, { slot: mark }',
  );
  assert.deepEqual(idlesOf(result), ['below the minimum of 16', undefined]);
  assert.equal(cachedOf(result), result.cachedPrefix);
  assert.equal(status.idle, undefined);
  assert.match(table, /cached prefix/);
});

test('of two marks the last may be idle alone: up to the other it is cached', async () => {
  const { result } = await placesFor(
    `${RULES}{first}Now: {now}\n${RULES}{mark}Hello.\n`,
    '{ slot: first }, { slot: mark }',
  );
  assert.deepEqual(idlesOf(result), [undefined, '{now} changes with every call before it']);
  assert.equal(cachedOf(result), 25);
});
