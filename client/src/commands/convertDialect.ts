import { l10n, Position, window } from 'vscode';
import { uriOf } from '../subject';
import type { CommandFeature } from './command';

/** Of all actions those that write a system in another dialect. */
const KIND = 'refactor.rewrite.dialect';

/** `… as jinja (Jinja2)`: what differs from one to the other. */
const DIALECT = / as (\S+) \((.+)\)$/;

export const command: CommandFeature = {
  id: 'strata.convertDialect',
  title: 'Convert to Another Dialect',
  icon: '$(replace-all)',
  enablement: 'strata.hasSystem',
  run: async ({ server }, ...args) => {
    const uri = uriOf(args[0]);
    const editor = window.activeTextEditor;
    const isShown = uri !== undefined && editor?.document.uri.toString() === uri.toString();
    const place = placeOf(args[1]) ?? (isShown ? editor.selection.active : new Position(0, 0));
    const offered = uri ? await server.actions(uri, place, KIND) : [];
    if (offered.length === 0) {
      void window.showInformationMessage(l10n.t('There is no template of a prompt system here.'));
      return;
    }
    const items = offered.map((action) => {
      const [, description = '', label = action.title] = DIALECT.exec(action.title) ?? [];
      return { label, description, action };
    });
    const title = l10n.t('Dialect in which the slots are written anew');
    const chosen = await window.showQuickPick(items, { title, matchOnDescription: true });
    if (chosen) await server.perform(chosen.action);
  },
};

/** A place as the server names it. */
function placeOf(argument: unknown): Position | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const [line, character]: unknown[] = [Reflect.get(argument, 'line'), Reflect.get(argument, 'character')];
  return typeof line === 'number' && typeof character === 'number' ? new Position(line, character) : undefined;
}
