// Which of several requests that come at the same time is answered first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryServer } from '../support/lspClient';

test('a prompt that is followed goes before the findings that were asked for with it', async () => {
  const { client, dispose } = await memoryServer({});
  try {
    client.open('a.prompt', 'Answer {x} in {y}.\n');
    const told: string[] = [];
    const ask = async (name: string, method: string, params: object): Promise<void> => {
      await client.request(method, params);
      told.push(name);
    };
    const follow = (id: string): Promise<void> =>
      ask('the prompt', 'strata/follow', { uri: client.uri('a.prompt'), id });
    await follow('1');
    client.edit('a.prompt', 0, 0, 'a');
    const findings = ask('the findings', 'textDocument/diagnostic', client.at('a.prompt'));
    const links = ask('the links', 'textDocument/documentLink', client.at('a.prompt'));
    // Whatever an editor asks between the two.
    const symbols = Array.from({ length: 3 }, () => ask('', 'textDocument/documentSymbol', client.at('a.prompt')));
    await Promise.all([findings, links, ...symbols, follow('2')]);
    const named = told.filter((name) => name === 'the prompt' || name === 'the findings');
    assert.deepEqual(named, ['the prompt', 'the prompt', 'the findings']);
  } finally {
    dispose();
  }
});

test('without one the findings are answered as they come', async () => {
  const { client, dispose } = await memoryServer({});
  try {
    client.open('a.prompt', 'Answer {x} in {y}.\n');
    const told: string[] = [];
    const ask = async (name: string, method: string): Promise<void> => {
      await client.request(method, client.at('a.prompt'));
      told.push(name);
    };
    await Promise.all([ask('the findings', 'textDocument/diagnostic'), ask('the links', 'textDocument/documentLink')]);
    assert.deepEqual(told, ['the findings', 'the links']);
  } finally {
    dispose();
  }
});
