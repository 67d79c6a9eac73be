import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CODES, headSystem, jsonSchema, manifest } from '../../../server/src/model/schema';
import { type MapShape, type Shape, shapeOf } from '../../../server/src/model/shape';
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

const all = [...shapesIn(shapeOf(manifest), 'manifest'), ...shapesIn(shapeOf(headSystem), 'strata')];

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
    const root = shapeOf(manifest);
    const systems = root.kind === 'map' ? root.keys.get('systems')?.shape : undefined;
    const system = systems?.kind === 'record' && systems.value.kind === 'map' ? [...systems.value.keys.keys()] : [];
    const head = shapeOf(headSystem);
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

  test('never makes code from text', () => {
    const original = globalThis.Function;
    globalThis.Function = (() => assert.fail('Function was called')) as unknown as FunctionConstructor;
    try {
      assert.equal(manifest.safeParse(plain(read(`${WHOLE}# again\n`).data)).success, true);
    } finally {
      globalThis.Function = original;
    }
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
