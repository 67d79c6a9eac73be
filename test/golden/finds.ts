// One edit of an example, and what the check says of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fix } from '../../server/src/rules/rule';
import { pathOf } from '../support/memoryWorkspace';
import { Example, type Texts } from './example';

/** The first line of a text that starts so. */
export const lineOf = (texts: Texts, path: string, start: string): string =>
  (texts[path] ?? '').split('\n').find((line) => line.startsWith(start)) ?? '';

/** Code, first line of the text that it points at, words of its message. */
type Expected = readonly [code: string, pointed: string, ...words: string[]];

/** An edited folder, and all its findings in the order of their files and places. */
type Case = { readonly title: string; readonly texts: Texts; readonly found: readonly Expected[] };

/** What the check says about an example after one edit: these findings, each with these words, and no others. */
export function finds({ title, texts, found }: Case): void {
  test(title, async () => {
    const example = await Example.open(texts);
    assert.deepEqual(
      example.findings.map((finding) => [finding.code, example.pointed(finding).split('\n')[0]]),
      found.map(([code, pointed]) => [code, pointed]),
    );
    found.forEach(([, , ...words], i) => {
      const message = example.findings[i]?.message ?? '';
      for (const word of words) assert.ok(message.includes(word), `"${word}" in: ${message}`);
    });
    assert.deepEqual(example.log, []);
  });
}

/** The texts after a fix. */
export function fixed(texts: Texts, fix: Fix | undefined): Texts {
  const after: Record<string, string> = { ...texts };
  for (const { uri, span, text } of [...(fix?.edits ?? [])].sort((a, b) => b.span.start - a.span.start)) {
    const before = after[pathOf(uri)] ?? '';
    after[pathOf(uri)] = before.slice(0, span.start) + text + before.slice(span.end);
  }
  return after;
}
