// What a Go template is rendered to, piece by piece: where each comes from, what is missing, and where it ends.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dialect } from '../../../../server/src/syntax/dialects/go-template';
import type { Filled, Piece, Value } from '../../../../server/src/syntax/piece';
import { assertTaint } from '../damage';
import { contextWith, uriOf } from '../partials';
import { fill, render } from '../support';

type Values = Readonly<Record<string, Value | undefined>>;

const fillWith = (text: string, values: Values, texts: Readonly<Record<string, string>> = {}): Filled =>
  dialect.fill(dialect.scan(text), contextWith(dialect, values, texts), {});

const shown = ({ pieces }: Filled): string => pieces.map(({ text }) => text).join('');

/** `kind text <- origins`, one for each piece. */
const told = ({ kind, text, origins, whole, hole }: Piece): string =>
  `${kind} ${JSON.stringify(text)}${origins ? ` <- ${origins}` : ''}${whole === undefined ? '' : ` = ${whole}`}${hole === undefined ? '' : ` hole ${hole}`}`;

const pieces = (text: string, values: Values): readonly string[] => fill(dialect, text, values).pieces.map(told);

describe('provenance', () => {
  test('values name their paths, and the slot whose whole value they are', () => {
    const values = { A: 'x', L: [{ n: 'y' }], M: { k: 'z' }, N: 3, F: 0.5, B: true };
    assert.deepEqual(pieces('{{.A}}{{.N}}{{.F}}{{.B}}', values), [
      'value "x" <- A = A',
      'value "3" <- N = N',
      'value "0.5" <- F = F',
      'value "true" <- B = B',
    ]);
    assert.deepEqual(pieces('{{range .L}}{{.n}}{{end}}{{.M.k}}{{index .M "k"}}{{.L}}', values), [
      'value "y" <- L[0].n',
      'value "z" <- M.k',
      'value "z" <- M.k',
      'value "[map[n:y]]" <- L',
    ]);
  });

  test('what functions make names all that went into it, constants nothing', () => {
    const values = { A: 'x', B: 'y', I: 1, L: ['a', 'b'] };
    assert.deepEqual(pieces('{{printf "%s-%s" .A .B}}{{len .A}}{{"c"}}{{print 1}}{{index .L .I}}', values), [
      'value "x-y" <- A,B',
      'value "1" <- A',
      'tag "c"',
      'tag "1"',
      'value "b" <- L[1],I',
    ]);
    assert.deepEqual(pieces('{{$x := .A}}{{$x}}{{range $i, $v := .L}}{{$i}}{{$v}}{{end}}', values), [
      'value "x" <- A = A',
      'tag "0"',
      'value "a" <- L[0]',
      'tag "1"',
      'value "b" <- L[1]',
    ]);
  });

  test('literals stand where they stand in the text, without what was trimmed', () => {
    const { pieces: found } = fill(dialect, 'a \n{{- .A -}} \n b', { A: '' });
    assert.deepEqual(
      found.map(({ text, span }) => [text, span]),
      [
        ['a', { start: 0, end: 1 }],
        ['', { start: 3, end: 13 }],
        ['b', { start: 16, end: 17 }],
      ],
    );
  });

  test('values are never read again', () => {
    assert.equal(render(dialect, '{{.A}}{{printf .B .A}}', { A: '{{.B}}', B: '%s{{.A}}' }), '{{.B}}{{.B}}{{.A}}');
  });

  test('no character of a value is without its path', () => {
    assertTaint(dialect, {
      tags: [
        '{{.a}}',
        '{{.m.k}}',
        '{{range .l}}{{.}},{{end}}',
        '{{range $k, $v := .m}}{{$k}}{{$v}}{{end}}',
        '{{printf "%q|%v" .a .l}}',
        '{{with .m}}{{.k}}{{end}}',
        '{{html .a}}{{js .m}}',
        '{{index .l 1}}{{slice .l 1}}',
        '{{$x := print .a .l}}{{$x}}',
        '{{template "p" .}}',
        '{{.m}}',
      ],
      values: { a: 'A', l: ['x', 'y'], m: { k: 'K', l: ['z'] } },
      partials: { p: 'p{{.a}}{{range .l}}{{.}}{{end}}' },
    });
  });
});

