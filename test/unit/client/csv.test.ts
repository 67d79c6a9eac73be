import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from '../../../client/src/preview/page/csv';
import { block, mark, message, result, turn, Writer } from '../../page/models/builder';

test('the table as CSV: one line for each layer, what belongs to none, and the whole', () => {
  const w = new Writer();
  const prompt = result({
    system: 'read, "well"',
    layers: [
      { id: 'rules', trust: 'instructions', lifetime: 'static', max: 50 },
      { id: 'context', trust: 'data' },
    ],
    messages: [
      message('system', [
        block([w.text('rules', 'Be very brief.')], mark('system')),
        block([w.text('context', 'A page')]),
      ]),
      turn('user', 'Hello there'),
    ],
    worst: {
      total: { tokens: 66, low: 66, high: 66, exact: true, pending: false },
      layers: [{ id: 'rules', tokens: 60 }],
      unlimited: [],
    },
    model: { id: 'm', tokenizer: 'o200k_base', exact: true, price: { input: 2, cacheWrite: 2.5, cacheRead: 0.2 } },
  });
  assert.equal(
    csvOf(prompt),
    `system,scenario,model,layer,trust,lifetime,tokens,exact,max,worst,share,cached,anew,cost cold,cost warm
"read, ""well""",ask,m,rules,instructions,static,4,true,50,60,0.5000,4,0,0.0100,0.0008
"read, ""well""",ask,m,context,data,call,2,true,,,0.2500,0,2,0.0040,0.0040
"read, ""well""",ask,m,(no layer),,,2,true,,,0.2500,0,2,0.0040,0.0040
"read, ""well""",ask,m,(all),,,8,true,,66,1.0000,4,4,0.0180,0.0088
`,
  );
});
