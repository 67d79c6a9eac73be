import assert from 'node:assert/strict';
import { test } from 'node:test';
import { regionsOf } from '../../../server/src/model/regions';
import type { Layer } from '../../../server/src/model/system';

/** `layer[text] layer[text]` for the starts of each layer. */
function regions(text: string, starts: Readonly<Record<string, string>>): string {
  const layers = Object.entries(starts).map(
    ([id, start], index): Layer => ({
      id,
      title: id,
      trust: 'instructions',
      lifetime: 'static',
      starts: [start],
      slots: [],
      index,
    }),
  );
  return regionsOf(text, 0, layers, 'base')
    .map((region) => `${region.layer}[${text.slice(region.start, region.end)}]`)
    .join(' ');
}

const cases: readonly (readonly [name: string, text: string, starts: Record<string, string>, expected: string])[] = [
  [
    'a heading goes to the next one of the same level, deeper ones inside',
    'A\n## Memory\nm\n### deeper\nd\n## Output\no',
    { mem: '## Memory' },
    'base[A\n] mem[## Memory\nm\n### deeper\nd\n] base[## Output\no]',
  ],
  [
    'a tag goes to the end of the line with its closing tag',
    'A\n<ctx>\nc\n</ctx>\nB',
    { ctx: '<ctx>' },
    'base[A\n] ctx[<ctx>\nc\n</ctx>\n] base[B]',
  ],
  [
    'a tag may have attributes',
    'A\n<ctx source="a">\nc\n</ctx >\nB',
    { ctx: '<ctx>' },
    'base[A\n] ctx[<ctx source="a">\nc\n</ctx >\n] base[B]',
  ],
  ['a tag that is never closed runs on', '<ctx>\nc\nB', { ctx: '<ctx>' }, 'ctx[<ctx>\nc\nB]'],
  ['another tag that begins alike is another tag', '<ctxt>\nc\n</ctxt>', { ctx: '<ctx>' }, 'base[<ctxt>\nc\n</ctxt>]'],
  [
    'a banner goes to the next banner of its character',
    '=== CORE ===\na\n=== RULES ===\nr\n=== NOTES ===\nn',
    { core: '=== CORE', rules: '=== RULES' },
    'core[=== CORE ===\na\n] rules[=== RULES ===\nr\n] base[=== NOTES ===\nn]',
  ],
  [
    'a rule line of another character ends no banner',
    '=== A ===\na\n---\nb',
    { a: '=== A' },
    'a[=== A ===\na\n---\nb]',
  ],
  [
    'a start is not continued by a letter or digit',
    '## Memory [3%]\nm\n## Memories\nx',
    { mem: '## Memory' },
    'mem[## Memory [3%]\nm\n] base[## Memories\nx]',
  ],
  [
    'the outer region goes on behind a deeper one',
    '# Tools\nt\n## MCP\nm\n## Other\no\n# End',
    { tools: '# Tools', mcp: '## MCP' },
    'tools[# Tools\nt\n] mcp[## MCP\nm\n] tools[## Other\no\n] base[# End]',
  ],
  [
    'a heading inside a tag ends with the tag',
    '<data>\n# Doc\nd\n</data>\nB',
    { data: '<data>', doc: '# Doc' },
    'data[<data>\n] doc[# Doc\nd\n] data[</data>\n] base[B]',
  ],
  [
    'a heading inside a code fence is nothing',
    '```\n## Memory\n```\n## Memory\nm',
    { mem: '## Memory' },
    'base[```\n## Memory\n```\n] mem[## Memory\nm]',
  ],
  [
    'words run on to the next declared start',
    'A\nTools:\nt\n\n# H\nx\nNotes:\nn',
    { tools: 'Tools:', notes: 'Notes:' },
    'base[A\n] tools[Tools:\nt\n\n# H\nx\n] notes[Notes:\nn]',
  ],
  ['the longest text wins', '# A\na\n# A B\nb', { one: '# A', two: '# A B' }, 'one[# A\na\n] two[# A B\nb]'],
  [
    'white space before a start does not matter, its case does',
    '  # tools\n  # Tools\nt',
    { tools: '# Tools' },
    'base[  # tools\n] tools[  # Tools\nt]',
  ],
  ['CRLF', 'A\r\n<x>\r\nc\r\n</x>\r\nB', { x: '<x>' }, 'base[A\r\n] x[<x>\r\nc\r\n</x>\r\n] base[B]'],
  ['a start on the first line leaves no empty base text', '# T\nt', { t: '# T' }, 't[# T\nt]'],
];

for (const [name, text, starts, expected] of cases) {
  test(`regions: ${name}`, () => assert.equal(regions(text, starts), expected));
}

test('regions cover the text without gaps, whatever it is', () => {
  const words = ['# T', '## M', '<x>', '</x>', '=== B', '```', 'words', '\n', '\r\n', '~~~', '# '];
  let seed = 7;
  const next = (n: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % n;
  };
  for (let round = 0; round < 500; round++) {
    const text = Array.from({ length: 30 }, () => words[next(words.length)]).join('');
    const layers = ['# T', '## M', '<x>', '=== B', 'words'].map(
      (start, index): Layer => ({
        id: start,
        title: start,
        trust: 'data',
        lifetime: 'call',
        starts: [start],
        slots: [],
        index,
      }),
    );
    const all = regionsOf(text, 0, layers, 'base');
    let at = 0;
    for (const region of all) {
      assert.equal(region.start, at);
      assert.ok(region.end > region.start);
      at = region.end;
    }
    assert.equal(at, text.length);
  }
});
