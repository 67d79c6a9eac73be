// What LiquidJS does and nobody would expect; each was found by asking the engine. Both are asked here.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerOf, askEngine, fillIn, type Partials, type Values } from './engine';

function prints(text: string, values: Values, output: string, partials: Partials = {}, escapeHtml = false): void {
  assert.deepEqual(answerOf(fillIn(text, values, partials, escapeHtml)), { output }, text);
  assert.deepEqual(askEngine({ text, values, partials, escapeHtml }), { output }, `${text} in the engine`);
}

function fails(text: string, values: Values, error: string, partials: Partials = {}): void {
  assert.deepEqual(answerOf(fillIn(text, values, partials)), { error }, text);
  assert.deepEqual(askEngine({ text, values, partials }), { error }, `${text} in the engine`);
}

describe('expressions', () => {
  test('of several values without an operator the first counts', () => {
    prints('{{ a b "c" }}', { a: 1, b: 2 }, '1');
  });

  test('operators that bind alike go from the right', () => {
    prints('{{ t or f and f }}', { t: true, f: false }, 'true');
    prints('{{ f and f or t }}', { t: true, f: false }, 'false');
    prints('{{ 1 < 2 == true }}', {}, 'false');
  });

  test('`not` behind a comparison comes too late', () => {
    prints('{{ true == not false }}', {}, 'false');
    prints('{{ not false == true }}', {}, 'true');
  });

  test('zero and empty texts are true', () => {
    prints(
      '{% if z %}z{% endif %}{% if e %}e{% endif %}{% if l %}l{% endif %}{% if n %}n{% endif %}',
      { z: 0, e: '', l: [], n: null },
      'zel',
    );
  });

  test('nil, empty and blank equal more than themselves, and are never less', () => {
    const values = { e: '', s: ' ', l: [], m: {}, n: null, f: false };
    prints(
      '{{ e == empty }}{{ l == empty }}{{ m == empty }}{{ n == empty }}{{ empty == empty }}',
      values,
      'truetruetruefalsefalse',
    );
    prints('{{ s == blank }}{{ f == blank }}{{ n == blank }}{{ s == empty }}', values, 'truetruetruefalse');
    prints('{{ missing == nil }}{{ n == nil }}{{ 0 < nil }}{{ nil <= nil }}', values, 'truetruefalsefalse');
  });

  test('lists are equal by their items, maps only to themselves', () => {
    const values = { a: [1, [2]], b: [1, [2]], m: { k: 1 }, n: { k: 1 } };
    prints('{{ a == b }}{{ m == n }}{{ m == m }}', values, 'truefalsetrue');
  });

  test('`contains` makes a text of what is looked for in a text, and of nothing in a list', () => {
    prints(
      '{{ s contains 1 }}{{ l contains "1" }}{{ s contains missing }}',
      { s: 'a1 undefined', l: [1] },
      'truefalsetrue',
    );
  });

  test('size, first and last are there for what has none, and fields of that name come first', () => {
    const values = { l: ['a', 'b'], s: 'text', m: { size: 'own', a: 1 }, n: { a: 1 }, c: 5 };
    prints(
      '{{ l.size }}{{ l.first }}{{ l.last }}{{ s.size }}{{ m.size }}{{ n.size }}{{ c.size }}{{ s.first }}',
      values,
      '2ab4own1',
    );
    prints('{{ size }}', {}, '0');
  });

  test('indexes count from the end too', () => {
    prints('{{ l[-1] }}{{ l[i] }}{{ l["0"] }}{{ l[1.5] }}{{ s[0] }}', { l: ['a', 'b'], i: 1, s: 'xyz' }, 'bbax');
  });

  test('a range reads numbers out of texts', () => {
    prints(
      '{{ (a..b) | join: "," }}|{{ (1.5..3) | join: "," }}|{{ ("x"..3) | join }}',
      { a: '1', b: '3' },
      '1,2,3|1.5,2.5,3.5|',
    );
  });

  test('hyphens and question marks belong to names', () => {
    prints('{{ a-b }}{{ ok? }}{{ a - b }}', { 'a-b': 1, 'ok?': 2, a: 3 }, '123');
  });

  test('a string knows the escapes of C', () => {
    prints('{{ "\\u0041\\x\\101\\n\\"" }}', {}, 'AxA\n"');
  });

  test('no property of a prototype is there', () => {
    prints('{{ m.constructor }}{{ m.__proto__ }}{{ l.map }}{{ s.at }}{{ toString }}', { m: {}, l: [], s: '' }, '');
  });
});

