// The schema of the manifest as a tree that can be walked: for reading what can be read of a broken manifest, for
// hover and completion on its keys, and for its documentation.
import { Kept } from '../text/kept';
import type { Schema } from './schema';

export type Shape = MapShape | RecordShape | ListShape | ChoiceShape | LeafShape | AnyShape;

interface Described {
  /** Noun for one of these: `layer`. */
  readonly title?: string;
  readonly description?: string;
}

export interface MapShape extends Described {
  readonly kind: 'map';
  readonly keys: ReadonlyMap<string, Key>;
  /** Keys of which exactly one must be there; empty: no such rule. */
  readonly exactlyOne: readonly string[];
  /** Objections to a map whose values are all right by themselves. */
  refuse(value: object): readonly { readonly key: string; readonly message: string }[];
}

export interface Key {
  readonly name: string;
  readonly shape: Shape;
  readonly required: boolean;
  readonly description: string;
  /** What holds when the key is not there, where that is a plain value. */
  readonly default?: unknown;
}

/** A map whose keys are names that the author chooses. */
export interface RecordShape extends Described {
  readonly kind: 'record';
  readonly names: LeafShape;
  readonly value: Shape;
  /** Objection to an empty one. */
  readonly empty?: string;
}

export interface ListShape extends Described {
  readonly kind: 'list';
  readonly item: Shape;
  readonly empty?: string;
}

/** One of several branches, which differ in their kind of value. */
export interface ChoiceShape extends Described {
  readonly kind: 'choice';
  readonly branches: readonly Shape[];
}

export interface LeafShape extends Described {
  readonly kind: 'leaf';
  readonly type: 'text' | 'number' | 'boolean';
  /** The only values, when there are only some. */
  readonly words?: readonly Word[];
  /** Objection to a value of the right type, as the second half of a sentence: `is a whole number above 0`. */
  refuse(value: unknown): string | undefined;
}

export interface Word {
  readonly value: string | number | boolean;
  readonly description?: string;
}

export interface AnyShape extends Described {
  readonly kind: 'any';
}

const shapes = new Kept<Schema, Shape>();

/** The shape of a schema, made once. */
export function shapeOf(schema: Schema): Shape {
  let shape = shapes.get(schema);
  if (!shape) {
    shape = makeShape(schema);
    shapes.set(schema, shape);
  }
  return shape;
}

/** The parts of a zod definition that are read here. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly innerType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
  readonly entries?: Readonly<Record<string, string>>;
  readonly values?: readonly (string | number | boolean)[];
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly checks?: readonly unknown[];
}

const definitionOf = (schema: Schema): Definition => schema.def as unknown as Definition;

/** Part of a schema that the kind of the schema promises. */
function part<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('a kind of schema that the manifest does not use');
  return value;
}

function makeShape(schema: Schema): Shape {
  const def = definitionOf(schema);
  const about = described(schema);
  switch (def.type) {
    case 'optional':
      return { ...shapeOf(part(def.innerType)), ...about };
    case 'object':
      return { kind: 'map', ...about, ...mapShape(schema, def) };
    case 'record':
      return {
        kind: 'record',
        ...about,
        names: shapeOf(part(def.keyType)) as LeafShape,
        value: shapeOf(part(def.valueType)),
        ...emptiness(schema, {}),
      };
    case 'array':
      return { kind: 'list', ...about, item: shapeOf(part(def.element)), ...emptiness(schema, []) };
    case 'union':
      return { kind: 'choice', ...about, branches: part(def.options).map(shapeOf) };
    case 'unknown':
      return { kind: 'any', ...about };
    default:
      return { kind: 'leaf', ...about, ...leafShape(schema, def) };
  }
}

function described(schema: Schema): Described {
  const meta = schema.meta();
  return {
    ...(typeof meta?.title === 'string' ? { title: meta.title } : {}),
    ...(typeof meta?.description === 'string' ? { description: meta.description } : {}),
  };
}

function mapShape(schema: Schema, def: Definition): Omit<MapShape, 'kind'> {
  const keys = Object.entries(part(def.shape)).map(([name, inner]): [string, Key] => {
    const meta = inner.meta();
    const key = {
      name,
      shape: shapeOf(inner),
      required: definitionOf(inner).type !== 'optional',
      description: meta?.description ?? '',
      ...(meta?.default === undefined ? {} : { default: meta.default }),
    };
    return [name, key];
  });
  const oneOf = schema.meta()?.oneOf as readonly { required: readonly string[] }[] | undefined;
  const exactlyOne = (oneOf ?? []).flatMap((branch) => branch.required);
  // One check is "exactly one of", which is judged without the schema; only others need a second look at the values.
  const more = (def.checks?.length ?? 0) > (exactlyOne.length > 0 ? 1 : 0);
  return { keys: new Map(keys), exactlyOne, refuse: (value) => (more ? objections(schema, value) : []) };
}

function objections(schema: Schema, value: unknown): { key: string; message: string }[] {
  const result = schema.safeParse(value);
  return (result.error?.issues ?? []).map((issue) => ({ key: String(issue.path[0] ?? ''), message: issue.message }));
}

function emptiness(schema: Schema, nothing: unknown): { empty?: string } {
  const message = objections(schema, nothing)[0]?.message;
  return message === undefined ? {} : { empty: message };
}

function leafShape(schema: Schema, def: Definition): Omit<LeafShape, 'kind'> {
  const values =
    def.type === 'enum' ? Object.values(part(def.entries)) : def.type === 'literal' ? part(def.values) : [];
  const descriptions = (schema.meta()?.enumDescriptions ?? []) as readonly (string | undefined)[];
  const words = values.map((value, i): Word => {
    const description = descriptions[i];
    return description === undefined ? { value } : { value, description };
  });
  const type = words[0] ? typeof words[0].value : def.type;
  return {
    type: type === 'number' || type === 'boolean' ? type : 'text',
    ...(words.length > 0 ? { words } : {}),
    refuse: (value) => objections(schema, value)[0]?.message,
  };
}
