import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/handlebars';
import { applyEdits } from '../../../../server/src/text/edit';
import { assertSurvivesDamage } from '../damage';
import { assertTree, contextOf } from '../support';

const at = (text: string, { start, end }: { start: number; end: number }): string => text.slice(start, end);

/** Path, role and what is said about each slot. */
const slots = (text: string): string[] => {
  const tree = dialect.scan(text);
  assertTree(tree);
  return tree.slots.map(({ path, role, within = [], branch = [], guarded, escapes }) =>
    [path, role, ...within.map((w) => `in ${w}`), ...branch, guarded ? 'guarded' : '', escapes ? 'escapes' : '']
      .filter((word) => word !== '')
      .join(', '),
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
      slots('{{x}} {{{y}}} {{& z}} {{a.b}} {{a/b}} {{this.c}} {{./d}} {{@root.e}} {{[f g]}} {{"h"}} {{~i~}}'),
      [
        'x, value, escapes',
        'y, value',
        'z, value',
        'a.b, value, escapes',
        'a.b, value, escapes',
        'c, value, escapes',
        'd, value, escapes',
        'e, value, escapes',
        'f g, value, escapes',
        'h, value, escapes',
        'i, value, escapes',
      ],
    );
  });

  test('fields of a value are none, and ../ and @root lead out', () => {
    assert.deepEqual(slots('{{#each xs}}{{name}}{{this}}{{../a}}{{@root.b}}{{@index}}{{else}}{{c}}{{/each}}'), [
      'xs, control, guarded',
      'a, value, each:0/0, escapes',
      'b, value, each:0/0, escapes',
      'c, value, each:0/1, escapes',
    ]);
    assert.deepEqual(slots('{{#with user}}{{name}}{{#if ok}}{{../a}}{{/if}}{{/with}}'), [
      'user, control',
      'a, value, with:0/0, if:22/0, escapes',
    ]);
  });

  test('a section may leave the context alone, so that a name in it may be a slot', () => {
    assert.deepEqual(slots('{{#user}}{{name}}{{/user}}'), [
      'user, control, guarded',
      'name, value, in user, section:0/0, escapes',
    ]);
  });

  test('conditions and their arms', () => {
    assert.deepEqual(slots('{{#if a}}{{a}}{{x}}{{else if b}}{{x}}{{else}}{{x}}{{/if}}'), [
      'a, control, guarded',
      'a, value, if:0/0, guarded, escapes',
      'x, value, if:0/0, escapes',
      'b, control, if:0/1, guarded',
      'x, value, if:0/1, if:19/0, escapes',
      'x, value, if:0/1, if:19/1, escapes',
    ]);
    assert.deepEqual(slots('{{^a}}{{x}}{{/a}}'), ['a, control, guarded', 'x, value, section:0/1, escapes']);
  });

  test('block parameters are none', () => {
    assert.deepEqual(slots('{{#each xs as |x i|}}{{x.a}}{{i}}{{../x}}{{/each}}{{x}}'), [
      'xs, control',
      'x, value, each:0/0, escapes',
      'x, value, escapes',
    ]);
  });

  test('names of helpers are none, their arguments are', () => {
    assert.deepEqual(
      slots('{{json data}} {{fmt (upper a) b="c" d=e.f}} {{lookup map key}} {{#eq x "y"}}{{z}}{{/eq}}'),
      [
        'data, value, escapes',
        'a, value, escapes',
        'e.f, value, escapes',
        'map, value, escapes',
        'key, control',
        'x, control',
        'z, value, in x, eq:63/0, escapes',
      ],
    );
  });

  test('arguments of partials are (R086)', () => {
    assert.deepEqual(slots('{{> userMeta user}}{{> p a=b}}{{> (pick which) c}}'), [
      'user, value',
      'b, value',
      'which, control',
      'c, value',
    ]);
  });

  test('what is in a raw block or behind a backslash is text', () => {
    assert.deepEqual(slots('{{{{raw}}}}{{x}}{{{{/raw}}}}\\{{y}}\\\\{{z}}'), [
      'raw, control, guarded',
      'z, value, escapes',
    ]);
  });
});

