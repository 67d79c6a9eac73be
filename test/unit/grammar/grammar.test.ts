// The grammar for files without a manifest, run by the library that VS Code runs it with.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import type { IGrammar, IRawGrammar, StateStack } from 'vscode-textmate';

const require = createRequire(import.meta.url);
const { INITIAL, parseRawGrammar, Registry } = require('vscode-textmate') as typeof import('vscode-textmate');
const oniguruma = require('vscode-oniguruma') as typeof import('vscode-oniguruma');

type RegistryOf = InstanceType<typeof Registry>;

/** The files of the grammars that `package.json` declares, by their scopes. */
const paths = new Map<string, string>(
  JSON.parse(readFileSync('package.json', 'utf8')).contributes.grammars.map(
    ({ scopeName, path }: { scopeName: string; path: string }) => [scopeName, path],
  ),
);

/** YAML and Markdown belong to VS Code; here it is enough to see that text reaches them. */
const embedded = (scopeName: string): IRawGrammar =>
  parseRawGrammar(
    JSON.stringify({ scopeName, patterns: [{ begin: '^#+ ', end: '$', name: 'markup.heading' }] }),
    'stub.json',
  );

const registry = openRegistry();

async function openRegistry(): Promise<RegistryOf> {
  const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
  return new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
      createOnigString: (text) => new oniguruma.OnigString(text),
    }),
    loadGrammar: async (scope) => {
      const path = paths.get(scope);
      return path === undefined ? embedded(scope) : parseRawGrammar(readFileSync(path, 'utf8'), path);
    },
  });
}

/** The grammar of files that do not say their dialect, or that of one dialect. */
async function grammarOf(dialect?: string): Promise<IGrammar> {
  const scope = dialect === undefined ? 'text.prompt-template' : `text.prompt-template.${dialect}`;
  const grammar = await (await registry).loadGrammar(scope);
  assert.ok(grammar);
  return grammar;
}

/** Every piece of the text with its innermost scope, without the name of the language. */
async function pieces(text: string, dialect?: string): Promise<[string, string][]> {
  const grammar = await grammarOf(dialect);
  let state: StateStack = INITIAL;
  const found: [string, string][] = [];
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex);
      if (piece) found.push([piece, (scopes.at(-1) ?? '').replace('.prompt-template', '')]);
    }
  }
  return found;
}

const scopeOf = async (text: string, piece: string): Promise<string | undefined> =>
  (await pieces(text)).find(([found]) => found === piece)?.[1];

test('a slot of every brace dialect is a slot, and its delimiters are not part of its name', async () => {
  for (const [slot, open, name] of [
    ['{context}', '{', 'context'],
    ['{comments.author}', '{', 'comments.author'],
    ['{{NAME}}', '{{', 'NAME'],
    ['{{ name }}', '{{', 'name'],
    ['{{{raw}}}', '{{{', 'raw'],
    ['$' + '{user}', '$' + '{', 'user'],
  ] as const) {
    const all = await pieces(`Hello ${slot}!`);
    assert.deepEqual(
      all.find(([piece]) => piece === name),
      [name, 'variable.other.slot'],
      slot,
    );
    assert.deepEqual(
      all.find(([piece]) => piece === open),
      [open, 'punctuation.definition.slot.begin'],
      slot,
    );
    assert.deepEqual(all.at(-1), ['!', 'text'], slot);
  }
});

test('a conversion and a format of Python stand behind the name', async () => {
  assert.deepEqual(await pieces('{price!r:>10}'), [
    ['{', 'punctuation.definition.slot.begin'],
    ['price', 'variable.other.slot'],
    ['!r', 'keyword.operator.conversion'],
    [':>10', 'string.other.format'],
    ['}', 'punctuation.definition.slot.end'],
  ]);
});

test('statements, sections and filters are told from slots', async () => {
  assert.equal(await scopeOf('{% if user %}', 'if'), 'keyword.control');
  assert.equal(await scopeOf('{% if user %}', 'user'), 'variable.other.slot');
  assert.equal(await scopeOf('{{#each items}}', 'each'), 'keyword.control');
  assert.equal(await scopeOf('{{else}}', 'else'), 'keyword.control');
  assert.equal(await scopeOf('{{ name | upper }}', 'upper'), 'support.function.filter');
  assert.equal(await scopeOf("{{ name or 'you' }}", "'you'"), 'string.quoted.single');
});

