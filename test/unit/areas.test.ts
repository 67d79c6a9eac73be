import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Areas, joined } from '../../server/src/cli/areas';

const at = (path: string): string => `file:///w/${path}`;

test('an area is what lies below the uppermost manifest; what lies below none is one more', () => {
  const areas = new Areas(['a/strata.yaml', 'a/x.prompt', 'a/b/strata.yaml', 'c/d/strata.yaml', 'c/y.prompt'].map(at));
  assert.deepEqual(
    ['a/x.prompt', 'a/b/strata.yaml', 'a/not/listed.txt', 'c/d/z.md', 'c/y.prompt', 'top.prompt'].map((path) =>
      areas.rootOf(at(path)),
    ),
    [at('a'), at('a'), at('a'), at('c/d'), '', ''],
  );
});

test('a manifest above all others makes the whole one area', () => {
  const areas = new Areas(['strata.yaml', 'a/strata.yaml', 'b/x.prompt'].map(at));
  assert.equal(areas.batches.length, 1);
});

test('areas are put together to batches, and a large one is a batch of its own', () => {
  const area = (name: string, count: number): string[] => [
    at(`${name}/strata.yaml`),
    ...Array.from({ length: count - 1 }, (_, i) => at(`${name}/${i}.prompt`)),
  ];
  const { batches } = new Areas([
    ...area('a', 20),
    ...area('b', 30),
    ...area('c', 1),
    ...area('d', 400),
    ...area('e', 2),
  ]);
  assert.deepEqual(
    batches.map(({ files }) => files.length),
    [50, 1, 400, 2],
  );
});

test('batches that read from each other are joined, with all that hangs together', () => {
  const batch = (...roots: string[]) => ({ files: roots.map((root) => `${root}/strata.yaml`), roots });
  const batches = [batch('a', 'b'), batch('c'), batch('d'), batch('e')];
  const { alone, together } = joined(
    batches,
    new Map([
      [1, ['b']],
      [2, []],
      [3, ['c']],
    ]),
  );
  assert.deepEqual([...alone], [2]);
  assert.deepEqual(together, [
    {
      files: ['a/strata.yaml', 'b/strata.yaml', 'c/strata.yaml', 'e/strata.yaml'],
      roots: ['a', 'b', 'c', 'e'],
    },
  ]);
});

test('batches that read files below no manifest are joined, and may read them then', () => {
  const batches = ['a', 'b', 'c'].map((root) => ({ files: [`${root}/strata.yaml`], roots: [root] }));
  const first = joined(
    batches,
    new Map([
      [0, ['']],
      [2, ['']],
    ]),
  );
  assert.deepEqual([...first.alone], [1]);
  assert.deepEqual(first.together, [{ files: ['a/strata.yaml', 'c/strata.yaml'], roots: ['a', '', 'c'] }]);
  const single = joined(batches, new Map([[1, ['']]]));
  assert.deepEqual(single.together, [{ files: ['b/strata.yaml'], roots: ['b', ''] }]);
});
