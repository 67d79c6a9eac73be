// Something in it fails: that answer is nothing and a line in the log, and everything else is answered as before.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeAction, WorkspaceDiagnosticReport } from 'vscode-languageserver/node';
import { actions } from '../../server/src/features/actions/index.generated';
import { refreshKeys } from '../../server/src/features/refreshKeys';
import { HANDLERS } from '../../server/src/lsp/handlers';
import { rules } from '../../server/src/rules/index.generated';
import type { Rule } from '../../server/src/rules/rule';
import { EDITOR, type MemoryServer, memoryServer, PLAIN } from '../support/lspClient';

const PROJECT = {
  'strata.yaml': `version: 1
systems:
  desk: { template: desk.prompt, dialect: single-brace, slots: { page: { sample: x }, spare: {} } }
`,
  'desk.prompt': 'You help.\n{pge}\\n\n',
};

const broken = (): never => {
  throw new Error('broken on purpose');
};

/** Does the work while some members of an object are others. */
async function instead<T extends object>(object: T, members: object, work: () => Promise<void>): Promise<void> {
  const known = { ...object };
  Object.assign(object, members);
  try {
    await work();
  } finally {
    Object.assign(object, known);
  }
}

async function withServer(work: (server: MemoryServer) => Promise<void>, capabilities = EDITOR): Promise<void> {
  const server = await memoryServer(PROJECT, capabilities);
  try {
    server.client.open('desk.prompt', PROJECT['desk.prompt']);
    await work(server);
  } finally {
    server.dispose();
  }
}

const ruleOf = (code: string): Rule =>
  (rules as readonly Rule[]).find((rule) => rule.code === code) ?? assert.fail(code);

const logged = ({ client }: MemoryServer, what: RegExp): void => assert.match(client.errors.join('\n'), what);

describe('what fails costs its own answer and no other', () => {
  test('a rule', () =>
    instead(ruleOf('slot.unknown'), { system: broken }, () =>
      withServer(async ({ client }) => {
        assert.deepEqual(await client.findings('desk.prompt'), ['text.escape \\n']);
      }),
    ));
  test('the fix of a finding', () =>
    instead(
      ruleOf('text.escape'),
      {
        *text() {
          yield {
            uri: 'file:///w/desk.prompt',
            span: { start: 10, end: 15 },
            message: 'x',
            get fixes() {
              return broken();
            },
          };
        },
      },
      () =>
        withServer(async (server) => {
          const { client } = server;
          const context = { diagnostics: [], only: ['quickfix'] };
          const range = client.everything('desk.prompt');
          const offered = await client.request<CodeAction[]>('textDocument/codeAction', {
            ...client.at('desk.prompt'),
            range,
            context,
          });
          assert.ok(offered.some(({ title }) => title === 'Rename to page'));
          logged(server, /text\.escape failed/);
        }),
    ));
  test('a refactoring', async () => {
    const [first] = actions.filter(({ id }) => id === 'set-rule');
    await instead(first ?? assert.fail(), { offers: broken }, () =>
      withServer(async (server) => {
        const { client } = server;
        const context = { diagnostics: [], only: ['quickfix'] };
        const range = client.everything('desk.prompt');
        const offered = await client.request<CodeAction[]>('textDocument/codeAction', {
          ...client.at('desk.prompt'),
          range,
          context,
        });
        assert.ok(offered.some(({ title }) => title === 'Rename to page'));
        logged(server, /set-rule failed/);
      }),
    );
  });
  for (const { method, fallback } of HANDLERS)
    test(`the answer of ${method}`, async () => {
      const handler = HANDLERS.find((one) => one.method === method) ?? assert.fail(method);
      await instead(handler, { answer: broken }, () =>
        withServer(async (server) => {
          const { client } = server;
          const params = { ...client.at('desk.prompt'), position: { line: 0, character: 0 } };
          assert.deepEqual(await client.request(method, params), fallback);
          assert.deepEqual(await client.findings('desk.prompt'), ['slot.unknown {pge}', 'text.escape \\n']);
          assert.match(client.errors.join('\n'), /failed: Error: broken on purpose/);
        }),
      );
    });
  test('what is compared before a client is asked to ask again', () =>
    instead(refreshKeys, { diagnostics: broken }, () =>
      withServer(async (server) => {
        const { client } = server;
        assert.deepEqual(await client.findings('desk.prompt'), ['slot.unknown {pge}', 'text.escape \\n']);
        const range = client.everything('desk.prompt');
        await client.request('textDocument/inlayHint', { ...client.at('desk.prompt'), range });
        await client.request('textDocument/semanticTokens/full', client.at('desk.prompt'));
        client.received.length = 0;
        client.open('strata.yaml', PROJECT['strata.yaml'].replace('single-brace', 'double-brace'), 'yaml');
        await server.settled();
        assert.ok(client.received.includes('semanticTokens/refresh'), client.received.join(', '));
      }),
    ));
  test('the findings of one file of many, asked for or published', async () => {
    await instead(ruleOf('manifest.unknown-key'), { manifest: broken }, async () => {
      await withServer(async ({ client }) => {
        const { items } = await client.request<WorkspaceDiagnosticReport>('workspace/diagnostic', {
          previousResultIds: [],
        });
        assert.deepEqual(
          items.map((item) => item.uri),
          [client.uri('desk.prompt'), client.uri('strata.yaml')],
        );
      });
      await withServer(async (server) => {
        await server.settled();
        assert.deepEqual(server.client.publishedFindings('desk.prompt'), ['slot.unknown {pge}', 'text.escape \\n']);
      }, PLAIN);
    });
  });
});
