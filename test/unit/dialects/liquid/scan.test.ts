import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/liquid';
import { applyEdits } from '../../../../server/src/text/edit';
import { assertSurvivesDamage } from '../damage';
import { assertTree } from '../support';

const at = (text: string, { start, end }: { start: number; end: number }): string => text.slice(start, end);

/** Path, role and what is said about each slot. */
const slots = (text: string): string[] => {
  const tree = dialect.scan(text);
  assertTree(tree);
  return tree.slots.map(({ path, role, branch = [], guarded }) =>
    [path, role, ...branch, guarded ? 'guarded' : ''].filter((word) => word !== '').join(', '),
  );
};

/** Kind, marked text, where it collides, and the text after the fix of every fault. */
const faults = (text: string): (string | undefined)[][] =>
  dialect
    .scan(text)
    .faults.map(({ kind, span, related, fix }) => [
      kind,
      at(text, span),
      related && (at(text, related.span) || 'end'),
      fix && applyEdits(text, [fix]),
    ]);

const engines = (text: string): (string | undefined)[] => dialect.scan(text).faults.map(({ engine }) => engine);

describe('slots', () => {
  test('values, however they are written', () => {
    assert.deepEqual(
      slots('{{ a }}{{b.c[0]["d e"][f].g}}{{- h-i -}}{{ ["j k"].l }}{% echo m %}{% cycle n, o.p %}{{ q? }}'),
      [
        'a, value',
        "b.c[0]['d e'], value",
        'f, value',
        'h-i, value',
        'j k.l, value',
        'm, value',
        'n, value',
        'o.p, value',
        'q?, value',
      ],
    );
  });

  test('arguments of filters say how, a default stands for the value', () => {
    assert.deepEqual(slots('{{ a | append: b, k: c }}{{ d | default: e }}{{ a == f }}{{ (g..h) | join }}'), [
      'a, value',
      'b, spec',
      'c, spec',
      'd, value, guarded',
      'e, value',
      'a, control',
      'f, control',
      'g, value',
      'h, value',
    ]);
  });

  test('what the text sets is none from there on', () => {
    const text =
      '{{ a }}{% assign a = b %}{{ a }}{% capture c %}{{ d }}{% endcapture %}{{ c }}{% increment n %}{{ n }}';
    assert.deepEqual(slots(text), ['a, value', 'b, control', 'd, value']);
  });

  test('names of loops and blocks are none inside of them', () => {
    assert.deepEqual(
      slots(
        '{% for i in xs limit: n offset: continue %}{{ i.k }}{{ forloop.index }}{% else %}{{ i }}{% endfor %}{% tablerow r in ys %}{{ r }}{{ tablerowloop.col }}{% endtablerow %}{% block b %}{{ block.super }}{% endblock %}{{ forloop }}',
      ),
      ['xs, control, guarded', 'n, control', 'i, value, for:0/1', 'ys, control', 'forloop, value'],
    );
  });

  test('conditions and their arms', () => {
    assert.deepEqual(slots('{% if a and b.c %}{{ a }}{{ x }}{% elsif d %}{{ b }}{% else %}{{ d }}{% endif %}{{ a }}'), [
      'a, control, guarded',
      'b.c, control, guarded',
      'a, value, if:0/0, guarded',
      'x, value, if:0/0',
      'd, control, if:0/1, guarded',
      'b, value, if:0/1, guarded',
      'd, value, if:0/2, guarded',
      'a, value',
    ]);
    assert.deepEqual(slots('{% case a %}{% when b, "c" %}{{ x }}{% endcase %}'), [
      'a, control, guarded',
      'b, control, case:0/1, guarded',
      'x, value, case:0/1',
    ]);
  });

  test('other texts, their names and what they are given', () => {
    assert.deepEqual(
      slots(
        '{% render "p", k: a with b as c %}{% include d for e %}{% include "x/{{ f.g }}" %}{% layout h, t: i %}{{ j }}',
      ),
      ['a, control', 'd, control', 'f.g, control', 'h, control', 'i, control', 'j, value'],
    );
  });

  test('an expression in a string is read', () => {
    const text = '{{ xs | where_exp: "i", "i.k == limit" }}';
    assert.deepEqual(slots(text), ['xs, value', 'limit, control']);
    assert.deepEqual(
      dialect.scan(text).slots.map(({ nameSpan }) => at(text, nameSpan)),
      ['xs', 'limit'],
    );
  });

  test('of a liquid tag, each line is a tag', () => {
    const text = '{% liquid\n  assign a = b\n  echo c | append: a -%}';
    assert.deepEqual(
      dialect.scan(text).slots.map(({ name, span }) => [name, at(text, span)]),
      [
        ['b', 'assign a = b\n'],
        ['c', 'echo c | append: a '],
      ],
    );
  });

  test('raw text and comments have none', () => {
    assert.deepEqual(
      slots('{% raw %}{{ a }}{% endraw %}{% comment %}{{ b }}{% endcomment %}{% # {{ c %}{{ "d" }}{{ 1 }}{{ nil }}'),
      [],
    );
  });

  test('from a broken tag, the names that certainly stand in it', () => {
    assert.deepEqual(
      slots('{{ a ! b.c | d }}{% if e && f %}{{ g }}{% endif %}{% for i of xs %}{{ i }}{% endfor %}{{ h'),
      [
        'a, value, guarded',
        'b, value, guarded',
        'e, control, guarded',
        'f, control, guarded',
        'g, value, if:17/0',
        'xs, control, guarded',
      ],
    );
  });
});

