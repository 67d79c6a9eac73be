// The page about dialects, made of what each of them says about itself.
import { DIALECT } from '../../server/src/model/dialects.generated';
import type { Dialect } from '../../server/src/syntax/dialects/dialect';
import { dialects } from '../../server/src/syntax/dialects/index.generated';
import { block, code, GENERATED, page, table } from './markdown';

const all = DIALECT.map((id) => {
  const dialect = dialects.find((one) => one.id === id);
  if (!dialect) throw new Error(`${id} has no engine`);
  return dialect;
});

const takes: Readonly<Record<Dialect['values'], string>> = {
  text: 'Every value is text.',
  scalars: 'Numbers and booleans keep their kind, for format specifications; every other value is text.',
  data: 'Lists, maps, numbers and booleans keep their kind, for loops and conditions.',
};

/** What its engine has of the options of a manifest. */
function optionsOf(options: Dialect['options'], missing: Dialect['missing'] = []): readonly string[] {
  if (!options) return [];
  const words = missing.map((word) => code(word)).join(', ');
  const shown = options.map((name) => (name === 'missing' ? `${code(name)} (${words})` : code(name)));
  return [`[Options](manifest.md#engine-options) that its engine has: ${shown.join(', ')}.`];
}

export function dialectPage(): string {
  return page([
    GENERATED,
    '# Dialects',
    'A dialect is how a slot is written in a template. The manifest names it with `dialect`; a list of several means that the program renders the text once with each, in this order. What a dialect does not name is text: an HTML comment is sent, shown and counted like any other.',
    table(
      ['dialect', 'engine', 'a slot', 'what it is'],
      all.map(({ id, title, print, meaning }) => [`[${id}](#${id})`, title, code(print('name')), meaning]),
    ),
    '`dotprompt` and `semantic-kernel` come with [the files of other tools](providers.md), which need no manifest. A manifest may name them as well, for a template that such a program renders.',
    ...all.flatMap(({ id, values, examples, meaning, options, missing }: Dialect) => [
      `## ${id}`,
      `${meaning} ${takes[values]}`,
      ...optionsOf(options, missing),
      table(
        ['template', 'values', 'what is sent'],
        examples.map((example) => [code(example.text), code(JSON.stringify(example.values)), code(example.output)]),
      ),
    ]),
    '## In a manifest',
    block('systems:\n  answer:\n    template: answer.prompt\n    dialect: double-brace\n', 'yaml'),
    'A program that sets other delimiters on its engine says so, and everything reads and writes them; only the colours of a grammar stay those of the engine itself.',
    block(
      'systems:\n  answer:\n    template: answer.prompt\n    dialect: jinja\n    options:\n      delimiters: { slot: "[[ ]]", statement: "[% %]" }\n      lineStatement: "%%"\n      missing: error\n',
      'yaml',
    ),
  ]);
}
