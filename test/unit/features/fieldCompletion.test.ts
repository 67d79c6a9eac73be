// Behind a dot: the fields that the values of scenarios, the manifest, other tools and other uses show, and no slot.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offered } from './offered';

const CUSTOMER = `=== strata.yaml
version: 1
systems:
  a:
    template: a.md
    dialect: DIALECT
    slots:
      customer: { sample: { name: Ada, plan: pro } }
      orders: { type: list, sample: [{ id: 7, lines: [{ item: lamp }] }, { note: late }] }
      ticket: { type: json, fields: { title: { description: One line. } } }
      ticket.author: { description: Who wrote it. }
      page: {}
    scenarios:
      long: { values: { customer: { name: Bo, address: { city: Oslo } } } }
=== a.md
`;

const inDialect = (dialect: string, text: string): string => `${CUSTOMER.replace('DIALECT', dialect)}${text}\n`;
const labels = async (dialect: string, text: string): Promise<readonly string[]> =>
  (await offered(inDialect(dialect, text), '.')).labels;

test('fields of the values in the scenarios and of the sample, and no slots', async () => {
  for (const [dialect, tag] of [
    ['jinja', '{{ customer.‸ }}'],
    ['jinja', '{% if customer.‸ %}x{% endif %}'],
    ['jinja', '{{ customer.'.concat('‸')],
    ['handlebars', '{{#if customer.‸}}x{{/if}}'],
    ['handlebars', '{{customer.‸}}'],
    ['mustache', '{{{customer.‸}}}'],
    ['liquid', '{{ customer.‸ | upcase }}'],
    ['go-template', '{{ .customer.‸ }}'],
    ['go-template', '{{ if $.customer.‸ }}x{{ end }}'],
    ['py-format', '{customer.‸}'],
  ] as const)
    assert.deepEqual(await labels(dialect, `A ${tag}`), ['address', 'name', 'plan'], `${dialect} ${tag}`);
});

test('a field of a field, with what it holds, written in the place of what is typed', async () => {
  const { accept, item } = await offered(inDialect('jinja', 'A {{ customer.address.c‸ }}'));
  assert.equal(accept('city'), 'A {{ customer.address.city }}');
  assert.equal(item('city').detail, 'Oslo');
});

test('items of a list, through loops and variables', async () => {
  for (const [dialect, text] of [
    ['jinja', '{% for o in orders %}{{ o.‸ }}{% endfor %}'],
    ['jinja', '{{ orders[0].‸ }}'],
    ['jinja', '{% for i, o in orders %}{% set first = o %}{{ first.‸ }}{% endfor %}'],
    ['liquid', '{% for o in orders %}{% assign x = o %}{{ x.‸ }}{% endfor %}'],
    ['handlebars', '{{#each orders as |o|}}{{o.‸}}{{/each}}'],
    ['handlebars', '{{#each orders}}{{this.‸}}{{/each}}'],
    ['go-template', '{{ range $i, $o := .orders }}{{ $o.‸ }}{{ end }}'],
  ] as const)
    assert.deepEqual(
      (await labels(dialect, text)).filter((name) => name !== 'note'),
      ['id', 'lines'],
      `${dialect} ${text}`,
    );
  const inner = '{% for o in orders %}{% for l in o.lines %}{{ l.‸ }}{% endfor %}{% endfor %}';
  assert.deepEqual(await labels('jinja', inner), ['item']);
});

test('what a block opens, where names are looked up in it', async () => {
  for (const [dialect, text] of [
    ['go-template', '{{ with .customer }}{{ .address.‸ }}{{ end }}'],
    ['go-template', '{{ $c := .customer }}{{ range .orders }}{{ $c.address.‸ }}{{ end }}'],
    ['handlebars', '{{#with customer}}{{address.‸}}{{/with}}'],
    ['handlebars', '{{#with customer as |c|}}{{#each c.list}}{{c.address.‸}}{{/each}}{{/with}}'],
    ['jinja', '{% with c = customer %}{% set a = c.address | default({}) %}{{ a.‸ }}{% endwith %}'],
  ] as const)
    assert.deepEqual(await labels(dialect, text), ['city'], `${dialect} ${text}`);
  // Behind its block a name stands for nothing.
  assert.deepEqual(await labels('jinja', '{% for o in orders %}{% endfor %}{{ o.‸ }}'), []);
  assert.deepEqual(await labels('jinja', '{% set x = customer | upper %}{{ x.‸ }}'), []);
});

test('fields that the manifest declares and that are read elsewhere', async () => {
  const { labels, item } = await offered(inDialect('jinja', '{{ ticket.body }} {{ ticket.‸ }}'), '.');
  assert.deepEqual(labels, ['author', 'body', 'title']);
  assert.deepEqual([item('title').detail, item('author').detail], ['One line.', 'Who wrote it.']);
});

test('without a manifest, what the text itself reads', async () => {
  const text = '=== a.prompt\n{% for m in messages %}{{ m.role }} {{ m.‸ }}{% endfor %}\n';
  assert.deepEqual((await offered(text, '.')).labels, ['role']);
});

test('a value of which nothing is known has no fields, and a sentence none either', async () => {
  assert.deepEqual(await labels('jinja', '{{ page.‸ }}'), []);
  assert.deepEqual(await labels('jinja', 'See customer.‸'), []);
});

test('in a string of another file', async () => {
  const text = `=== strata.yaml
version: 1
systems:
  a:
    template: p.yaml#p
    dialect: jinja
    slots: { customer: { sample: { name: Ada } } }
=== p.yaml
p: "One \\"line\\"\\n{{ customer.na‸ }}"
`;
  assert.equal((await offered(text)).accept('name'), 'p: "One \\"line\\"\\n{{ customer.name }}"');
});
