import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/mustache';
import { applyEdits } from '../../../../server/src/text/edit';
import { assertSurvivesDamage } from '../damage';
import { assertTree, contextOf } from '../support';

const at = (text: string, { start, end }: { start: number; end: number }): string => text.slice(start, end);

/** Path, role and what is said about each slot. */
const slots = (text: string): string[] =>
  dialect
    .scan(text)
    .slots.map(({ path, role, within = [], branch = [], guarded, escapes }) =>
      [path, role, ...within.map((w) => `in ${w}`), ...branch, guarded ? 'guarded' : '', escapes ? 'escapes' : '']
        .filter((word) => word !== '')
        .join(', '),
    );

/** Kind, marked text, where it collides, and the text after the fix of every fault. */
const faults = (text: string): (string | undefined)[][] =>
  dialect
    .scan(text)
    .faults.map(({ kind, span, related, fix, engine }) => [
      kind,
      at(text, span),
      related && (at(text, related.span) || 'end'),
      fix && applyEdits(text, [fix]),
      engine,
    ]);

describe('slots', () => {
  test('values, sections and what stands round them (R037)', () => {
    assert.deepEqual(slots('{{x}} {{{y}}} {{& z }} {{a.b}}'), [
      'x, value, escapes',
      'y, value',
      'z, value',
      'a.b, value, escapes',
    ]);
    assert.deepEqual(slots('{{#a}}{{#b}}{{c}}{{/b}}{{/a}}'), [
      'a, control, guarded',
      'b, control, in a, section:a/0, guarded',
      'c, value, in a, in b, section:a/0, section:6/0, escapes',
    ]);
  });

  test('a section and its opposite are the arms of one condition', () => {
    assert.deepEqual(slots('{{#a}}{{x}}{{/a}} {{^a}}{{x}}{{/a}}'), [
      'a, control, guarded',
      'x, value, in a, section:a/0, escapes',
      'a, control, guarded',
      'x, value, section:a/1, escapes',
    ]);
  });

  test('a section guards its own name', () => {
    assert.deepEqual(slots('{{#a}}{{a}}{{/a}}')[1], 'a, value, in a, section:a/0, guarded, escapes');
  });

  test('the item of a list is no slot, and neither is what only another engine would write', () => {
    assert.deepEqual(slots('{{#xs}}{{.}}{{/xs}}'), ['xs, control, guarded']);
    assert.deepEqual(slots('{{ x | upper }} {{.Name}} {{"x"}} {{> p}} {{! c }}'), []);
  });

  test('ranges are exact, whatever stands round the name', () => {
    const text = 'a {{# \n user.name }}b{{/user.name}}';
    const tree = dialect.scan(text);
    assertTree(tree);
    const [slot] = tree.slots;
    assert.ok(slot);
    assert.deepEqual(
      [at(text, slot.span), at(text, slot.nameSpan), slot.name, slot.path],
      ['{{# \n user.name }}', 'user', 'user', 'user.name'],
    );
  });

  test('delimiters change from there on', () => {
    assert.deepEqual(slots('{{=<% %>=}}<%x%> {{y}} <%={{ }}=%>{{z}}'), ['x, value, escapes', 'z, value, escapes']);
    assert.deepEqual(slots('{{=a b c=}}axb {{y}}'), ['x, value, escapes']);
  });
});

describe('partials, comments and delimiters', () => {
  test('are known with their places', () => {
    const text = '{{> header }}{{! note }}{{=| |=}}|>footer|';
    const { references, stretches } = dialect.scan(text);
    assert.deepEqual(
      references?.map(({ kind, path, span, pathSpan }) => [kind, path, at(text, span), pathSpan && at(text, pathSpan)]),
      [
        ['partial', 'header', '{{> header }}', 'header'],
        ['partial', 'footer', '|>footer|', 'footer'],
      ],
    );
    assert.deepEqual(
      stretches.map(({ kind, span }) => [kind, at(text, span)]),
      [
        ['comment', '{{! note }}'],
        ['escape', '{{=| |=}}'],
      ],
    );
  });
});

describe('sections and files', () => {
  test('a section is known from its opening to its closing tag', () => {
    const text = '{{#a}}x{{^b}}y{{/b}}{{/a}}{{#open}}';
    assert.deepEqual(
      dialect.scan(text).blocks?.map(({ keyword, span, open }) => [keyword, at(text, span), at(text, open)]),
      [
        ['for', '{{#a}}x{{^b}}y{{/b}}{{/a}}', '{{#a}}'],
        ['if', '{{^b}}y{{/b}}', '{{^b}}'],
      ],
    );
  });

  test('a partial is looked up under its name, with the extension of the engine', () => {
    assert.deepEqual(dialect.includeNames?.('p').slice(0, 2), ['p', 'p.mustache']);
  });
});