describe('faults', () => {
  test('tags that are not closed', () => {
    assert.deepEqual(faults('{{ a }\n{{ b }}'), [['unclosed', '{{ a }', '{{', '{{ a }}\n{{ b }}']]);
    assert.deepEqual(faults('x {{ a'), [['unclosed', '{{ a', 'end', 'x {{ a }}']]);
    assert.deepEqual(faults('{% if a\n{{ b }}'), [['unclosed', '{% if a', '{{', undefined]]);
    assert.deepEqual(engines('x {{ a'), ['TokenizationError: output "{{ a" not closed, line:1, col:3']);
  });

  test('a quotation mark that opens a string', () => {
    assert.deepEqual(faults("{{ it's }} {{ b }}"), [['unclosed', "{{ it's }}", 'end', undefined]]);
    assert.deepEqual(slots("{{ it's }} {{ b }}"), ['it, value, guarded', 's, value, guarded', 'b, value']);
  });

  test('blocks that are not closed, or closed too often', () => {
    assert.deepEqual(faults('{% if a %}b'), [['unclosed', '{% if a %}', 'end', '{% if a %}b{% endif %}']]);
    assert.deepEqual(faults('{% for i in a %}{% if b %}{% endfor %}'), [
      ['unclosed', '{% if b %}', '{% endfor %}', '{% for i in a %}{% if b %}{% endif %}{% endfor %}'],
    ]);
    assert.deepEqual(faults('a{% endif %}'), [['nested', '{% endif %}', undefined, 'a']]);
    assert.deepEqual(faults('{% raw %}{{ a }}'), [['unclosed', '{% raw %}', 'end', '{% raw %}{{ a }}{% endraw %}']]);
    assert.deepEqual(engines('{% for i in a %}{% if b %}{% endfor %}'), [
      'ParseError: tag "endfor" not found, line:1, col:27',
    ]);
  });

  test('tags and filters that are nearly right', () => {
    assert.deepEqual(faults('{% fi a %}'), [['unsupported', 'fi', undefined, '{% if a %}']]);
    assert.deepEqual(faults('{% if a %}{% elif b %}{% endif %}'), [
      ['unsupported', 'elif', undefined, '{% if a %}{% elsif b %}{% endif %}'],
    ]);
    assert.deepEqual(faults('{{ a | upcas }}{{ a | money }}'), [
      ['unsupported', 'upcas', undefined, '{{ a | upcase }}{{ a | money }}'],
    ]);
    assert.deepEqual(engines('{{ a | upcas }}'), [undefined]);
  });

  test('operators of other languages', () => {
    assert.deepEqual(faults('{% if a && b %}{% endif %}'), [
      ['field', '{% if a && b %}', undefined, '{% if a and b %}{% endif %}'],
    ]);
    const [fault] = dialect.scan('{% if (a or b) %}{% endif %}').faults;
    assert.equal(
      fault?.message,
      'Liquid cannot read the tag `{% if (a or b) %}`, so it refuses the whole text; its conditions have no parentheses.',
    );
  });

  test('only what the engine meets first has its words', () => {
    assert.deepEqual(engines('{% foo %}{% if %}{% endif %}{{ a'), [
      undefined,
      undefined,
      'TokenizationError: output "{{ a" not closed, line:1, col:29',
    ]);
    assert.deepEqual(engines('a\n{% foo %}{% if %}{% endif %}'), [
      'ParseError: tag "foo" not found, line:2, col:1',
      undefined,
    ]);
  });

  test('slots before the damage keep their ranges', () => {
    const tags = [
      ...[
        '{{ a }}',
        '{{ b.c | append: d }}',
        '{% if a %}{{ b }}{% endif %}',
        '{% for i in xs %}{{ i }}{{ y }}{% endfor %}',
        '{% assign v = w %}',
      ],
      ...[
        '{% case a %}{% when b %}{{ c }}{% endcase %}',
        '{%- render "p", k: a -%}',
        '{% liquid\n echo a\n echo b\n%}',
        '{% capture q %}{{ a }}{% endcapture %}',
      ],
    ];
    assertSurvivesDamage(dialect, tags, [
      '{',
      '{{',
      '{%',
      '}}',
      '%}',
      '"',
      "'",
      '|',
      '{% if',
      '{% raw %}',
      ' ',
      '\n',
      '[',
      '(',
    ]);
  });

  test('deep nesting is said, and does no harm', () => {
    const deep = `${'{% if a %}'.repeat(200)}x${'{% endif %}'.repeat(200)}`;
    const [fault] = dialect.scan(deep).faults;
    assert.equal(fault?.message, 'The preview ends at `{% if a %}`: it nests too deeply.');
    assert.equal(dialect.scan(`{{ ${'a['.repeat(200)} }}`).faults[0]?.kind, 'unsupported');
  });
});

