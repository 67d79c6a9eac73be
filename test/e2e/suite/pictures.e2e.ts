// Pictures for people to look at, in out/e2e/screenshots. Nothing is compared: each case waits until what its picture is
// about is there. `editor`, `finding` and `hostile` stand in docs/images as well; after a change of what they show, copy them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { driver } from '../support/driver';
import { openList } from '../support/keyboard';
import { test } from '../support/kit';
import { click, openPanel, read, textsAre } from '../support/panel';
import { eventually } from '../support/until';
import { findingsAre, moveTo, placeIn, rangeOf, replace, show } from '../support/workbench';

const driven = { driven: true };

/** By the name of a picture: the name of the theme in the settings, and the file that it is made of. */
const THEMES = {
  light: ['Default Light Modern', 'light_modern'],
  dark: ['Default Dark Modern', 'dark_modern'],
  'high-contrast': ['Default High Contrast', 'hc_black'],
  'high-contrast-light': ['Default High Contrast Light', 'hc_light'],
} as const;

/** What takes room in a picture or differs from one to the next. */
const PLAIN = {
  'editor.minimap.enabled': false,
  'editor.cursorBlinking': 'solid',
  'workbench.activityBar.location': 'hidden',
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'window.title': 'Strata',
  'breadcrumbs.enabled': false,
  'git.blame.statusBarItem.enabled': false,
};

async function dress(theme: keyof typeof THEMES): Promise<void> {
  const [name, file] = THEMES[theme];
  const settings = { ...PLAIN, 'workbench.colorTheme': name };
  for (const [key, value] of Object.entries(settings)) await set(key, value);
  await vscode.commands.executeCommand('workbench.action.closeSidebar');
  await driver.text(`.monaco-workbench.vscode-theme-defaults-themes-${file}-json`);
}

/** Takes back what `dress` has set. */
async function undress(): Promise<void> {
  for (const key of [...Object.keys(PLAIN), 'workbench.colorTheme']) await set(key, undefined);
}

async function set(key: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
}

/** The template and its preview side by side, with the cursor in a slot; of the template the end is seen. */
async function sideBySide(slot: string): Promise<void> {
  const editor = await show('gateway/chat-main.prompt');
  await openPanel();
  const place = placeIn(editor.document, slot, 3);
  editor.selection = new vscode.Selection(place, place);
  const end = new vscode.Position(editor.document.lineCount, 0);
  editor.revealRange(new vscode.Range(end, end), vscode.TextEditorRevealType.Default);
  await textsAre('.marked-value .slot-name', [slot]);
  await movePointerAway();
}

/** To the middle of the status bar, where it lights up nothing. */
const movePointerAway = () => driver.click('.part.statusbar', { at: { x: 330, y: 8 } });

/** Two frames later everything that has been asked for is drawn. */
async function picture(name: string): Promise<void> {
  await driver.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await driver.screenshot(name);
}

/** Shows what is said about the place of the cursor, again if it has gone because the text was still being drawn. */
function hover(words: string): Promise<void> {
  const shown = `[...document.querySelectorAll('.monaco-hover')]
    .some((one) => one.offsetHeight > 0 && one.textContent.includes('${words}'))`;
  return eventually(async () => {
    await vscode.commands.executeCommand('editor.action.showHover', { focus: 'noAutoFocus' });
    assert.equal(await driver.evaluate(shown), true);
  });
}

for (const theme of Object.keys(THEMES) as (keyof typeof THEMES)[]) {
  test(`picture: editor and panel in ${theme}`, driven, async () => {
    await dress(theme);
    await sideBySide('{context}');
    await click('.table-box summary');
    await movePointerAway();
    await vscode.commands.executeCommand('workbench.action.focusFirstEditorGroup');
    await picture(theme === 'light' ? 'editor' : theme);
    await read(`document.querySelector('.cache.last').scrollIntoView({ block: 'center' })`);
    await picture(`${theme}-values`);
  });
}

for (const theme of Object.keys(THEMES) as (keyof typeof THEMES)[]) {
  test(`picture: the panel at 200 % in ${theme}`, driven, async () => {
    await dress(theme);
    await show('gateway/chat-main.prompt');
    await vscode.commands.executeCommand('strata.openPreview');
    await driver.text('.message', { webview: true });
    await driver.zoom(2);
    try {
      await eventually(async () => assert.equal(await read('devicePixelRatio'), 2));
      assert.equal(await read('document.documentElement.scrollWidth - innerWidth'), 0);
      await picture(`zoom-${theme}`);
      await read(`document.querySelector('.cache.last').scrollIntoView({ block: 'center' })`);
      await picture(`zoom-${theme}-values`);
    } finally {
      await driver.zoom(1);
    }
  });
}

test('picture: hover, message and completion', driven, async () => {
  await dress('light');
  await movePointerAway();
  const editor = await show('gateway/chat-main.prompt');
  moveTo(editor, placeIn(editor.document, '{context}', 3));
  await hover('untrusted data');
  await picture('hover');
  await driver.press('Escape');
  await replace(editor, '{context}', '{contxt}');
  await findingsAre(editor.document.uri, ['slot.unknown']);
  moveTo(editor, placeIn(editor.document, '{contxt}', 3));
  await hover('Did you mean');
  await picture('message');
  await driver.press('Escape');
  await replace(editor, '{contxt}', '{con');
  moveTo(editor, rangeOf(editor.document, '{con{').start.translate(0, 4));
  await openList('.suggest-widget .monaco-list-row', 'editor.action.triggerSuggest');
  await picture('completion');
});

test('picture: a finding and its fixes', driven, async () => {
  await dress('light');
  await driver.resize(1200, 700);
  await movePointerAway();
  try {
    const editor = await show('gateway/chat-main.prompt');
    const { document } = editor;
    await replace(editor, '{cacheBreakpoint}Today is {today}.', 'Today is {today}.\n{cacheBreakpoint}');
    await findingsAre(document.uri, ['cache.volatile']);
    const place = placeIn(document, '{today}', 3);
    editor.selection = new vscode.Selection(place, place);
    // What is said stands above the line, and what can be done below it.
    editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenter);
    // The colours of a text that has been changed come a moment later.
    await eventually(async () => assert.equal(await colourOf('skills'), await colourOf('addendum')));
    const quickFixes = { kind: 'quickfix', apply: 'never' };
    await openList('.action-widget .monaco-list-row.action', 'editor.action.codeAction', quickFixes);
    await hover('stands before the breakpoint');
    await picture('finding');
    await driver.press('Escape');
  } finally {
    await driver.resize(1400, 900);
  }
});

const colourOf = (word: string) =>
  driver.evaluate(`(() => {
    const words = [...document.querySelectorAll('.view-line span span')];
    return getComputedStyle(words.find((one) => one.textContent === '${word}')).color;
  })()`);

test('picture: hostile values', driven, async () => {
  await dress('light');
  await sideBySide('{instructions}');
  await click('[role="switch"]');
  try {
    await eventually(() => read(`document.querySelector('[data-slot="context"]').scrollIntoView({ block: 'center' })`));
    await movePointerAway();
    await picture('hostile');
  } finally {
    await click('[role="switch"]');
    await undress();
  }
});
