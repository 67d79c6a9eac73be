// The schema that editors get, read by a validator that is not ours: it takes what Strata takes, and refuses what it refuses.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import Ajv from 'ajv';
import { parseDocument } from 'yaml';
import { rules } from '../../../server/src/rules/index.generated';
import { parseFixture } from '../../support/fixture';
import { read } from './support';
import { WHOLE } from './whole';

/** Words for each value of an enum, which editors show. */
const FOR_EDITORS = ['enumDescriptions'];

const validate = new Ajv({ allowUnionTypes: true, keywords: FOR_EDITORS, strictTypes: false }).compile(
  JSON.parse(readFileSync('docs/strata.schema.json', 'utf8')),
);

/** Findings that a schema can make. */
const REFUSED: ReadonlySet<string> = new Set(['manifest.schema', 'manifest.unknown-key']);

const isManifest = (path: string): boolean => /(?:^|\/)strata\.yaml$/.test(path);

const onDisk = ['examples', 'test/e2e/workspace'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => isManifest(path.replaceAll('\\', '/')))
    .map((path) => join(folder, path)),
);

/** The manifests that stand in the examples of all rules: many of them hold what the rule finds. */
const inRules = rules.flatMap(({ code, examples }) =>
  examples
    .flatMap(({ bad, fixed, good }) => [bad, fixed, good])
    .flatMap((source) => (source === undefined ? [] : parseFixture(source, 'x.prompt')))
    .filter(({ path }) => isManifest(path))
    .map(({ text }) => ({ code, text })),
);

describe('the schema for editors', () => {
  for (const path of onDisk) {
    test(`takes ${path.replaceAll('\\', '/')}`, () => {
      assert.equal(validate(dataOf(readFileSync(path, 'utf8'))), true, JSON.stringify(validate.errors));
    });
  }

  test('takes a manifest with every key', () => {
    assert.equal(validate(dataOf(WHOLE)), true, JSON.stringify(validate.errors));
  });

  test('takes and refuses the same manifests of the rules as Strata does', () => {
    const verdicts = inRules
      .filter(({ text }) => parseDocument(text).errors.length === 0)
      .map(({ code, text }) => ({
        code,
        text,
        theirs: validate(dataOf(text)),
        ours: !read(text).faults.some((fault) => REFUSED.has(fault.code)),
      }));
    assert.deepEqual(
      verdicts.filter(({ theirs, ours }) => theirs !== ours),
      [],
    );
    assert.ok(verdicts.filter(({ ours }) => ours).length > 100);
    assert.ok(verdicts.some(({ ours }) => !ours));
  });
});

const dataOf = (text: string): unknown => parseDocument(text).toJS();
