// Own requests beside the preview's, and what the trust of the client decides.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FollowResult, LocateResult, ProposeResult } from '../../server/src/protocol';
import { EDITOR, memoryServer } from '../support/lspClient';

const FILES = {
  'strata.yaml':
    'version: 1\nsystems:\n  a:\n    template: a.prompt\n    dialect: single-brace\n    slots: { x: {}, y: {} }\n',
  'HEAD:a.prompt': 'Answer {x} in {y}.\n',
  'a.prompt': 'Answer {x} in {y}.\n',
  'new/b.prompt': 'Hello.\n',
  'new/c.md': 'Good night, {name}.\n',
  'old/strata.yaml': 'version: 1\nsystems:\n  d: { template: d.prompt, dialect: single-brace }\n',
  'old/d.prompt': 'Bye.\n',
};

async function withServer(
  trusted: boolean | undefined,
  work: (server: Awaited<ReturnType<typeof memoryServer>>) => Promise<void>,
): Promise<void> {
  const server = await memoryServer(FILES, EDITOR, {
    initializationOptions: trusted === undefined ? undefined : { trusted },
  });
  try {
    await work(server);
    assert.deepEqual(server.client.errors, []);
  } finally {
    server.dispose();
  }
}

const lost = async (client: Awaited<ReturnType<typeof memoryServer>>['client']): Promise<readonly string[]> =>
  (await client.findings('a.prompt')).filter((finding) => finding.startsWith('slot.lost'));

describe('strata/locate', () => {
  test('answers from the open text, for a file of the system', () =>
    withServer(undefined, async ({ client }) => {
      client.open('a.prompt', 'Reply to {x} in {y}.\n');
      const result = await client.request<LocateResult>('strata/locate', {
        uri: client.uri('a.prompt'),
        text: 'Reply to Ada in Norwegian.',
      });
      assert.deepEqual(
        result.pieces.map(({ kind, text, slot }) => [kind, text, slot]),
        [
          ['text', 'Reply to', undefined],
          ['value', 'Ada', 'x'],
          ['text', 'in', undefined],
          ['value', 'Norwegian', 'y'],
          ['text', '.', undefined],
        ],
      );
    }));
});

describe('strata/propose', () => {
  const propose = (server: Awaited<ReturnType<typeof memoryServer>>, path: string): Promise<ProposeResult> =>
    server.client.request<ProposeResult>('strata/propose', { uri: server.client.uri(path) });

  test('a manifest for the templates of a folder that no manifest names, from the open text', () =>
    withServer(undefined, async (server) => {
      server.client.open('new/b.prompt', 'Hello {name}.\n');
      const { text, ...rest } = await propose(server, 'new');
      assert.deepEqual(rest, {
        version: 1,
        manifest: server.client.uri('new/strata.yaml'),
        exists: false,
        templates: ['b.prompt'],
        more: false,
      });
      assert.match(text ?? '', /^ {2}b:\n {4}template: b\.prompt\n/m);
      assert.match(text ?? '', /slots: \[name\]/);
    }));

  test('one template alone, and a folder that has nothing left to name', () =>
    withServer(undefined, async (server) => {
      assert.deepEqual((await propose(server, 'new/c.md')).templates, ['c.md']);
      const { exists, text, templates } = await propose(server, 'old');
      assert.deepEqual({ exists, text, templates }, { exists: true, text: null, templates: [] });
    }));
});

describe('committed versions', () => {
  test('a slot that is lost is told as soon as git has answered, and the editor is asked to ask again', () =>
    withServer(undefined, async ({ client, settled }) => {
      client.open('a.prompt', 'Answer {x} in Norwegian.\n');
      // Nobody waits for git.
      assert.deepEqual(await lost(client), []);
      await settled();
      assert.deepEqual(client.received, ['diagnostic/refresh']);
      assert.deepEqual(await lost(client), ['slot.lost Norwegian']);
      client.replace('a.prompt', FILES['a.prompt']);
      assert.deepEqual(await lost(client), []);
    }));

  test('in a folder that is not trusted git is not asked, nor watched', () =>
    withServer(false, async ({ client, settled }) => {
      client.open('a.prompt', 'Answer {x} in Norwegian.\n');
      await settled();
      assert.deepEqual(await lost(client), []);
      await settled();
      assert.deepEqual(await lost(client), []);
      assert.deepEqual(
        client.watchers.map(({ globPattern }) => (typeof globPattern === 'string' ? globPattern : globPattern.pattern)),
        ['**/strata.yaml', '**/*.{prompt,ptmpl}', '**'],
      );
    }));
});

describe('strata/follow', () => {
  test('the whole prompt first, then what has changed; the whole again for somebody who has another one', () =>
    withServer(undefined, async ({ client }) => {
      client.open('a.prompt', 'Answer {x} in {y}.\n');
      const ask = (id: string, since?: string): Promise<FollowResult> =>
        client.request('strata/follow', { uri: client.uri('a.prompt'), id, ...(since ? { since } : {}) });
      const first = await ask('1');
      assert.ok(first.result);
      client.edit('a.prompt', 0, 6, 'Reply to');
      const second = await ask('2', '1');
      assert.ok(second.change);
      assert.equal(second.since, '1');
      assert.deepEqual(
        second.change.messages[0]?.blocks[0]?.segments.map((one) => ('by' in one ? one.by : Object.keys(one).join())),
        // What stands behind it on its line has moved as well, and has the same text.
        ['Reply to', '', '', '', ''],
      );
      assert.ok((await ask('3', 'never')).result);
    }));
});

describe('own requests with wrong parameters', () => {
  test('are answered with one sentence that says what is wrong, and nothing is logged', () =>
    withServer(undefined, async ({ client }) => {
      const refusal = (method: string, params: unknown): Promise<unknown> =>
        client.request(method, params as object).then(
          () => 'answered',
          ({ message }: Error) => message,
        );
      const cases: readonly (readonly [string, unknown, string])[] = [
        ['strata/compare', {}, '`before` is missing, an object'],
        ['strata/compare', null, 'the parameters must be an object'],
        ['strata/compare', { before: {}, after: 5 }, '`after` must be an object'],
        ['strata/compare', { before: {}, after: { select: { a: 1 } } }, '`after.select` must be an object of texts'],
        ['strata/locate', { text: 4 }, '`text` must be a text'],
        ['strata/value', { key: 'k', slot: 's' }, '`scenario` is missing, a text or null'],
        ['strata/render', { hostile: 'yes' }, '`hostile` must be true or false'],
      ];
      for (const [method, params, says] of cases)
        assert.equal(await refusal(method, params), `${method} cannot be answered: ${says}.`);
    }));
});