describe('what is not there', () => {
  test('a slot without a value is a hole, in functions too, and false in conditions', () => {
    assert.deepEqual(pieces('{{.A}}{{print .A "x"}}{{.A.b}}{{len .A}}{{if .A}}y{{else}}n{{end}}', { A: undefined }), [
      'literal "{{.A}}" hole A',
      'literal "{{print .A \\"x\\"}}" hole A',
      'literal "{{.A.b}}" hole A',
      'literal "{{len .A}}" hole A',
      'literal "n"',
    ]);
  });

  test('a condition that fails for want of a value shows both ways', () => {
    const filled = fillWith('{{if gt (len .A) 1}}y{{else}}n{{end}}.', { A: undefined });
    assert.equal(shown(filled), '{{if gt (len .A) 1}}y{{else}}n{{end}}.');
    assert.deepEqual(
      filled.gaps?.map(({ message }) => message),
      ['The tag is shown as it is written: nothing gives a value for `A`.'],
    );
  });

  test('functions and templates of the program are gaps, and the rest is rendered', () => {
    const filled = fillWith('{{ json .A }} {{ .A | upper | len }} {{template "none" .}} {{ .A }}', { A: 'x' });
    assert.equal(shown(filled), '{{ json .A }} {{ .A | upper | len }} {{template "none" .}} x');
    assert.equal(filled.stopped, undefined);
    assert.deepEqual(
      filled.gaps?.map(({ message }) => message),
      [
        'The tag is shown as it is written: only the program knows the function `json`.',
        'The tag is shown as it is written: only the program knows the function `upper`.',
        'The tag is shown as it is written: there is no template `none` in this text, and no file of that name.',
      ],
    );
    assert.match(fillWith('{{ name }}', {}).gaps?.[0]?.message ?? '', /a slot is written `\.name`/);
  });

  test('blocks that only the program can decide show all that is in them', () => {
    const text = '{{if has .A}}{{.A}}{{else}}n{{end}}{{range pick .L}}{{.}}{{.x}}{{end}}{{with lookup .A}}w{{end}}';
    const filled = fillWith(text, { A: 'x', L: [] });
    assert.equal(shown(filled), text.replace('{{.A}}', 'x'));
    assert.deepEqual(filled.skipped, undefined);
  });

  test('the whole of the data is known to the program alone', () => {
    const filled = fillWith('{{.}}{{print $}}{{if .}}y{{end}}{{with .}}{{.A}}{{end}}', { A: 'x' });
    assert.equal(shown(filled), '{{.}}{{print $}}yx');
    assert.equal(filled.gaps?.length, 2);
  });

  test('branches that were off are skipped', () => {
    const text = '{{if .A}}yes{{else}}no{{end}}{{range .L}}{{if .}}a{{else}}b{{end}}{{else}}none{{end}}';
    const { skipped = [] } = fillWith(text, { A: 'x', L: [true, false] });
    assert.deepEqual(
      skipped.map(({ start, end }) => text.slice(start, end)),
      ['no', 'none'],
    );
  });
});

describe('other texts', () => {
  test('are found by the name of their file, with the place in them and the tag that brought them in', () => {
    const { pieces: found } = fillWith('a{{template "part" .M}}b', { M: { k: 'V' } }, { part: '[{{.k}}]' });
    const site = { start: 1, end: 23 };
    const file = uriOf('part');
    assert.deepEqual(found, [
      { kind: 'literal', text: 'a', span: { start: 0, end: 1 } },
      { kind: 'literal', text: '[', span: { start: 0, end: 1 }, file, site },
      { kind: 'value', text: 'V', span: { start: 1, end: 7 }, origins: ['M.k'], file, site },
      { kind: 'literal', text: ']', span: { start: 7, end: 8 }, file, site },
      { kind: 'literal', text: 'b', span: { start: 23, end: 24 } },
    ]);
  });

  test('share what they define', () => {
    const texts = { lib: '{{define "x"}}X{{.}}{{template "own"}}{{end}}' };
    const text = '{{define "own"}}O{{end}}{{template "x" 1}}{{if .F}}{{template "lib"}}{{end}}';
    assert.equal(shown(fillWith(text, { F: false }, texts)), 'X1O');
  });

  test('that cannot be read end the rendering there', () => {
    const { stopped, pieces: found } = fillWith('a{{template "part"}}b', {}, { part: 'x{{if}}' });
    assert.equal(found.map(({ text }) => text).join(''), 'a');
    assert.deepEqual([stopped?.engine, stopped?.file], ['missing value for if', uriOf('part')]);
  });

  test('that call themselves without end are stopped', () => {
    for (const texts of [{ part: '{{template "part"}}' }, { part: 'x{{template "part"}}{{template "part"}}' }]) {
      const { stopped } = fillWith('{{template "part"}}', {}, texts);
      assert.match(stopped?.message ?? '', /^The preview stops here: the text includes itself/);
      assert.equal(stopped?.engine, undefined);
    }
  });
});

