// What is wrong in a text, in words for an author, with the edit that mends it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/jinja';
import type { SyntaxFault } from '../../../../server/src/syntax/tree';
import { output } from './texts';

const faults = (text: string): readonly SyntaxFault[] => dialect.scan(text).faults;

/** The only fault of a text. */
function fault(text: string): SyntaxFault {
  const all = faults(text);
  assert.equal(all.length, 1, JSON.stringify(all));
  return all[0] as SyntaxFault;
}

const marked = (text: string): string => {
  const { span } = fault(text);
  return text.slice(span.start, span.end);
};

function mended(text: string): string | undefined {
  const { fix } = fault(text);
  return fix && text.slice(0, fix.span.start) + fix.text + text.slice(fix.span.end);
}

/** The place that a fault is related to. */
function met(text: string): string | undefined {
  const { related } = fault(text);
  return related && `${text.slice(related.span.start, related.span.end)}: ${related.message}`;
}

describe('what is never closed', () => {
  test('a slot', () => {
    const text = 'a {{ name\nmore text';
    const { kind, message, engine } = fault(text);
    assert.deepEqual(
      [kind, message, marked(text), met(text), mended(text)],
      [
        'unclosed',
        'The tag `{{ name` is never closed, so Jinja refuses the whole text; close it with `}}`.',
        '{{',
        ': the text ends here',
        'a {{ name }}\nmore text',
      ],
    );
    assert.equal(engine, "TemplateSyntaxError: expected token 'end of print statement', got 'more'");
    assert.equal(mended('{{a} {{ b }}'), '{{a}} {{ b }}');
    assert.equal(met('{{a} {{ b }}'), '{{: the next tag opens here');
    assert.equal(mended('{{ a | upper'), '{{ a }} | upper');
  });

  test('a statement', () => {
    assert.deepEqual([marked('{% if x \na'), fault('{% if x \na').kind], ['{%', 'unclosed']);
  });

  test('a comment in pasted text', () => {
    const text = 'see {# 4 for {{ q }}';
    assert.deepEqual(
      [fault(text).kind, marked(text), mended(text)],
      ['unclosed', '{#', "see {{ '{#' }} 4 for {{ q }}"],
    );
    assert.equal(output(mended(text) ?? '', { q: 'Q' }), 'see {# 4 for Q');
    // What stands behind it on its line cannot be reached.
    assert.deepEqual(dialect.scan(text).slots, []);
  });

  test('a raw block is one fault, whatever stands in it', () => {
    const text = '{% raw %}{{#if x}}{{ x }}{% nope %}';
    assert.deepEqual([fault(text).kind, marked(text), mended(text)], ['unclosed', '{% raw %}', `${text}{% endraw %}`]);
  });

  test('a block', () => {
    const text = '{% for i in l %}{% if i %}a{% endfor %}b';
    const { kind, message, engine } = fault(text);
    assert.deepEqual(
      [kind, message, marked(text), met(text), mended(text)],
      [
        'unclosed',
        '`{% if i %}` is never closed, so Jinja refuses the whole text; close it with `{% endif %}`.',
        '{% if i %}',
        '{% endfor %}: {% endfor %} comes first',
        '{% for i in l %}{% if i %}a{% endif %}{% endfor %}b',
      ],
    );
    assert.match(
      engine ?? '',
      /^TemplateSyntaxError: Encountered unknown tag 'endfor'\. You probably made a nesting mistake/,
    );
    assert.equal(met('{% if a %}b'), ': the text ends here');
  });
});

describe('what belongs to no block', () => {
  test('an end tag', () => {
    const text = 'a{% endif %}b';
    const { kind, message } = fault(text);
    assert.deepEqual(
      [kind, message, marked(text), mended(text)],
      [
        'nested',
        '`{% endif %}` belongs to no `if` that is open here, so Jinja refuses the whole text; remove it, or open the block.',
        '{% endif %}',
        'ab',
      ],
    );
  });

  test('an else', () => {
    assert.match(fault('{% else %}').message, /belongs to no `if` or `for`/);
    assert.equal(fault('{% for i in l %}{% elif x %}{% endfor %}').kind, 'nested');
  });
});

describe('statements that Jinja does not have', () => {
  test('those of other engines are named as Jinja calls them', () => {
    const fixes: readonly (readonly [string, string])[] = [
      ['{% if a %}{% elseif b %}{% endif %}', '{% if a %}{% elif b %}{% endif %}'],
      ['{% inclde "a" %}', '{% include "a" %}'],
      ['{% assign x = 1 %}', '{% set x = 1 %}'],
    ];
    for (const [text, expected] of fixes) {
      assert.equal(mended(text), expected, text);
      assert.equal(fault(text).kind, 'unsupported');
    }
    assert.equal(mended('{% publish %}'), undefined);
  });

  test('those of extensions are told apart', () => {
    assert.match(fault('{% do l.append(1) %}').message, /extension `jinja2\.ext\.do`/);
    assert.match(fault('{% for i in l %}{% break %}{% endfor %}').message, /extension `jinja2\.ext\.loopcontrols`/);
  });
});

