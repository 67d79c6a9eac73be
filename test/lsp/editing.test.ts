// Requests that change texts, and rendered prompts as documents, over the connection.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  ClientCapabilities,
  CodeAction,
  CompletionItem,
  CompletionList,
  Location,
  SemanticTokens,
  SemanticTokensDelta,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { EDITOR, type MemoryServer, type MemoryServerOptions, memoryServer, PLAIN } from '../support/lspClient';

const FILES = {
  'strata.yaml': `version: 1
systems:
  chat:
    template: chat.prompt
    dialect: single-brace
    layers:
      - { id: base, trust: instructions, lifetime: static }
      - { id: page, trust: data, lifetime: call, slots: [page] }
    slots:
      page:   { sample: A booking. }
`,
  'chat.prompt': 'Be brief. Read this: {page}\n',
};

async function withServer(
  work: (server: MemoryServer) => Promise<void>,
  capabilities: ClientCapabilities = EDITOR,
  options: MemoryServerOptions = {},
): Promise<void> {
  const server = await memoryServer(FILES, capabilities, options);
  try {
    await work(server);
    assert.deepEqual(server.client.errors, []);
  } finally {
    server.dispose();
  }
}

const documentsOf = (edit: WorkspaceEdit | undefined): readonly TextDocumentEdit[] =>
  (edit?.documentChanges ?? []).filter((one): one is TextDocumentEdit => 'textDocument' in one);

const newTextOf = (change: TextDocumentEdit | undefined): string =>
  (change?.edits ?? []).map((edit) => ('newText' in edit ? edit.newText : '')).join('');

describe('rename', () => {
  test('is one edit, with the versions of the texts that are open', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', FILES['chat.prompt']);
      client.edit('chat.prompt', 0, 0, 'Now: ');
      const position = client.position('chat.prompt', 'Now: Be brief. Read this: {p'.length);
      const params = { ...client.at('chat.prompt'), position, newName: 'sheet' };
      const edit = await client.request<WorkspaceEdit>('textDocument/rename', params);
      assert.deepEqual(
        documentsOf(edit).map(({ textDocument, edits }) => [textDocument, edits.length]),
        [
          [{ uri: client.uri('chat.prompt'), version: 2 }, 1],
          [{ uri: client.uri('strata.yaml'), version: null }, 2],
        ],
      );
    }));
  test('that is refused is an error with the reason, and no failure', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', FILES['chat.prompt']);
      const position = client.position('chat.prompt', 'Be brief. Read this: {p'.length);
      const params = { ...client.at('chat.prompt'), position, newName: 'two words' };
      await assert.rejects(client.request('textDocument/rename', params), {
        code: -32803,
        message: /"two words" cannot be the name of a slot/,
      });
    }));
  test('a client without versioned edits gets plain ones', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', FILES['chat.prompt']);
      const position = client.position('chat.prompt', 'Be brief. Read this: {p'.length);
      const params = { ...client.at('chat.prompt'), position, newName: 'sheet' };
      const edit = await client.request<WorkspaceEdit>('textDocument/rename', params);
      assert.deepEqual(Object.keys(edit.changes ?? {}), [client.uri('chat.prompt'), client.uri('strata.yaml')]);
    }, PLAIN));
});

describe('code actions', () => {
  const offered = async (client: MemoryServer['client'], only?: readonly string[]): Promise<CodeAction[]> => {
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 9 } };
    const context = { diagnostics: [], ...(only ? { only } : {}) };
    return client.request('textDocument/codeAction', { ...client.at('chat.prompt'), range, context });
  };
  test('are worked out when they are chosen, from the text as it is by then', () =>
    withServer(
      async ({ client }) => {
        client.open('chat.prompt', FILES['chat.prompt']);
        const extract = (await offered(client)).find((action) => action.kind === 'refactor.extract.slot');
        assert.ok(extract && !extract.edit);
        const resolved = await client.request<CodeAction>('codeAction/resolve', extract);
        const [inText, inManifest] = documentsOf(resolved.edit);
        assert.deepEqual(inText?.textDocument, { uri: client.uri('chat.prompt'), version: 1 });
        assert.equal(newTextOf(inText), '{beBrief}');
        assert.equal(inManifest?.textDocument.version, null);
        assert.match(newTextOf(inManifest), /beBrief:[\s\S]*Be brief\./);
        client.edit('chat.prompt', 0, 9, 'Be short.');
        const later = await client.request<CodeAction>('codeAction/resolve', extract);
        assert.match(newTextOf(documentsOf(later.edit)[1]), /beShort:[\s\S]*Be short\./);
      },
      EDITOR,
      { initializationOptions: { commands: true } },
    ));
  test('what cannot be done is told, and nothing is edited', () =>
    withServer(async ({ client }) => {
      const told: string[] = [];
      client.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
        told.push(message);
      });
      client.open('chat.prompt', FILES['chat.prompt']);
      const extract = (await offered(client)).find((action) => action.kind === 'refactor.extract.slot');
      client.replace('chat.prompt', '{page}\n');
      const resolved = await client.request<CodeAction>('codeAction/resolve', extract);
      assert.equal(resolved.edit, undefined);
      assert.deepEqual(told, ['Select words of a template, without the slots and tags in them.']);
    }));
  test('a client that asks only once gets them with their edits when it asks for their kind', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', FILES['chat.prompt']);
      assert.deepEqual(
        (await offered(client)).filter((action) => action.kind?.startsWith('refactor')),
        [],
      );
      const [extract] = await offered(client, ['refactor.extract']);
      assert.ok(extract?.edit);
    }, PLAIN));
});