describe('printing', () => {
  test('a list prints its items without anything between, a map what JavaScript calls it', () => {
    prints('{{ l }} {{ m }}', { l: [1, [2, null], 'x'], m: { a: 1 } }, '12x [object Object]');
    prints('{{ l | join }}', { l: [1, [2, null], 'x'] }, '1 2, x');
  });

  test('numbers print as JavaScript writes them', () => {
    prints(
      '{{ a }} {{ 1.0 }} {{ 0.1 | plus: 0.2 }} {{ "a" | plus: 1 }} {{ 1 | plus }}',
      { a: 1e21 },
      '1e+21 1 0.30000000000000004 1 NaN',
    );
  });

  test('a loop prints what it is made of', () => {
    prints('{% for i in l %}{{ forloop }}{% endfor %}', { l: [1] }, '{"i":0,"length":1,"name":"i-l"}');
  });

  test('escaping is for all that is printed but what ends with `raw`', () => {
    prints('{{ a }}{{ a | raw }}{{ l }}{% echo a %}', { a: '<', l: ['"', "'"] }, '&lt;<&#34;&#39;&lt;', {}, true);
  });

  test('what goes wrong in the name of a file is lost', () => {
    const lost = { error: 'RenderError: referencedFile.startsWith is not a function, line:1, col:2' };
    for (const word of ['include', 'render', 'layout']) {
      const asked = { text: `x{% ${word} 'a{{ "b" | append }}' %}`, partials: { a: 'A' } };
      assert.deepEqual(askEngine(asked), lost);
      const filled = fillIn(asked.text, {}, asked.partials);
      assert.deepEqual(answerOf(filled), lost);
      // An author is told what it was.
      assert.match(filled.stopped?.message ?? '', /append expect 2 arguments/);
    }
  });

  test('an unknown filter leaves the value alone', () => {
    prints('{{ a | money: b, c: 1 | upcase }}', { a: 'x' }, 'X');
  });

  test('what is no pair cannot stand behind `default: x,` of false', () => {
    prints('{{ f | default: 1, allow_false: true }}{{ f | default: 1 }}', { f: false }, 'false1');
    fails(
      '{{ f | default: 1, 2 }}',
      { f: false },
      'RenderError: Iterator value 2 is not an entry object, line:1, col:1',
    );
  });
});