describe('tags that cannot be read', () => {
  test('the place is marked', () => {
    const text = '{{ x y }}';
    const { kind, message, engine } = fault(text);
    assert.deepEqual(
      [kind, marked(text), message],
      ['field', 'y', 'Jinja cannot read the tag `{{ x y }}`, so it refuses the whole text.'],
    );
    assert.equal(engine, "TemplateSyntaxError: expected token 'end of print statement', got 'y'");
  });

  test('operators of other languages are named as Jinja writes them', () => {
    assert.equal(mended('{{ a && b }}'), '{{ a and b }}');
    assert.equal(mended('{% if a || b %}{% endif %}'), '{% if a or b %}{% endif %}');
    assert.equal(mended('{% if a === b %}{% endif %}'), '{% if a == b %}{% endif %}');
    assert.match(fault('{{ !a }}').message, /`not` for `!`/);
    assert.match(fault('{{ a ? b : c }}').message, /`a if condition else b`/);
    assert.match(fault('{{ }}').message, /`\{\{ '\{\{' \}\}` when the braces are meant as text/);
  });

  test('each is told once, and only what Jinja meets first has its exception', () => {
    const all = faults('{{ x y }} {% if %}a{% endif %} {{ z. }} {{ ok }}');
    assert.deepEqual(
      all.map(({ engine }) => engine?.split(':')[0]),
      ['TemplateSyntaxError', undefined, undefined],
    );
    assert.equal(faults('{{ a! }}{% for %}{% endfor %}{% set %}').length, 3);
  });

  test('the place of a character is counted as Python does', () => {
    assert.equal(fault('🙂\r\n{{ a! }}').engine, "TemplateSyntaxError: unexpected char '!' at 6");
  });

  test('a broken head leaves its block a block', () => {
    assert.equal(faults('{% for in l %}{{ i }}{% else %}b{% endfor %}').length, 1);
    assert.equal(faults('{% if %}a{% elif b %}c{% else %}d{% endif %}').length, 1);
    assert.deepEqual(
      dialect.scan('{% for i in %}{{ i }}{{ x }}{% endfor %}').slots.map(({ name }) => name),
      ['x'],
    );
    assert.deepEqual(
      dialect.scan('{% if a %}{{ b }}{% elif ! %}{{ c }}{% endif %}').slots.map(({ name }) => name),
      ['a', 'b', 'c'],
    );
  });
});

describe('what is well written and wrong', () => {
  test('what Jinja does not compile', () => {
    const text = '{% block b %}{% endblock %}{% block b %}{% endblock %}';
    assert.deepEqual(
      [fault(text).kind, fault(text).span.start, fault(text).engine],
      ['unsupported', 36, "TemplateAssertionError: block 'b' defined twice"],
    );
  });

  test('a filter that is nearly one of Jinja', () => {
    const text = '{{ x | uper }}';
    assert.deepEqual([marked(text), mended(text)], ['uper', '{{ x | upper }}']);
    assert.equal(fault(text).engine, "TemplateAssertionError: No filter named 'uper'.");
    assert.equal(mended('{{ x is defned }}'), '{{ x is defined }}');
  });

  test('a filter that a program may well have is none', () => {
    assert.deepEqual(faults('{{ x | markdown | strip | to_prompt_json }}{{ x is empty }}'), []);
  });

  test('internals of Python', () => {
    assert.deepEqual([marked("{{ ''.__class__ }}"), fault("{{ ''.__class__ }}").engine], ['__class__', undefined]);
    assert.deepEqual(faults('{{ x._private }}{{ x.__mine }}'), []);
  });
});

test('tags of other engines', () => {
  const found = (text: string): string[] =>
    dialect.lookalikes(dialect.scan(text)).map(({ name, writtenIn }) => `${name} ${writtenIn}`);
  assert.deepEqual(found('{{#if x}}a{{/if}}'), ['if handlebars', 'if handlebars']);
  assert.deepEqual(found(`\${x} {y}`), ['x dollar-brace', 'y single-brace']);
  assert.deepEqual(found('{% assign x = 1 %}{{ .Name }}'), ['assign liquid', 'Name go-template']);
  assert.deepEqual(found('{{ x }}{% if x %}{{ x | upper }}{% endif %}'), []);
});