describe('outline', () => {
  test('blocks, other texts, comments and raw blocks', () => {
    const text =
      '{% if a %}{% for i in b %}{% endfor %}{% endif %}{% capture c %}{% endcapture %}{% block d %}{% endblock %}{% raw %}{% endraw %}{% comment %}{% endcomment %}{% # x %}{% render "p/q" %}{% include e %}{% liquid\nlayout "l"\n%}';
    const { blocks = [], references = [], stretches } = dialect.scan(text);
    assert.deepEqual(
      blocks.map(({ keyword, open, name }) => [keyword, at(text, open), name]),
      [
        ['if', '{% if a %}', undefined],
        ['for', '{% for i in b %}', undefined],
        ['set', '{% capture c %}', 'c'],
        ['block', '{% block d %}', 'd'],
        ['liquid', '{% liquid\nlayout "l"\n%}', undefined],
      ],
    );
    assert.deepEqual(
      references.map(({ kind, path, pathSpan }) => [kind, path, pathSpan && at(text, pathSpan)]),
      [
        ['include', 'p/q', 'p/q'],
        ['include', undefined, undefined],
        ['extends', 'l', 'l'],
      ],
    );
    assert.deepEqual(
      stretches.map(({ kind, span }) => [kind, at(text, span)]),
      [
        ['raw', '{% raw %}{% endraw %}'],
        ['comment', '{% comment %}{% endcomment %}'],
        ['comment', '{% # x %}'],
      ],
    );
  });

  test('names of files as they are looked for', () => {
    assert.deepEqual(dialect.includeNames?.('a/b'), [
      'a/b',
      'a/b.liquid',
      'a/b.md',
      'a/b.txt',
      'a/b.prompt',
      'a/_b.liquid',
    ]);
  });

  test('tags of other engines', () => {
    const names = (text: string): string[] =>
      dialect.lookalikes(dialect.scan(text)).map(({ name, writtenIn }) => `${writtenIn} ${name}`);
    assert.deepEqual(names('{% if a %}{{ a | upcase }}{% assign b = 1 %}{% endif %}'), []);
    assert.deepEqual(names(`{% set a = 1 %}{{ a | upper }}{% elif b %}{{#if a}}{{> p}}{x}\${y}{{ .Name }}`), [
      'jinja set',
      'jinja a',
      'jinja elif',
      'handlebars if',
      'mustache p',
      'single-brace x',
      'dollar-brace y',
      'go-template Name',
    ]);
  });
});
