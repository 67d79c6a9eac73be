import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { compose, pieceMaker, type RunMaker } from '../../../server/src/syntax/compose';
import type { Dialect } from '../../../server/src/syntax/dialects/dialect';
import { dialect as doubleBrace } from '../../../server/src/syntax/dialects/double-brace';
import { dialect as pyFormat } from '../../../server/src/syntax/dialects/py-format';
import { dialect as singleBrace } from '../../../server/src/syntax/dialects/single-brace';
import type { Piece, Value } from '../../../server/src/syntax/piece';
import { fill, Random, TEXTS, textOf, VALUES } from './support';

/** Both passes, in the sources of the first; `middle` is what the second one read. */
function twice(text: string, passes: readonly [Dialect, Dialect], values: Record<string, Value | undefined>) {
  const first = fill(passes[0], text, values).pieces;
  const second = fill(passes[1], textOf(first), values);
  return { middle: textOf(first), second, both: compose(first, second.pieces, pieceMaker) };
}

const passes = [doubleBrace, pyFormat] as const;

describe('two passes as one', () => {
  test('a literal stays at its source, a tag of the second pass is found in the first', () => {
    const { both } = twice('Dear {{name}}, {city}!', passes, { name: 'Ada', city: 'Oslo' });
    assert.deepEqual(both, [
      { kind: 'literal', text: 'Dear ', span: { start: 0, end: 5 } },
      { kind: 'value', text: 'Ada', span: { start: 5, end: 13 }, origins: ['name'], whole: 'name' },
      { kind: 'literal', text: ', ', span: { start: 13, end: 15 } },
      { kind: 'value', text: 'Oslo', span: { start: 15, end: 21 }, origins: ['city'], whole: 'city' },
      { kind: 'literal', text: '!', span: { start: 21, end: 22 } },
    ]);
  });

  test('a value that becomes template text answers for what is made of it (R010)', () => {
    const { both } = twice('{{tool}} Q: {q}', passes, { tool: 'GET /u/{id}', id: '7', q: 'why' });
    assert.deepEqual(both, [
      { kind: 'value', text: 'GET /u/', span: { start: 0, end: 8 }, origins: ['tool'] },
      { kind: 'value', text: '7', span: { start: 0, end: 8 }, origins: ['id', 'tool'] },
      { kind: 'literal', text: ' Q: ', span: { start: 8, end: 12 } },
      { kind: 'value', text: 'why', span: { start: 12, end: 15 }, origins: ['q'], whole: 'q' },
    ]);
  });

  test('a tag may be put together from text and a value', () => {
    const { both } = twice('{{{a}}}', [doubleBrace, singleBrace], { a: 'b', b: 'B' });
    assert.deepEqual(both, [{ kind: 'value', text: 'B', span: { start: 0, end: 7 }, origins: ['b', 'a'] }]);
  });

  test('an escape of the second pass stands where its braces stand', () => {
    const { both } = twice('a{{{{b', [pyFormat, pyFormat], {});
    assert.deepEqual(both, [
      { kind: 'literal', text: 'a', span: { start: 0, end: 1 } },
      { kind: 'literal', text: '{', span: { start: 1, end: 5 } },
      { kind: 'literal', text: 'b', span: { start: 5, end: 6 } },
    ]);
    const value = twice('{{x}}{', passes, { x: 'a{' }).both;
    assert.deepEqual(value, [
      { kind: 'value', text: 'a', span: { start: 0, end: 5 }, origins: ['x'] },
      { kind: 'value', text: '{', span: { start: 0, end: 5 }, origins: ['x'] },
    ]);
  });

  test('a hole of the second pass that a value brought in is still that value', () => {
    const { both } = twice('{{x}}', passes, { x: 'a {y}', y: undefined });
    assert.deepEqual(both[1], { kind: 'value', text: '{y}', span: { start: 0, end: 5 }, origins: ['x'], hole: 'y' });
    assert.deepEqual(twice('{{x}}{y}', passes, { x: 'a', y: undefined }).both[1], {
      kind: 'literal',
      text: '{y}',
      span: { start: 5, end: 8 },
      hole: 'y',
    });
  });

  test('an empty first pass', () => {
    assert.deepEqual(compose([], [], pieceMaker), []);
  });

  test('any texts: the text is that of the second pass, every value is named, every literal is its source', () => {
    const random = new Random(41);
    const tags = ['{{x}}', '{{y}}', '{{{x}}}', '{p}', '{q!r}', '{{{{', '}}}}', '{{p}}', '{p:>{{w}}}', ...TEXTS];
    for (let i = 0; i < 1500; i++) {
      const mark = (value: string, index: number): string => String.fromCharCode(0xe000 + index) + value;
      const names = ['x', 'y', 'p', 'q'];
      const values = Object.fromEntries([
        ...names.map((name, index) => [name, mark(random.pick([...VALUES, '{p}', '{q}', '{{p', 'p}']), index)]),
        ['w', '9'],
      ]);
      const text = random.join(tags, 8);
      const { second, both } = twice(text, passes, values);
      assert.equal(textOf(both), textOf(second.pieces));
      for (const piece of both) {
        const holds = (law: boolean): void => {
          if (!law) assert.fail(JSON.stringify({ text, values, piece }));
        };
        holds(piece.span.start < piece.span.end && piece.span.end <= text.length);
        const source = text.slice(piece.span.start, piece.span.end);
        if (piece.kind === 'literal') {
          holds(source === piece.text || (/^[{}]$/.test(piece.text) && source.startsWith(piece.text)));
        }
        for (const [index, name] of names.entries()) {
          if (piece.text.includes(String.fromCharCode(0xe000 + index))) holds(piece.origins?.includes(name) === true);
        }
      }
    }
  });
});

test('any kind of run can be composed', () => {
  interface Word {
    readonly text: string;
    readonly from: string;
  }
  const maker: RunMaker<Word> = {
    cut: (run, from, to) => ({ text: run.text.slice(from, to), from: run.from }),
    escape: (text, parts) => ({ text, from: `escape of ${parts.map(({ from }) => from).join('+')}` }),
    make: (piece, parts) => ({
      text: piece.text,
      from: `${piece.origins?.join()} in ${parts.map(({ from }) => from).join('+')}`,
    }),
  };
  const first: Word[] = [
    { text: 'one {', from: 'a' },
    { text: 'x} t', from: 'b' },
    { text: 'wo{{', from: 'c' },
  ];
  const second: Piece[] = [
    { kind: 'literal', text: 'one ', span: { start: 0, end: 4 } },
    { kind: 'value', text: 'V', span: { start: 4, end: 7 }, origins: ['x'] },
    { kind: 'literal', text: ' two', span: { start: 7, end: 11 } },
    { kind: 'literal', text: '{', span: { start: 11, end: 13 } },
  ];
  assert.deepEqual(compose(first, second, maker), [
    { text: 'one ', from: 'a' },
    { text: 'V', from: 'x in a+b' },
    { text: ' t', from: 'b' },
    { text: 'wo', from: 'c' },
    { text: '{', from: 'escape of c' },
  ]);
  // Out of order: as a macro writes them.
  assert.deepEqual(
    compose(first, [...second].reverse(), maker).map(({ text }) => text),
    ['{', ' t', 'wo', 'V', 'one '],
  );
});
