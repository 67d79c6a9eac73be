// The schema of the manifest as plain data, from which the server reads manifests. Only this file looks into the schema.
import { inspect } from 'node:util';
import { OBJECTORS } from '../../server/src/model/objections';
import { headSystem, manifest, type Schema } from '../../server/src/model/schema';
import type { LeafShape, Limit, PackedKey, PackedShape, Word } from '../../server/src/model/shape';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  const list = new ShapeList();
  const [manifestAt, headAt] = [list.placeOf(manifest), list.placeOf(headSystem)];
  const file = [
    '// Written by `npm run generate` from schema.ts. Do not edit.',
    "import type { PackedShape } from './shape';",
    '',
    '/** All shapes; those inside a shape are places in this list. */',
    'export const SHAPES: readonly PackedShape[] = [',
    ...list.all.map((shape) => `  ${written(shape)},`),
    '];',
    '',
    '/** Places of the two that a file can begin with. */',
    `export const MANIFEST = ${manifestAt};`,
    `export const HEAD = ${headAt};`,
    '',
  ].join('\n');
  return new Map([['server/src/model/shapes.generated.ts', file]]);
}

const written = (value: unknown): string =>
  inspect(value, { depth: null, breakLength: Infinity, maxArrayLength: null, maxStringLength: null, compact: true });

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
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
}

interface Check {
  readonly check: string;
  readonly pattern?: RegExp;
  readonly format?: string;
  readonly minimum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
  error?(issue: object): unknown;
}

const definitionOf = (schema: Schema): Definition => schema.def as unknown as Definition;

/** Part of a schema that the kind of the schema promises. */
function part<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('a kind of schema that the manifest does not use');
  return value;
}

class ShapeList {
  readonly all: PackedShape[] = [];
  /** Equal shapes are one. */
  readonly #places = new Map<string, number>();

  placeOf(schema: Schema): number {
    const shape = this.#packed(schema);
    const key = written(shape);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.#places.set(key, this.all.length);
    return this.all.push(shape) - 1;
  }

  #packed(schema: Schema): PackedShape {
    const def = definitionOf(schema);
    const about = described(schema);
    switch (def.type) {
      case 'optional':
        return { ...this.#packed(part(def.innerType)), ...about };
      case 'object':
        return { kind: 'map', ...about, ...this.#map(schema, def) };
      case 'record': {
        const [names, value] = [this.placeOf(part(def.keyType)), this.placeOf(part(def.valueType))];
        return { kind: 'record', ...about, names, value, ...emptiness(schema, {}) };
      }
      case 'array':
        return { kind: 'list', ...about, item: this.placeOf(part(def.element)), ...emptiness(schema, []) };
      case 'union':
        return { kind: 'choice', ...about, branches: part(def.options).map((option) => this.placeOf(option)) };
      case 'unknown':
        return { kind: 'any', ...about };
      default:
        return { kind: 'leaf', ...about, ...leaf(schema, def) };
    }
  }

  #map(schema: Schema, def: Definition): Omit<PackedShape & { kind: 'map' }, 'kind'> {
    const meta = schema.meta();
    const keys = Object.entries(part(def.shape)).map(([name, inner]): PackedKey => {
      const required = definitionOf(inner).type !== 'optional';
      const usual = inner.meta()?.default;
      return {
        name,
        shape: this.placeOf(inner),
        ...(required ? { required } : {}),
        ...(usual === undefined ? {} : { default: usual }),
      };
    });
    const oneOf = meta?.oneOf as readonly { required: readonly string[] }[] | undefined;
    const exactlyOne = (oneOf ?? []).flatMap((branch) => branch.required);
    const objector = Object.keys(OBJECTORS).find((name) => name === meta?.title) as keyof typeof OBJECTORS | undefined;
    const judged = (exactlyOne.length > 0 ? 1 : 0) + (objector ? 1 : 0);
    if ((def.checks?.length ?? 0) !== judged) throw new TypeError(`${meta?.title}: a check that objections.ts lacks`);
    return { keys, ...(exactlyOne.length > 0 ? { exactlyOne } : {}), ...(objector ? { objector } : {}) };
  }
}

function described(schema: Schema): { title?: string; description?: string } {
  const meta = schema.meta();
  return {
    ...(typeof meta?.title === 'string' ? { title: meta.title } : {}),
    ...(typeof meta?.description === 'string' ? { description: meta.description } : {}),
  };
}

function emptiness(schema: Schema, nothing: unknown): { empty?: string } {
  const message = schema.safeParse(nothing).error?.issues[0]?.message;
  return message === undefined ? {} : { empty: message };
}

function leaf(schema: Schema, def: Definition): Omit<PackedShape & { kind: 'leaf' }, 'kind'> {
  const values =
    def.type === 'enum' ? Object.values(part(def.entries)) : def.type === 'literal' ? part(def.values) : [];
  const descriptions = (schema.meta()?.enumDescriptions ?? []) as readonly (string | undefined)[];
  const words = values.map((value, i): Word => {
    const description = descriptions[i];
    return description === undefined ? { value } : { value, description };
  });
  const type = words[0] ? typeof words[0].value : def.type;
  const own = (def as unknown as Check).check ? [def as unknown as Check] : [];
  const limits = [...own, ...(def.checks ?? []).map((check) => check._zod.def)].map(limitOf);
  return {
    type: (type === 'number' || type === 'boolean' ? type : 'text') satisfies LeafShape['type'],
    ...(words.length > 0 ? { words } : {}),
    ...(limits.length > 0 ? { limits } : {}),
  };
}

function limitOf(check: Check): Limit {
  const says = part(check.error?.({}));
  if (typeof says !== 'string') throw new TypeError('a check of the schema that says nothing');
  switch (check.check) {
    case 'string_format':
      return { pattern: part(check.pattern), says };
    case 'min_length':
      return { length: part(check.minimum), says };
    case 'number_format':
      return { whole: true, says };
    case 'greater_than':
      return check.inclusive ? { least: part(check.value), says } : { above: part(check.value), says };
    case 'less_than':
      return { most: part(check.value), says };
    default:
      throw new TypeError(`a check of the schema that the reading lacks: ${check.check}`);
  }
}
