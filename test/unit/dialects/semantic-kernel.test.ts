// Semantic Kernel's own templates, as its tokenizer cuts them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../server/src/syntax/dialects/semantic-kernel';
import { fill, render } from './support';

const printed = (text: string): string => render(dialect, text, { x: 'V', y: 'W' });
const faults = (text: string): readonly unknown[] =>
  dialect.scan(text).faults.map(({ kind, span }) => [kind, text.slice(span.start, span.end)]);

describe('tags', () => {
  test('of several openings in a row the last one counts', () => {
    assert.equal(printed('{{{$x}}}'), '{V}');
    assert.equal(printed('{{ {{$x}}'), '{{ V');
    assert.equal(printed('{{ a {{$x}} {{$y}}'), '{{ a V W');
    assert.deepEqual(faults('{{ {{$x}}'), []);
  });
  test('braces in quotes are neither opening nor end, and a backslash escapes a quotation mark', () => {
    assert.equal(printed('{{ "}}" }}{{$x}}'), '}}V');
    assert.equal(printed("{{ '{{$x}}' }}"), '{{$x}}');
    assert.equal(printed('{{ "a \\" }} b" }}'), 'a " }} b');
  });
  test('a tag with nothing in it is text', () => {
    assert.equal(printed('a {{}} {{  }} {{$x}}'), 'a {{}} {{  }} V');
    assert.deepEqual(faults('{{}}'), []);
  });
  test('over several lines', () => {
    assert.equal(printed('{{\n  $x\n}}'), 'V');
  });
});

describe('what is never closed', () => {
  test('a tag at the end stays as it is', () => {
    assert.equal(printed('{{$x}} {{$y'), 'V {{$y');
    assert.deepEqual(faults('{{$x}} {{$y'), [['unclosed', '{{']]);
  });
  test('a quotation mark hides all tags behind it from the engine, but not from the author', () => {
    const text = `{{$x}} {{ it's {{$y}} and {{$x}}`;
    assert.equal(printed(text), `V {{ it's {{$y}} and {{$x}}`);
    assert.deepEqual(faults(text), [['unclosed', '{{']]);
    assert.deepEqual(
      dialect.scan(text).slots.map(({ name }) => name),
      ['x', 'y', 'x'],
    );
  });
  test('a function is shown as it is written, with the variables that it takes', () => {
    const text = '{{recall $x limit=$y}}';
    const { pieces, gaps } = fill(dialect, text, { x: 'V', y: 'W' });
    assert.deepEqual(
      pieces.map((piece) => piece.text),
      [text],
    );
    assert.equal(gaps?.length, 1);
    assert.deepEqual(
      dialect.scan(text).slots.map(({ name, role }) => [name, role]),
      [
        ['x', 'control'],
        ['y', 'control'],
      ],
    );
  });
});