describe('partials, comments, raw blocks and escapes', () => {
  test('are known with their places', () => {
    const text = '{{> a }}{{#> b}}{{> @partial-block}}{{/b}}{{> "c/d"}}{{> (e)}}{{#*inline "i"}}{{/inline}}{{> i}}';
    assert.deepEqual(
      dialect
        .scan(text)
        .references?.map(({ path, span, pathSpan, optional }) => [
          path,
          at(text, span),
          pathSpan && at(text, pathSpan),
          optional,
        ]),
      [
        ['a', '{{> a }}', 'a', undefined],
        ['b', '{{#> b}}', 'b', true],
        ['c/d', '{{> "c/d"}}', 'c/d', undefined],
        [undefined, '{{> (e)}}', undefined, undefined],
      ],
    );
    const other = '{{!-- a }} --}}\\{{x}}\\\\{{y}}{{{{r}}}}{{z}}{{{{/r}}}}';
    assert.deepEqual(
      dialect.scan(other).stretches.map(({ kind, span }) => [kind, at(other, span)]),
      [
        ['comment', '{{!-- a }} --}}'],
        ['escape', '\\{{'],
        ['escape', '\\\\'],
        ['raw', '{{z}}'],
      ],
    );
  });
});

describe('blocks', () => {
  test('are known from the opening to the closing tag, with the nearest word of Jinja', () => {
    const text =
      '{{#if a}}x{{else if b}}y{{/if}}{{#each l}}{{#eq a b}}z{{/eq}}{{/each}}{{#> p}}{{/p}}{{#*inline "i"}}{{/inline}}{{#open}}';
    assert.deepEqual(
      dialect
        .scan(text)
        .blocks?.map(({ keyword, span, open, name, nameSpan }) => [
          keyword,
          at(text, span),
          at(text, open),
          ...(name === undefined ? [] : [name, nameSpan && at(text, nameSpan)]),
        ]),
      [
        ['if', '{{#if a}}x{{else if b}}y{{/if}}', '{{#if a}}'],
        ['for', '{{#each l}}{{#eq a b}}z{{/eq}}{{/each}}', '{{#each l}}'],
        ['if', '{{#eq a b}}z{{/eq}}', '{{#eq a b}}'],
        ['block', '{{#> p}}{{/p}}', '{{#> p}}'],
        ['macro', '{{#*inline "i"}}{{/inline}}', '{{#*inline "i"}}', 'i', 'i'],
      ],
    );
  });
});

describe('names of files', () => {
  test('a partial is looked up under its name, with the extensions of the engine', () => {
    const names = dialect.includeNames?.('shared/header') ?? [];
    assert.deepEqual(
      [names[0], names[1], names.at(-1)],
      ['shared/header', 'shared/header.hbs', 'shared/_header.prompt'],
    );
  });
});

