// The fixes of every rule as an editor makes them: asked for at the finding, worked out when they are chosen, in texts that
// are not saved, with both line breaks. The examples of the rules say what comes of them.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CodeAction, Diagnostic, DocumentDiagnosticReport, TextEdit } from 'vscode-languageserver/node';
import { rules } from '../../server/src/rules/index.generated';
import type { Rule, RuleExample } from '../../server/src/rules/rule';
import { parseFixture, textsOf } from '../support/fixture';
import { EDITOR, type LspClient, memoryServer } from '../support/lspClient';
import { pathOf } from '../support/memoryWorkspace';
import { edited } from '../unit/features/support';

type Texts = Record<string, string>;

const isCommitted = (path: string): boolean => path.startsWith('HEAD:');
const onlyOpen = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([path]) => !isCommitted(path)));

/** A text with the line breaks of another system. In JSON and in what was committed they are left. */
function withBreaks(texts: Texts, newline: string): Texts {
  const kept = (path: string): boolean => isCommitted(path) || path.endsWith('.json');
  return Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [
      path,
      kept(path) || newline === '\n' ? text : text.replace(/\r?\n/g, newline),
    ]),
  );
}

/** On the disk stands something else than what is open, where that makes no other finding. */
const saved = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([path, text]) => [
      path,
      /(?:strata\.yaml|\.prompt)$/.test(path) ? `${text}# old\n` : text,
    ]),
  );

/** The first fix of a finding with its edits; undefined when it has none. */
async function fixOf(client: LspClient, path: string, finding: Diagnostic): Promise<CodeAction | undefined> {
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
    ...client.at(path),
    range: finding.range,
    context: { diagnostics: [finding], only: ['quickfix'], triggerKind: 1 },
  });
  const own = actions.find(
    ({ title, diagnostics = [] }) =>
      !/^(?:Set|Turn) /.test(title) &&
      diagnostics.some(
        ({ code, range }) => code === finding.code && JSON.stringify(range) === JSON.stringify(finding.range),
      ),
  );
  return own && client.request<CodeAction>('codeAction/resolve', own);
}

/** The open texts after the first fix of every finding of a rule. */
async function mended(client: LspClient, rule: Rule, texts: Texts): Promise<Texts> {
  const after = { ...texts };
  const edits = new Map<string, Map<string, TextEdit>>();
  for (const path of Object.keys(texts)) {
    const report = await client.request<DocumentDiagnosticReport>('textDocument/diagnostic', client.at(path));
    const found = report.kind === 'full' ? report.items.filter(({ code }) => code === rule.code) : [];
    for (const finding of found) {
      const fix = await fixOf(client, path, finding);
      for (const change of fix?.edit?.documentChanges ?? []) {
        if ('kind' in change) {
          if (change.kind === 'create') after[pathOf(change.uri)] ??= '';
          continue;
        }
        const at = pathOf(change.textDocument.uri);
        const own = edits.get(at) ?? new Map<string, TextEdit>();
        // Two findings may be mended by the same edit: it is made once.
        for (const edit of change.edits) own.set(JSON.stringify(edit), edit as TextEdit);
        edits.set(at, own);
      }
    }
  }
  for (const [path, own] of edits) after[path] = edited(after[path] ?? '', [...own.values()]);
  return after;
}

async function check(rule: Rule, { bad, fixed = '' }: RuleExample, newline: string): Promise<void> {
  const all = withBreaks(textsOf(parseFixture(bad)), newline);
  const open = onlyOpen(all);
  const { client, dispose } = await memoryServer(saved(all), EDITOR);
  try {
    for (const [path, text] of Object.entries(open))
      client.open(path, text, path.endsWith('.yaml') ? 'yaml' : 'prompt-template');
    const after = await mended(client, rule, open);
    const wanted = onlyOpen(textsOf(parseFixture(fixed)));
    for (const [path, text] of Object.entries(wanted)) {
      const isNew = open[path] === undefined;
      const expected = isNew ? text : (withBreaks({ [path]: text }, newline)[path] ?? '');
      // The copy of a text in a JSON file has the line breaks of that text.
      const got = path.endsWith('.json') ? after[path]?.replaceAll('\\r\\n', '\\n') : after[path];
      assert.equal(got, expected, path);
    }
    assert.deepEqual(client.errors, []);
  } finally {
    dispose();
  }
}

for (const rule of rules as readonly Rule[]) {
  const examples = rule.examples.filter(({ fixed }) => fixed !== undefined);
  if (examples.length === 0) continue;
  describe(rule.code, () => {
    for (const example of examples)
      for (const [name, newline] of [
        ['LF', '\n'],
        ['CRLF', '\r\n'],
      ] as const)
        test(`${example.title}, ${name}`, () => check(rule, example, newline));
  });
}
