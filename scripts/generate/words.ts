// The words of the client that can be translated: l10n/bundle.l10n.json, from every `t('…')` in its sources.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'client/src';
const call = /\bt\(\s*(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/g;

export async function generate(): Promise<ReadonlyMap<string, string>> {
  const words = new Set(sourcesUnder(folder).flatMap((path) => wordsIn(readFileSync(path, 'utf8'))));
  const bundle = Object.fromEntries([...words].sort().map((word) => [word, word]));
  return new Map([['l10n/bundle.l10n.json', `${JSON.stringify(bundle, null, 2)}\n`]]);
}

function wordsIn(source: string): string[] {
  return [...source.matchAll(call)].map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1'));
}

function sourcesUnder(path: string): string[] {
  return readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
    const inner = join(path, entry.name);
    if (entry.isDirectory()) return sourcesUnder(inner);
    return /\.tsx?$/.test(entry.name) ? [inner] : [];
  });
}