describe('faults', () => {
  test('a tag without an end is marked at its opening, and what stands round it is read (R057)', () => {
    assert.deepEqual(faults('{{ a }} {{ b'), [['unclosed', '{{ b', 'end', '{{ a }} {{ b }}']]);
    assert.deepEqual(slots('{{ a }} {{ b'), ['a, value, escapes']);
    assert.deepEqual(faults('{{name\nHello {{x}}'), [['unclosed', '{{name', 'end', '{{name}}\nHello {{x}}']]);
    assert.deepEqual(slots('{{name\nHello {{x}}'), ['x, value, escapes']);
    assert.deepEqual(faults('{{a} b'), [['unclosed', '{{a', 'end', '{{a}} b']]);
    assert.deepEqual(faults('{{a {{b}}'), [['unclosed', '{{a', '{{', '{{a}} {{b}}']]);
    assert.deepEqual(faults('{{#if'), [['unclosed', '{{#if', 'end', undefined]]);
  });

  test('prose behind a tag without an end is not taken for slots', () => {
    assert.deepEqual(slots('{{name and then some words\nmore words {{x}}'), ['name, value', 'x, value, escapes']);
  });

  test('a closing brace of JSON right behind a tag', () => {
    assert.deepEqual(faults('{"a":{{x}}}'), [['stray', '}', undefined, '{"a":{{x}} }']]);
    assert.deepEqual(slots('{"a":{{x}}}'), ['x, value']);
    assert.deepEqual(faults('{{{x}} {{y}}'), [['unclosed', '{{{x}}', undefined, '{{{x}}} {{y}}']]);
  });

  test('blocks that do not fit', () => {
    assert.deepEqual(faults('{{#if a}}x'), [['unclosed', '{{#if a}}', 'end', undefined]]);
    assert.deepEqual(faults('x{{/if}}'), [['stray', '{{/if}}', undefined, undefined]]);
    assert.deepEqual(faults('x{{else}}'), [['stray', '{{else}}', undefined, undefined]]);
    assert.deepEqual(faults('{{#if a}}x{{/each}}'), [['unclosed', '{{#if a}}', '{{/each}}', '{{#if a}}x{{/if}}']]);
    assert.deepEqual(faults('{{#if a}}{{#each b}}x{{/if}}'), [['unclosed', '{{#each b}}', '{{/if}}', undefined]]);
    assert.deepEqual(faults('{{#if a}}x{{/fi}}y{{/if}}'), [['stray', '{{/fi}}', undefined, undefined]]);
    assert.deepEqual(faults('{{#if a}}x{{else}}y{{else}}z{{/if}}'), [['stray', '{{else}}', undefined, undefined]]);
  });

  test('a block whose head is broken is still a block', () => {
    assert.deepEqual(faults('{{#if a b)}}{{x}}{{else}}{{y}}{{/if}}').length, 1);
    assert.deepEqual(slots('{{#each items |}}{{name}}{{/each}}'), ['items, control']);
  });

  test('a blank before the sign', () => {
    assert.deepEqual(faults('{{ #if a}}x{{ /if}}'), [
      ['field', '{{ #if a}}', undefined, '{{#if a}}x{{ /if}}'],
      ['field', '{{ /if}}', undefined, '{{ #if a}}x{{/if}}'],
    ]);
  });

  test('what a name or a path cannot hold', () => {
    assert.deepEqual(faults('{{x@y}}'), [['field', '{{x@y}}', undefined, undefined]]);
    assert.match(dialect.scan('{{x@y}}').faults[0]?.message ?? '', /cannot read `@` in `\{\{x@y\}\}`/);
    assert.deepEqual(faults('{{items.0}}'), [['field', '{{items.0}}', undefined, '{{items.[0]}}']]);
    assert.deepEqual(faults('{{x/../y}}'), [['field', 'x/../y', undefined, undefined]]);
    assert.deepEqual(faults('a\0b'), [['stray', '\0', undefined, 'ab']]);
  });

  test('a helper of blocks in a plain tag', () => {
    assert.deepEqual(faults('{{if x}}a'), [['field', '{{if x}}', undefined, '{{#if x}}a']]);
    assert.deepEqual(faults('{{ each xs }}'), [['field', '{{ each xs }}', undefined, '{{#each xs }}']]);
  });

  test('white space control of another engine', () => {
    assert.deepEqual(faults('a {{- x -}} b'), [['field', '{{- x -}}', undefined, 'a {{~ x ~}} b']]);
    const { stopped } = dialect.fill(dialect.scan('a {{- x -}} b'), contextOf({}), {});
    assert.equal(stopped?.engine, 'Missing helper: "-"');
  });

  test('comments and raw blocks without an end', () => {
    assert.deepEqual(faults('{{!-- a\n{{x}}'), [['unclosed', '{{!--', 'end', undefined]]);
    assert.deepEqual(slots('{{!-- a\n{{x}}'), ['x, value, escapes']);
    assert.deepEqual(faults('{{{{a}}}} b'), [['unclosed', '{{{{a}}}}', 'end', undefined]]);
  });

  test('partials take one argument, inline partials no else', () => {
    assert.deepEqual(faults('{{> p a b}}'), [['field', '{{> p a b}}', undefined, undefined]]);
    assert.deepEqual(faults('{{#*inline "p"}}a{{else}}b{{/inline}}'), [['stray', '{{else}}', undefined, undefined]]);
  });

  test('the words of the engine stand at the one that it throws', () => {
    assert.deepEqual(engines('{{x@y}} {{/if}}'), ["Parse error on line 1: … got 'INVALID'", undefined]);
    assert.deepEqual(engines('\n{{#if a}}{{/x}}'), ["if doesn't match x - 2:3"]);
    assert.deepEqual(engines('\n {{a/../b}}'), ['Invalid path: a/.. - 2:3']);
    assert.deepEqual(engines('\0'), ['Lexical error on line 1. Unrecognized text.']);
  });

  test('blocks and calls that are nested too deeply stop the preview, not the server', () => {
    const blocks = '{{#if a}}'.repeat(500) + '{{/if}}'.repeat(500);
    const calls = `{{#if ${'(a '.repeat(400)}b${')'.repeat(400)}}}{{/if}}`;
    for (const text of [blocks, calls, `{{#if a}}${'{{else if a}}'.repeat(400)}{{/if}}`]) {
      const tree = dialect.scan(text);
      assert.ok(tree.faults.length > 0);
      assert.ok(dialect.fill(tree, contextOf({ a: 1 }), {}).stopped);
    }
    assert.deepEqual(
      dialect.scan(blocks).faults.map(({ kind, span }) => [kind, span.start]),
      [['unsupported', 2700]],
    );
  });

  test('of a text that is something else, a thousand are enough', () => {
    assert.equal(dialect.scan('{{@ '.repeat(5000)).faults.length, 1000);
  });
});