describe('completion', () => {
  test('documentation comes when an item is looked at', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', 'Read {\n');
      const list = await client.request<CompletionList>('textDocument/completion', {
        ...client.at('chat.prompt'),
        position: { line: 0, character: 6 },
      });
      const item = list.items.find(({ label }) => label === 'page');
      assert.equal(item?.documentation, undefined);
      const resolved = await client.request<CompletionItem>('completionItem/resolve', item);
      assert.match(JSON.stringify(resolved.documentation), /A booking\./);
    }));
  test('names of files are offered in paths', () =>
    withServer(async ({ client }) => {
      const text = FILES['strata.yaml'].replace('chat.prompt', 'ch');
      client.open('strata.yaml', text, 'yaml');
      const list = await client.request<CompletionList>('textDocument/completion', {
        ...client.at('strata.yaml'),
        position: client.position('strata.yaml', text.indexOf('ch\n') + 2),
      });
      assert.deepEqual(
        list.items.map(({ label }) => label),
        ['chat.prompt'],
      );
    }));
});

describe('semantic tokens', () => {
  test('of a range, and what has changed since the last answer', () =>
    withServer(async ({ client }) => {
      client.open('chat.prompt', FILES['chat.prompt']);
      const at = client.at('chat.prompt');
      const full = await client.request<SemanticTokens>('textDocument/semanticTokens/full', at);
      client.edit('chat.prompt', 0, 0, '{page}\n');
      const delta = await client.request<SemanticTokensDelta>('textDocument/semanticTokens/full/delta', {
        ...at,
        previousResultId: full.resultId,
      });
      const now = await client.request<SemanticTokens>('textDocument/semanticTokens/full', at);
      const [edit] = delta.edits;
      assert.ok(edit);
      const data = [...full.data];
      data.splice(edit.start, edit.deleteCount, ...(edit.data ?? []));
      assert.deepEqual(data, now.data);
      const stale = await client.request<SemanticTokens>('textDocument/semanticTokens/full/delta', {
        ...at,
        previousResultId: full.resultId,
      });
      assert.deepEqual(stale.data, now.data);
      const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 6 } };
      const first = await client.request<SemanticTokens>('textDocument/semanticTokens/range', { ...at, range });
      assert.deepEqual(first.data, now.data.slice(0, 15));
    }));
});

describe('formatting', () => {
  const options = { tabSize: 4, insertSpaces: true };
  test('of a manifest; of a template nothing', () =>
    withServer(async ({ client }) => {
      client.open('strata.yaml', FILES['strata.yaml'], 'yaml');
      client.open('chat.prompt', 'a:   b  \n');
      const edits = await client.request<TextEdit[]>('textDocument/formatting', {
        ...client.at('strata.yaml'),
        options,
      });
      assert.deepEqual(
        edits.map(({ newText }) => newText),
        [' '],
      );
      assert.deepEqual(await client.request('textDocument/formatting', { ...client.at('chat.prompt'), options }), []);
    }));
  test('is registered for what is ours alone, where the client can do that', async () => {
    const dynamic = { dynamicRegistration: true };
    const capabilities: ClientCapabilities = {
      ...EDITOR,
      textDocument: { ...EDITOR.textDocument, formatting: dynamic, rangeFormatting: dynamic },
    };
    await withServer(async ({ client, initialized, settled }) => {
      assert.equal(initialized.capabilities.documentFormattingProvider, undefined);
      await settled();
      assert.deepEqual(client.registered.get('textDocument/formatting'), {
        documentSelector: [
          { pattern: '**/strata.yaml' },
          { pattern: '**/*.{prompt,ptmpl}' },
          { language: 'prompt-template' },
        ],
      });
    }, capabilities);
  });
});

