// What may stand where in a manifest, as a tree that can be walked: for reading what can be read of a broken manifest, for
// hover and completion on its keys, and for its documentation. `npm run generate` makes it from the schema, so that a
// manifest is read without the library in which the schema is written: building that takes a tenth of a start.
import { Kept } from '../text/kept';
import { OBJECTORS, type Objection, type Objector } from './objections';
import { HEAD, MANIFEST, SHAPES } from './shapes.generated';

/**
 * What may stand at a place of a manifest, as data: the schema of `zod` without `zod`, for the check at run time,
 * completion, hover and the pages.
 */
export type Shape = MapShape | RecordShape | ListShape | ChoiceShape | LeafShape | AnyShape;

interface Described {
  /** Noun for one of these: `layer`. */
  readonly title?: string;
  readonly description?: string;
}

/** A map with keys that are known, as against a `RecordShape`, whose keys the author chooses. */
export interface MapShape extends Described {
  readonly kind: 'map';
  readonly keys: ReadonlyMap<string, Key>;
  /** Keys of which exactly one must be there; empty: no such rule. */
  readonly exactlyOne: readonly string[];
  /** Objections to a map whose values are all right by themselves. */
  refuse(value: object): readonly Objection[];
}

/** A key of a map, with the words that completion and hover show. */
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

/** A value that holds no others. */
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

/** A shape as it is generated: shapes inside it are places in the list of all. */
export type PackedShape = Described & { readonly empty?: string } & (
    | {
        readonly kind: 'map';
        readonly keys: readonly PackedKey[];
        readonly exactlyOne?: readonly string[];
        readonly objector?: Objector;
      }
    | { readonly kind: 'record'; readonly names: number; readonly value: number }
    | { readonly kind: 'list'; readonly item: number }
    | { readonly kind: 'choice'; readonly branches: readonly number[] }
    | {
        readonly kind: 'leaf';
        readonly type: LeafShape['type'];
        readonly words?: readonly Word[];
        readonly limits?: readonly Limit[];
      }
    | { readonly kind: 'any' }
  );

export interface PackedKey {
  readonly name: string;
  readonly shape: number;
  readonly required?: true;
  readonly default?: unknown;
}

/** What a value of the right type must keep to, and what is said of one that does not. */
export type Limit = { readonly says: string } & (
  | { readonly pattern: RegExp }
  /** The fewest characters. */
  | { readonly length: number }
  | { readonly whole: true }
  | { readonly above: number }
  | { readonly least: number }
  | { readonly most: number }
);

const shapes = new Kept<PackedShape, Shape>();

/** What a `strata.yaml` may hold. */
export const manifestShape = (): Shape => shapeAt(MANIFEST);

/** What the key `strata` of a YAML head may hold. */
export const headShape = (): Shape => shapeAt(HEAD);

/** Each is made once, so that equal parts of a manifest have the same shape. */
function shapeAt(place: number): Shape {
  const packed = SHAPES[place];
  if (!packed) throw new RangeError(`there is no shape ${place}`);
  let shape = shapes.get(packed);
  if (!shape) {
    shape = unpack(packed);
    shapes.set(packed, shape);
  }
  return shape;
}

function unpack(packed: PackedShape): Shape {
  const { title, description, empty } = packed;
  const about = {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(empty === undefined ? {} : { empty }),
  };
  switch (packed.kind) {
    case 'map':
      return {
        kind: 'map',
        ...about,
        keys: new Map(packed.keys.map((key) => [key.name, unpackKey(key)])),
        exactlyOne: packed.exactlyOne ?? [],
        refuse: (value) => (packed.objector ? [...OBJECTORS[packed.objector](value)] : []),
      };
    case 'record':
      return { kind: 'record', ...about, names: shapeAt(packed.names) as LeafShape, value: shapeAt(packed.value) };
    case 'list':
      return { kind: 'list', ...about, item: shapeAt(packed.item) };
    case 'choice':
      return { kind: 'choice', ...about, branches: packed.branches.map(shapeAt) };
    case 'any':
      return { kind: 'any', ...about };
    case 'leaf': {
      const { type, words, limits = [] } = packed;
      return { kind: 'leaf', ...about, type, ...(words ? { words } : {}), refuse: (value) => refusal(value, limits) };
    }
  }
}

function unpackKey({ required, ...key }: PackedKey): Key {
  const shape = shapeAt(key.shape);
  return { ...key, shape, required: required === true, description: shape.description ?? '' };
}

function refusal(value: unknown, limits: readonly Limit[]): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'must be a number that can be counted to';
  return limits.find((limit) => !keeps(value, limit))?.says;
}

function keeps(value: unknown, limit: Limit): boolean {
  if (typeof value === 'string')
    return (
      (!('pattern' in limit) || limit.pattern.test(value)) && (!('length' in limit) || value.length >= limit.length)
    );
  const number = Number(value);
  if ('whole' in limit) return Number.isSafeInteger(number);
  if ('above' in limit) return number > limit.above;
  if ('least' in limit) return number >= limit.least;
  return !('most' in limit) || number <= limit.most;
}