describe('names', () => {
  test('words of the engine are none', () => {
    for (const name of ['if', 'each', 'lookup', 'this', 'true', 'null', 'else', 'else-if', 'a.b', 'a b', '1a', '@a']) {
      assert.equal(dialect.holds(name), false, name);
    }
    for (const name of ['iffy', 'elsewhere', 'do_this', 'as', 'a-b', '$x', '名']) {
      assert.equal(dialect.holds(name), true, name);
      assert.deepEqual(slots(dialect.print(name)), [`${name}, value, escapes`]);
    }
  });
});

describe('tags of other engines', () => {
  test('are named with the engine that reads them (R020)', () => {
    const text = '{x} {% for m in history %}{{m}}{% endfor %} {{#list}}{{/list}} {{#if a}}{{/if}} {{ z | upper }}';
    assert.deepEqual(
      dialect.lookalikes(dialect.scan(text)).map(({ name, writtenIn }) => [name, writtenIn]),
      [
        ['x', 'single-brace'],
        ['for', 'jinja'],
        ['endfor', 'jinja'],
        ['z', 'jinja'],
      ],
    );
  });
});

test('broken texts keep the slots before the damage', () => {
  const tags = [
    ...['{{x}}', '{{{y}}}', '{{#if a}}', '{{/if}}', '{{else}}', '{{! c }}', '{{>p x=y}}', '{{ n.m }}', '\n'],
    ...[
      '{{#each items}}\n{{this}} {{../name}}\n{{/each}}',
      '{{lookup o k}}',
      '{{#if (lookup o k)}}Y{{/if}}',
      '{{foo a (b c)}}',
    ],
  ];
  assertSurvivesDamage(dialect, tags, ['{{', '}}', '{{#if', '{{/if', '{{{', '}', '"', '(', '|', '{{!--']);
});
