// Tags, filters, closing tags and the names that a text gives itself: each dialect brings its own list.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Liquid } from 'liquidjs';
import type { TextEdit } from 'vscode-languageserver-types';
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

describe('liquid', () => {
  const liquid = (text: string): string => inDialect('liquid', text);

  test('behind {% stand the statements, each written with what ends it', async () => {
    const { labels, accept, item } = await offered(liquid('A {% ‸'), ' ');
    assert.deepEqual(labels.slice(0, 4), ['assign', 'block', 'break', 'capture']);
    assert.ok(!labels.includes('page') && !labels.includes('endif') && !labels.includes('else'));
    assert.equal(accept('if'), `A {% if \${1:condition} %}$0{% endif %}`);
    assert.equal(accept('assign'), `A {% assign \${1:name} = \${2:value} %}`);
    assert.equal(item('unless').detail, 'when a condition does not hold');
    assert.equal((await offered(liquid('{%- ra‸ %} x'))).accept('raw'), '{%- raw %}$0{%- endraw %} x');
  });
  test('the end of the innermost open block comes first, then what goes on with it', async () => {
    const { labels, accept } = await offered(liquid('{% for x in items %}{% if x %}\nA {% ‸'));
    assert.deepEqual(labels.slice(0, 3), ['endif', 'elsif', 'else']);
    assert.equal(accept('endif'), 'A {% endif %}');
    assert.equal(accept('elsif'), `A {% elsif \${1:condition} %}`);
    assert.deepEqual((await offered(liquid('{% case page %}\n{% ‸'))).labels.slice(0, 3), ['endcase', 'when', 'else']);
    assert.deepEqual((await offered(liquid('{% for x in items %}{% end‸ %}'))).labels, ['endfor']);
    assert.deepEqual((await offered(liquid('{% raw %}{{ x }}\n{% end‸'))).labels, ['endraw']);
  });
  test('a closing tag of the wrong block is completed as well', async () => {
    assert.deepEqual((await offered(liquid('{% for x in items %}{% endif‸ %}'))).labels, []);
    assert.deepEqual((await offered(liquid('{% for x in items %}{% en‸dif %}'))).labels, ['endfor']);
  });
  test('behind a bar stand the filters of LiquidJS, and no slot', async () => {
    const { labels, accept } = await offered(liquid('{{ page | up‸ }}'));
    assert.deepEqual(labels, ['upcase']);
    assert.equal(accept('upcase'), '{{ page | upcase }}');
    assert.deepEqual((await offered(liquid('{{ page | ‸'))).labels, Object.keys(new Liquid().filters).sort());
  });
  test('statements are those of LiquidJS', async () => {
    const { labels } = await offered(liquid('{% ‸'));
    const comment = '#';
    assert.deepEqual([...labels, comment].sort(), Object.keys(new Liquid().tags).sort());
  });
  test('slots and the names of loops, `assign` and `capture`, where they are known', async () => {
    const names = async (text: string): Promise<readonly string[]> =>
      (await offered(liquid(text))).labels.filter((one) => !one.includes('.'));
    const constants = ['blank', 'empty', 'nil'];
    assert.deepEqual(await names('{{ ‸ }}'), ['items', 'page', ...constants]);
    assert.ok((await names('{% for row in items %}{{ ‸ }}{% endfor %}')).includes('row'));
    assert.ok((await names('{% for row in items %}{% if ro‸')).includes('row'));
    assert.ok(!(await names('{% for row in items %}{% endfor %}{{ ‸ }}')).includes('row'));
    assert.ok(!(await names('{% for row in items %}{% else %}{{ ‸ }}{% endfor %}')).includes('row'));
    assert.ok((await names('{% if page %}{% assign seen = 1 %}{% endif %}{{ ‸ }}')).includes('seen'));
    assert.ok(!(await names('{{ ‸ }}{% assign seen = 1 %}')).includes('seen'));
    assert.ok((await names('{% capture card %}x{% endcapture %}{{ ca‸ }}')).includes('card'));
    assert.ok((await names('{% increment count %}{{ co‸ }}')).includes('count'));
    const loop = (await offered(liquid('{% for row in items %}{{ forloop.r‸ }}{% endfor %}'))).labels;
    assert.deepEqual(loop, ['forloop.rindex', 'forloop.rindex0']);
    const table = (await offered(liquid('{% tablerow row in items %}{{ tablerowloop.co‸ }}{% endtablerow %}'))).labels;
    assert.deepEqual(table.length, 5);
    assert.ok((await offered(liquid('{% block a %}{{ bl‸ }}{% endblock %}'))).labels.includes('block.super'));
  });
  test('nothing in a comment, in quotes, or in a raw block', async () => {
    assert.deepEqual((await offered(liquid('{% comment %} {{ ‸ {% endcomment %}'))).labels, []);
    assert.deepEqual((await offered(liquid("{{ page | append: 'x ‸' }}"))).labels, []);
    assert.deepEqual((await offered(liquid('{% raw %}{{ ‸ }}{% endraw %}'))).labels, []);
  });
  test('each line of a liquid tag is a statement', async () => {
    const first = await offered(liquid('{% liquid\n  ‸\n%}'));
    assert.deepEqual(first.labels.slice(0, 2), ['assign', 'block']);
    assert.ok(!first.labels.includes('page') && !first.labels.includes('liquid'));
    assert.equal(first.accept('echo'), `  echo \${1:value}`);
    assert.deepEqual((first.item('if').textEdit as TextEdit).newText, `if \${1:condition}\n  $0\nendif`);
    const open = await offered(liquid('{% if page %}{% liquid\n  for x in items\n  if x\n  e‸\n%}'));
    assert.deepEqual(open.labels, ['endif', 'elsif', 'else', 'echo']);
    assert.equal(open.accept('endif'), '  endif');
    assert.deepEqual((await offered(liquid('{% liquid\n  if page\n  endif\n  end‸\n%}'))).labels, []);
    assert.deepEqual((await offered(liquid('{% liquid\n  echo page | up‸\n%}'))).labels, ['upcase']);
    const operand = await offered(liquid('{% liquid\n  assign row = 1\n  echo ‸\n%}'));
    assert.deepEqual(operand.labels, ['items', 'page', 'blank', 'empty', 'nil', 'row']);
    assert.equal(operand.accept('page'), '  echo page');
    assert.equal((await offered(liquid('{% liquid\n  i‸ page\n  endif\n%}'))).accept('if'), '  if page');
    assert.deepEqual((await offered(liquid('{% liquid echo 1 %}{% ‸'))).labels.includes('liquid'), true);
  });
});

