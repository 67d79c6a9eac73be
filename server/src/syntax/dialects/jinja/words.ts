import type { Completions, Word } from '../dialect';
import { type Explained, type TagLanguage, tagWords } from '../words';
import { namesOf } from './parse/children';
import type { Marks } from './parse/marks';
import type { Body, Statement } from './parse/nodes';
import type { JinjaTree } from './tree';

/** Lines of `name what it does`. */
const explained = (lines: string): readonly Explained[] =>
  lines
    .trim()
    .split('\n')
    .map((line): Explained => {
      const [name = '', ...detail] = line.trim().split(' ');
      return [name, detail.join(' ')];
    });

const filters = explained(`
  abs the absolute value
  attr an attribute by its name
  batch lists of so many items
  capitalize the first letter large, the others small
  center in the middle of a width
  count how many there are
  default another value when there is none
  dictsort the entries of a map in order
  e < > & " ' as HTML entities
  escape < > & " ' as HTML entities
  filesizeformat a number of bytes in words
  first the first item
  float as a floating-point number
  forceescape HTML entities, even when it was escaped before
  format the values in a % pattern
  groupby lists of the items that are alike in an attribute
  indent later lines moved in by so many blanks
  int as a whole number
  items the pairs of a map
  join the items, with a text between them
  last the last item
  length how many there are
  list as a list
  lower in small letters
  map an attribute of every item, or a filter on it
  max the largest item
  min the smallest item
  reject the items for which a test does not hold
  rejectattr the items for whose attribute a test does not hold
  replace one text for another
  reverse from the end to the beginning
  round rounded to so many digits
  safe as it is, never escaped
  select the items for which a test holds
  selectattr the items for whose attribute a test holds
  slice so many lists of the items
  sort in order
  string as text
  striptags without tags of HTML
  sum all items added
  title Every Word With A Large Letter
  tojson as JSON
  trim without white space at both ends
  truncate cut to a length
  unique every item once
  upper in large letters
  urlencode for an address
  wordcount the number of words
  wordwrap in lines of a width
`);

const tests = explained(`
  boolean True or False
  callable something to call
  defined there is a value
  divisibleby divided without a rest
  eq equal
  even an even number
  false False
  float a floating-point number
  ge greater or equal
  gt greater
  in one of the items
  integer a whole number
  iterable something to loop over
  le less or equal
  lower in small letters
  lt less
  mapping a map
  ne not equal
  none None
  number a number
  odd an odd number
  sameas the very same object
  sequence a list or a text
  string a text
  true True
  undefined there is no value
  upper in large letters
`);

const WORDS: Omit<TagLanguage, 'statement' | 'output'> = {
  padded: true,
  blocks: [
    {
      name: 'if',
      detail: 'when a condition holds',
      head: `\${1:condition}`,
      middle: [`elif \${1:condition}`, 'else'],
      close: 'endif',
    },
    {
      name: 'for',
      detail: 'once for every item',
      head: `\${1:item} in \${2:items}`,
      middle: ['else'],
      close: 'endfor',
    },
    {
      name: 'set',
      detail: 'gives a name to a text',
      head: `\${1:name}`,
      close: 'endset',
      hasBody: (rest) => !rest.includes('='),
    },
    { name: 'with', detail: 'names for a stretch of text', head: `\${1:name} = \${2:value}`, close: 'endwith' },
    { name: 'macro', detail: 'a text with parameters', head: `\${1:name}(\${2})`, close: 'endmacro' },
    { name: 'call', detail: 'calls a macro with a text', head: `\${1:name}()`, close: 'endcall' },
    { name: 'filter', detail: 'a filter for a stretch of text', head: `\${1:upper}`, close: 'endfilter' },
    { name: 'block', detail: 'a text that a child may replace', head: `\${1:name}`, close: 'endblock' },
    { name: 'raw', detail: 'text with braces that are no tags', close: 'endraw' },
    { name: 'autoescape', detail: 'HTML entities on or off', head: `\${1:false}`, close: 'endautoescape' },
  ],
  singles: [
    { name: 'include', detail: 'puts another text here', head: `'\${1:file}'` },
    { name: 'extends', detail: 'fills the blocks of another text', head: `'\${1:file}'` },
    { name: 'import', detail: 'macros of another text, under one name', head: `'\${1:file}' as \${2:name}` },
    { name: 'from', detail: 'macros of another text by their names', head: `'\${1:file}' import \${2:name}` },
  ],
  filters,
  tests,
};