describe('where it ends', () => {
  test('at the first fault of the text, with all that stands before', () => {
    const { pieces: found, stopped } = fillWith('a{{.A}}{{if .A}}b{{.A !}}c{{end}}d', { A: 'x' });
    assert.equal(found.map(({ text }) => text).join(''), 'axb');
    assert.deepEqual([stopped?.engine, stopped?.span], ['unexpected "!" in operand', { start: 22, end: 23 }]);
  });

  test('where Go fails, in its words', () => {
    const { stopped } = fillWith('a{{.A.b}}', { A: 'x' });
    assert.deepEqual(stopped, {
      message: "Go fails at `.A.b`: can't evaluate field b in type interface {}.",
      span: { start: 3, end: 7 },
      engine: "can't evaluate field b in type interface {}",
    });
  });

  const limits: readonly (readonly [name: string, text: string])[] = [
    ['loops in loops over nothing', '{{range .L}}{{range $.L}}{{range $.L}}{{end}}{{end}}{{end}}'],
    ['a loop over a large number', '{{range 999999999999}}{{end}}'],
    ['a text that doubles', '{{$x := "ab"}}{{range .L}}{{$x = print $x $x}}{{end}}{{len $x}}'],
    ['widths', '{{range .L}}{{$x := printf "%1000000d" 1}}{{end}}'],
    ['places behind the point', '{{range .L}}{{range $.L}}{{$x := printf "%.1000000f" 0.1}}{{end}}{{end}}'],
    ['lists that are printed again and again', '{{range .L}}{{range $.L}}{{$x := print $.L}}{{end}}{{end}}'],
  ];
  for (const [name, text] of limits) {
    test(`${name} use up the patience of a preview`, () => {
      const filled = fillWith(text, { L: Array.from({ length: 2000 }, () => 'item') });
      const gaveUp = filled.stopped?.message ?? '';
      assert.match(gaveUp, /^The preview stops here/);
      assert.equal(filled.stopped?.engine, undefined);
    });
  }

  test('templates that double each other do, too', () => {
    const text = Array.from(
      { length: 60 },
      (_, at) => `{{define "t${at}"}}{{template "t${at + 1}"}}{{template "t${at + 1}"}}{{end}}`,
    );
    const { stopped } = fillWith(`${text.join('')}{{define "t60"}}{{end}}{{template "t0"}}`, {});
    assert.match(stopped?.message ?? '', /^The preview stops here: it would go through too many tags/);
  });
});

test('nothing of a prototype can be reached', () => {
  const values = { M: { k: 'V' }, L: ['a'], S: 'text' };
  for (const name of ['constructor', '__proto__', 'toString', 'length', 'hasOwnProperty']) {
    assert.equal(render(dialect, `{{.M.${name}}}`, values), '<no value>');
    assert.equal(render(dialect, `{{index .M "${name}"}}`, values), '<no value>');
    assert.match(fillWith(`{{.S.${name}}}`, values).stopped?.engine ?? '', /^can't evaluate field/);
    assert.match(fillWith(`{{.L.${name}}}`, values).stopped?.engine ?? '', /^can't evaluate field/);
    assert.ok(fillWith(`{{${name} .S}}`, values).gaps, name);
    assert.equal(render(dialect, `{{.${name}}}`, values), `{{.${name}}}`);
  }
  const own = JSON.parse('{"__proto__": "P", "constructor": "C"}') as Values;
  assert.equal(render(dialect, '{{.M.__proto__}}{{.M.constructor}}', { M: own as Value }), 'PC');
});
