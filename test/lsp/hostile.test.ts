// A client that asks nonsense, and texts that no hand has written: every request is answered, and the next one too.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { REQUESTS as OWN } from '../../server/src/protocol';
import { isWhole } from '../support/effort';
import { answersEverything } from '../support/everything';
import { type LspClient, type MemoryServer, memoryServer } from '../support/lspClient';

const MANIFEST = `version: 1
systems:
  desk:
    template: desk.prompt
    dialect: single-brace
    layers:
      - { id: policy, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page], starts: "## Page" }
    slots: { page: { sample: x } }
`;
const TEMPLATE = 'You help.\n\n## Page\nThis is data: {page}\n';

async function withServer(work: (server: MemoryServer) => Promise<void>): Promise<void> {
  const server = await memoryServer({ 'strata.yaml': MANIFEST, 'desk.prompt': TEMPLATE });
  try {
    server.client.open('desk.prompt', TEMPLATE);
    await work(server);
    server.client.errors.length = 0;
    server.client.replace('desk.prompt', 'You help.\n\n## Page\nThis is data: {pge}\n');
    assert.deepEqual(await server.client.findings('desk.prompt'), ['slot.unknown {pge}']);
    assert.deepEqual(server.client.errors, []);
  } finally {
    server.dispose();
  }
}

/** Requests that answer about a text, with the parameters that they need beside it. */
const REQUESTS: Readonly<Record<string, object>> = {
  'textDocument/diagnostic': {},
  'textDocument/documentSymbol': {},
  'textDocument/semanticTokens/full': {},
  'textDocument/foldingRange': {},
  'textDocument/codeLens': {},
  'textDocument/documentLink': {},
  'textDocument/hover': { position: { line: 0, character: 3 } },
  'textDocument/completion': { position: { line: 0, character: 3 } },
  'textDocument/definition': { position: { line: 0, character: 3 } },
  'textDocument/references': { position: { line: 0, character: 3 }, context: { includeDeclaration: true } },
  'textDocument/prepareRename': { position: { line: 0, character: 3 } },
  'textDocument/rename': { position: { line: 0, character: 3 }, newName: 'x' },
  'textDocument/selectionRange': { positions: [{ line: 0, character: 3 }] },
  'textDocument/inlayHint': { range: { start: { line: 0, character: 0 }, end: { line: 9, character: 9 } } },
  'textDocument/codeAction': {
    range: { start: { line: 0, character: 0 }, end: { line: 9, character: 9 } },
    context: { diagnostics: [] },
  },
};

async function askEverything(client: LspClient, uri: string, more: object = {}): Promise<void> {
  for (const [method, params] of Object.entries(REQUESTS))
    await client.request(method, { textDocument: { uri }, ...params, ...more });
}

describe('requests', () => {
  test('at places that are not in the text', () =>
    withServer(async ({ client }) => {
      const uri = client.uri('desk.prompt');
      for (const [line, character] of [
        [0, 1e9],
        [1e9, 0],
        [-1, -5],
        [2 ** 31, 2 ** 31],
      ] as const) {
        const position = { line, character };
        const range = { start: position, end: position };
        await askEverything(client, uri, { position, positions: [position], range });
      }
      assert.deepEqual(client.errors, []);
    }));

  test('about files that are closed, elsewhere or nowhere, in whatever spelling', () =>
    withServer(async ({ client }) => {
      for (const uri of [
        client.uri('nobody.prompt'),
        'untitled:Untitled-1',
        'git:/w/desk.prompt?%7B%7D',
        'file:///',
        'file:///c%3A/Users/x/desk.prompt',
        'file:///C:/Users/x/desk.prompt',
        'file://host/share/desk.prompt',
        'FILE:///etc/passwd',
        'file:///%',
        'file:///%ff%fe',
        'file:///a%00b',
        `file:///${'../'.repeat(50)}etc/passwd`,
        '',
        '::',
      ]) {
        await askEverything(client, uri);
        client.notify('textDocument/didOpen', {
          textDocument: { uri, languageId: 'prompt-template', version: 1, text: 'a {x} {{y}}\n## T\n😀{z}' },
        });
        await askEverything(client, uri);
        client.notify('textDocument/didClose', { textDocument: { uri } });
        await askEverything(client, uri);
      }
      assert.deepEqual(client.errors, []);
    }));

  test('with parameters of another shape', () =>
    withServer(async ({ client }) => {
      const own = Object.values(OWN);
      for (const method of [...Object.keys(REQUESTS), ...own, 'workspace/symbol', 'workspace/willRenameFiles']) {
        for (const params of [{}, { textDocument: null }, { textDocument: { uri: 5 }, range: null, positions: [null] }])
          await client.request(method, params).catch(({ message }: Error) => {
            assert.match(message, new RegExp(`^${method} cannot be answered: `));
            assert.ok(own.some((one) => one === method));
          });
      }
    }));

  test('an edit of a text that is not open, or beyond its end', () =>
    withServer(async ({ client }) => {
      const change = (uri: string, contentChanges: readonly object[]): void =>
        client.notify('textDocument/didChange', { textDocument: { uri, version: 9 }, contentChanges });
      const far = { line: 900, character: 7 };
      change(client.uri('nobody.prompt'), [{ text: 'x' }]);
      change(client.uri('desk.prompt'), [
        { range: { start: far, end: far }, text: 'zz' },
        { range: { start: { line: 2, character: 0 }, end: { line: 0, character: 0 } }, text: 'yy' },
      ]);
      client.notify('textDocument/didClose', { textDocument: { uri: 'file:///w/never' } });
      client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: 'bogus', type: 7 }] });
      await client.pull('desk.prompt');
      assert.deepEqual(client.errors, []);
      client.open('desk.prompt', TEMPLATE);
    }));
});

describe('texts', () => {
  const length = isWhole ? 300_000 : 30_000;
  const texts: Readonly<Record<string, string>> = {
    'of empty lines': '\n'.repeat(length),
    'of one line': 'b'.repeat(7 * length),
    'of headings': '## Head\n'.repeat(length / 6),
    'of opening braces': '{'.repeat(length),
    'that ends its lines with CR alone': 'a {page}\r'.repeat(length / 150),
    'from right to left': 'שלום {page}\n'.repeat(length / 150),
    'with halves of characters': '\ud83d{page}\ude00\n'.repeat(length / 150),
    'with zeros': '\0{page}\0\n'.repeat(length / 150),
  };
  for (const [name, text] of Object.entries(texts)) {
    test(name, () =>
      withServer(async ({ client }) => {
        client.replace('desk.prompt', text);
        await answersEverything(client, 'desk.prompt', text);
        assert.deepEqual(client.errors, []);
      }),
    );
  }

  test('with more slots than fit on the stack', () =>
    withServer(async ({ client }) => {
      client.replace('desk.prompt', 'ab {page} '.repeat(150_000));
      await client.pull('desk.prompt');
      await client.request('strata/status', { uri: client.uri('desk.prompt') });
      assert.deepEqual(client.errors, []);
    }));

  test('an outline and colours have an end', () =>
    withServer(async ({ client }) => {
      client.replace('desk.prompt', '{page}\n'.repeat(30_000));
      const { data } = await client.request<{ data: number[] }>(
        'textDocument/semanticTokens/full',
        client.at('desk.prompt'),
      );
      assert.equal(data.length, 20_000 * 3 * 5);
    }));
});