test('a comment may have several lines, and what looks like a slot in it is none', async () => {
  const all = await pieces('{# not sent\n{{ x }} #}\n{{ y }}');
  assert.equal(all.find(([piece]) => piece === '{{ x }} ')?.[1], 'comment.block');
  assert.equal(all.find(([piece]) => piece === 'y')?.[1], 'variable.other.slot');
});

test('braces of JSON and of prose are text', async () => {
  for (const text of ['{"say": "hi"}', 'a { b', '{}', '{ }', '{two words}', '{1}']) {
    assert.ok(!(await pieces(text)).some(([, scope]) => scope.includes('slot')), text);
  }
});

test('a tag that is never closed ends with its line', async () => {
  const all = await pieces('{{ name\n{% if\n# Heading');
  assert.deepEqual(all.at(-1), ['Heading', 'markup.heading']);
});

test('a YAML head at the start of the file is YAML, and the body after it is not', async () => {
  const grammar = await grammarOf();
  let state: StateStack = INITIAL;
  const scopes = ['---', 'model: x', '---', 'Hello {name}', '---'].map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map((token) => token.scopes.join(' ')).join(' ');
  });
  assert.match(scopes[1] ?? '', /meta\.embedded\.block\.frontmatter source\.yaml/);
  assert.doesNotMatch(scopes[3] ?? '', /yaml/);
  assert.match(scopes[3] ?? '', /variable\.other\.slot/);
  assert.doesNotMatch(scopes[4] ?? '', /yaml/);
});

test('slots in a heading and in a head are slots of the body only', async () => {
  assert.equal(await scopeOf('# About {topic}', 'topic'), 'variable.other.slot');
  assert.equal(await scopeOf('---\ntitle: {topic}\n---', 'topic'), undefined);
});

describe('the grammar of one dialect', () => {
  const slotsIn = async (text: string, dialect: string) =>
    (await pieces(text, dialect)).filter(([, scope]) => scope === 'variable.other.slot').map(([piece]) => piece);

  for (const [dialect, text, slots] of [
    ['single-brace', 'Hi {a}, {{b}}, $' + '{c}, {{ d }}, {"e": 1}', ['a', 'b', 'c']],
    ['py-format', 'Hi {a}, {{b}}, {c!r:>8}, {"e": 1}', ['a', 'c']],
    ['double-brace', 'Hi {a}, {{b}}, {{ c }}, {% if d %}', ['b', 'c']],
    ['dollar-brace', 'Hi {a}, {{b}}, $' + '{c}', ['c']],
    ['mustache', 'Hi {a}, {{b}}, {{{c}}}, {% if d %}', ['b', 'c']],
    ['handlebars', 'Hi {a}, {{b}}, \\{{c}}, {{!-- {{d}} --}}', ['b']],
    ['jinja', 'Hi {a}, {{ b }}, {% raw %}{{ c }}{% endraw %}, {# {{ d }} #}{% if e %}', ['b', 'e']],
    ['liquid', 'Hi {a}, {{ b }}, {% comment %}{{ c }}{% endcomment %}{% if d %}', ['b', 'd']],
    ['go-template', 'Hi {a}, {{ .b }}, {{/* {{ .c }} */}}{{ if .d }}', ['b', 'd']],
  ] as const)
    test(`${dialect} knows its own slots, and no others`, async () => {
      assert.deepEqual(
        (await slotsIn(text, dialect)).map((name) => name.replace(/^\./, '')),
        slots,
      );
    });

  test('Markdown and a YAML head are under every dialect', async () => {
    for (const scope of paths.keys()) {
      const dialect = scope === 'text.prompt-template' ? undefined : scope.replace('text.prompt-template.', '');
      const all = await pieces('---\nmodel: x\n---\n# Heading', dialect);
      assert.deepEqual(all.at(-1), ['Heading', 'markup.heading'], scope);
      assert.ok(
        all.some(([piece, found]) => piece === 'model: x' && found === 'source.yaml'),
        scope,
      );
    }
  });

  test('a slot that is not closed ends with its line', async () => {
    assert.deepEqual((await pieces('Hi {a!r\n# Heading', 'py-format')).at(-1), ['Heading', 'markup.heading']);
  });
});