describe('tags', () => {
  test('every matching `when` is written, and what stands before the first is dropped', () => {
    prints('{% case x %}no{% when 1 %}a{% when 2, 1 %}b{% when 3 or 1 %}c{% else %}d{% endcase %}', { x: 1 }, 'abc');
  });

  test('behind an `else`, a `when` is nothing, and a second `else` drops what follows', () => {
    prints('{% case x %}{% else %}a{% when 1 %}b{% else %}c{% endcase %}', { x: 1 }, 'ab');
    prints('{% unless t %}{% else %}a{% elsif t %}b{% else %}c{% endunless %}', { t: true }, 'a');
  });

  test('a second `else` of an `if` is an error of the `if`', () => {
    fails('x{% if a %}{% else %}{% else %}{% endif %}', {}, 'ParseError: duplicated else, line:1, col:2');
    fails('x{% if a %}{% else b %}{% endif %}', {}, 'ParseError: unexpected "b", line:1, col:2');
  });

  test('break goes through a table, continue too', () => {
    prints(
      '{% for i in l %}{% tablerow j in l %}{{ j }}{% break %}{% endtablerow %}no{% endfor %}!',
      { l: [1, 2] },
      '<tr class="row1"><td class="col1">1</td><td class="col2">2</td></tr>!',
    );
    prints('a{% break %}b', {}, 'a');
    prints('{% capture c %}a{% break %}b{% endcapture %}{{ c }}', {}, '');
  });

  test('a loop takes offset, limit and reversed in this order, whatever stands first', () => {
    prints('{% for i in l reversed limit: 2 offset: 1 %}{{ i }}{% endfor %}', { l: [1, 2, 3, 4] }, '32');
    prints(
      '{% for i in l limit: n %}{{ i }}{% endfor %}|{% for i in l limit: m %}{{ i }}{% endfor %}',
      { l: [1, 2], n: null },
      '|12',
    );
    prints('{% for i in l reversed: false %}{{ i }}{% endfor %}', { l: [1, 2] }, '21');
  });

  test('`offset: continue` goes on where the loop over the same ended, unless that one did so too', () => {
    prints(
      '{% for i in l limit: 2 %}{{ i }}{% endfor %};{% for i in l offset: continue %}{{ i }}{% endfor %}',
      { l: [1, 2, 3] },
      '12;3',
    );
    const again = '{% for i in l limit: 1 offset: continue %}{{ i }}{% endfor %}';
    prints(again + again, { l: [1, 2, 3] }, '11');
  });

  test('a loop over a map gives pairs, over a text the text, over nothing the else', () => {
    prints(
      '{% for p in m %}{{ p[0] }}={{ p[1] }};{% endfor %}{% for c in s %}<{{ c }}>{% endfor %}{% for i in e %}{% else %}none{% endfor %}',
      { m: { b: 1, 2: 'x' }, s: 'ab', e: '' },
      '2=x;b=1;<ab>none',
    );
    prints('{% for i in l offset: 9 %}{% else %}none{% endfor %}', { l: [1] }, '');
  });

  test('a loop variable called forloop breaks the loop', () => {
    fails(
      '{% for forloop in l %}{{ forloop }}{% endfor %}',
      { l: ['a'] },
      'RenderError: scope.forloop.next is not a function, line:1, col:1',
    );
  });

  test('a template can turn the loop further', () => {
    prints('{% for i in l %}{{ forloop.index }}{{ forloop.next }}{% endfor %}', { l: [1, 2] }, '13');
  });

  test('cycle writes nothing for zero and false', () => {
    prints('{% for i in (1..4) %}[{% cycle 0, "a" %}]{% endfor %}', {}, '[][a][][a]');
    prints('{% cycle "g": a, b %}{% cycle "g": a, b %}{% cycle "h": a, b %}', { a: 'A', b: 'B' }, 'ABA');
  });

  test('increment counts in the values of the program, and assign stands before them', () => {
    prints('{% increment n %}{% increment n %}{{ n }}{% decrement k %}{% decrement k %}', { n: 5 }, '567-1-2');
    prints('{% assign n = "a" %}{% increment n %}{{ n }}', {}, '0a');
  });

  test('what a loop assigns stays, and a loop variable hides it', () => {
    prints('{% for i in (1..2) %}{% assign i = "x" %}{{ i }}{% endfor %}{{ i }}', {}, '12x');
  });

  test('a raw block ends at the first tag that begins with endraw, and a hyphen hides it', () => {
    prints('{% raw %}{{ a }}{%- endraw %}{% endraw %}', {}, '{{ a }}{%- endraw %}');
    prints('{% raw %} {% endraw {% endraw -%} x', {}, ' x');
  });

  test('a comment does not nest, and is cut into tags all the same', () => {
    fails(
      '{% comment %}{% comment %}{% endcomment %}{% endcomment %}',
      {},
      'ParseError: tag "endcomment" not found, line:1, col:43',
    );
    fails(
      '{% comment %}{{ a {% endcomment %}',
      {},
      'TokenizationError: output "{{ a {% endcomment %}" not closed, line:1, col:14',
    );
  });

  test('the tags of a liquid tag are lines, of which blocks must be closed inside', () => {
    prints('{% liquid\n assign a = 1 | plus: 1\n  if a == 2\n echo a\n # no\n endif\n echo "%" %}', {}, '2%');
    fails('{% liquid\n if a %}x{% endif %}', {}, 'ParseError: tag if a not closed, line:2, col:2');
  });

  test('an inline comment is a comment on every line', () => {
    prints('a{% # b\n # c %}d', {}, 'ad');
    fails(
      '{% # b\n c %}',
      {},
      "ParseError: every line of an inline comment must start with a '#' character, line:1, col:1",
    );
  });
});

