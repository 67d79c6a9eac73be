// The command line takes for a prompt what an editor opens as one.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { languageOfName } from '../../../server/src/workspace/names';

interface Language {
  readonly id: string;
  readonly filenamePatterns?: readonly string[];
}

const contributed = JSON.parse(readFileSync('package.json', 'utf8')).contributes.languages as readonly Language[];
const ofEngines = contributed.flatMap(({ id, filenamePatterns = [] }) =>
  filenamePatterns.filter((pattern) => pattern.includes('*')).map((pattern) => ({ id, pattern })),
);

test('every pattern that the extension contributes means the same language here', () => {
  assert.ok(ofEngines.length > 20);
  for (const { id, pattern } of ofEngines) {
    const uri = `file:///w/${pattern.replaceAll('**/', 'a/').replaceAll('*', 'x')}`;
    assert.equal(languageOfName(uri), id, pattern);
    assert.equal(languageOfName(uri.toUpperCase().replace('FILE:', 'file:')), id, pattern);
  }
});

test('other files of an engine, and other files of a folder of prompts, are not taken for prompts', () => {
  for (const path of ['pages/index.j2', 'prompter.j2', 'my.prompts.j2', 'prompts/notes.md', 'prompts/j2', 'prompts.j2'])
    assert.equal(languageOfName(`file:///w/${path}`), undefined, path);
});
