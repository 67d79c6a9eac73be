import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextDocument } from 'vscode';
import { type Concern, Gate } from '../../../client/src/middleware';

const documentAt = (address: string): TextDocument => ({ uri: { toString: () => address } }) as TextDocument;

/** A gate before which the documents with these names concern the server. */
function gateFor(...named: string[]) {
  const names = new Set(named);
  const sent: string[] = [];
  let settle: () => void = () => undefined;
  const concern: { -readonly [K in keyof Concern]: Concern[K] } = {
    concerns: (document) => names.has(document.uri.toString()),
    settled: undefined,
  };
  const gate = new Gate(concern);
  const { didOpen, didChange, didSave, didClose, provideHover } = gate.middleware;
  const send = (what: string) => async (document: TextDocument) => void sent.push(`${what} ${document.uri.toString()}`);
  return {
    gate,
    names,
    sent,
    unsettle: () => {
      concern.settled = new Promise((done) => {
        settle = done;
      });
    },
    settle: () => {
      concern.settled = undefined;
      settle();
    },
    open: async (document: TextDocument) => didOpen?.(document, send('open')),
    change: async (document: TextDocument) =>
      didChange?.({ document } as never, async (event) => send('change')(event.document)),
    save: async (document: TextDocument) => didSave?.(document, send('save')),
    close: async (document: TextDocument) => didClose?.(document, send('close')),
    hover: async (document: TextDocument): Promise<unknown> =>
      provideHover?.(document, 'position' as never, 'token' as never, ((...args: unknown[]) => args) as never),
  };
}

test('a document that no manifest names is never told to the server', async () => {
  const { open, change, save, close, hover, sent } = gateFor();
  const document = documentAt('notes.txt');
  await open(document);
  await change(document);
  await save(document);
  await close(document);
  assert.equal(await hover(document), undefined);
  assert.deepEqual(sent, []);
});

test('a document that concerns the server is told everything, in order', async () => {
  const { open, change, save, close, hover, sent } = gateFor('a.prompt');
  const document = documentAt('a.prompt');
  await open(document);
  await change(document);
  await save(document);
  assert.deepEqual(await hover(document), [document, 'position', 'token']);
  await close(document);
  assert.deepEqual(sent, ['open a.prompt', 'change a.prompt', 'save a.prompt', 'close a.prompt']);
});

test('a document that comes to be named is told once, and from then on', async () => {
  const { gate, names, open, change, sent } = gateFor();
  const [first, second] = [documentAt('a.md'), documentAt('b.md')];
  await open(first);
  await open(second);
  names.add('a.md');
  assert.deepEqual(await gate.releaseNamed(), [first]);
  assert.deepEqual(await gate.releaseNamed(), []);
  await change(first);
  await change(second);
  assert.deepEqual(sent, ['open a.md', 'change a.md']);
});

test('a head that is typed into a document opens it with the text as it is then', async () => {
  const { names, open, change, sent } = gateFor();
  const document = documentAt('a.md');
  await open(document);
  names.add('a.md');
  await change(document);
  await change(document);
  assert.deepEqual(sent, ['open a.md', 'change a.md']);
});

test('a new server is told of every document by the client itself', async () => {
  const { gate, names, open, close, sent } = gateFor();
  const document = documentAt('a.md');
  await open(document);
  gate.reset();
  names.add('a.md');
  assert.deepEqual(await gate.releaseNamed(), []);
  await open(document);
  await close(document);
  assert.deepEqual(sent, ['open a.md', 'close a.md']);
});

test('until it is known what the server reads, a request waits', async () => {
  const { names, hover, settle, unsettle } = gateFor();
  unsettle();
  const answer = hover(documentAt('a.md'));
  names.add('a.md');
  settle();
  assert.equal(((await answer) as unknown[]).length, 3);
});
