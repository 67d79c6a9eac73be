// Filters, tests and escaping.
import { fails, type Quirk, quirk } from './quirk';

const html = { values: { x: '<b>' } };
const rows = { values: { rows: [{ k: 'b', n: 2 }, { k: 'A', n: 1 }, { k: 'a' }] } };

export const filterQuirks: readonly Quirk[] = [
  quirk(
    'default stands in for what is missing only',
    "{{ missing | default('d') }}[{{ '' | default('d') }}]{{ '' | default('d', true) }}",
    'd[]d',
  ),
  quirk('join gives an empty separator by default', '{{ [1, none, "a"] | join }}', '1Nonea'),
  quirk('join reads an attribute', "{{ rows | join('|', attribute='k') }}", 'b|A|a', rows),
  quirk(
    'sort ignores case and keeps equal items in order',
    "{{ rows | map(attribute='k') | sort }}",
    "['A', 'a', 'b']",
    rows,
  ),
  quirk(
    'sort by a missing attribute is an error',
    "{{ rows | sort(attribute='n') }}",
    fails("UndefinedError: 'dict object' has no attribute 'n'"),
    rows,
  ),
  quirk(
    'sort takes several attributes',
    "{{ [{'a': 1, 'b': 2}, {'a': 1, 'b': 1}] | sort(attribute='a,b') | map(attribute='b') | list }}",
    '[1, 2]',
  ),
  quirk(
    'groupby ignores case and shows the first spelling',
    "{% for g in rows | groupby('k') %}{{ g.grouper }}{{ g.list | length }} {% endfor %}",
    'A2 b1 ',
    rows,
  ),
  quirk('unique ignores case', "{{ ['a', 'A', 'b'] | unique | list }}", "['a', 'b']"),
  quirk(
    'map reads an attribute with a default',
    "{{ rows | map(attribute='n', default=0) | list }}",
    '[2, 1, 0]',
    rows,
  ),
  quirk(
    'selectattr takes a test with arguments',
    "{{ rows | selectattr('n', 'defined') | selectattr('n', 'gt', 1) | map(attribute='k') | list }}",
    "['b']",
    rows,
  ),
  quirk(
    'reject and select without a test ask for truth',
    '{{ [0, 1, ""] | select | list }}{{ [0, 1] | reject | list }}',
    '[1][0]',
  ),
  quirk(
    'a filter for map is named by a text',
    "{{ [1] | map('nope') | list }}",
    fails("TemplateRuntimeError: No filter named 'nope'."),
  ),
  quirk(
    'batch fills up, slice spreads',
    '{{ [1, 2, 3] | batch(2, 0) | list }}{{ [1, 2, 3] | slice(2, 0) | list }}',
    '[[1, 2], [3, 0]][[1, 2], [3, 0]]',
  ),
  quirk(
    'dictsort sorts pairs',
    "{{ {'b': 1, 'A': 2} | dictsort }}{{ {'b': 1, 'a': 2} | dictsort(by='value') }}",
    "[('A', 2), ('b', 1)][('b', 1), ('a', 2)]",
  ),
  quirk('items of a missing value is empty', '{{ missing | items | list }}', '[]'),
  quirk('sum starts at a number', '{{ [1, 2.5] | sum }} {{ [] | sum(start=3) }}', '3.5 3'),
  quirk('the first of an empty list is undefined', '[{{ [] | first }}]', '[]'),
  quirk(
    'last does not take a generator',
    "{{ ['a'] | map('upper') | last }}",
    fails("TypeError: 'generator' object is not reversible"),
  ),
  quirk(
    'round gives a float of a float, and ties go to the even digit',
    '{{ 2.5 | round }} {{ 3.5 | round }} {{ 2.675 | round(2) }} {{ 5 | round }}',
    '2.0 4.0 2.67 5',
  ),
  quirk(
    'int reads floats and signs, and gives 0 otherwise',
    "{{ '42.9' | int }} {{ ' -7 ' | int }} {{ 'x' | int }} {{ '0x1f' | int(base=16) }} {{ none | int(5) }}",
    '42 -7 0 31 5',
  ),
  quirk(
    'float reads numbers and gives 0.0 otherwise',
    "{{ '1_0.5' | float }} {{ 'x' | float }} {{ 'inf' | float }}",
    '10.5 0.0 inf',
  ),
  quirk(
    'filesizeformat is decimal by default',
    '{{ 1 | filesizeformat }} {{ 999 | filesizeformat }} {{ 1500 | filesizeformat }} {{ 1536 | filesizeformat(true) }}',
    '1 Byte 999 Bytes 1.5 kB 1.5 KiB',
  ),
  quirk(
    'truncate cuts at a blank and leaves what is a little longer',
    "{{ 'foo bar baz qux' | truncate(9) }}|{{ 'foo bar' | truncate(5) }}|{{ 'foobar' | truncate(5, true, leeway=0) }}",
    'foo...|foo bar|fo...',
  ),
  quirk('indent leaves the first line and empty lines', "{{ 'a\nb\n\nc' | indent(2) }}", 'a\n  b\n\n  c'),
  quirk('indent splits at every line break that Python knows', "{{ 'a\\u2028b' | indent(1) }}", 'a\n b'),
  quirk('indent takes a text', "{{ 'a\nb' | indent('> ', first=true) }}", '> a\n> b'),
  quirk(
    'wordwrap breaks long words, and begins with them on the line before',
    "{{ 'aa bbbbb' | wordwrap(3) }}",
    'aa \nbbb\nbb',
  ),
  quirk('wordwrap breaks behind hyphens', "{{ 'well-known' | wordwrap(6) }}", 'well-\nknown'),
  quirk('trim takes white space, or the given characters', "[{{ ' a ' | trim }}][{{ 'xaxx' | trim('x') }}]", '[a][a]'),
  quirk('replace puts text between all characters when nothing is replaced', "{{ 'ab' | replace('', '-') }}", '-a-b-'),
  quirk('title ends words at blanks, hyphens and brackets', "{{ 'foo-bar (baz' | title }}", 'Foo-Bar (Baz'),
  quirk('wordcount counts runs of letters and digits', '{{ "it\'s 2 words" | wordcount }}', '4'),
  quirk(
    'tojson sorts keys and escapes for HTML',
    '{{ d | tojson }}',
    '{"a": "\\u003c\\u0027\\u00e9", "b": [1, true, null]}',
    { values: { d: { b: [1, true, null], a: "<'é" } } },
  ),
  quirk('tojson indents', '{{ {"a": [1]} | tojson(indent=2) }}', '{\n  "a": [\n    1\n  ]\n}'),
  quirk(
    'constants are joined before the text runs, so that what is safe in them is escaped',
    "{{ 'a' ~ ('<' | safe) }}",
    'a&lt;',
    {
      options: { escapeHtml: true },
    },
  ),
  quirk('a value among them keeps it safe', "{{ x ~ ('<' | safe) }}", '&amp;<', {
    values: { x: '&' },
    options: { escapeHtml: true },
  }),
  quirk(
    'urlencode leaves slashes, but not in a query',
    "{{ 'a/b c' | urlencode }} {{ {'k': 'a/b c'} | urlencode }}",
    'a/b%20c k=a%2Fb+c',
  ),
  quirk(
    'striptags takes tags and comments and joins white space',
    "{{ '<p>a <!-- x --> <b>b</b></p>' | striptags }}",
    'a b',
  ),
  quirk('a filter block filters its text', '{% filter upper %}a{{ "b" }}{% endfilter %}', 'AB'),
  quirk(
    'a filter block that gives no text is an error',
    '{% filter length %}a{% endfilter %}',
    fails('TypeError: sequence item 0: expected str instance, int found'),
  ),
  quirk('a set block may be filtered', '{% set y | trim %} a {% endset %}[{{ y }}]', '[a]'),
  quirk(
    'an unknown filter behind a condition is met when it is reached',
    '{% if false %}{{ x | nope }}{% endif %}a',
    'a',
    html,
  ),
  quirk('e escapes once', '{{ x | e }} {{ x | e | e }}', '&lt;b&gt; &lt;b&gt;', html),
  quirk('forceescape escapes again', '{{ x | e | forceescape }}', '&amp;lt;b&amp;gt;', html),
  quirk(
    'escaped text escapes what is added to it',
    '{{ (x | e) + x }} {{ (x | tojson) + x }}',
    '&lt;b&gt;&lt;b&gt; "\\u003cb\\u003e"&lt;b&gt;',
    html,
  ),
  quirk('but not what is put to it with a tilde', '{{ (x | e) ~ x }}', '&lt;b&gt;<b>', html),
  quirk('escaped text keeps its kind through most methods', '{{ (x | e).upper() is escaped }}', 'True', html),
  quirk('escaped text in a list says what it is', '{{ [x | e] }}', "[Markup('&lt;b&gt;')]", html),
  quirk('escaping of all output is on when the program says so', '{{ x }}{{ x | safe }}<i>', '&lt;b&gt;<b><i>', {
    ...html,
    options: { escapeHtml: true },
  }),
  quirk('then a tilde escapes what is not escaped yet', "{{ ('<i>' | safe) ~ x }}", '<i>&lt;b&gt;', {
    ...html,
    options: { escapeHtml: true },
  }),
  quirk(
    'and what a macro gives is escaped already',
    '{% macro m() %}<i>{{ x }}{% endmacro %}{{ m() }}',
    '<i>&lt;b&gt;',
    { ...html, options: { escapeHtml: true } },
  ),
  quirk(
    'autoescape sets it for a part of the text',
    '{% autoescape true %}{{ x }}{% endautoescape %}{{ x }}',
    '&lt;b&gt;<b>',
    html,
  ),
  quirk(
    'xmlattr leaves out what is missing',
    "{{ {'a': x, 'b': none, 'c': missing} | xmlattr }}",
    ' a="&lt;b&gt;"',
    html,
  ),
  quirk('a test takes one argument without brackets', '{{ 9 is divisibleby 3 }}', 'True'),
  quirk('is not asks the opposite', '{{ 1 is not odd }}', 'False'),
  quirk(
    'a number is a number also when it is a truth value',
    '{{ true is number }} {{ true is integer }} {{ 1.0 is integer }}',
    'True False False',
  ),
  quirk(
    'a missing value is a sequence',
    '{{ missing is sequence }} {{ missing is iterable }} {{ missing is callable }}',
    'True True True',
  ),
  quirk(
    'sameas asks for the very same value',
    '{{ 1 is sameas 1 }} {{ 1.0 is sameas 1 }} {{ none is sameas none }}',
    'True False True',
  ),
  quirk(
    'tests cannot be chained',
    '{{ 1 is odd is defined }}',
    fails('TemplateSyntaxError: You cannot chain multiple tests with is'),
  ),
  quirk('attr reads attributes and no keys', "[{{ d | attr('k') }}]", '[]', { values: { d: { k: 1 } } }),
  quirk(
    'where a variable says whether there is escaping, joined texts are escaped again',
    "{% autoescape on %}{{ (x | safe) ~ '<' }} {{ (x | safe) + '<' }}{% endautoescape %}",
    '&lt;b&gt;&lt; <b>&lt;',
    { values: { on: true, x: '<b>' } },
  ),
  quirk(
    'and so they are in what a constant settles inside of it',
    "{% autoescape on %}{% autoescape true %}{{ (x | safe) ~ '<' }}{% endautoescape %}{% endautoescape %}",
    '&lt;b&gt;&lt;',
    { values: { on: true, x: '<b>' } },
  ),
];
