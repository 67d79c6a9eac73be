// What the server says by itself: when to ask again, and what has changed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeAction, CodeLens, CompletionList, InlayHint, LocationLink } from 'vscode-languageserver/node';
import type {
  CompareResult,
  FillResult,
  LocateResult,
  RenderResult,
  StatusResult,
  TokensResult,
  ValueResult,
} from '../../server/src/protocol';
import {
  EDITOR,
  type LspClient,
  type MemoryServer,
  type MemoryServerOptions,
  memoryServer,
  PLAIN,
} from '../support/lspClient';
import { LateVocabularies } from '../support/memoryWorkspace';

const MANIFEST = `version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      - { id: context, trust: data, lifetime: call, slots: [context] }
    slots:
      context: { type: json }
    scenarios:
      short: { values: { context: { a: 1 } } }
      long: { values: { context: { a: [1, 2, 3, 4, 5, 6, 7, 8, 9] } } }
`;
const TEMPLATE = 'Read the data: {context}\n';
const project = { 'strata.yaml': MANIFEST, 'chat.prompt': TEMPLATE };

async function withServer(
  work: (server: MemoryServer) => Promise<void>,
  capabilities = EDITOR,
  options?: MemoryServerOptions,
): Promise<void> {
  const server = await memoryServer(project, capabilities, options);
  try {
    await work(server);
    assert.deepEqual(server.client.errors, []);
  } finally {
    server.dispose();
  }
}

const hints = async (client: LspClient): Promise<readonly string[]> =>
  (
    await client.request<InlayHint[]>('textDocument/inlayHint', {
      ...client.at('chat.prompt'),
      range: client.everything('chat.prompt'),
    })
  ).map((hint) => String(hint.label));

describe('asking again', () => {
  test('when exact counts have arrived, hints and lenses are asked again, and nothing else', async () => {
    const late = new LateVocabularies();
    await withServer(
      async ({ client, settled }) => {
        client.open('chat.prompt', TEMPLATE);
        await client.pull('chat.prompt');
        await client.request('textDocument/semanticTokens/full', client.at('chat.prompt'));
        assert.ok((await hints(client)).every((label) => /≈ \d+ tok …$/.test(label)));
        await client.request('textDocument/codeLens', client.at('chat.prompt'));
        await settled();
        assert.deepEqual(client.received, []);
        late.arrive();
        await settled();
        assert.deepEqual(client.received, ['inlayHint/refresh', 'codeLens/refresh']);
        assert.deepEqual(await hints(client), ['policy · 5 tok', 'context · 4 tok']);
        await settled();
        assert.deepEqual(client.received.length, 2);
      },
      EDITOR,
      { counter: late.counter, initializationOptions: { commands: true } },
    );
  });

  test('an edit of the text itself asks for nothing: the editor does that by itself', () =>
    withServer(async ({ client, settled }) => {
      client.open('chat.prompt', TEMPLATE);
      await client.pull('chat.prompt');
      await hints(client);
      client.edit('chat.prompt', 0, 0, 'Now {nobody}. ');
      await settled();
      assert.deepEqual(client.received, []);
    }));

  test('an edit of the manifest asks for what it changes: trust colours, a title nothing', () =>
    withServer(async ({ client, settled }) => {
      client.open('chat.prompt', TEMPLATE);
      client.open('strata.yaml', MANIFEST, 'yaml');
      await client.pull('chat.prompt');
      await hints(client);
      await client.request('textDocument/semanticTokens/full', client.at('chat.prompt'));
      client.replace('strata.yaml', MANIFEST.replace('  chat:\n', '  chat:\n    description: A chat.\n'));
      await settled();
      assert.deepEqual(client.received, []);
      client.replace('strata.yaml', MANIFEST.replace('trust: data', 'trust: facts'));
      await settled();
      assert.deepEqual([...client.received].sort(), ['inlayHint/refresh', 'semanticTokens/refresh']);
    }));

  test('a client that cannot be asked to ask again is not', () =>
    withServer(
      async ({ client, files, settled }) => {
        client.open('chat.prompt', TEMPLATE);
        await hints(client);
        files.contents.set('strata.yaml', MANIFEST.replace('id: policy', 'id: rules'));
        client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: client.uri('strata.yaml'), type: 2 }] });
        await settled();
        assert.deepEqual(client.received, []);
        assert.deepEqual(await hints(client), ['rules · 5 tok', 'context · 4 tok']);
      },
      { textDocument: { diagnostic: {} } },
    ));
});