describe('white space', () => {
  test('a hyphen takes all of it, over lines, and the end of one tag may touch the next', () => {
    prints('a \r\n\u00a0 {{- x -}} \n\n b {%- if x -%} \n {%- endif -%} c', { x: 'V' }, 'aVbc');
  });

  test('what JavaScript calls white space and the engine does not stays', () => {
    prints('a\ufeff{{- x }}', { x: 'V' }, 'a\ufeffV');
  });
});

describe('other texts', () => {
  test('include sees all variables and render none', () => {
    const partials = { p: '{{ a }}{{ b }}{{ c }}' };
    prints('{% assign b = 2 %}{% include "p", c: 3 %}|{% render "p", c: 3 %}', { a: 1 }, '123|3', partials);
  });

  test('what an include assigns stays, what a render assigns does not', () => {
    prints('{% include "p" %}{{ v }}{% assign v = 0 %}{% render "p" %}{{ v }}', {}, '10', { p: '{% assign v = 1 %}' });
  });

  test('`with` gives the name of the file, or another one', () => {
    prints('{% include "p" with a %}{% render "p" with a %}{% render "q" with a as z %}', { a: 'A' }, 'AAA', {
      p: '{{ p }}',
      q: '{{ z }}',
    });
  });

  test('`for` renders once for each item, and calls it undefined when nobody names it', () => {
    prints('{% render "p" for l as i %}{% render "q" for l %}', { l: ['a', 'b'] }, '1a2bab', {
      p: '{{ forloop.index }}{{ i }}',
      q: '{{ undefined }}',
    });
  });

  test('the name of a file may have tags in it', () => {
    prints('{% render "a/{{ n }}" %}{% include n %}', { n: 'b' }, 'AB', { 'a/b': 'A', b: 'B' });
    fails('{% render none %}', {}, 'RenderError: illegal file path "undefined", line:1, col:1');
    fails('{% include n %}', { n: 2 }, 'RenderError: referencedFile.startsWith is not a function, line:1, col:1');
  });

  test('a layout takes the blocks, and what is in none for the block without a name', () => {
    const partials = { lay: '<{% block a %}A{% endblock %}|{% block %}{% endblock %}{{ t }}>' };
    prints('{% layout "lay", t: "T" %}x{% block a %}[{{ block.super }}]{% endblock %}', {}, '<[A]|xT>', partials);
    prints('a{% layout none %}b{% block a %}c{% endblock %}', {}, 'abc');
  });

  test('an error in the block of a layout is one of `block.super`, and has two places', () => {
    const error = 'UndefinedVariableError: URI malformed, line:1, col:14, line:1, col:36';
    fails('{% layout "lay" %}{% block a %}\u00a0{{ block.super }}{% endblock %}', {}, error, {
      lay: '{% block a %}{{ "%" | url_decode }}{% endblock %}',
    });
  });

  test('over a text that ends in an escape, JavaScript fails and not the engine', () => {
    const error = "Cannot read properties of undefined (reading 'charCodeAt')";
    fails('{{ "\\u', {}, `TypeError: ${error}`);
    fails('x{% render "p" %}', {}, `RenderError: ${error}, line:1, col:2`, { p: '{{ "\\u' });
  });

  test('an error in another text is one of that text', () => {
    fails('\n{% render "p" %}', {}, 'ParseError: tag "foo" not found, line:2, col:2', { p: '\n {% foo %}' });
    fails('{% render "p" %}', {}, 'RenderError: URI malformed, line:1, col:2', { p: ' {{ "%" | url_decode }}' });
  });
});

