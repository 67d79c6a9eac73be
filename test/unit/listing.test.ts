import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Listing } from '../../server/src/cli/listing';

const at = (path: string): string => `file:///w/${path}`;
const PATHS = ['a/strata.yaml', 'a/x.prompt', 'a/notes.md', 'a/prompts/ask.j2', 'a/pages/index.j2', 'b/y.prompt.hbs'];

/** Folders that are looked through are noted. What lies in `node_modules` is found only by who looks there. */
function searched(): { readonly listing: Listing; readonly looked: string[] } {
  const looked: string[] = [];
  const listing = new Listing({
    all: async (folder) => {
      looked.push(folder);
      const all = folder.includes('node_modules') ? [at('node_modules/z.prompt')] : PATHS.map(at);
      return all.filter((uri) => uri.startsWith(`${folder}/`));
    },
  });
  return { listing, looked };
}

test('a folder is looked through once, whoever asks for it or for one below it', async () => {
  const { listing, looked } = searched();
  assert.deepEqual(await listing.all('file:///w'), PATHS.map(at));
  assert.deepEqual(await listing.list('file:///w'), ['a/strata.yaml', 'a/x.prompt'].map(at));
  assert.deepEqual(await listing.all(at('a/prompts')), [at('a/prompts/ask.j2')]);
  assert.deepEqual(await listing.list(at('a')), ['a/strata.yaml', 'a/x.prompt'].map(at));
  assert.deepEqual(looked, ['file:///w']);
});

test('a folder that was passed over is looked through when it is named', async () => {
  const { listing, looked } = searched();
  await listing.all('file:///w');
  assert.deepEqual(await listing.list(at('node_modules')), [at('node_modules/z.prompt')]);
  assert.deepEqual(looked, ['file:///w', at('node_modules')]);
});

test('files of an engine are templates where their names or folders say so', async () => {
  const { listing } = searched();
  assert.deepEqual(await listing.engineFiles('file:///w'), ['a/prompts/ask.j2', 'b/y.prompt.hbs'].map(at));
});
