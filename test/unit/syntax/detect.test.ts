import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detect, detectAll } from '../../../server/src/syntax/detect';

const dialect = (text: string, path?: string): string | undefined => detect(text, path)?.dialect;

describe('the dialect of an undeclared text', () => {
  test('is what the extension of its file says', () => {
    assert.deepEqual(detect('{x}', 'a/b.prompt.j2'), { dialect: 'jinja', reason: 'the file is called *.j2' });
    assert.equal(dialect('', 'a.HBS'), 'handlebars');
    assert.equal(dialect('', 'a.md'), undefined);
    assert.equal(dialect('', 'constructor'), undefined);
  });

  test('is what only one engine reads', () => {
    assert.deepEqual(detect('a {% if x %}{{ x }}{% endif %}'), { dialect: 'jinja', reason: 'it holds `{% if x %}`' });
    assert.equal(dialect('{{ x | upper }}'), 'jinja');
    assert.equal(dialect('{% assign a = 1 %}{% if a %}{% endif %}'), 'liquid');
    assert.equal(dialect('{{#if a}}x{{/if}}'), 'handlebars');
    assert.equal(dialect('{{#if a}}x{{/if}}{{#list}}y{{/list}}'), 'handlebars');
    assert.equal(dialect('{{#list}}y{{/list}}'), 'mustache');
    assert.equal(dialect('{{ .Name }} {{- range .Items }}'), 'go-template');
    assert.equal(dialect('{{role "user"}}{{#if a}}x{{/if}}'), 'dotprompt');
    assert.equal(dialect('{{$input}} {{time.Date}}'), 'semantic-kernel');
  });

  test('is the shape of its slots', () => {
    assert.deepEqual(detect('Hello {{ name }}, {"a": 1}'), {
      dialect: 'double-brace',
      reason: 'its slots are written like `{{ name }}`',
    });
    assert.equal(dialect(`Hello \${name}`), 'dollar-brace');
    assert.equal(dialect('Code:\n```\n{{CODE}}\n```\n'), 'double-brace');
    assert.deepEqual(detect('Hello {name}'), {
      dialect: 'single-brace',
      reason: 'its slots are written like `{name}`',
    });
  });

  test('is str.format when the other braces are doubled, a plain replacement when they are not', () => {
    assert.deepEqual(detect('Reply as {{"a": "{name}"}} to {name}'), {
      dialect: 'py-format',
      reason: 'its slots are written like `{name}` and its other braces are doubled',
    });
    assert.deepEqual(detect('Reply as {"a": 1} to {name}'), {
      dialect: 'single-brace',
      reason: 'its slots are written like `{name}` and its other braces are single',
    });
  });

  test('is str.format when a slot has what only that reads', () => {
    assert.deepEqual(detect('About {input[brief]} for {who}.'), {
      dialect: 'py-format',
      reason: 'its slots are written like `{input[brief]}`',
    });
    for (const text of ['{user.tags[0]}', 'a {x!r}', 'costs {price:,.2f}'])
      assert.equal(dialect(text), 'py-format', text);
    // A brace that Python refuses says that it never reads this text.
    assert.equal(dialect('{"a": 1} {user[name]} {who}'), 'single-brace');
    for (const text of ['{a: 1}', '{x:d}', '\\frac{a.b}']) assert.equal(dialect(text), undefined, text);
  });

  test('is told with the other one, when there are two', () => {
    const also = (text: string, path?: string): readonly string[] =>
      detectAll(text, path).also.map(({ dialect, reason }) => `${dialect}: ${reason}`);
    assert.deepEqual(also('a {name} and {{other}}'), [
      'double-brace: its slots are written like `{{other}}`',
      'py-format: its slots are written like `{name}` and its other braces are doubled',
    ]);
    assert.deepEqual(also('{% if x %}{{ y }}{% endif %}{{#if y}}'), ['handlebars: it holds `{{#if y}}`']);
    assert.deepEqual(also('{% if x %}{{ y }}{% endif %}', 'a.hbs'), ['jinja: it holds `{% if x %}`']);
    assert.deepEqual(also('{{#list}}y{{/list}}', 'a.hbs'), []);
    assert.deepEqual(also('{{ y }}', 'a.j2'), []);
    // Go would call a function for it.
    assert.deepEqual(also('{{ y }}', 'a.tmpl'), ['double-brace: its slots are written like `{{ y }}`']);
  });

  test('is looked for in the first part of a long text, and the reason says so', () => {
    const long = '{% if x %}y{% endif %}\n'.repeat(20_000);
    assert.deepEqual(detectAll(`${long}{{#if a}}b{{/if}}`), {
      best: { dialect: 'jinja', reason: 'it holds `{% if x %}` (as far as the first 200,000 characters go)' },
      also: [],
    });
    // It ends where a tag does, so that half a tag speaks for nothing.
    assert.equal(dialect('{{"a": "{name}"}}'.repeat(20_000)), 'py-format');
    assert.equal(dialect(`${'word '.repeat(50_000)}{name}`), undefined);
  });

  test('is not guessed', () => {
    for (const text of [
      '',
      'plain prose',
      'one {"a": 1}',
      'one {"a": {}} and {{"b": 1}}',
      '\\frac{a}{b}',
      'x_{i} ^{j}',
      'a {name} and {{other}}', // either of two
      `a {name} and \${other}`,
      '```js\nfoo({bar})\n```', // code
      `by \${{ github.actor }}`, // of a workflow
      '{% if x %}{{#if y}}', // one tag each of two engines
    ]) {
      assert.equal(detect(text), undefined, text);
    }
  });
});
