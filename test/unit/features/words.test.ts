// Tags, filters, closing tags and the names that a text gives itself: each dialect brings its own list.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Offered, offered as offeredWith } from './offered';

/** In an editor that knows snippets. */
const offered = (fixture: string, typed?: string): Promise<Offered> => offeredWith(fixture, typed, true);

const inDialect = (dialect: string, text: string): string =>
  `=== strata.yaml\nversion: 1\nsystems:\n  a:\n    template: a.md\n    dialect: ${dialect}\n    slots: { page: {}, items: {} }\n=== a.md\n${text}\n`;

const jinja = (text: string): string => inDialect('jinja', text);
const handlebars = (text: string): string => inDialect('handlebars', text);

describe('jinja', () => {
  test('behind {% stand the statements, each written with what ends it', async () => {
    const { labels, accept, item } = await offered(jinja('A {% ‸'), ' ');
    assert.deepEqual(labels.slice(0, 4), ['autoescape', 'block', 'call', 'extends']);
    assert.ok(!labels.includes('page') && !labels.includes('endif') && !labels.includes('else'));
    assert.equal(accept('if'), `A {% if \${1:condition} %}$0{% endif %}`);
    assert.equal(accept('include'), `A {% include '\${1:file}' %}`);
    assert.equal(item('if').insertTextFormat, 2);
    assert.equal(item('if').detail, 'when a condition holds');
  });
  test('without places to fill in where the editor has none', async () => {
    const { accept, item } = await offeredWith(jinja('A {% ‸'), ' ');
    assert.equal(accept('for'), 'A {% for item in items %}{% endfor %}');
    assert.equal(item('for').insertTextFormat, 1);
  });
  test('a blank is written where the author has written none, and what closes the tag is never doubled', async () => {
    assert.equal((await offered(jinja('{%‸'), '%')).accept('raw'), '{% raw %}$0{% endraw %}');
    assert.equal((await offered(jinja('{%‸}'), '%')).accept('raw'), '{% raw %}$0{% endraw %}');
    assert.equal((await offered(jinja('{%- ra‸ %} x'))).accept('raw'), '{%- raw %}$0{%- endraw %} x');
  });
  test('the end of the innermost open block comes first, then what goes on with it', async () => {
    const { labels, accept } = await offered(jinja('{% for x in items %}{% if x %}\nA {% ‸'));
    assert.deepEqual(labels.slice(0, 3), ['endif', 'elif', 'else']);
    assert.equal(accept('endif'), 'A {% endif %}');
    assert.deepEqual((await offered(jinja('{% if page %}{% for x in items %}{% endfor %}\n{% e‸ %}'))).labels, [
      'endif',
      'elif',
      'else',
      'extends',
    ]);
    assert.equal((await offered(jinja('{% if page %}\n{% end‸ %} on'))).accept('endif'), '{% endif %} on');
    assert.deepEqual(
      (await offered(jinja('{% set a = 1 %}{# {% if x %} #}{% raw %}{% for %}{% endraw %}\n{% end‸'))).labels,
      [],
    );
    assert.deepEqual((await offered(jinja('{% set a %}text\n{% end‸'))).labels, ['endset']);
  });
  test('in a statement that goes on only its word is another one', async () => {
    assert.equal((await offered(jinja('{% i‸ page %}A{% endif %}'))).accept('if'), '{% if page %}A{% endif %}');
  });
  test('behind a bar stand the filters, behind `is` the tests, and no slot', async () => {
    const { labels, accept, item } = await offered(jinja('{{ page | up‸ }}'));
    assert.deepEqual(labels, ['upper']);
    assert.equal(accept('upper'), '{{ page | upper }}');
    assert.equal(item('upper').detail, 'in large letters');
    assert.deepEqual((await offered(jinja('{% if page is def‸ %}'))).labels, ['defined']);
    assert.deepEqual((await offered(jinja('{% if page is not def‸ %}'))).labels, ['defined']);
    assert.deepEqual((await offered(jinja('{% filter up‸ %}'))).labels, ['upper']);
  });
  test('slots and the names of loops, macros, `with`, `set` and imports, where they are known', async () => {
    const names = async (text: string): Promise<readonly string[]> =>
      (await offered(jinja(text))).labels.filter((one) => !one.startsWith('loop.'));
    assert.deepEqual(await names('{% for row in items %}{{ ‸ }}{% endfor %}'), [
      'page',
      'items',
      'dict',
      'namespace',
      'range',
      'row',
    ]);
    assert.ok((await offered(jinja('{% for row in items %}{{ loop.i‸ }}{% endfor %}'))).labels.includes('loop.index'));
    assert.ok(!(await names('{% for row in items %}{% endfor %}{{ ‸ }}')).includes('row'));
    assert.ok((await names('{% for row in items %}{% else %}{{ ‸ }}{% endfor %}')).every((one) => one !== 'row'));
    assert.ok((await names('{% macro card(title) %}{{ ‸ }}{% endmacro %}')).includes('title'));
    assert.ok((await names('{% macro card(title) %}{% endmacro %}{{ ca‸ }}')).includes('card'));
    assert.ok((await names('{% with a = 1 %}{{ ‸ }}{% endwith %}')).includes('a'));
    assert.ok((await names('{% set seen = 1 %}{{ ‸ }}')).includes('seen'));
    assert.ok((await names("{% from 'm' import card as c %}{{ ‸ }}")).includes('c'));
    assert.ok((await names('{% for row in items %}{% if ro‸')).includes('row'));
  });
  test('nothing in a comment, in quotes, or in a raw block', async () => {
    assert.deepEqual((await offered(jinja('{# {{ ‸ #}'))).labels, []);
    assert.deepEqual((await offered(jinja("{{ page or 'x ‸' }}"))).labels, []);
    assert.deepEqual((await offered(jinja('{% raw %}{{ ‸ }}{% endraw %}'))).labels, []);
  });
  test('behind one brace whole tags beside the slots', async () => {
    const { labels, accept } = await offered(jinja('A {‸}'), '{');
    assert.ok(labels.includes('page') && labels.includes('if'));
    assert.equal(accept('if'), `A {% if \${1:condition} %}$0{% endif %}`);
  });
});

