// What authors write without knowing YAML: what is said, where, what the fix makes of it, and that it is read as mended.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseYaml } from '../../../server/src/syntax/yaml';
import { applyEdits } from '../../../server/src/text/edit';
import { parseFixture, withMarks } from '../../support/fixture';
import { plain } from './support';

interface Slip {
  /** The text with its fault marked. */
  readonly bad: string;
  readonly message: string;
  readonly mended: string;
  readonly value: unknown;
}

const QUOTE = 'Put the text in quotes.';
const COLON = 'YAML reads the words before the colon as a key. A text with a colon stands in quotes.';
const FOLLOWS = (what: string) =>
  `Something follows the ${what}, so YAML cannot read this. Put the whole text in quotes.`;

const slips: Readonly<Record<string, Slip>> = {
  'a text that ends with a colon': {
    bad: 'from: ⟦syntax⟧OUTPUT FORMAT:⟦/⟧\nnext: b\n',
    message: COLON,
    mended: 'from: "OUTPUT FORMAT:"\nnext: b\n',
    value: { from: 'OUTPUT FORMAT:', next: 'b' },
  },
  'a text in braces that begins with a dash': {
    bad: 'x: { type: list, item: ⟦syntax⟧- {name}⟦/⟧ }\nd: 1\n',
    message: `YAML reads \`-\` at the beginning of a text as a list. ${QUOTE}`,
    mended: 'x: { type: list, item: "- {name}" }\nd: 1\n',
    value: { x: { type: 'list', item: '- {name}' }, d: 1 },
  },
  'a text in braces with a dash and a colon': {
    bad: 'x: { item: ⟦syntax⟧- {name}: {doc}⟦/⟧ }\nd: 1\n',
    message: `YAML reads \`-\` at the beginning of a text as a list. ${QUOTE}`,
    mended: 'x: { item: "- {name}: {doc}" }\nd: 1\n',
    value: { x: { item: '- {name}: {doc}' }, d: 1 },
  },
  'a text with a colon, and a comment': {
    bad: 'a: ⟦syntax⟧b: c⟦/⟧ # not ours\nd: 1\n',
    message: COLON,
    mended: 'a: "b: c" # not ours\nd: 1\n',
    value: { a: 'b: c', d: 1 },
  },
  'a text with a colon and quotes': {
    bad: 'a: ⟦syntax⟧say "x": c⟦/⟧\nd: 1\n',
    message: COLON,
    mended: 'a: \'say "x": c\'\nd: 1\n',
    value: { a: 'say "x": c', d: 1 },
  },
  'a text with a colon in braces': {
    bad: '- { a: ⟦syntax⟧b: c⟦/⟧, d: 1 }\n',
    message: COLON,
    mended: '- { a: "b: c", d: 1 }\n',
    value: [{ a: 'b: c', d: 1 }],
  },
  'a text that begins with a dash': {
    bad: 'item: ⟦syntax⟧- {name}⟦/⟧\nnext: b\n',
    message: `YAML reads \`-\` at the beginning of a text as a list. ${QUOTE}`,
    mended: 'item: "- {name}"\nnext: b\n',
    value: { item: '- {name}', next: 'b' },
  },
  'a list that begins on the line of its key': {
    bad: 'a: ⟦syntax⟧- x⟦/⟧\n   - y\nb: 1\n',
    message: 'A list begins on the line below its key.',
    mended: 'a:\n   - x\n   - y\nb: 1\n',
    value: { a: ['x', 'y'], b: 1 },
  },
  'two slots with a colon between': {
    bad: 'item: ⟦unquoted⟧{name}: {text}⟦/⟧\nnext: b\n',
    message: `YAML reads the braces of this text as maps. ${QUOTE}`,
    mended: 'item: "{name}: {text}"\nnext: b\n',
    value: { item: '{name}: {text}', next: 'b' },
  },
  'a slot with words behind it': {
    bad: 'a: ⟦syntax⟧{{ x }} more⟦/⟧\nb: 1\n',
    message: FOLLOWS('closing bracket'),
    mended: 'a: "{{ x }} more"\nb: 1\n',
    value: { a: '{{ x }} more', b: 1 },
  },
  'a quotation with words behind it': {
    bad: 'a: ⟦syntax⟧"x" y⟦/⟧\nb: 1\n',
    message: FOLLOWS('closing quote'),
    mended: 'a: \'"x" y\'\nb: 1\n',
    value: { a: '"x" y', b: 1 },
  },
  'an apostrophe between single quotes': {
    bad: "a: ⟦syntax⟧'it's'⟦/⟧\nb: 1\n",
    message: FOLLOWS('closing quote'),
    mended: 'a: "it\'s"\nb: 1\n',
    value: { a: "it's", b: 1 },
  },
  'a tag of Jinja': {
    bad: 'a: ⟦syntax⟧{% if x %}⟦/⟧\nb: 1\n',
    message: `A text cannot begin with \`{%\` in YAML. ${QUOTE}`,
    mended: 'a: "{% if x %}"\nb: 1\n',
    value: { a: '{% if x %}', b: 1 },
  },
  'a text that begins with @': {
    bad: 'a: ⟦syntax⟧@user says⟦/⟧\nb: 1\n',
    message: `A text cannot begin with \`@\` in YAML. ${QUOTE}`,
    mended: 'a: "@user says"\nb: 1\n',
    value: { a: '@user says', b: 1 },
  },
  'bold words': {
    bad: 'starts: ⟦syntax⟧**Tools**⟦/⟧\nb: 1\n',
    message: `YAML reads \`*\` at the beginning of a text as an alias, and there is no anchor \`&*Tools**\`. ${QUOTE}`,
    mended: 'starts: "**Tools**"\nb: 1\n',
    value: { starts: '**Tools**', b: 1 },
  },
  'a mistyped alias': {
    bad: 'base: &shared [x]\na: *⟦syntax⟧shred⟦/⟧\n',
    message: 'There is no anchor `&shred`: did you mean `shared`?',
    mended: 'base: &shared [x]\na: *shared\n',
    value: { base: ['x'], a: ['x'] },
  },
  'a text that begins with an exclamation mark': {
    bad: 'a: ⟦syntax⟧!important rule⟦/⟧\nb: 1\n',
    message: `YAML reads \`!\` at the beginning of a text as a tag. ${QUOTE}`,
    mended: 'a: "!important rule"\nb: 1\n',
    value: { a: '!important rule', b: 1 },
  },
  'a quoted line of mail': {
    bad: 'a: ⟦syntax⟧> text⟦/⟧\nb: 1\n',
    message: 'After `>` YAML expects the text on the next lines. A text in one line stands in quotes.',
    mended: 'a: "> text"\nb: 1\n',
    value: { a: '> text', b: 1 },
  },
  'a heading in braces': {
    bad: '- { id: a, starts: ⟦unquoted⟧## Tools⟦/⟧ }\n- { id: b }\n',
    message: `YAML reads what follows \`#\` as a comment. ${QUOTE}`,
    mended: '- { id: a, starts: "## Tools" }\n- { id: b }\n',
    value: [{ id: 'a', starts: '## Tools' }, { id: 'b' }],
  },
  'a quote that is not closed': {
    bad: 'a: ⟦syntax⟧"x⟦/⟧\nb: "y"\nc: 1\n',
    message: 'This quote is not closed.',
    mended: 'a: "x"\nb: "y"\nc: 1\n',
    value: { a: 'x', b: 'y', c: 1 },
  },
  'a quote that is not closed in braces': {
    bad: '- { a: ⟦syntax⟧"x⟦/⟧, b: 1 }\n- { a: "y" }\n',
    message: 'This quote is not closed.',
    mended: '- { a: "x", b: 1 }\n- { a: "y" }\n',
    value: [{ a: 'x', b: 1 }, { a: 'y' }],
  },
  'a brace that is not closed': {
    bad: '- ⟦syntax⟧{⟦/⟧ a: b, c: [d\n- { e: f }\n',
    message: 'This `{` is not closed.',
    mended: '- { a: b, c: [d ]}\n- { e: f }\n',
    value: [{ a: 'b', c: ['d'] }, { e: 'f' }],
  },
  'a brace too many': {
    bad: 'a: { x: 1 }⟦syntax⟧}⟦/⟧\nb: 1\n',
    message: 'This `}` closes nothing.',
    mended: 'a: { x: 1 }\nb: 1\n',
    value: { a: { x: 1 }, b: 1 },
  },
  'a text that begins with a closing bracket': {
    bad: 'a: ⟦syntax⟧] end⟦/⟧\nb: 1\n',
    message: `YAML reads \`]\` as the end of something. ${QUOTE}`,
    mended: 'a: "] end"\nb: 1\n',
    value: { a: '] end', b: 1 },
  },
  'a key without its colon': {
    bad: 'a: 1\n⟦syntax⟧trust⟦/⟧\nb: 1\n',
    message: '`trust` has no value. A key is followed by a colon and its value.',
    mended: 'a: 1\ntrust:\nb: 1\n',
    value: { a: 1, trust: null, b: 1 },
  },
  'a colon without its space': {
    bad: 'a: 1\n⟦syntax⟧trust:data⟦/⟧\nb: 1\n',
    message: 'A space is missing behind the colon of `trust:data`.',
    mended: 'a: 1\ntrust: data\nb: 1\n',
    value: { a: 1, trust: 'data', b: 1 },
  },
  'a line that is indented too far': {
    bad: '- trust: data\n    ⟦syntax⟧lifetime: call⟦/⟧\n  b: 1\n',
    message: 'This line is indented further than the line before, which has its value already.',
    mended: '- trust: data\n  lifetime: call\n  b: 1\n',
    value: [{ trust: 'data', lifetime: 'call', b: 1 }],
  },
  'a tab': {
    bad: 'a:\n⟦syntax⟧\t⟦/⟧- x\n',
    message: 'YAML is indented with spaces, not with tabs.',
    mended: 'a:\n  - x\n',
    value: { a: ['x'] },
  },
  'a backslash in double quotes': {
    bad: 'a: "C:⟦syntax⟧\\d⟦/⟧ata"\n',
    message: '`\\d` means nothing between double quotes. A backslash is written twice there.',
    mended: 'a: "C:\\\\data"\n',
    value: { a: 'C:\\data' },
  },
  'CRLF and astral characters before the slip': {
    bad: '\uFEFFx: 😀\r\na: ⟦syntax⟧😀 b: c⟦/⟧\r\nd: 1\r\n',
    message: COLON,
    mended: '\uFEFFx: 😀\r\na: "😀 b: c"\r\nd: 1\r\n',
    value: { x: '😀', a: '😀 b: c', d: 1 },
  },
};

