import type { YamlAlias, YamlNode } from '../syntax/yaml/tree';
import type { Shape } from './shape';

/** What a value is to YAML. */
export type Kind = 'text' | 'number' | 'boolean' | 'null' | 'map' | 'list';

type Node = Exclude<YamlNode, YamlAlias>;

/** What YAML has read, as the schema asks for it: a date or `yes` is text, as in YAML 1.2. */
export function kindOf(at: Node): Kind {
  if (at.kind !== 'scalar') return at.kind;
  if (at.value === null) return 'null';
  const type = typeof at.value;
  return type === 'number' || type === 'boolean' ? type : 'text';
}

/** The kinds of value that a shape takes. */
export function kindsOf(shape: Shape): readonly Kind[] {
  switch (shape.kind) {
    case 'leaf':
      return [shape.type];
    case 'record':
      return ['map'];
    case 'choice':
      return shape.branches.flatMap(kindsOf);
    case 'any':
      return ['text', 'number', 'boolean', 'null', 'map', 'list'];
    default:
      return [shape.kind];
  }
}

/** Whether a value is of a kind that a shape takes. What is not written yet may become anything. */
export const accepts = (shape: Shape, at: Node): boolean =>
  (at.kind === 'scalar' && at.style === 'none') || kindsOf(shape).includes(kindOf(at));