describe('rendered prompts as documents', () => {
  const READER: ClientCapabilities = { ...EDITOR, workspace: { ...EDITOR.workspace, textDocumentContent: {} } };
  test('are given to clients that read them, follow their texts, and lead back to them', () =>
    withServer(async ({ client, initialized, timers, settled }) => {
      assert.deepEqual(initialized.capabilities.workspace?.textDocumentContent, { schemes: ['strata-rendered'] });
      const refreshed: string[] = [];
      client.connection.onRequest('workspace/textDocumentContent/refresh', ({ uri }: { uri: string }) => {
        refreshed.push(uri);
        return null;
      });
      client.open('chat.prompt', FILES['chat.prompt']);
      const query = encodeURIComponent(JSON.stringify({ uri: client.uri('chat.prompt') }));
      const uri = `strata-rendered:/chat.md?${query}`;
      const read = async (): Promise<string> =>
        (await client.request<{ text: string }>('workspace/textDocumentContent', { uri })).text;
      const text = 'Be brief. Read this: A booking.\n';
      assert.equal(await read(), text);
      client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'markdown', version: 1, text } });
      const where = async (method: string, character: number): Promise<unknown> =>
        client.request(`textDocument/${method}`, { textDocument: { uri }, position: { line: 0, character } });
      const [literal] = (await where('definition', 3)) as { targetUri: string; targetRange: Location['range'] }[];
      assert.equal(literal?.targetUri, client.uri('chat.prompt'));
      assert.deepEqual(literal?.targetRange.start, { line: 0, character: 3 });
      const [value] = (await where('definition', 24)) as { targetRange: Location['range'] }[];
      assert.deepEqual(value?.targetRange, { start: { line: 0, character: 21 }, end: { line: 0, character: 27 } });
      assert.match(JSON.stringify(await where('hover', 24)), /value of `page` · layer \*\*page\*\*/);
      client.edit('chat.prompt', 0, 2, 'Stay');
      await settled();
      timers.pass(200);
      await settled();
      assert.deepEqual(refreshed, [uri]);
      assert.equal(await read(), text.replace('Be', 'Stay'));
      const broken = await client.request<{ text: string }>('workspace/textDocumentContent', {
        uri: 'strata-rendered:/x?%',
      });
      assert.equal(broken.text, 'This is no address of a rendered prompt.');
    }, READER));
  test('are not announced to our own extension, which shows them itself', () =>
    withServer(
      async ({ initialized }) => assert.equal(initialized.capabilities.workspace?.textDocumentContent, undefined),
      READER,
      { initializationOptions: { commands: true } },
    ));
});

/** Lets everything that is on its way arrive. */
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
};

describe('a workspace that takes long to read', () => {
  const SHOWS: ClientCapabilities = { ...EDITOR, window: { workDoneProgress: true } };
  const progressOf = async (milliseconds: number, capabilities = SHOWS): Promise<readonly string[]> => {
    const seen: string[] = [];
    let read = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      read = resolve;
    });
    const server = await memoryServer(FILES, capabilities, { slow: { 'chat.prompt': slow } });
    const { client, timers } = server;
    client.connection.onRequest('window/workDoneProgress/create', () => null);
    client.connection.onNotification(
      '$/progress',
      ({ value }: { value: { kind: string; title?: string; message?: string } }) => {
        seen.push([value.kind, value.title, value.message].filter((one) => one !== undefined).join(' '));
      },
    );
    try {
      const answered = client.request('strata/systems', {});
      await turns();
      timers.pass(milliseconds);
      await turns();
      read();
      await answered;
      await server.settled();
      return seen;
    } finally {
      server.dispose();
    }
  };
  test('says so, until it is read', async () => {
    assert.deepEqual(await progressOf(1000), ['begin Strata Reading prompts and manifests', 'end']);
  });
  test('says nothing when it is soon done, or to a client that shows no progress', async () => {
    assert.deepEqual(await progressOf(500), []);
    assert.deepEqual(await progressOf(1000, EDITOR), []);
  });
});
