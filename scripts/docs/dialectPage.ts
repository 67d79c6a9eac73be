// The page about dialects, made of what each of them says about itself.
import type { Dialect } from '../../server/src/syntax/dialects/dialect';
import { dialects } from '../../server/src/syntax/dialects/index.generated';
import { block, code, GENERATED, page, table } from './markdown';

const all: readonly Dialect[] = dialects;

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
      ['dialect', 'what it is', 'a slot'],
      all.map(({ id, title, print }) => [`[${id}](#${id})`, title, code(print('name'))]),
    ),
    ...all.flatMap(({ id, title, values, examples }) => [
      `## ${id}`,
      `${capital(title)}. ${takes[values]}`,
      table(
        ['template', 'values', 'what is sent'],
        examples.map((example) => [code(example.text), code(JSON.stringify(example.values)), code(example.output)]),
      ),
    ]),
    '## In a manifest',
    block('systems:\n  answer:\n    template: answer.prompt\n    dialect: double-brace\n', 'yaml'),
  ]);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
