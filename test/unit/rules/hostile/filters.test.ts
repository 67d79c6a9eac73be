// Hostile values behind the filters of the engines: what a filter leaves readable escapes, what it escapes is held, and what
// it makes unreadable is said to be neither.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { select } from '../../../../server/src/model/selection';
import { render } from '../../../../server/src/render/render';
import { valueData } from '../../../../server/src/render/valueData';
import { type Hostile, hostile } from '../../../../server/src/rules/hostile/hostile';
import { systemIn } from '../../../support/renderText';

function attack(dialect: string, slot: string, text: string): Hostile {
  const manifest = `version: 1
systems:
  read:
    template: read.prompt
    dialect: ${dialect}
    layers:
      - { id: task, title: Task, trust: instructions, lifetime: static }
      - { id: doc, title: Document, trust: data, lifetime: call, slots: [doc] }
    slots:
      doc: ${slot}
`;
  const { system, lookup } = systemIn({ 'strata.yaml': manifest, 'read.prompt': text });
  const selection = select(system);
  const options = { lookup, takesMarks: true };
  return hostile({
    system,
    lookup,
    rendered: render(system, selection, options),
    dataOf: valueData(system, selection, lookup),
    renderWith: (values) => render(system, selection, { ...options, values }),
  });
}

const outcome = (dialect: string, slot: string, text: string): string =>
  attack(dialect, slot, text)
    .verdicts.map(({ escapes, unclear, says }) =>
      escapes ? `escapes: ${says}` : unclear ? 'unclear' : `held: ${says}`,
    )
    .join();

const TEXT = '{ sample: Noon. }';
const ROWS = '{ type: list, sample: [{ id: 7, kind: k, text: one }, { id: 8, kind: l, text: two }] }';
const fenced = (tag: string): string => `# Rules\nBe brief.\n<doc>\n${tag}\n</doc>\n`;
const ESCAPES = 'escapes: closes its fence `</doc>` and writes the heading of Task';
const HELD = 'held: cannot close its fence `</doc>` and keeps what it writes inside of its fence';

test('letters in another case and other blanks hold nothing', () => {
  const jinja = ['upper', 'lower', 'title', 'capitalize', 'trim', 'wordwrap(9)', 'indent(2)', "replace(' ', '  ')"];
  for (const filter of jinja) assert.equal(outcome('jinja', TEXT, fenced(`{{ doc | ${filter} }}`)), ESCAPES, filter);
  for (const filter of ['upcase', 'downcase', 'strip'])
    assert.equal(outcome('liquid', TEXT, fenced(`{{ doc | ${filter} }}`)), ESCAPES, filter);
  assert.equal(outcome('go-template', TEXT, fenced('{{ .doc | printf "%s" }}')), ESCAPES);
});

test('a heading in capitals is a heading', () => {
  const text = '# Rules\nBe brief.\n{% for d in doc %}[{{ d.text | upper }}]\n{% endfor %}';
  assert.equal(
    outcome('jinja', ROWS, text),
    'escapes: writes a further item of its list and writes the heading of Task',
  );
});

test('what a filter of the engine escapes is held', () => {
  for (const filter of ['e', 'escape', 'forceescape', 'upper | e'])
    assert.equal(outcome('jinja', TEXT, fenced(`{{ doc | ${filter} }}`)), HELD, filter);
  assert.equal(outcome('liquid', TEXT, fenced('{{ doc | escape }}')), HELD);
  assert.equal(outcome('go-template', TEXT, fenced('{{ html .doc }}')), HELD);
  assert.equal(outcome('handlebars', TEXT, fenced('{{doc}}')), HELD);
});

test('what a filter makes unreadable, or cuts off, is not said to be held', () => {
  for (const filter of ['reverse', 'truncate(12)', "replace('o', '0')", 'first'])
    assert.equal(outcome('jinja', TEXT, fenced(`{{ doc | ${filter} }}`)), 'unclear', filter);
  assert.equal(outcome('jinja', '{ sample: Noon., max: { chars: 5 } }', fenced('{{ doc }}')), 'unclear');
  assert.equal(outcome('liquid', TEXT, fenced('{{ doc | truncate: 9 }}')), 'unclear');
  assert.match(attack('jinja', TEXT, fenced('{{ doc | reverse }}')).verdicts[0]?.says ?? '', /could not be followed$/);
});

test('a number that is printed of a value follows nothing and holds it', () => {
  assert.match(outcome('jinja', TEXT, fenced('{{ doc | length }}')), /^held: /);
  assert.match(outcome('jinja', ROWS, fenced('{% for d in doc %}{{ d.id }}{% endfor %}')), /^held: /);
});

test('the turn of a loop that prints the hostile item is the one that counts', () => {
  const text = fenced('{% for d in doc | reverse %}{{ d.text }}\n{% endfor %}');
  assert.match(outcome('jinja', ROWS, text), /^escapes: closes its fence `<\/doc>`, /);
});

test('a field is judged by its own place, not by what another field of the same slot invites', () => {
  const row = '<row kind="{{ d.kind }}">\n{{ d.text | e }}\n</row>';
  const text = `# Rules\nBe brief.\n<doc>\n{% for d in doc %}${row}\n{% endfor %}</doc>\n`;
  const parts = attack('jinja', ROWS, text)
    .rendered.messages.flatMap(({ blocks }) => blocks.flatMap(({ segments }) => segments))
    .flatMap(({ escapes, source }) =>
      escapes ? [`${text.slice(source.span.start, source.span.end)} ${escapes.forges}`] : [],
    );
  assert.deepEqual(parts, [
    '{{ d.kind }} closes its fence `</doc>`, writes a further item of its list, goes on below a quoted string and writes the heading of Task',
  ]);
});
