// Which names are whose, loops, macros, and texts that bring in others.
import { fails, type Quirk, quirk } from './quirk';

const base = 'A{% block b %}base{% endblock %}Z';

export const scopeQuirks: readonly Quirk[] = [
  quirk(
    'a block that is required holds nothing',
    '{% block x required %}a{% endblock %}',
    fails('TemplateSyntaxError: Required blocks can only contain comments or whitespace'),
  ),
  quirk(
    'a name that is set further down is not asked of the program by a macro',
    '{% macro m() %}{{ y }}{% endmacro %}{{ m() }}{% set y = 1 %}{{ m() }}',
    '1',
    { values: { y: 'program' } },
  ),
  quirk('nor by a loop', '{% for i in [1] %}{{ y }}{% endfor %}{% set y = 1 %}', '', { values: { y: 'program' } }),
  quirk(
    'an included text still sees what the program gives',
    "{% include 'i' %}{% set y = 1 %}{% include 'i' %}",
    'program1',
    { values: { y: 'program' }, texts: { i: '{{ y }}' } },
  ),
  quirk('a text without a context does not see what the program gives', "{% include 'i' without context %}", '[]', {
    values: { y: 'program' },
    texts: { i: '[{{ y }}]' },
  }),
  quirk('so a field of it is an error', "{% import 'i' as m %}{{ m.x() }}", fails("UndefinedError: 'y' is undefined"), {
    values: { y: { z: 1 } },
    texts: { i: '{% macro x() %}{{ y.z }}{% endmacro %}' },
  }),
  quirk('a name that is read before it is set is asked of the program', '{{ y }}{% set y = 1 %}{{ y }}', 'program1', {
    values: { y: 'program' },
  }),
  quirk('a set in a loop does not leak', '{% set y = 0 %}{% for i in [1, 2] %}{% set y = i %}{% endfor %}{{ y }}', '0'),
  quirk('nor into the next turn', '{% for i in [1, 2] %}{{ y }}{% set y = i %}{% endfor %}', ''),
  quirk('an if opens no scope', '{% if true %}{% set y = 1 %}{% endif %}{{ y }}', '1'),
  quirk(
    'what only one branch sets is asked of the program',
    '{% if false %}{% set y = 1 %}{% endif %}{{ y }}',
    'program',
    { values: { y: 'program' } },
  ),
  quirk(
    'a namespace carries a value out of a loop',
    '{% set n = namespace(v=0) %}{% for i in [1, 2] %}{% set n.v = n.v + i %}{% endfor %}{{ n.v }}',
    '3',
  ),
  quirk(
    'only a namespace has attributes that can be set',
    '{% set o.v = 1 %}',
    fails('TemplateRuntimeError: cannot assign attribute on non-namespace object'),
    { values: { o: {} } },
  ),
  quirk('the values of a with see the outer scope', '{% with a = 1, b = a %}{{ b }}{% endwith %}', 'outer', {
    values: { a: 'outer' },
  }),
  quirk(
    'a block does not see the loop round it',
    '{% for i in [1] %}{% block b %}[{{ i }}]{% endblock %}{% endfor %}',
    '[]',
  ),
  quirk('a scoped block does', '{% for i in [1] %}{% block b scoped %}[{{ i }}]{% endblock %}{% endfor %}', '[1]'),
  quirk('loop is there only when the body names it', "{% for i in [1] %}{% include 'i' %}{% endfor %}", '[]', {
    texts: { i: '[{{ loop }}]' },
  }),
  quirk(
    'an include sees a loop that the body names',
    "{% for i in [1] %}{{ loop.index }}{% include 'i' %}{% endfor %}",
    '1[<LoopContext 1/1>]',
    { texts: { i: '[{{ loop }}]' } },
  ),
  quirk(
    'loop in the test of a loop is that of the loop outside',
    '{% for a in [1] %}{% for b in [1, 2] if loop.first %}{{ loop.index }}{{ b }}{% endfor %}{% endfor %}',
    '1122',
  ),
  quirk(
    'a loop with a test has no loop in it when none is outside',
    '{% for b in [1] if loop.first %}{% endfor %}',
    fails("UndefinedError: 'loop' is undefined"),
  ),
  quirk(
    'a test of a loop is asked when its turn comes',
    '{% set seen = [] %}{% for i in [1, 1, 2] if i not in seen %}{% set _ = seen.append(i) %}{{ i }}{% endfor %}',
    '12',
  ),
  quirk(
    'a loop with a test hands on new tuples',
    '{% for a, b in [[1, 2], [3, 4]] if a %}{{ loop.previtem }}{% endfor %}',
    '(1, 2)',
  ),
  quirk(
    'the length of a loop with a test is that of what is left',
    '{% for i in [1, 2, 3] if i != 2 %}{{ loop.length }}{% endfor %}',
    '22',
  ),
  quirk(
    'the else of a loop comes when there was no turn',
    '{% for i in [1] if false %}{% else %}none{% endfor %}',
    'none',
  ),
  quirk(
    'a missing value is gone through as if it were empty',
    '{% for i in missing %}{% else %}none{% endfor %}',
    'none',
  ),
  quirk('a mapping is gone through by its keys', '{% for k in d %}{{ k }}{% endfor %}', 'ab', {
    values: { d: { a: 1, b: 2 } },
  }),
  quirk('a text is gone through by its characters', '{% for c in "a🙂" %}[{{ c }}]{% endfor %}', '[a][🙂]'),
  quirk(
    'a list that grows gives its new items too',
    '{% set l = [1] %}{% for i in l %}{% if i < 3 %}{% set _ = l.append(i + 1) %}{% endif %}{{ i }}{% endfor %}',
    '123',
  ),
  quirk(
    'loop.changed compares with the last call',
    '{% for i in [1, 1, 2] %}{{ loop.changed(i) }} {% endfor %}',
    'True False True ',
  ),
  quirk('loop.cycle goes round', "{% for i in [1, 2, 3] %}{{ loop.cycle('a', 'b') }}{% endfor %}", 'aba'),
  quirk(
    'a recursive loop calls itself',
    '{% for i in t recursive %}{{ i.n }}{{ loop.depth }}({{ loop(i.c) }}){% endfor %}',
    'a1(b2())',
    { values: { t: [{ n: 'a', c: [{ n: 'b', c: [] }] }] } },
  ),
  quirk(
    'nothing may be stored to loop inside of a loop',
    '{% for i in [1] %}{% set loop = 1 %}{% endfor %}',
    fails("TemplateAssertionError: Can't assign to special loop variable in for-loop target"),
  ),
  quirk('targets are unpacked', '{% for k, (a, b) in [[1, [2, 3]]] %}{{ k }}{{ a }}{{ b }}{% endfor %}', '123'),
  quirk(
    'too many values cannot be unpacked',
    '{% for a, b in [[1, 2, 3]] %}{% endfor %}',
    fails('ValueError: too many values to unpack (expected 2)'),
  ),
  quirk(
    'a macro takes extra arguments only when its body names varargs',
    '{% macro m() %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, a=2) }}',
    "(1,){'a': 2}",
  ),
  quirk(
    'and refuses them otherwise',
    '{% macro m() %}{% endmacro %}{{ m(1) }}',
    fails("TypeError: macro 'm' takes not more than 0 argument(s)"),
  ),
  quirk(
    'a parameter without a value is undefined',
    '{% macro m(a) %}[{{ a }}]{{ a.b }}{% endmacro %}{{ m() }}',
    fails("UndefinedError: parameter 'a' was not provided"),
  ),
  quirk('a default sees the parameters before it', '{% macro m(a, b=a) %}{{ b }}{% endmacro %}{{ m(1) }}', '1'),
  quirk(
    'a call block is called by the macro',
    '{% macro m() %}<{{ caller(1) }}>{% endmacro %}{% call(a) m() %}{{ a }}{% endcall %}',
    '<1>',
  ),
  quirk(
    'a macro without a caller says so',
    '{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}',
    fails('UndefinedError: No caller defined'),
  ),
  quirk(
    'a parameter called caller needs a default',
    '{% macro m(caller) %}{{ caller() }}{% endmacro %}',
    fails(
      'TemplateAssertionError: When defining macros or call blocks the special "caller" argument must be omitted or be given a default.',
    ),
  ),
  quirk('an import does not see what the program gives', "{% import 'l' as l %}[{{ l.m() }}]", '[]', {
    values: { x: 'V' },
    texts: { l: '{% macro m() %}{{ x }}{% endmacro %}' },
  }),
  quirk('an import with context does', "{% import 'l' as l with context %}[{{ l.m() }}]", '[V]', {
    values: { x: 'V' },
    texts: { l: '{% macro m() %}{{ x }}{% endmacro %}' },
  }),
  quirk(
    'an import without context keeps its state',
    "{% from 'l' import c %}{% from 'l' import c as d %}{{ c.next() }}{{ d.next() }}",
    'ab',
    { texts: { l: "{% set c = cycler('a', 'b') %}" } },
  ),
  quirk('names with an underscore are not exported', "{% import 'l' as l %}[{{ l._a }}{{ l.b }}]", '[2]', {
    texts: { l: '{% set _a = 1 %}{% set b = 2 %}' },
  }),
  quirk('what an import lacks is undefined', "{% from 'l' import z %}[{{ z }}]", '[]', { texts: { l: '' } }),
  quirk('a module prints its text', "{% import 'l' as l %}{{ l }}", 'text', { texts: { l: 'text' } }),
  quirk('a missing include is an error', "{% include 'nope' %}", fails('TemplateNotFound: nope')),
  quirk('unless it is ignored', "a{% include 'nope' ignore missing %}b", 'ab'),
  quirk('of several names the first that exists is included', "{% include ['nope', 'i'] %}", 'I', {
    texts: { i: 'I' },
  }),
  quirk('an include prints also in front of an extends', "{% include 'i' %}{% extends 'base' %}x", 'IAbaseZ', {
    texts: { i: 'I', base },
  }),
  quirk('what stands behind an extends is not printed', "a{% extends 'base' %}b", 'aAbaseZ', { texts: { base } }),
  quirk('an include behind an extends is printed all the same', "{% extends 'base' %}{% include 'i' %}", 'IAbaseZ', {
    texts: { i: 'I', base },
  }),
  quirk(
    'a block takes the place of that of the base',
    "{% extends 'base' %}{% block b %}own {{ super() }}{% endblock %}",
    'Aown baseZ',
    { texts: { base } },
  ),
  quirk(
    'a block sees what the top of the text sets',
    "{% extends 'base' %}{% set y = 1 %}{% block b %}{{ y }}{% endblock %}",
    'A1Z',
    { texts: { base } },
  ),
  quirk('self calls a block', '{% block b %}B{% endblock %}{{ self.b() }}', 'BB'),
  quirk('an extends may depend on a condition', "{% if x %}{% extends 'base' %}{% endif %}t", 'AbaseZ', {
    values: { x: true },
    texts: { base },
  }),
  quirk(
    'but must stand at the top',
    "{% for i in [1] %}{% extends 'base' %}{% endfor %}",
    fails('TemplateAssertionError: cannot use extend from a non top-level scope'),
    { texts: { base } },
  ),
  quirk(
    'a text extends one other only',
    "{% extends 'base' %}{% extends 'base' %}",
    fails('TemplateRuntimeError: extended multiple times'),
    { texts: { base } },
  ),
  quirk(
    'two blocks of one name are refused',
    '{% block b %}{% endblock %}{% block b %}{% endblock %}',
    fails("TemplateAssertionError: block 'b' defined twice"),
  ),
  quirk(
    'a required block must be given',
    '{% block b required %}{% endblock %}',
    fails("TemplateRuntimeError: Required block 'b' not found"),
  ),
];
