import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { TokenHost } from '../../../server/src/node/tokenHost';
import { Counter } from '../../../server/src/tokens/counter';
import { encodings } from '../../../server/src/tokens/encodings/index.generated';
import { programs } from '../../support/processes';
import { encodingOf, ordinary, tokenizerOf } from './support';

/** The worker and the vocabularies stand beside the programs. */
const assets = dirname(programs.server);

test('a vocabulary is read on first use, and told of once it is there', async () => {
  const loaded = new Promise<string>((resolve) => {
    const host = new TokenHost({ assets, loaded: resolve });
    assert.equal(host.vocabulary('o200k_base'), undefined);
    assert.equal(host.vocabulary('o200k_base'), undefined);
    void host.load('o200k_base').then((vocabulary) => assert.equal(host.vocabulary('o200k_base'), vocabulary));
  });
  assert.equal(await loaded, 'o200k_base');
});

test('the worker counts as the main thread does', async () => {
  const host = new TokenHost({ assets, failed: (error) => assert.fail(error) });
  for (const encoding of encodings) {
    const text = Object.values(ordinary).join('') + 'a'.repeat(5000);
    assert.deepEqual(await host.offload(encoding.id, text), tokenizerOf(encoding).starts(text));
  }
  await host.dispose();
});

test('with a counter, a long text is an estimate first and exact after', async () => {
  const text = ordinary.prose.repeat(600) + 'あ'.repeat(40_000);
  let host: TokenHost | undefined;
  let counter: Counter | undefined;
  const changes = await new Promise<number>((resolve) => {
    let seen = 0;
    const changed = (): void => {
      seen++;
      if (counter?.count('o200k_base', 'k', text, []).pending === false) resolve(seen);
    };
    host = new TokenHost({ assets, loaded: changed });
    counter = new Counter({ vocabulary: host.vocabulary, offload: host.offload, changed });
    assert.equal(counter.count('o200k_base', 'k', text, []).pending, true);
  });
  assert.equal(changes, 2);
  assert.equal(counter?.count('o200k_base', 'k', text, []).total, tokenizerOf(encodingOf('o200k_base')).count(text));
  counter?.dispose();
  await host?.dispose();
});

test('what the worker was counting fails when the host is closed, and nothing is started after', async () => {
  const host = new TokenHost({ assets });
  const counting = host.offload('o200k_base', 'a'.repeat(100_000));
  const rejected = assert.rejects(counting, /closed/);
  await host.dispose();
  await rejected;
  await assert.rejects(host.offload('o200k_base', 'a'), /no worker/);
});

test('without the assets it says so, three times at most, and counts stay estimates', async () => {
  const failures: string[] = [];
  const host = new TokenHost({ assets: join(assets, 'nowhere'), failed: (error) => failures.push(error.message) });
  await assert.rejects(host.load('o200k_base'), /ENOENT/);
  await assert.rejects(host.load('none'), /no encoding none/);
  for (let n = 0; n < 5; n++) await assert.rejects(host.offload('o200k_base', 'text'));
  assert.equal(failures.length, 3);
  await host.dispose();
});
