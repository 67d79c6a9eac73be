// For which file of a prompt another one stands in when two prompts are compared.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Chosen, insteadOf } from '../../../client/src/preview/instead';

const at = (path: string): string => `file:///w/${path}`;
const [main, host, tenant, manifest] = ['main.prompt', 'hosts/a.prompt', 'tenants/b.prompt', 'strata.yaml'].map(at) as [
  string,
  string,
  string,
  string,
];
const chosen = (file: string, more: Partial<Chosen> = {}) =>
  insteadOf({ file, own: [main, host, tenant], manifest, about: tenant, ...more });

test('another file with the same name is what it stands in for', () => {
  assert.deepEqual(chosen(at('old/a.prompt')), [host]);
  assert.deepEqual(chosen(at('old/strata.yaml')), [manifest]);
});

test('else the one that the panel is about; where that says nothing, all', () => {
  assert.deepEqual(chosen(at('draft.prompt')), [tenant]);
  assert.deepEqual(chosen(at('draft.prompt'), { about: main }), [main, host, tenant]);
  assert.deepEqual(chosen(at('draft.prompt'), { about: manifest }), [main, host, tenant]);
  assert.deepEqual(chosen(at('draft.prompt'), { own: [main], about: manifest }), [main]);
  assert.deepEqual(chosen(at('draft.prompt'), { own: [], about: manifest }), [manifest]);
});

test('a file of the prompt stands in for the one beside it, not for itself', () => {
  assert.deepEqual(chosen(host), [tenant]);
  assert.deepEqual(chosen(host, { about: main }), [main, tenant]);
  assert.deepEqual(chosen(host, { own: [main, host], about: main }), [main]);
  assert.deepEqual(chosen(main, { own: [main], about: main }), [main]);
});
