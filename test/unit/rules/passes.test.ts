// Several passes over one text: what a later pass needs is written so that the earlier ones print it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialects } from '../../../server/src/syntax/dialects/index.generated';
import { applyEdits } from '../../../server/src/text/edit';
import { addressOf, memoryWorkspace } from '../../support/memoryWorkspace';

/** A slot as each first pass writes it. */
const FIRST: Readonly<Record<string, string>> = {
  jinja: '{{ b }}',
  handlebars: '{{{b}}}',
  mustache: '{{{b}}}',
  'double-brace': '{{b}}',
  'dollar-brace': '$\u007bb}',
};

interface Checked {
  readonly sent: string;
  readonly codes: readonly string[];
  /** The text after the first fix of its first finding. */
  readonly fixed: string;
  /** The text after each fix of the finding about passes. */
  readonly fixes: readonly string[];
}

async function check(dialects: string, text: string, slots = ''): Promise<Checked> {
  const manifest = `version: 1\nsystems:\n  s:\n    template: a.md\n    dialect: [${dialects}]\n    slots: { a: { sample: A }, b: { sample: B }${slots} }\n`;
  const { service, log } = await memoryWorkspace({ 'strata.yaml': manifest, 'a.md': text });
  assert.deepEqual(log, []);
  const snapshot = service.workspace.snapshot();
  const [system] = snapshot.systems;
  assert.ok(system);
  const findings = snapshot.findings(addressOf('a.md'));
  const edits = [...(findings[0]?.fixes?.[0]?.edits ?? [])].sort((x, y) => y.span.start - x.span.start);
  return {
    sent: snapshot.rendered(system, snapshot.shown(system)).texts.join(''),
    codes: findings.map(({ code }) => code),
    fixes: (findings.find(({ code }) => code === 'trust.second-pass')?.fixes ?? []).map(({ edits: of }) =>
      applyEdits(text, of),
    ),
    fixed: edits.reduce((out, { span, text: by }) => out.slice(0, span.start) + by + out.slice(span.end), text),
  };
}

describe('JSON in a text that str.format reads after another engine', () => {
  for (const [first, slot] of Object.entries(FIRST)) {
    test(`${first}: the fix doubles the braces in what the first pass prints`, async () => {
      const text = `${slot} {a} {"j": 1} end`;
      const before = await check(`${first}, py-format`, text);
      assert.deepEqual(before.codes, ['syntax.stray-brace']);
      const after = await check(`${first}, py-format`, before.fixed);
      assert.deepEqual(after, { sent: 'B A {"j": 1} end', codes: [], fixed: before.fixed, fixes: [] });
    });

    test(`${first}: a slot of the first pass in the JSON stays where it is`, async () => {
      const before = await check(`${first}, py-format`, `{a} {"j": ${slot} }`);
      const after = await check(`${first}, py-format`, before.fixed);
      assert.equal(after.sent, 'A {"j": B }');
      assert.deepEqual(after.codes, []);
    });
  }
});

describe('what a later pass reads', () => {
  test('braces that the first pass prints single are single for the next one', async () => {
    const { sent, codes } = await check('py-format, jinja', '{a} {{"j": 1}} {{{{ b }}}}');
    assert.equal(sent, 'A {"j": 1} B');
    assert.deepEqual(codes, []);
  });
  test('a comment of the first pass is gone', async () => {
    const { sent, codes } = await check('jinja, py-format', '{# {"j": 1} #}{a}{{ b }}');
    assert.equal(sent, 'AB');
    assert.deepEqual(codes, []);
  });
  test('an escape of Handlebars is what it prints', async () => {
    const { sent, codes } = await check('handlebars, double-brace', '\\{{a}} {{{b}}}');
    assert.equal(sent, 'A B');
    assert.deepEqual(codes, []);
  });
});

describe('values that a later pass reads', () => {
  const layers = ', page: { trust: data, lifetime: call, sample: P }';
  test('data that the first pass fills is read by the second one', async () => {
    assert.deepEqual((await check('double-brace, py-format', 'Page:\n<p>\n{{page}}\n</p>\n{a}', layers)).codes, [
      'trust.second-pass',
    ]);
  });
  test('data that the last pass fills is read by nobody', async () => {
    assert.deepEqual((await check('double-brace, py-format', 'Page:\n<p>\n{page}\n</p>\n{{b}}', layers)).codes, []);
  });
});

test('entities that the first of two engines writes', async () => {
  const before = await check('handlebars, py-format', '{{b}} {a}');
  assert.deepEqual(before.codes, ['text.entity']);
  assert.equal(before.fixed, '{{{b}}} {a}');
  assert.deepEqual((await check('handlebars, py-format', before.fixed)).codes, []);
});

describe('the fixes of a value that a later pass reads, for every pair of engines', () => {
  const value = 'x {a} {{a}} {{ a }} {% if a %} }} { $a $\u007ba} end';
  const slots = `, page: { trust: data, lifetime: call, sample: ${JSON.stringify(value)} }`;
  const plain: Readonly<Record<string, string>> = { handlebars: '{{{page}}}', mustache: '{{{page}}}' };
  for (const first of dialects) {
    for (const last of dialects) {
      test(`${first.id}, ${last.id}`, async () => {
        const pair = `${first.id}, ${last.id}`;
        const tag = plain[first.id] ?? first.print('page');
        const before = await check(pair, `<p>${tag}</p>`, slots);
        assert.ok(before.codes.includes('trust.second-pass'));
        // Engines without an escape fill a tag of the other one themselves.
        const isFirst = first.scan(first.escape(last.print('page'))).slots.length > 0;
        assert.equal(before.fixes.length > 0, !isFirst);
        for (const fixed of before.fixes) {
          const after = await check(pair, fixed, slots);
          assert.ok(!after.codes.includes('trust.second-pass'), `${fixed}: ${after.codes.join(', ')}`);
          const escapes = last.id === 'handlebars' || last.id === 'mustache';
          assert.equal(escapes ? unescaped(after.sent) : after.sent, `<p>${value}</p>`, fixed);
        }
      });
    }
  }
});

const unescaped = (text: string): string =>
  text.replace(
    /&(?:#x7D|#x3D|#x2F|amp);/g,
    (entity) => ({ '&#x3D;': '=', '&#x2F;': '/', '&amp;': '&' })[entity] ?? entity,
  );