test('mustache closes its sections', async () => {
  const { labels, accept } = await offered(inDialect('mustache', '{{#items}}{{^page}}\n{{/‸'), '/');
  assert.deepEqual(labels, ['/page']);
  assert.equal(accept('/page'), '{{/page}}');
  assert.deepEqual((await offered(inDialect('mustache', '{{=<% %>=}}{{#items}}{{/‸'), '/')).labels, []);
});

describe('dotprompt', () => {
  const dotprompt = (text: string): string => inDialect('dotprompt', text);

  test('its helpers beside those of Handlebars', async () => {
    const { labels, accept } = await offered(dotprompt('A {{‸'), '{');
    for (const label of ['role', 'history', 'media', 'section', 'json', '#if', '#ifEquals', '#unlessEquals'])
      assert.ok(labels.includes(label), label);
    assert.equal(accept('role'), `A {{role "\${1|system,user,model|}"}}`);
    assert.equal((await offered(dotprompt('A {{‸}}'), '{')).accept('history'), 'A {{history}}');
    assert.equal((await offered(dotprompt('A {{ro‸ "user"}}'))).accept('role'), 'A {{role "user"}}');
    assert.equal(
      (await offered(dotprompt('A {{#if‸}}'))).accept('#ifEquals'),
      `A {{#ifEquals \${1:value} \${2:other}}}$0{{/ifEquals}}`,
    );
  });
  test('block helpers of its own have an `else` and an end', async () => {
    const { labels, accept } = await offered(dotprompt('{{#ifEquals page "a"}}\nA {{‸'), '{');
    assert.deepEqual(labels.slice(0, 2), ['/ifEquals', 'else']);
    assert.equal(accept('/ifEquals'), 'A {{/ifEquals}}');
  });
  test('in a comment and behind the word of a tag no helper', async () => {
    assert.ok(!(await offered(dotprompt('{{#each ‸}}'))).labels.includes('role'));
    assert.deepEqual((await offered(dotprompt('{{! {{ro‸ }}'))).labels, []);
  });
});

describe('semantic-kernel', () => {
  const kernel = (text: string): string => inDialect('semantic-kernel', text);

  test('variables with their sign, wherever the author stopped', async () => {
    assert.equal((await offered(kernel('A {‸'), '{')).accept('page'), 'A {{$page}}');
    assert.equal((await offered(kernel('A {{‸'), '{')).accept('page'), 'A {{$page}}');
    assert.equal((await offered(kernel('A {{‸}}'), '{')).accept('page'), 'A {{$page}}');
    assert.equal((await offered(kernel('A {{ ‸'), ' ')).accept('page'), 'A {{ $page }}');
    assert.equal((await offered(kernel('A {{$‸'), '$')).accept('page'), 'A {{$page}}');
    assert.equal((await offered(kernel('A {{$pa‸}} on'))).accept('page'), 'A {{$page}} on');
    assert.equal((await offered(kernel('A {{ $pa‸ }} on'))).accept('page'), 'A {{ $page }} on');
  });
  test('as arguments of a function', async () => {
    assert.equal((await offered(kernel('A {{recall $‸ }}'))).accept('page'), 'A {{recall $page }}');
    assert.equal((await offered(kernel('A {{recall ask=$pa‸'))).accept('page'), 'A {{recall ask=$page');
    assert.equal((await offered(kernel('A {{recall ‸'), ' ')).accept('page'), 'A {{recall $page');
    assert.equal((await offered(kernel('A {{recall\n  $pa‸\n}}'))).accept('page'), '  $page');
  });
  test('functions that the text calls elsewhere', async () => {
    const { labels, accept } = await offered(kernel('{{time.Date}} {{recall $page}} {{time.Date}}\nA {{‸'), '{');
    assert.deepEqual(labels, ['items', 'page', 'recall', 'time.Date']);
    assert.equal(accept('time.Date'), 'A {{time.Date}}');
    const begun = await offered(kernel('{{time.Date}} {{time.Now}}\nA {{ time.D‸ay }}'));
    assert.deepEqual(begun.labels, ['time.Date']);
    assert.equal(begun.accept('time.Date'), 'A {{ time.Date }}');
  });
  test('nothing in quotes', async () => {
    assert.deepEqual((await offered(kernel('{{ "a ‸" }}'))).labels, []);
  });
});

test('in a string of a YAML file, at the places of the file', async () => {
  const fixture = `=== strata.yaml\nversion: 1\nsystems:\n  a:\n    template: p.yaml#ask\n    dialect: jinja\n    slots: { page: {} }\n=== p.yaml\nask: |\n  {% if page %}\n  A {% ‸\n`;
  const { labels, accept } = await offered(fixture);
  assert.equal(labels[0], 'endif');
  assert.equal(accept('endif'), '  A {% endif %}');
});
