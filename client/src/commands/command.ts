import type { Services } from '../start';

/**
 * One command of the palette. Its file in this folder is all that adds it: `npm run generate` writes from it what
 * `package.json`, `package.nls.json` and the README say. For that it is read alone, without what it imports from outside
 * this folder: all but `run` is plain text.
 */
export interface CommandFeature {
  readonly id: `strata.${string}`;
  /** As the palette shows it, behind `Strata: `. */
  readonly title: string;
  /** `$(name)` for an icon of VS Code, `name` for `client/media/name-light.svg` and `name-dark.svg`. */
  readonly icon: string;
  /** When-clause under which it can run. Absent: always. */
  readonly enablement?: string;
  /** Where it is shown. In the palette it is always, unless an entry for `commandPalette` says when. */
  readonly menus?: readonly MenuEntry[];
  readonly key?: Keybinding;
  run(services: Services, ...args: readonly unknown[]): unknown;
}

/** An entry in a menu of VS Code, with the words of its manifest. */
export interface MenuEntry {
  /** `editor/title`, `explorer/context`. */
  readonly menu: string;
  readonly group?: string;
  readonly when?: string;
  /** Id of the command that takes its place while Alt is held. */
  readonly alt?: CommandFeature['id'];
}

export interface Keybinding {
  /** As the README shows it, too: `Ctrl+Shift+V`. */
  readonly key: string;
  readonly mac: string;
  readonly when: string;
}

/** There is a prompt system to show, or the preview of one is in front. */
export const WITH_SYSTEMS = 'strata.hasSystems || activeWebviewPanelId == strata.preview';

/** The file that a menu or key is about is a template, or belongs to a system whatever its language. */
export const IS_PROMPT_FILE = 'resourceLangId =~ /^prompt-template/ || resourcePath in strata.files';

/** The menu of an open file, behind `…`: our entries in this order, where the file belongs to a system and is shown as it is. */
export const inFileMenu = (place: number): MenuEntry => ({
  menu: 'editor/title',
  group: `1_strata@${place}`,
  when: 'resourcePath in strata.files && !isInDiffEditor',
});