/** What a loop tells about itself. */
const LOOP = 'index index0 revindex revindex0 first last length cycle previtem nextitem changed depth depth0'.split(
  ' ',
);

/** Statements and filters of Jinja, closing tags, and the names that the text gives itself. */
export function completeWith({
  statement,
  output,
  line,
}: Marks): (tree: JinjaTree, offset: number) => Completions | undefined {
  const language: TagLanguage = { ...WORDS, statement, output, ...(line === undefined ? {} : { line }) };
  return (tree, offset) =>
    tagWords(tree, offset, language, () => {
      const names = new Map<string, Word>();
      addNames(tree.body, offset, names, 0);
      for (const label of ['range', 'namespace', 'dict'])
        if (!names.has(label)) names.set(label, { kind: 'name', label, detail: 'of Jinja' });
      return [...names.values()];
    });
}

/** Statements nested deeper than this are not looked into. */
const DEEPEST = 200;

function addNames(body: Body, offset: number, names: Map<string, Word>, depth: number): void {
  if (depth > DEEPEST) return;
  for (const node of body.nodes) {
    if (node.start >= offset) return;
    const add = (label: string, detail: string): void => {
      names.set(label, { kind: 'name', label, detail });
    };
    addGiven(node, offset, add);
    for (const [inner, given] of bodiesOf(node)) {
      if (offset < inner.start || offset > inner.end) continue;
      for (const [name, detail] of given) add(name, detail);
      addNames(inner, offset, names, depth + 1);
    }
  }
}

/** Names that a statement leaves behind. */
function addGiven(node: Statement, offset: number, add: (label: string, detail: string) => void): void {
  if (node.end > offset && node.kind !== 'macro') return;
  if (node.kind === 'set' || node.kind === 'set-block') for (const { name } of namesOf(node.target)) add(name, 'set');
  else if (node.kind === 'macro') add(node.name.name, 'macro');
  else if (node.kind === 'import') add(node.target.name, 'imported');
  else if (node.kind === 'from') for (const { alias } of node.names) add(alias.name, 'imported');
  else if (node.kind === 'if')
    for (const arm of node.arms) for (const inner of arm.body.nodes) addGiven(inner, offset, add);
}

/** The bodies of a statement, with the names that are known in each. */
function bodiesOf(node: Statement): readonly (readonly [Body, readonly Explained[]])[] {
  switch (node.kind) {
    case 'if':
      return node.arms.map(({ body }) => [body, []]);
    case 'for': {
      const items = namesOf(node.target).map(({ name }): Explained => [name, 'of the loop']);
      const loop = LOOP.map((name): Explained => [`loop.${name}`, 'of the loop']);
      return [[node.body, [...items, ...loop]], ...(node.otherwise ? [[node.otherwise, []] as const] : [])];
    }
    case 'with':
      return [
        [
          node.body,
          node.pairs.flatMap(({ target }) => namesOf(target).map(({ name }): Explained => [name, 'of with'])),
        ],
      ];
    case 'macro':
    case 'call-block':
      return [[node.body, node.parameters.map(({ name }): Explained => [name.name, 'parameter'])]];
    case 'broken':
      return node.bodies.map((body) => [body, node.locals.map(({ name }): Explained => [name, 'of the loop'])]);
    default:
      return 'body' in node ? [[node.body, []]] : [];
  }
}
