// What text/template does and nobody would guess. Each is asked of Go itself where it is there.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Value } from '../../../../server/src/syntax/piece';
import { askGo, type Case, missing } from './reference';
import { ownWords, wordsOf } from './texts';

type Values = Readonly<Record<string, Value>>;
type Gives = string | { readonly error: string };

interface Quirk {
  readonly name: string;
  readonly rows: readonly (readonly [text: string, gives: Gives, values?: Values])[];
  /** The release of Go that does it; the one that is asked may be older. */
  readonly since?: string;
}

const fails = (error: string): Gives => ({ error });

const data: Values = {
  s: 'V',
  e: '',
  n: 3,
  z: 0,
  f: 1.5,
  t: true,
  l: ['a', 'b', 'c'],
  i: [1, 2.5, null, true, 'x'],
  m: { b: 2, a: 'one', 名: [], nothing: null },
  x: [],
  d: {},
  u: null,
};

const QUIRKS: readonly Quirk[] = [
  {
    name: 'values print as Go prints them',
    rows: [
      ['{{.n}} {{.f}} {{.t}} {{.l}} {{.x}} {{.d}}', '3 1.5 true [a b c] [] map[]'],
      ['{{.i}} {{.m}}', '[1 2.5 <nil> true x] map[a:one b:2 nothing:<nil> 名:[]]'],
      [
        '{{.a}} {{.b}} {{.c}} {{.d}}',
        '1.2345675e+06 1e-07 123456.7 1e+21',
        { a: 1234567.5, b: 1e-7, c: 123456.7, d: 1e21 },
      ],
      ['{{.a}} {{.b}}', '1000000 9007199254740991', { a: 1000000, b: 9007199254740991 }],
    ],
  },
  {
    name: 'what is not there prints <no value>, an empty entry too, and its fields are not there either',
    rows: [
      ['{{.m.none}}|{{.m.nothing}}|{{.u}}|{{.m.none.more}}', '<no value>|<no value>|<no value>|<no value>'],
      ['{{.u.more}}', fails('nil pointer evaluating interface {}.more')],
      ['{{(.u).more}}', '<no value>'],
      ['{{print .m.none}} {{html .m.none}} {{printf "%v %s" .u .u}}', '<nil> &lt;no value&gt; <nil> %!s(<nil>)'],
    ],
  },
  {
    name: 'fields of a text are an error, whose type depends on the way that led to it',
    rows: [
      ['{{.s.x}}', fails("can't evaluate field x in type interface {}")],
      ['{{with .s}}{{.x}}{{end}}', fails("can't evaluate field x in type string")],
      ['{{range .l}}{{.x}}{{end}}', fails("can't evaluate field x in type interface {}")],
      ['{{(index .l 0).x}}', fails("can't evaluate field x in type string")],
    ],
  },
  {
    name: 'a minus trims only with a white space behind it',
    rows: [
      ['a {{- 3 -}} b', 'a3b'],
      ['a {{-3}} b', 'a -3 b'],
      ['a \t\r\n {{- "x"}}', 'ax'],
      ['a\u00a0{{- "x"}}', 'a\u00a0x'],
      ['a {{- /* c */ -}} b', 'ab'],
      ['a {{-.s}}', fails('bad number syntax: "-.s"')],
    ],
  },
  {
    name: 'a comment is the whole of its tag',
    rows: [
      ['{{/* {{ }} */}}x', 'x'],
      ['{{ /* c */}}', fails('unexpected "/" in command')],
      ['{{/* c */ }}', fails('comment ends before closing delimiter')],
      ['{{/* c', fails('unclosed comment')],
    ],
  },
  {
    name: 'variables live to the end of their block, and an assignment goes to the block that has set them',
    rows: [
      ['{{$x := 1}}{{if .t}}{{$x := 2}}{{$x}}{{end}}{{$x}}', '21'],
      ['{{$x := 1}}{{if .t}}{{$x = 2}}{{end}}{{$x}}', '2'],
      ['{{if $x := .s}}{{$x}}{{end}}{{$x}}', fails('undefined variable "$x"')],
      ['{{if $x := .e}}{{else}}[{{$x}}]{{end}}', '[]'],
      ['{{$x = 1}}', fails('undefined variable: $x')],
      ['{{range $i, $v := .l}}{{$i}}{{$v}}{{end}}', '0a1b2c'],
      ['{{range $v := .l}}{{$v}}{{.}}{{end}}', 'aabbcc'],
      ['{{range $k, $v := .m}}{{$k}}={{$v}};{{end}}', 'a=one;b=2;nothing=<no value>;名=[];'],
    ],
  },
  {
    name: 'a template sees no variables of its caller, and $ is what it was called with',
    rows: [
      ['{{define "t"}}{{$}}{{end}}{{template "t" .s}}', 'V'],
      ['{{define "t"}}{{.x}}{{end}}{{template "t"}}', '<no value>'],
      ['{{define "t"}}{{$x}}{{end}}{{$x := 1}}{{template "t" .}}', fails('undefined variable "$x"')],
      ['{{block "b" .m}}{{.b}}{{end}}{{template "b" .m}}', '22'],
      ['{{define "t"}} {{end}}{{define "t"}}x{{end}}{{template "t"}}', 'x'],
      ['{{define "t"}}x{{end}}{{define "t"}}y{{end}}', fails('template: multiple definition of template "t"')],
      ['{{if .t}}{{define "t"}}{{end}}{{end}}', fails('unexpected <define> in command')],
    ],
  },
  {
    name: 'and and or give a value back, and look no further than they need',
    rows: [
      ['{{or .e .s}} {{and .t .n}} {{or .e .z}} {{and .z .s.x.y}}', 'V 3 0 0'],
      ['{{or "" .s.x}}', fails("can't evaluate field x in type interface {}")],
      ['{{not .e}} {{not .l}}', 'true false'],
    ],
  },
  {
    name: 'eq tells nothing that is there from what is not, and refuses other kinds',
    rows: [
      ['{{eq .n 3}} {{eq .s "a" "V"}} {{eq .u .m.none}} {{eq .u 1}}', 'true true true false'],
      ['{{eq .n 3.0}}', fails('error calling eq: incompatible types for comparison')],
      ['{{eq .l .l}}', fails('error calling eq: non-comparable type [a b c]: []interface {}')],
      ['{{lt .t .t}}', fails('error calling lt: invalid type for comparison')],
      ['{{lt "a" "é"}} {{lt "\uffee" "🙂"}}', 'true true'],
    ],
  },
  {
    name: 'texts are bytes',
    rows: [
      ['{{len "é🙂"}} {{index "é" 0}} {{slice "aéb" 1 3}}', '6 195 é'],
      ['{{slice "é" 1}}', '\ufffd'],
      ['{{eq (slice "é" 0 1) "\\xc3"}} {{len (print (slice "é" 0 1) (slice "é" 1))}}', 'true 2'],
      ['{{printf "%.2s|%4s|%x" "🙂é名" "é" "é"}}', '🙂é|   é|c3a9'],
    ],
  },
  {
    name: 'index goes past the end in two ways, and slice may grow back to the capacity',
    rows: [
      ['{{index .l 3}}', fails('error calling index: reflect: slice index out of range')],
      ['{{index .l 4}}', fails('error calling index: index out of range: 4')],
      ['{{index .m "none"}} {{index .m "b"}}', '<no value> 2'],
      ['{{index .m 1}}', fails('error calling index: value has type int; should be string')],
      ['{{slice (slice .l 0 1) 0 3}}', '[a b c]'],
      ['{{slice .l .z}}', fails('error calling slice: cannot index slice/array with type interface {}')],
      ['{{slice .l (.z)}} {{$n := .z}}{{slice .l $n 1}}', '[a b c] [a]'],
      ['{{len nil}}', fails('error calling len: reflect: call of reflect.Value.Type on zero Value')],
      ['{{len .u}}', fails('error calling len: len of nil pointer')],
    ],
  },
  {
    name: 'printf writes its mistakes into the text',
    rows: [
      ['{{printf "%d" "x"}} {{printf "%s" 1}} {{printf "%d"}}', '%!d(string=x) %!s(int=1) %!d(MISSING)'],
      ['{{printf "x" 1 nil}} {{printf "%"}} {{printf "%!" 1}}', 'x%!(EXTRA int=1, <nil>) %!(NOVERB) %!!(int=1)'],
      ['{{printf "%[2]v %[1]v" 1 2}} {{printf "%[5]d" 1}}', '2 1 %!d(BADINDEX)'],
      [
        '{{printf "%*d|%-4d|%04d|%+d|%x|%X|%o|%b|%c|%q|%U" 4 1 2 3 4 255 255 8 5 65 65 65}}',
        "   1|2   |0003|+4|ff|FF|10|101|A|'A'|U+0041",
      ],
      ['{{printf "%.2f|%e|%g|%6.1f|%v" .f .f .f .f .f}}', '1.50|1.500000e+00|1.5|   1.5|1.5'],
      [
        '{{printf "%v %+v %#v %T" .m .l .l .m}}',
        'map[a:one b:2 nothing:<nil> 名:[]] [a b c] []interface {}{"a", "b", "c"} map[string]interface {}',
      ],
      ['{{printf "%d %q" .i .l}}', '[1 %!d(float64=2.5) <nil> %!d(bool=true) %!d(string=x)] ["a" "b" "c"]'],
      ['{{printf .n}}', fails('wrong type for value; expected string; got int')],
      ['{{printf 3}}', fails('expected string; found 3')],
    ],
  },
  {
    name: 'print puts blanks between what is no text, println between everything',
    rows: [
      ['{{print 1 2 "a" "b" 3 true}}|{{println "a" "b"}}|{{print}}', '1 2ab3 true|a b\n|'],
      ['{{html "<a href=\\"x\\">&\'"}}', '&lt;a href=&#34;x&#34;&gt;&amp;&#39;'],
      ['{{js "<a>=\'\\"\\\\\\n é\\u200b"}}', '\\u003Ca\\u003E\\u003D\\\'\\"\\\\\\u000A é\\u200B'],
      ['{{urlquery "a b&c=é/~"}}', 'a+b%26c%3D%C3%A9%2F~'],
    ],
  },
  {
    name: 'constants are written as in Go',
    rows: [
      ["{{0x1F}} {{017}} {{1_000}} {{'a'}} {{1e3}} {{1.}} {{1i}} {{1+2i}}", '31 15 1000 97 1000 1 (0+1i) (1+2i)'],
      ['{{-0x1e}} {{0x1e}}', '-30 30'],
      ['{{9223372036854775808}}', fails('9223372036854775808 overflows int')],
      ['{{08}}', fails('integer overflow: "08"')],
      ['{{1e400}}', fails('illegal number syntax: "1e400"')],
      ["{{'ab'}}", fails("malformed character constant: 'ab'")],
      ['{{`a\r\nb\\n`}}', 'a\nb\\n'],
      ['{{"\\q"}}', fails('invalid syntax')],
    ],
  },
  {
    name: 'a pipeline hands its value on as the last argument',
    rows: [
      ['{{.s | printf "%s-%s" "a"}} {{"x" | len}} {{.l | index | len}}', 'a-V 1 3'],
      ['{{.s | 3}}', fails('non executable command in pipeline stage 2')],
      ['{{3 .s}}', fails("can't give argument to non-function 3")],
      ['{{.m.b 1}}', fails('b is not a method but has arguments')],
      ['{{nil}}', fails('nil is not a command')],
      ['{{.s |}}', 'V'],
      ['{{()}}', fails('missing value for parenthesized pipeline')],
    ],
  },
  {
    name: 'what is empty is false, and a loop over nothing takes its else',
    rows: [
      ['{{if .z}}a{{else if .e}}b{{else if .x}}c{{else if .d}}d{{else if .u}}e{{else}}f{{end}}', 'f'],
      ['{{with .m.none}}a{{else}}{{.s}}{{end}}', 'V'],
      ['{{range .x}}a{{else}}{{.s}}{{end}}{{range .u}}{{else}}none{{end}}', 'Vnone'],
      ['{{range .l}}{{if eq . "b"}}{{continue}}{{end}}{{.}}{{end}}{{range .l}}{{.}}{{break}}{{end}}', 'aca'],
      ['{{range .s}}{{end}}', fails("range can't iterate over V")],
      ['{{break}}', fails('{{break}} outside {{range}}')],
      ['{{range .l}}{{block "b" .}}{{break}}{{end}}{{end}}', fails('{{break}} outside {{range}}')],
    ],
  },
  {
    name: 'a chat as Ollama writes it: the last message is found by the length of what is left',
    rows: [
      [
        `{{- range $i, $_ := .Messages }}
{{- $last := eq (len (slice $.Messages $i)) 1 }}
{{- if eq .Role "user" }}<|user|>
{{- if and $last $.Tools }} {{ range $.Tools }}{{ .Name }},{{ end }}{{ end }} {{ .Content }}<|end|>
{{- else if eq .Role "assistant" }}<|assistant|>
{{- if .Content }} {{ .Content }}{{ else if .Calls }} {{ len .Calls }} calls{{ end }}<|end|>
{{- end }}
{{- if and $last (ne .Role "assistant") }}<|assistant|>{{ end }}
{{- end }}`,
        '<|user|> Hi<|end|><|assistant|> 2 calls<|end|><|user|> f,g, Go<|end|><|assistant|>',
        {
          Tools: [{ Name: 'f' }, { Name: 'g' }],
          Messages: [
            { Role: 'user', Content: 'Hi' },
            { Role: 'assistant', Content: '', Calls: [1, 2] },
            { Role: 'user', Content: 'Go' },
          ],
        },
      ],
    ],
  },
  {
    name: 'a break ends the loop that it stands in, where that has no turns too',
    rows: [
      ['{{range .l}}{{range $.x}}{{else}}[{{break}}]{{end}}{{.}}{{end}}', '[a[b[c'],
      ['{{range .l}}{{range $.x}}{{else}}[{{continue}}]{{end}}{{.}}{{end}}', '[[['],
    ],
  },
  {
    name: 'what is called although it is none is told as it is written',
    rows: [['{{(print (slice .l 1)) 2}}', fails("can't give argument to non-function print (slice .l 1)")]],
  },
  {
    name: 'blocks that do not fit together',
    rows: [
      ['{{end}}', fails('unexpected {{end}}')],
      ['{{else}}', fails('unexpected {{else}}')],
      ['{{if .t}}{{else}}{{else}}{{end}}', fails('expected end; found {{else}}')],
      ['{{define "t"}}{{else}}{{end}}', fails('unexpected {{else}} in define clause')],
      ['{{with .t}}{{else if .t}}{{end}}', fails('unexpected <if> in input')],
      ['{{if .t}}', fails('unexpected EOF')],
      ['{{if .t\n}}{{.s\n', fails('unclosed action started at :2')],
      ['{{(.s}}', fails('unclosed left paren')],
      ['{{(`a\n`}}', fails('unclosed left paren in action started at :1')],
      ['{{.s)}}', fails('unexpected ")" in command')],
      ['{{"a\n"}}', fails('unterminated quoted string')],
    ],
  },
  {
    name: 'a with may go on with another one, and a loop may run over a number',
    since: '1.24',
    rows: [
      ['{{with .e}}a{{else with .s}}{{.}}{{else}}b{{end}}', 'V'],
      ['{{range 3}}{{.}}{{end}}{{range $i := .n}}{{$i}}{{else}}none{{end}}', '012012'],
      ['{{range 0}}a{{else}}none{{end}}', 'none'],
      ['{{range $i, $v := 2}}{{end}}', fails("can't use 2 to iterate over more than one variable")],
      ['{{$x := 0}}{{range $x = .l}}{{end}}{{$x}}', 'c'],
    ],
  },
];

const caseOf = ([text, , values = data]: Quirk['rows'][number]): Case => ({ text, values, texts: {} });
const wanted = (gives: Gives): string => (typeof gives === 'string' ? gives : gives.error);

describe('quirks of Go templates', () => {
  for (const { name, rows } of QUIRKS) {
    test(name, () => {
      for (const row of rows) {
        const own = ownWords(caseOf(row));
        assert.ok(own, row[0]);
        assert.deepEqual([row[0], own.error ?? own.output], [row[0], wanted(row[1])]);
        assert.equal(own.error !== undefined, typeof row[1] !== 'string', row[0]);
      }
    });
  }

  test('Go has them', { skip: missing }, () => {
    const rows = QUIRKS.filter(({ since }) => since === undefined).flatMap((quirk) => quirk.rows);
    for (const [index, answer] of askGo(rows.map(caseOf)).entries()) {
      const [text, gives] = rows[index] ?? ['', ''];
      const { output, error } = wordsOf(answer);
      assert.deepEqual([text, error ?? output], [text, wanted(gives)]);
    }
  });
});
