import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODES } from '../../../server/src/model/codes.generated';
import { jsonSchema, manifest, type Schema } from '../../../server/src/model/schema';
import { headShape, type MapShape, manifestShape, type Shape } from '../../../server/src/model/shape';
import { rules } from '../../../server/src/rules/index.generated';
import { plain, read } from './support';
import { WHOLE } from './whole';

/** Every shape of the schema with the path that leads to it. */
function* shapesIn(shape: Shape, path: string): Generator<{ shape: Shape; path: string }> {
  yield { shape, path };
  if (shape.kind === 'map') for (const key of shape.keys.values()) yield* shapesIn(key.shape, `${path}.${key.name}`);
  if (shape.kind === 'record') yield* shapesIn(shape.value, `${path}.*`);
  if (shape.kind === 'list') yield* shapesIn(shape.item, `${path}[]`);
  if (shape.kind === 'choice') for (const branch of shape.branches) yield* shapesIn(branch, path);
}

interface Inside {
  readonly innerType?: Schema;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly element?: Schema;
  readonly options?: readonly Schema[];
}

/** Every shape with the part of the schema that it was made from. */
function* pairsIn(
  shape: Shape,
  schema: Schema,
  path: string,
): Generator<{ shape: Shape; schema: Schema; path: string }> {
  const def = schema.def as Inside;
  if (def.innerType) return yield* pairsIn(shape, def.innerType, path);
  yield { shape, schema, path };
  const into = function* (inner: Shape, one: Schema | undefined, step: string) {
    if (!one) assert.fail(`${path}${step} is not in the schema`);
    yield* pairsIn(inner, one, path + step);
  };
  if (shape.kind === 'map')
    for (const { name, shape: inner } of shape.keys.values()) yield* into(inner, def.shape?.[name], `.${name}`);
  if (shape.kind === 'record') {
    yield* into(shape.names, def.keyType, '.name');
    yield* into(shape.value, def.valueType, '.*');
  }
  if (shape.kind === 'list') yield* into(shape.item, def.element, '[]');
  if (shape.kind === 'choice')
    for (const [i, branch] of shape.branches.entries()) yield* into(branch, def.options?.[i], '');
}

const all = [...shapesIn(manifestShape(), 'manifest'), ...shapesIn(headShape(), 'strata')];

function kindsOf(shape: Shape): string[] {
  if (shape.kind === 'choice') return shape.branches.flatMap(kindsOf);
  if (shape.kind === 'leaf') return [shape.type];
  return [shape.kind === 'record' ? 'map' : shape.kind];
}

describe('the schema', () => {
  test('branches of a union differ in their JSON type at the root', () => {
    const choices = all.filter(({ shape }) => shape.kind === 'choice');
    assert.equal(choices.length > 10, true);
    for (const { shape, path } of choices) {
      const kinds = kindsOf(shape);
      assert.equal(kinds.includes('any'), false, path);
      assert.equal(new Set(kinds).size, kinds.length, path);
    }
  });

  test('every key is described in words', () => {
    const maps = all.filter((one): one is { shape: MapShape; path: string } => one.shape.kind === 'map');
    for (const { shape, path } of maps) {
      for (const key of shape.keys.values())
        assert.match(key.description, /^\p{Lu}.*[.:]?.*\.$/su, `${path}.${key.name}`);
    }
  });

  test('words that need it are described', () => {
    const wordless = all.flatMap(({ shape, path }) =>
      shape.kind === 'leaf' && shape.words?.some((word) => word.description === undefined) ? [path] : [],
    );
    // Roles and numbers speak for themselves.
    const plainWords = /\.(?:version|role|message|messages|ifAbsent)$/;
    assert.deepEqual(
      wordless.filter((path) => !plainWords.test(path)),
      [],
    );
  });

  test('knows the code of every rule', () => {
    const codes: readonly string[] = CODES;
    assert.deepEqual(
      rules.map((rule) => rule.code).filter((code) => !codes.includes(code)),
      [],
    );
    assert.equal(new Set(codes).size, codes.length);
    assert.equal(codes.includes('text.entity'), true);
  });

  test('a head has the keys of a system but template, parts and join', () => {
    const root = manifestShape();
    const systems = root.kind === 'map' ? root.keys.get('systems')?.shape : undefined;
    const system = systems?.kind === 'record' && systems.value.kind === 'map' ? [...systems.value.keys.keys()] : [];
    const head = headShape();
    const own = head.kind === 'map' ? [...head.keys.keys()] : [];
    assert.deepEqual(
      system.filter((key) => !own.includes(key)),
      ['template', 'parts', 'join'],
    );
    assert.deepEqual(
      own.filter((key) => !system.includes(key)),
      [],
    );
  });

  test('takes exactly what the reading takes', () => {
    assert.equal(manifest.safeParse(plain(read(WHOLE).data)).success, true);
    const slips: [string, string][] = [
      ['trust: data', 'trust: dat'],
      ['version: 1', 'version: 2'],
      ['cut: refuse', 'cut: never'],
      ['title: Core', 'titel: Core'],
      ['perItem: 40', 'perItem: 0'],
      ['- tools', '- tool'],
    ];
    for (const [right, wrong] of slips) {
      const text = WHOLE.replace(right, wrong);
      assert.notEqual(text, WHOLE);
      assert.notDeepEqual(read(text).faults, [], wrong);
    }
  });

  test('refuses in the words of the schema what the schema refuses, as data', () => {
    const values = ['', ' ', 'a b', '__proto__', 'kb', '{kb}', -1, 0, 0.5, 1, 1.5, 2, 2 ** 53, true];
    let refused = 0;
    for (const { shape, schema, path } of pairsIn(manifestShape(), manifest, 'manifest')) {
      if (shape.kind !== 'leaf' || shape.words) continue;
      for (const value of values) {
        if (typeof value !== (shape.type === 'text' ? 'string' : shape.type)) continue;
        const says = schema.safeParse(value).error?.issues[0]?.message;
        assert.equal(shape.refuse(value), says, `${path}: ${value}`);
        if (says !== undefined) refused++;
      }
    }
    assert.equal(refused > 100, true);
  });

  test('is shipped as a JSON schema with every description', () => {
    const text = JSON.stringify(jsonSchema());
    for (const { shape } of all) {
      if (shape.kind !== 'map') continue;
      for (const key of shape.keys.values())
        assert.equal(text.includes(JSON.stringify(key.description)), true, key.name);
    }
    assert.equal(jsonSchema().$schema, 'http://json-schema.org/draft-07/schema#');
    // A checker of YAML takes the key `3:` for a number, so no key is said to be text.
    assert.match(text, /"propertyNames":\{/);
    assert.doesNotMatch(text, /"propertyNames":\{"type"/);
  });
});
