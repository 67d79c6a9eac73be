import assert from 'node:assert/strict';
import { test } from 'node:test';
import { normalizeAddress, relativePath, resolveAddress } from '../../server/src/text/address';

test('equal files have equal addresses, however their URI is spelled', () => {
  const same: readonly [string, string][] = [
    ['file:///w/a.md', 'file:///w/./sub/../a.md'],
    ['file:///c%3A/w/a.md', 'file:///C:/w/a.md'],
    ['vscode-vfs://github/owner/a%20b.md', 'vscode-vfs://github/owner/a b.md'],
    ['memfs:/w/a.md', 'memfs:/w/x/../a.md'],
  ];
  for (const [address, written] of same) assert.equal(normalizeAddress(written), address);
  assert.equal(normalizeAddress('untitled:Untitled-1'), 'untitled:Untitled-1');
});

test('a path is looked up from the file that it is written in, with an authority and without', () => {
  assert.equal(resolveAddress('file:///w/strata.yaml', 'in/a.md'), 'file:///w/in/a.md');
  assert.equal(resolveAddress('vscode-vfs://github/w/strata.yaml', '../a.md'), 'vscode-vfs://github/a.md');
  assert.equal(resolveAddress('memfs:/w/strata.yaml', 'in/a.md'), 'memfs:/w/in/a.md');
  assert.equal(relativePath('memfs:/w', 'memfs:/w/in/a.md'), 'in/a.md');
});
