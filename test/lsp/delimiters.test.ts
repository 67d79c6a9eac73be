// A system whose program sets other delimiters on its engine, over the connection: everything reads and writes them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type {
  CodeAction,
  CompletionItem,
  CompletionList,
  FoldingRange,
  SemanticTokens,
  TextDocumentEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { RenderResult } from '../../server/src/protocol';
import { EDITOR, type MemoryServer, memoryServer } from '../support/lspClient';

const manifest = (options: string): string => `version: 1
systems:
  chat:
    template: chat.prompt
    dialect: jinja
    options: ${options}
    slots:
      page:  { sample: A booking. }
      items: { type: list, sample: [{ name: one }, { name: two }] }
`;

const SET =
  '{ delimiters: { slot: "[[ ]]", statement: "[% %]", comment: "[# #]" }, lineStatement: "%%", trimBlocks: true }';

const TEXT = `Reply as {"page": {{1}}} about [[ page ]].
[# a note #]
%% for item in items
- [[ item.name ]]
%% endfor
[% if page %]
Be brief.
[% endif %]
`;

async function withServer(
  text: string,
  work: (server: MemoryServer) => Promise<void>,
  options: string = SET,
): Promise<void> {
  const server = await memoryServer({ 'strata.yaml': manifest(options), 'chat.prompt': text }, EDITOR);
  try {
    server.client.open('chat.prompt', text);
    await work(server);
    assert.deepEqual(server.client.errors, []);
  } finally {
    server.dispose();
  }
}

async function labelsAt({ client }: MemoryServer, before: string): Promise<readonly (string | undefined)[][]> {
  const position = client.position('chat.prompt', client.text('chat.prompt').indexOf(before) + before.length);
  const list = await client.request<CompletionList | CompletionItem[]>('textDocument/completion', {
    ...client.at('chat.prompt'),
    position,
  });
  const items = Array.isArray(list) ? list : list.items;
  return items.map(({ label, textEdit }) => [label, textEdit?.newText]);
}

describe('other delimiters', () => {
  test('have no finding where all is well, and braces are text', () =>
    withServer(TEXT, async ({ client }) => {
      assert.deepEqual(await client.findings('chat.prompt'), []);
      assert.deepEqual(await client.findings('strata.yaml'), []);
      const { messages } = await client.request<RenderResult>('strata/render', { uri: client.uri('chat.prompt') });
      const segments = messages.flatMap(({ blocks }) => blocks.flatMap((block) => block.segments));
      assert.equal(
        segments.map(({ text }) => text).join(''),
        'Reply as {"page": {{1}}} about A booking..\n- one\n- two\nBe brief.\n',
      );
      const value = segments.find(({ text }) => text === 'A booking.');
      assert.deepEqual(value?.source?.range, {
        start: client.position('chat.prompt', TEXT.indexOf('[[ page')),
        end: client.position('chat.prompt', TEXT.indexOf('[[ page') + '[[ page ]]'.length),
      });
    }));

  test('are those of the findings and of their fixes', () =>
    withServer('Read [[ pag ]] and {{ page }}.\n[% if page %]\nBe brief.\n', async ({ client }) => {
      assert.deepEqual(await client.findings('chat.prompt'), [
        'slot.unknown [[ pag ]]',
        'syntax.literal-slot {{ page }}',
        'syntax.unclosed [% if page %]',
      ]);
      const report = await client.pull('chat.prompt');
      const diagnostics = report.kind === 'full' ? report.items : [];
      const range = { start: { line: 0, character: 0 }, end: { line: 3, character: 0 } };
      const params = { ...client.at('chat.prompt'), range, context: { diagnostics, only: ['quickfix'] } };
      const actions = await client.request<CodeAction[]>('textDocument/codeAction', params);
      const titles = actions.map(({ title }) => title);
      assert.ok(titles.includes('Write [[ page ]]') && titles.includes('Write [[ pag ]] as text'), titles.join());
      const closing = actions.find(({ title }) => title.startsWith('Close it'));
      const { edit } = await client.request<CodeAction>('codeAction/resolve', closing);
      const [change] = (edit?.documentChanges ?? []) as TextDocumentEdit[];
      assert.deepEqual(
        change?.edits.map((one) => 'newText' in one && one.newText),
        ['[% endif %]'],
      );
    }));

  test('are written by completion, which closes what is open', () =>
    withServer('Read [[ \n[% if page %]\na\n[% \n', async (server) => {
      const [page] = await labelsAt(server, 'Read [[ ');
      assert.deepEqual(page, ['page', '[[ page ]]']);
      const [closing] = await labelsAt(server, 'a\n[% ');
      assert.deepEqual(closing, ['endif', 'endif %]']);
    }));

  test('are those of tags that name another text', () =>
    withServer('[% include "" %]\n', async (server) => {
      const labels = (await labelsAt(server, '[% include "')).map(([label]) => label);
      assert.ok(labels.includes('strata.yaml'), labels.join());
    }));

  test('are kept by a rename, and seen by folding and colours', () =>
    withServer(TEXT, async ({ client }) => {
      const position = client.position('chat.prompt', TEXT.indexOf('page ]]'));
      const params = { ...client.at('chat.prompt'), position, newName: 'sheet' };
      const edit = await client.request<WorkspaceEdit>('textDocument/rename', params);
      const counts = (edit.documentChanges ?? []).map((one) => ('edits' in one ? one.edits.length : 0));
      assert.deepEqual(counts, [2, 1]);
      const folds = await client.request<FoldingRange[]>('textDocument/foldingRange', client.at('chat.prompt'));
      assert.deepEqual(
        folds.map(({ startLine, endLine }) => [startLine, endLine]),
        [
          [2, 4],
          [5, 7],
        ],
      );
      const tokens = await client.request<SemanticTokens>('textDocument/semanticTokens/full', client.at('chat.prompt'));
      assert.ok(tokens.data.length > 0);
    }));

  test('that are changed in the manifest change what every text says', () =>
    withServer(TEXT, async ({ client }) => {
      const before = await client.pull('chat.prompt');
      client.open('strata.yaml', manifest(SET), 'yaml');
      client.replace('strata.yaml', manifest('{ delimiters: { slot: "<< >>" } }'));
      assert.deepEqual(await client.findings('strata.yaml'), ['slot.unused page', 'slot.unused items']);
      client.replace('strata.yaml', manifest(SET));
      const after = await client.pull('chat.prompt', before.kind === 'full' ? before.resultId : undefined);
      assert.equal(after.kind, 'unchanged');
    }));

  test('have one finding each where they are written wrongly', () =>
    withServer(TEXT, async ({ client }) => {
      client.open(
        'strata.yaml',
        manifest('{ delimiters: { slot: "[[", comment: "{% %}" }, strictFilters: true }'),
        'yaml',
      );
      client.replace('strata.yaml', manifest('{ delimiters: { slot: "[[", comment: "{% %}" }, strictFilters: true }'));
      const all = await client.findings('strata.yaml');
      assert.deepEqual(
        all.filter((one) => one.startsWith('manifest.')),
        ['manifest.schema "[["', 'manifest.option "{% %}"', 'manifest.option strictFilters'],
      );
    }));
});