describe('a slow disk', () => {
  test('an answer waits only so long, and the editor is told when the rest is there', () =>
    withServer(async ({ client, files, timers, settled }) => {
      client.open('chat.prompt', `${TEMPLATE}{extra}\n`);
      client.open('strata.yaml', MANIFEST, 'yaml');
      const before = await client.findings('chat.prompt');
      assert.deepEqual(before, ['slot.unknown {extra}']);
      let arrive = (): void => undefined;
      files.slow.set(
        'extra.txt',
        new Promise((resolve) => {
          arrive = resolve;
        }),
      );
      files.contents.set('extra.txt', 'more');
      client.replace(
        'strata.yaml',
        MANIFEST.replace('type: json }', 'type: json }\n      extra: { trust: data, sample: { file: extra.txt } }'),
      );
      const answer = client.findings('chat.prompt');
      // Nothing but the limit ends the wait.
      while (!files.reads.includes('extra.txt')) await new Promise((resolve) => setImmediate(resolve));
      timers.pass(500);
      // The slot is declared by now. What its file holds is not known, so nothing is said that might be taken back.
      assert.deepEqual(await answer, []);
      assert.deepEqual(client.received, []);
      arrive();
      await settled();
      assert.deepEqual(client.received, ['diagnostic/refresh']);
      assert.deepEqual(await client.findings('chat.prompt'), [
        'trust.in-instructions {extra}',
        'trust.unfenced {extra}',
      ]);
    }));
});

describe('own requests', () => {
  test('a chosen scenario holds for hints, status and rendering, and the client is told what changed', () =>
    withServer(async ({ client, settled }) => {
      client.open('chat.prompt', TEMPLATE);
      assert.deepEqual(await hints(client), ['policy · 5 tok', 'context · 4 tok']);
      await client.request('strata/choose', { key: `${client.uri('strata.yaml')}#chat`, scenario: 'long' });
      await settled();
      assert.deepEqual(client.received, ['inlayHint/refresh']);
      assert.deepEqual(
        client.changed.map((uris) => [...uris].sort()),
        [[client.uri('chat.prompt'), client.uri('strata.yaml')]],
      );
      assert.deepEqual(await hints(client), ['policy · 5 tok', 'context · 20 tok']);
      const status = await client.request<StatusResult>('strata/status', { uri: client.uri('chat.prompt') });
      assert.deepEqual([status.system, status.scenario, status.total?.tokens], ['chat', 'long', 25]);
      const rendered = await client.request<RenderResult>('strata/render', { uri: client.uri('chat.prompt') });
      assert.equal(rendered.scenario, 'long');
      const counted = await client.request<TokensResult>('strata/tokens', {
        uri: client.uri('chat.prompt'),
        scenario: 'short',
      });
      assert.deepEqual(
        counted.systems.map((s) => [s.scenario, s.total]),
        [['short', 9]],
      );
    }));

  test('the unsaved text is what is rendered', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', TEMPLATE);
      client.edit('chat.prompt', 0, 4, 'Mind');
      const rendered = await client.request<RenderResult>('strata/render', { uri: client.uri('chat.prompt') });
      assert.deepEqual(
        rendered.messages[0]?.blocks[0]?.segments.map((s) => s.text),
        ['Mind the data: ', '{"a":1}', '\n'],
      );
    }));

  test('values are read, tried and written, and a prompt is compared with another and located', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', TEMPLATE);
      const key = `${client.uri('strata.yaml')}#chat`;
      const value = await client.request<ValueResult>('strata/value', { key, scenario: 'long', slot: 'context' });
      assert.equal(value.target?.file, client.uri('strata.yaml'));
      const values = { context: '{"b": 2}' };
      const tried = await client.request<RenderResult>('strata/render', { system: key, scenario: 'short', values });
      assert.deepEqual(tried.tried, ['context']);
      const filled = await client.request<FillResult>('strata/fill', { key, scenario: 'short', values });
      assert.deepEqual([filled.refused, filled.edits.map((edit) => edit.text)], [[], ['{"b":2}']]);
      const params = { before: { system: key, scenario: 'short' }, after: { system: key, scenario: 'long' } };
      const compared = await client.request<CompareResult>('strata/compare', params);
      assert.equal(compared.other.scenario, 'long');
      const located = await client.request<LocateResult>('strata/locate', { system: key, text: 'Mind the page.' });
      assert.equal(located.key, key);
    }));

  test('a file that no manifest names any more is answered as one', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', TEMPLATE);
      client.open('strata.yaml', MANIFEST, 'yaml');
      client.replace('strata.yaml', 'version: 1\nsystems: {}\n');
      const status = await client.request<StatusResult>('strata/status', { uri: client.uri('chat.prompt') });
      assert.deepEqual([status.system, status.total], [null, null]);
    }));
});