describe('filters', () => {
  const values = { l: [3, null, 1], s: 'a🙂b', o: [{ n: 'b', k: 1 }, { n: 'a' }, { n: 'B', k: 2 }] };

  test('texts are counted in characters by slice and truncate, and in units by size and split', () => {
    prints(
      '{{ s | slice: 1 }}|{{ s | slice: -2, 2 }}|{{ s | truncate: 2, "" }}|{{ s | size }}',
      values,
      '🙂|🙂b|a🙂|4',
    );
  });

  test('a negative number in quotes is put behind the length, and begins at the start', () => {
    prints('{{ "abc" | slice: "-1" }}', {}, 'a');
  });

  test('sorting puts nothing at the end, and natural sorting is blind to case', () => {
    prints(
      '{{ l | sort | join: "," }}|{{ o | sort: "n" | map: "n" | join }}|{{ o | sort_natural: "n" | map: "n" | join }}',
      values,
      '1,3,|B a b|a b B',
    );
  });

  test('where looks among the fields alone, and an expression is read in the middle of the variables', () => {
    prints(
      '{{ o | where: "k" | map: "n" | join }}|{{ o | where: "k", 2 | map: "n" | join }}|{{ o | where_exp: "i", "i.k == two" | map: "n" | join }}',
      { ...values, two: 2 },
      'b B|B|B',
    );
    fails('x{{ o | where_exp: "i", "i !" }}', values, 'TokenizationError: expected "|" before filter, line:1, col:4');
  });

  test('of a list with nothing in it, what is missing is one group', () => {
    prints('{{ l | group_by: "k" | map: "name" | join: "/" }}', { l: [null, 1, { k: 2 }] }, '/2');
  });

  test('rounding is decimal, and half away from zero', () => {
    prints('{{ 1.005 | round: 2 }} {{ -2.5 | round }} {{ 183.357 | round: -1 }}', {}, '1.01 -3 180');
  });

  test('split drops empty ends, join takes a blank', () => {
    prints('{{ ",a,,b,," | split: "," | join: "-" }}|{{ "ab" | split: "" | join }}', {}, '-a--b|a b');
  });

  test('a pair is a list of two where a filter wants a value', () => {
    prints('{{ "x" | append: a: "b" }}', {}, 'xab');
    fails('{{ "x" | append }}', {}, 'RenderError: append expect 2 arguments, line:1, col:1');
  });

  test('a map with a field called length has that length', () => {
    prints('{{ m | size }}{{ m | first }}', { m: { length: 2, 0: 'z' } }, '2z');
  });

  test('JSON that is indented by less than one has lines, and no indentation', () => {
    prints('{{ l | json: 0.5 }}{{ l | json: 1 }}{{ l | json: "" }}', { l: [0] }, '[\n0\n][\n 0\n][0]');
  });

  test('hashes and codes', () => {
    prints('{{ "é" | sha256 }}', {}, '4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
    prints(
      '{{ "t" | hmac_sha256: "k" }} {{ "🙂" | base64_encode }} {{ "8J+Zgv8=" | base64_decode }}',
      {},
      'e7fcbc16f826ad96485eaceefe03a0d954616dfabe1f523bd63bb7621b5e0bd5 8J+Zgg== 🙂\ufffd',
    );
  });
});