describe('mending', () => {
  for (const [name, { bad, message, mended, value }] of Object.entries(slips)) {
    test(name, () => {
      const text = parseFixture(bad, 'x')[0]?.text ?? '';
      const yaml = parseYaml(text);
      const marks = yaml.faults.map((fault) => ({ code: fault.kind, ...fault.span }));
      assert.equal(withMarks(text, marks), bad);
      assert.deepEqual(
        yaml.faults.map((fault) => fault.message),
        [message],
      );
      assert.deepEqual(plain(yaml.value), value);
      const fixed = applyEdits(text, yaml.faults[0]?.fix?.edits ?? []);
      assert.equal(fixed, mended);
      assert.deepEqual(parseYaml(fixed).faults, []);
      assert.deepEqual(plain(parseYaml(fixed).value), value);
    });
  }

  test('several slips of one text are all mended', () => {
    const text = 'a: b: c\nd: @e\nf: "g\nh: - i\nj: { k: l\nm: 1\n';
    const yaml = parseYaml(text);
    assert.deepEqual(plain(yaml.value), { a: 'b: c', d: '@e', f: 'g', h: '- i', j: { k: 'l' }, m: 1 });
    assert.deepEqual(
      yaml.faults.map((fault) => text.slice(fault.span.start, fault.span.end)),
      ['b: c', '@e', '"g', '- i', '{'],
    );
  });

  test('a slip that cannot be mended is told once', () => {
    for (const [text, message] of [
      ['- a\nb: 1\nc: 2\n', 'This line stands further left than what it follows. Indent it like its neighbours.'],
      ['a: [1,, 2]\n', 'There is nothing between these commas.'],
      ['a: [b {c}]\n', 'A comma is missing before this. A text with brackets stands in quotes.'],
      ['a: 1\n- b\n', 'A list item cannot stand among keys.'],
    ] as const) {
      assert.deepEqual(
        parseYaml(text).faults.map((fault) => fault.message),
        [message],
        text,
      );
    }
  });
});
