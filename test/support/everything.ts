import assert from 'node:assert/strict';
import type { CodeAction, Hover } from 'vscode-languageserver/node';
import type { LspClient } from './lspClient';

/** Asks everything that can be asked about a file, and fails when an answer points outside of its text. */
export async function answersEverything(client: LspClient, path: string, text: string): Promise<void> {
  const lines = text.split(/\r\n|\r|\n/);
  const check = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('line' in value && 'character' in value) {
      const { line, character } = value as { line: number; character: number };
      assert.ok(line >= 0 && line < lines.length, `line ${line} of ${lines.length}`);
      assert.ok(character >= 0 && character <= (lines[line] ?? '').length, `character ${character} in line ${line}`);
      return;
    }
    for (const [key, inner] of Object.entries(value)) {
      // Places in other files are measured against those.
      const isElsewhere = key === 'relatedInformation' || (key.startsWith('file:') && key !== client.uri(path));
      if (!isElsewhere) check(inner);
    }
  };
  const at = client.at(path);
  const range = {
    start: { line: 0, character: 0 },
    end: { line: lines.length - 1, character: (lines.at(-1) ?? '').length },
  };
  const positions = [range.start, { line: 0, character: Math.min(4, (lines[0] ?? '').length) }, range.end];
  check(await client.request('textDocument/diagnostic', at));
  check(await client.request('textDocument/inlayHint', { ...at, range }));
  check(await client.request('textDocument/documentSymbol', at));
  check(await client.request('textDocument/foldingRange', at));
  check(
    await client.request('textDocument/codeAction', {
      ...at,
      range,
      context: { diagnostics: [], only: ['quickfix', 'source'] },
    }),
  );
  const whole = { ...at, range };
  const context = { diagnostics: [], only: ['refactor'] };
  const first = { ...at, range: { start: range.start, end: positions[1] ?? range.start } };
  const kinds = new Map<string | undefined, CodeAction>();
  for (const one of (await client.request<CodeAction[] | null>('textDocument/codeAction', { ...first, context })) ?? [])
    kinds.set(one.kind, one);
  for (const one of kinds.values()) await client.request('codeAction/resolve', one);
  check(await client.request('textDocument/formatting', { ...at, options: { tabSize: 2, insertSpaces: true } }));
  check(
    await client.request('textDocument/rangeFormatting', { ...whole, options: { tabSize: 2, insertSpaces: true } }),
  );
  check(await client.request('textDocument/selectionRange', { ...at, positions }));
  const tokens = await client.request<{ resultId?: string; data: number[] } | null>(
    'textDocument/semanticTokens/full',
    at,
  );
  assert.equal((tokens?.data.length ?? 0) % 5, 0);
  const ranged = await client.request<{ data: number[] }>('textDocument/semanticTokens/range', whole);
  assert.deepEqual(ranged.data, tokens?.data ?? []);
  assert.deepEqual(
    await client.request('textDocument/semanticTokens/full/delta', { ...at, previousResultId: tokens?.resultId }),
    tokens && { resultId: String(Number(tokens.resultId) + 1), edits: [] },
  );
  await client.request('strata/render', { uri: client.uri(path) });
  await client.request('strata/render', { uri: client.uri(path), hostile: true });
  await client.request('strata/status', { uri: client.uri(path) });
  for (const position of positions) {
    check(await client.request<Hover | null>('textDocument/hover', { ...at, position }));
    await client.request('textDocument/completion', { ...at, position });
    await client.request('textDocument/definition', { ...at, position });
    await client.request('textDocument/references', { ...at, position, context: { includeDeclaration: true } });
    await client.request('textDocument/documentHighlight', { ...at, position });
  }
}
