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

export function dialectPage(): string {
  return page([
    GENERATED,
    '# Dialects',
    'A dialect is how a slot is written in a template. The manifest names it with `dialect`; a list of several means that the program renders the text once with each, in this order.',
    table(
      ['dialect', 'engine', 'a slot', 'what it is'],
      all.map(({ id, title, print, meaning }) => [`[${id}](#${id})`, title, code(print('name')), meaning]),
    ),
    '`dotprompt` and `semantic-kernel` come with [the files of other tools](providers.md), which need no manifest. A manifest may name them as well, for a template that such a program renders.',
    ...all.flatMap(({ id, values, examples, meaning }) => [
      `## ${id}`,
      `${meaning} ${takes[values]}`,
      table(
        ['template', 'values', 'what is sent'],
        examples.map((example) => [code(example.text), code(JSON.stringify(example.values)), code(example.output)]),
      ),
    ]),
    '## In a manifest',
    block('systems:\n  answer:\n    template: answer.prompt\n    dialect: double-brace\n', 'yaml'),
  ]);
}
