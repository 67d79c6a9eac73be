// What is written twice says the same: generated files, pages, package.json, and the files that they speak of.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { before, describe, test } from 'node:test';
import { CODES } from '../server/src/model/codes.generated';
import { rules } from '../server/src/rules/index.generated';
import type { Rule } from '../server/src/rules/rule';

const read = (path: string): string => readFileSync(path, 'utf8').replaceAll('\r\n', '\n');
const allRules: readonly Rule[] = rules;
const manifest = JSON.parse(read('package.json'));
const words: Readonly<Record<string, string>> = JSON.parse(read('package.nls.json'));

/** Files that are committed, or would be. */
let files: readonly string[] = [];
before(() => {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  assert.equal(listed.status, 0, `git cannot list the files: ${listed.stderr}`);
  files = [...new Set(listed.stdout.split('\0'))].filter((path) => path !== '' && existsSync(path)).sort();
});

const isText = (path: string): boolean => !/\.(?:png|ttf|bin|ico)$/.test(path);
const pages = (): readonly string[] =>
  files.filter((path) => path.endsWith('.md') && !/^(?:examples|test)\//.test(path));

/** `path:line: what is there` for each match in each file. */
function places(paths: readonly string[], pattern: RegExp): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1}: ${line.trim().slice(0, 120)}`] : [])),
  );
}

test('generated files are fresh', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', 'scripts/generate.ts', '--check'],
    {
      encoding: 'utf8',
    },
  );
  assert.equal(status, 0, `${stdout}${stderr}`);
});

describe('rules', () => {
  test('a manifest may name each of them, once, and nothing else', () => {
    assert.deepEqual(allRules.map(({ code }) => code).sort(), [...CODES].sort());
  });

  test('each stands in the file that its code names', () => {
    const found = readdirSync('server/src/rules').filter((name) => /^export const rule\b/m.test(textOfRule(name)));
    const named = allRules.map(
      ({ code }) => `${code.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())}.ts`,
    );
    assert.deepEqual(found.sort(), named.sort());
    for (const { code } of allRules) {
      const name = `${code.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase())}.ts`;
      assert.match(textOfRule(name), new RegExp(`^  code: '${code.replace('.', '\\.')}',$`, 'm'), name);
    }
  });

  test('each has a page, and each page a rule', () => {
    const found = readdirSync('docs/rules').filter((name) => name !== 'README.md');
    assert.deepEqual(found.sort(), allRules.map(({ code }) => `${code}.md`).sort());
  });

  for (const { code, title, why, howToFix, examples } of allRules) {
    test(`${code} says what, why and what to do, and shows it`, () => {
      assert.match(title, /^\S.{3,59}[^.\s]$/, 'a title is a few words without a full stop');
      for (const text of [why, howToFix]) assert.match(text, /^\S[\s\S]{15,}[.?]$/, 'why and howToFix are sentences');
      assert.ok(examples.length > 0, 'no example');
      assert.ok(
        examples.some(({ good }) => good !== undefined),
        'no example of where it is silent',
      );
      assert.equal(
        new Set(examples.map((example) => example.title)).size,
        examples.length,
        'two examples have one title',
      );
    });
  }
});

const textOfRule = (name: string): string => (name.endsWith('.ts') ? read(`server/src/rules/${name}`) : '');

describe('package.json', () => {
  const { contributes } = manifest;

  test('every word is in package.nls.json, and every word there is used', () => {
    const used = new Set([...JSON.stringify(manifest).matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key));
    assert.deepEqual([...used].sort(), Object.keys(words).sort());
  });

  test('every file that it names exists', () => {
    const named = [
      ...JSON.stringify(manifest).matchAll(
        /"(?:path|configuration|light|dark|icon|l10n|url|markdown|image)":"(\.?[\w./-]+\.?\w*)"/g,
      ),
    ];
    const paths = named.map(([, path]) => path ?? '').filter((path) => path.includes('/'));
    assert.ok(paths.length > 0);
    assert.deepEqual(
      paths.filter((path) => !existsSync(path)),
      [],
    );
    for (const { language } of contributes.grammars.filter((grammar: { language?: string }) => grammar.language))
      assert.ok(
        contributes.languages.some(({ id }: { id: string }) => id === language),
        `no language ${language}`,
      );
  });

  test('every script runs a file that exists', () => {
    const run = Object.values<string>(manifest.scripts).flatMap((line) =>
      [...line.matchAll(/\bscripts\/\S+/g)].map(String),
    );
    assert.deepEqual(
      run.filter((path) => !existsSync(path)),
      [],
    );
  });

  test('the changelog knows its version', () => {
    assert.match(read('CHANGELOG.md'), new RegExp(`^## ${manifest.version.replaceAll('.', '\\.')}\\b`, 'm'));
  });
});

describe('text', () => {
  test('no file knows the machine on which it was written, or where packages come from', () => {
    const paths = /(?<![\w.~/-])\/(?:work|root|tmp|home\/\w+)\/|\/work\/(?:main|shared)\b/;
    const registries = /\bregistry\.\w+\.\w+|\bnpmmirror\b|\bverdaccio\b/;
    assert.deepEqual(places(files.filter(isText), paths), []);
    assert.deepEqual(places(files.filter(isText), registries), []);
  });

  test('no source speaks of a document that is not here', () => {
    const sources = files.filter(
      (path) => /^(?:server|client|scripts|test|syntaxes|examples)\//.test(path) && isText(path),
    );
    assert.deepEqual(places(sources, /\b(?:DESIG(?:N)|(?:hous|semantic|rendering|tokenizer|case|peer)e?s?\.md)\b/), []);
  });

  test('nothing is left to be done in the sources', () => {
    const sources = files.filter(
      (path) => /^(?:server|client|scripts|test|syntaxes|\.ci)\//.test(path) && isText(path),
    );
    assert.deepEqual(places(sources, /\b(?:TO(?:DO)|FIX(?:ME)|X{3})\b/), []);
  });

  test('every link in a page leads somewhere', () => {
    const broken = pages().flatMap((path) =>
      [
        ...read(path)
          .replace(/^(`{3,})[\s\S]*?^\1/gm, '')
          .matchAll(/(?<!`)\]\(([^)\s]+)\)/g),
      ]
        .map(([, target]) => target ?? '')
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !leadsSomewhere(path, target))
        .map((target) => `${path}: ${target}`),
    );
    assert.deepEqual(broken, []);
  });

  test('the README names the two commands to begin with', () => {
    const readme = read('README.md');
    for (const command of ['npm ci && npm start', 'npm ci && npm test']) assert.ok(readme.includes(command), command);
  });
});

function leadsSomewhere(from: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const path = file === '' ? from : posix.join(posix.dirname(from), file);
  if (!existsSync(path)) return false;
  if (anchor === undefined) return true;
  const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''));
  return headings.includes(anchor);
}

/** The anchor that GitHub and VS Code give a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