describe('features over the connection', () => {
  test('lenses with what the client can do', async () => {
    const titles = async (options: MemoryServerOptions): Promise<readonly (string | undefined)[]> => {
      let found: readonly (string | undefined)[] = [];
      await withServer(
        async ({ client }) => {
          client.open('chat.prompt', TEMPLATE);
          found = (await client.request<CodeLens[]>('textDocument/codeLens', client.at('chat.prompt'))).map(
            (lens) => lens.command?.title,
          );
        },
        EDITOR,
        options,
      );
      return found;
    };
    assert.deepEqual(await titles({}), ['9 tok', 'short']);
    assert.deepEqual(await titles({ initializationOptions: { commands: true } }), ['9 tok', 'Preview', 'short']);
  });

  test('definitions as links, or as places for a client that knows no links', async () => {
    const target = (client: LspClient): Promise<readonly object[]> =>
      client.request('textDocument/definition', {
        ...client.at('chat.prompt'),
        position: client.position('chat.prompt', 17),
      });
    const range = { start: { line: 9, character: 6 }, end: { line: 9, character: 13 } };
    await withServer(async ({ client }) => {
      client.open('chat.prompt', TEMPLATE);
      const [link] = (await target(client)) as LocationLink[];
      assert.deepEqual(link, {
        originSelectionRange: { start: { line: 0, character: 16 }, end: { line: 0, character: 23 } },
        targetUri: client.uri('strata.yaml'),
        targetRange: range,
        targetSelectionRange: range,
      });
    });
    await withServer(async ({ client }) => {
      client.open('chat.prompt', TEMPLATE);
      assert.deepEqual(await target(client), [{ uri: client.uri('strata.yaml'), range }]);
    }, PLAIN);
  });

  test('completion knows whether a character made the editor ask', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', 'Read \n');
      const at = { ...client.at('chat.prompt'), position: { line: 0, character: 5 } };
      assert.equal(
        await client.request('textDocument/completion', { ...at, context: { triggerKind: 2, triggerCharacter: ' ' } }),
        null,
      );
      const asked = await client.request<CompletionList>('textDocument/completion', {
        ...at,
        context: { triggerKind: 1 },
      });
      assert.deepEqual(
        asked.items.map((item) => item.label),
        ['context'],
      );
    }));

  test('all safe fixes at once, when source actions are asked for', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', 'Re\u200bad the da\u200bta: {context}\n');
      const params = {
        ...client.at('chat.prompt'),
        range: client.everything('chat.prompt'),
        context: { diagnostics: [], only: ['source.fixAll'] },
      };
      const actions = await client.request<CodeAction[]>('textDocument/codeAction', params);
      assert.deepEqual(
        actions.map((action) => action.kind),
        ['source.fixAll.strata'],
      );
      assert.deepEqual(
        actions[0]?.edit?.documentChanges?.map((change) =>
          'edits' in change ? [change.textDocument, change.edits.map((edit) => 'newText' in edit && edit.newText)] : [],
        ),
        [[{ uri: client.uri('chat.prompt'), version: 1 }, ['', '']]],
      );
    }));

  test('an address in another spelling is the same file', () =>
    withServer(async ({ client }) => {
      const uri = 'file:///w/%63hat.prompt';
      client.notify('textDocument/didOpen', {
        textDocument: { uri, languageId: 'prompt-template', version: 1, text: '{nobody}\n' },
      });
      const report = await client.request<{ items: { code: string }[] }>('textDocument/diagnostic', {
        textDocument: { uri },
      });
      assert.ok(report.items.some((item) => item.code === 'slot.unknown'));
    }));
});
