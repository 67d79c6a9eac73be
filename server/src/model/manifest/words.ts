// How the findings about a manifest name what stands there and what should.
import type { Dialect } from '../../syntax/dialects/dialect';
import { dialects } from '../../syntax/dialects/index.generated';
import type { YamlAlias, YamlNode } from '../../syntax/yaml/tree';
import { listed } from '../../text/listed';
import type { Span } from '../../text/span';
import type { LeafShape, Shape } from '../shape';

/** What is being read, for messages. */
export interface Subject {
  /** A key of the schema, a name that the author chose (with its noun: `slot context`), or an item of a list (`a layer`). */
  readonly kind: 'key' | 'named' | 'item';
  readonly name: string;
  /** Where its key stands; undefined for an item of a list. */
  readonly key: Span | undefined;
}

/** The subject in a sentence: a key as it is written. */
export const inside = ({ kind, name }: Subject): string => (kind === 'key' ? `\`${name}\`` : name);
/** The same at the beginning of one. */
export const starting = (subject: Subject): string => {
  const name = inside(subject);
  return name.charAt(0).toUpperCase() + name.slice(1);
};
/** This one and no other: `This layer`. */
export const owning = (subject: Subject): string =>
  subject.kind === 'item' ? subject.name.replace(/^an? /, 'This ') : starting(subject);

/** What a value should be, behind "is": `a list of layers`, `one of a, b and c`. */
export function whatIsWanted(shape: Shape): string {
  switch (shape.kind) {
    case 'any':
      return 'any value';
    case 'list':
      return shape.item.title ? `a list of ${plural(shape.item.title)}` : 'a list';
    case 'record':
      return shape.value.title ? `a map of ${plural(shape.value.title)} by name` : 'a map';
    case 'map':
      return shape.keys.size > 6 ? 'a map' : `a map with ${listed([...shape.keys.keys()])}`;
    case 'choice':
      return choiceWanted(shape.branches);
    case 'leaf':
      return leafWanted(shape);
  }
}

function choiceWanted(branches: readonly Shape[]): string {
  const [first, second] = branches;
  const same = first && second?.kind === 'list' && whatIsWanted(second.item) === whatIsWanted(first);
  return same ? `${whatIsWanted(first)}, or a list of them` : branches.map(whatIsWanted).join(' or ');
}

function leafWanted(shape: LeafShape): string {
  if (shape.words?.length === 1) return String(shape.words[0]?.value);
  if (shape.words)
    return `one of ${listed(
      shape.words.map((w) => String(w.value)),
      'or',
    )}`;
  return { text: 'text', number: 'a number', boolean: 'true or false' }[shape.type];
}

/** A noun with its article. */
export const article = (noun: string): string => (/^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`);

function plural(noun: string): string {
  if (noun === 'axis') return 'axes';
  const [first, ...rest] = noun.split(' of ');
  return [`${first}s`, ...rest].join(' of ');
}

/** A piece of the author's text in a message, cut where it is long. */
export function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= 40 ? line : `${line.slice(0, 39)}…`;
}

/** What stands at a place, for `… is wanted here, not text`. */
export function found(at: Exclude<YamlNode, YamlAlias>): string {
  if (at.kind !== 'scalar') return article(at.kind);
  if (at.value === null) return 'null';
  return { number: 'a number', boolean: String(at.value), string: 'text' }[
    typeof at.value as 'number' | 'boolean' | 'string'
  ];
}

export const decapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** What people call things elsewhere, by the word for it here; a dialect says it itself. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  instructions: ['trusted', 'system'],
  data: ['untrusted'],
  static: ['constant', 'always', 'forever'],
  thread: ['session', 'conversation'],
  call: ['turn'],
};

const aliasesOf = (id: string): readonly string[] | undefined =>
  (dialects as readonly Dialect[]).find((dialect) => dialect.id === id)?.aliases;

/** The word that was meant by one from elsewhere. */
export function meantElsewhere(word: string, words: readonly string[]): string | undefined {
  const plain = word.toLowerCase();
  return words.find((known) => {
    const aliases = Object.hasOwn(ELSEWHERE, known) ? ELSEWHERE[known] : aliasesOf(known);
    return aliases?.includes(plain) === true;
  });
}
