// What people who write prompt templates have run into, each as the smallest files that show it: every finding that
// Strata gives for them and no other, and, where the case is about what the model reads, the rendering.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFixture, textsOf, withMarks } from '../support/fixture';
import { addressOf, memoryWorkspace } from '../support/memoryWorkspace';
import { CACHE } from './cache';
import type { Cases } from './case';
import { DIALECTS } from './dialects';
import { ENGINES } from './engines';
import { FILES } from './files';
import { SIZES } from './sizes';
import { TRUST } from './trust';
import { VALUES } from './values';

const all: Cases = { ...DIALECTS, ...ENGINES, ...VALUES, ...TRUST, ...FILES, ...CACHE, ...SIZES };

for (const [name, { files: source, renders }] of Object.entries(all)) {
  test(name, async () => {
    const files = parseFixture(source);
    const { service, log } = await memoryWorkspace(textsOf(files));
    const snapshot = service.workspace.snapshot();
    const found = files.map(({ path, text }) => {
      const findings = snapshot.findings(addressOf(path));
      return [
        path,
        withMarks(
          text,
          findings.map(({ code, span }) => ({ code, start: span.start, end: span.end })),
        ),
      ];
    });
    assert.deepEqual(
      found,
      files.map(({ path, text, marks }) => [path, withMarks(text, marks)]),
    );
    if (renders) {
      const texts = snapshot.systems.flatMap((system) => snapshot.rendered(system, snapshot.shown(system)).texts);
      assert.deepEqual(texts, renders);
    }
    assert.deepEqual(log, []);
  });
}