describe('handlebars', () => {
  test('block helpers with their ends; what closes the innermost block comes first', async () => {
    const { labels, accept } = await offered(handlebars('{{#each items}}\nA {{‸'), '{');
    assert.deepEqual(labels.slice(0, 2), ['/each', 'else']);
    assert.ok(labels.includes('page') && labels.includes('@index') && labels.includes('this'));
    assert.equal(accept('/each'), 'A {{/each}}');
    assert.equal(accept('#if'), `A {{#if \${1:condition}}}$0{{/if}}`);
    assert.equal((await offered(handlebars('A {{#‸}}'), '#')).accept('#each'), `A {{#each \${1:items}}}$0{{/each}}`);
  });
  test('behind a slash only what is open', async () => {
    const { labels, accept } = await offered(handlebars('{{#if page}}{{#page}}x{{/page}}\nA {{/‸}}'), '/');
    assert.deepEqual(labels, ['/if']);
    assert.equal(accept('/if'), 'A {{/if}}');
    assert.deepEqual((await offered(handlebars('{{#if page}}{{/if}}{{/‸'), '/')).labels, []);
  });
  test('names of block parameters', async () => {
    const { labels } = await offered(handlebars('{{#each items as |row at|}}{{#if r‸}}'));
    assert.ok(labels.includes('row'));
    assert.ok((await offered(handlebars('{{#each items as |row at|}}{{#if ‸}}'))).labels.includes('at'));
  });
});

test('mustache closes its sections', async () => {
  const { labels, accept } = await offered(inDialect('mustache', '{{#items}}{{^page}}\n{{/‸'), '/');
  assert.deepEqual(labels, ['/page']);
  assert.equal(accept('/page'), '{{/page}}');
  assert.deepEqual((await offered(inDialect('mustache', '{{=<% %>=}}{{#items}}{{/‸'), '/')).labels, []);
});

test('in a string of a YAML file, at the places of the file', async () => {
  const fixture = `=== strata.yaml\nversion: 1\nsystems:\n  a:\n    template: p.yaml#ask\n    dialect: jinja\n    slots: { page: {} }\n=== p.yaml\nask: |\n  {% if page %}\n  A {% ‸\n`;
  const { labels, accept } = await offered(fixture);
  assert.equal(labels[0], 'endif');
  assert.equal(accept('endif'), '  A {% endif %}');
});
