import { l10n, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { SystemEntry } from '../scope';
import { subjectFile } from '../subject';
import { type CommandFeature, inFileMenu, WITH_SYSTEMS } from './command';

interface ScenarioItem extends QuickPickItem {
  readonly system?: SystemEntry;
  readonly scenario?: string | null;
}

export const command: CommandFeature = {
  id: 'strata.selectScenario',
  title: 'Select Scenario',
  icon: '$(list-selection)',
  enablement: WITH_SYSTEMS,
  menus: [inFileMenu(1)],
  run: async ({ server, scope, selections, previews }, ...args) => {
    const named = scope.systems.filter((system) => system.key === args[0]);
    const file = subjectFile(args[0], previews);
    const systems =
      named.length > 0 || file === undefined ? named : (await server.request('systems', { uri: file })).systems;
    const items = systems.flatMap((system) => itemsOf(system, selections.of(system.key)?.scenario));
    if (items.length === 0) {
      void window.showInformationMessage(l10n.t('No manifest names this file, so there is no scenario to choose.'));
      return;
    }
    const chosen = await window.showQuickPick(items, {
      title: l10n.t('Scenario for hints, hovers and the preview'),
      matchOnDescription: true,
    });
    if (chosen?.system) selections.choose({ key: chosen.system.key, scenario: chosen.scenario ?? null, select: {} });
  },
};

function itemsOf(system: SystemEntry, chosen: string | null | undefined): ScenarioItem[] {
  const [first] = system.scenarios;
  const shown = chosen ?? first;
  const scenarios = system.scenarios.map((scenario) => ({
    label: scenario,
    description: scenario === shown ? l10n.t('shown') : '',
    system,
    scenario,
  }));
  const none = [{ label: l10n.t('defaults and samples'), system, scenario: null }];
  return [{ label: system.title, kind: QuickPickItemKind.Separator }, ...(scenarios.length > 0 ? scenarios : none)];
}
