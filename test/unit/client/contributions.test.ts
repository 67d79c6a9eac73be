// package.json, its words and the sources of the client say the same.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import type { CommandFeature } from '../../../client/src/commands/command';
import { paletteCommands } from '../../../scripts/generate/palette';
import { DIALECT } from '../../../server/src/model/dialects.generated';
import { SEMANTIC_TOKEN_MODIFIERS, SEMANTIC_TOKEN_TYPES } from '../../../server/src/protocol';

const read = (path: string): string => readFileSync(path, 'utf8');
const manifest = JSON.parse(read('package.json'));
const words: Record<string, string> = JSON.parse(read('package.nls.json'));
const { contributes } = manifest;

interface DeclaredCommand {
  readonly command: string;
  readonly title: string;
  readonly icon: string | { readonly light: string; readonly dark: string };
  readonly enablement?: string;
}

let commands: readonly CommandFeature[] = [];
before(async () => {
  commands = await paletteCommands();
});

test('what a command says in its file is what package.json declares', () => {
  assert.deepEqual(
    contributes.commands.map(({ command, title, icon, enablement }: DeclaredCommand) => ({
      id: command,
      title: words[title.replaceAll('%', '')],
      icon: typeof icon === 'object' ? /media\/(\w+)-light\.svg$/.exec(icon.light)?.[1] : icon,
      enablement,
    })),
    commands.map(({ id, title, icon, enablement }) => ({ id, title, icon, enablement })),
  );
});

test('every dialect has a language with a grammar of its own, and every language has the same defaults', () => {
  const languages = ['prompt-template', ...DIALECT.map((id) => `prompt-template-${id}`)];
  const sorted = (names: readonly string[]) => [...names].sort();
  assert.deepEqual(sorted(contributes.languages.map(({ id }: { id: string }) => id)), sorted(languages));
  const coloured = contributes.grammars.map(({ language, scopeName }: { language: string; scopeName: string }) => [
    language,
    scopeName,
  ]);
  const scopes = languages.map((id) => [id, `text.${id.replace('prompt-template-', 'prompt-template.')}`]);
  assert.deepEqual(coloured.sort(), scopes.sort());
  const keys = Object.keys(contributes.configurationDefaults).filter((key) => key.startsWith('[prompt-template'));
  assert.deepEqual(
    keys.map((key) => sorted(key.slice(1, -1).split(']['))),
    [sorted(languages)],
  );
});

test('the colours of the text are those of the preview', () => {
  const { 'editor.semanticTokenColorCustomizations': themes } = contributes.configurationDefaults;
  for (const [theme, side] of [
    ['[*Dark*]', 'dark'],
    ['[*Light*]', 'light'],
    ['[*High Contrast*]', 'highContrast'],
    ['[*High Contrast Light*]', 'highContrastLight'],
  ] as const)
    for (const { id, defaults } of contributes.colors) {
      const trust = id.replace('strata.trust', '').toLowerCase();
      assert.equal(themes[theme].rules[`variable.${trust}`], defaults[side], `${theme} ${trust}`);
    }
});

test('every step of the walkthrough names commands that exist, and ends with something that happens', () => {
  const known = new Set<string>(commands.map(({ id }) => id));
  const [{ steps }] = contributes.walkthroughs;
  for (const { id, description, completionEvents } of steps) {
    const text = words[description.replaceAll('%', '')] ?? '';
    const named = [...text.matchAll(/\(command:(strata\.\w+)\)/g)].map(([, command]) => command);
    const ending = completionEvents.flatMap((event: string) => /^onCommand:(.+)$/.exec(event)?.[1] ?? []);
    for (const command of [...named, ...ending]) assert.ok(known.has(command), `${id}: ${command}`);
    assert.ok(completionEvents.length > 0, id);
  }
});

test('menus and keys name commands that exist', () => {
  const menus: { command: string; alt?: string }[] = [
    ...Object.values(contributes.menus).flat(),
    ...contributes.keybindings,
  ] as never;
  const known = new Set<string>(commands.map(({ id }) => id));
  for (const { command, alt } of menus) {
    assert.ok(known.has(command), command);
    assert.ok(alt === undefined || known.has(alt), alt);
  }
});

test('the modifiers of semantic tokens are those of the protocol, and every scope is of a type and modifier of it', () => {
  assert.deepEqual(
    contributes.semanticTokenModifiers.map(({ id }: { id: string }) => id),
    [...SEMANTIC_TOKEN_MODIFIERS],
  );
  for (const { scopes } of contributes.semanticTokenScopes) {
    for (const selector of Object.keys(scopes)) {
      const [type, ...modifiers] = selector.split('.');
      assert.ok(
        SEMANTIC_TOKEN_TYPES.some((t) => t === type),
        selector,
      );
      assert.ok(
        modifiers.every((m) => SEMANTIC_TOKEN_MODIFIERS.some((known) => known === m)),
        selector,
      );
    }
  }
});

test('a gallery takes at most five keywords', () => {
  assert.ok(manifest.keywords.length <= 5);
});