describe('faults', () => {
  test('a tag without an end is marked at its opening, and what follows is read', () => {
    const text = 'a {{ name, please\n{{x}}';
    assert.deepEqual(faults('a {{ name'), [['unclosed', '{{ name', 'end', 'a {{ name }}', 'Unclosed tag at 9']]);
    assert.deepEqual(faults('a {{name} b'), [['unclosed', '{{name', 'end', 'a {{name}} b', 'Unclosed tag at 11']]);
    assert.deepEqual(faults('{{{name}}'), [['unclosed', '{{{name', 'end', '{{{name}}}', 'Unclosed tag at 9']]);
    assert.deepEqual(faults(text), [['unclosed', '{{ name,', '{{', undefined, undefined]]);
    assert.deepEqual(slots(text), ['x, value']);
  });

  test('a tag that runs over the next opening prints nothing, and both slots are known', () => {
    const text = 'a {{x and\nb {{y}} c';
    assert.deepEqual(faults(text), [['unclosed', '{{x', '{{', 'a {{x}} and\nb {{y}} c', undefined]]);
    assert.deepEqual(
      dialect.scan(text).slots.map(({ name, span }) => [name, at(text, span)]),
      [
        ['x', '{{x and\nb '],
        ['y', '{{y}}'],
      ],
    );
  });

  test('a comment may hold an opening', () => {
    assert.deepEqual(faults('{{! {{x }}'), []);
  });

  test('sections that do not fit', () => {
    assert.deepEqual(faults('{{#a}}x'), [['unclosed', '{{#a}}', 'end', undefined, 'Unclosed section "a" at 7']]);
    assert.deepEqual(faults('x{{/a}}'), [['stray', '{{/a}}', undefined, undefined, 'Unopened section "a" at 1']]);
    assert.deepEqual(faults('{{#a}}x{{/b}}'), [
      ['unclosed', '{{#a}}', '{{/b}}', '{{#a}}x{{/a}}', 'Unclosed section "a" at 7'],
    ]);
    assert.deepEqual(faults('{{#a}}{{#b}}x{{/a}}'), [
      ['unclosed', '{{#b}}', '{{/a}}', undefined, 'Unclosed section "b" at 13'],
    ]);
  });

  test('a closing tag too many is that one, when the section has its own', () => {
    assert.deepEqual(faults('{{#a}}x{{/b}}y{{/a}}'), [
      ['stray', '{{/b}}', undefined, undefined, 'Unclosed section "a" at 7'],
    ]);
  });

  test('delimiters come in pairs', () => {
    assert.deepEqual(faults('{{=x=}}'), [['field', '{{=x=}}', undefined, undefined, 'Invalid tags: x']]);
  });

  test('only the first is the one that the engine throws', () => {
    assert.deepEqual(
      faults('{{/a}} {{#b}} {{c').map(([kind, text, , , engine]) => [kind, text, engine]),
      [
        ['stray', '{{/a}}', 'Unopened section "a" at 0'],
        ['unclosed', '{{#b}}', undefined],
        ['unclosed', '{{c', undefined],
      ],
    );
  });

  test('sections that are nested too deeply stop the preview, not the server', () => {
    const text = '{{#a}}'.repeat(500) + '{{/a}}'.repeat(500);
    const { faults: found } = dialect.scan(text);
    assert.deepEqual(
      found.map(({ kind, span, engine }) => [kind, span.start, engine]),
      [['unsupported', 1800, undefined]],
    );
    const { stopped } = dialect.fill(dialect.scan(text), contextOf({ a: { a: 1 } }), {});
    assert.match(stopped?.message ?? '', /goes no deeper/);
  });
});

describe('tags of other engines', () => {
  test('are named with the engine that reads them', () => {
    const text = `{x} \${y} {% if a %} {{#if a}} {{#list}}{{/list}} {{> p}} {{ z | upper }}`;
    assert.deepEqual(
      dialect.lookalikes(dialect.scan(text)).map(({ name, writtenIn }) => [name, writtenIn]),
      [
        ['x', 'single-brace'],
        ['y', 'dollar-brace'],
        ['if', 'jinja'],
        ['if', 'handlebars'],
        ['z', 'jinja'],
      ],
    );
  });
});

test('broken texts keep the slots before the damage', () => {
  const tags = [
    ...['{{x}}', '{{{y}}}', '{{#a}}', '{{/a}}', '{{^b}}', '{{/b}}', '{{! c }}', '{{>p}}', '{{ n.m }}', '\n'],
    '{{#a}}\n{{z}}\n{{/a}}\n',
  ];
  assertSurvivesDamage(dialect, tags, ['{{', '}}', '{{#', '{{/a', '{{{', '}', '{{=']);
});
