import { l10n, type QuickPickItem, window } from 'vscode';
import type { DialectResult } from '../../../server/src/protocol';
import { keepDialect } from '../dialects';
import { applyEdits } from '../preview/edits';
import { subjectFile } from '../subject';
import type { CommandFeature } from './command';

interface DialectItem extends QuickPickItem {
  /** `null`: as the file itself says. */
  readonly id: string | null;
}

export const command: CommandFeature = {
  id: 'strata.selectDialect',
  title: 'Select Dialect',
  icon: '$(symbol-operator)',
  enablement: 'strata.active',
  run: async ({ context, previews, server }, ...args) => {
    const file = subjectFile(args[0], previews);
    const result = file === undefined ? null : await server.request('dialect', { uri: file });
    if (file === undefined || !result) {
      void window.showInformationMessage(l10n.t('This file is no template that Strata reads.'));
      return;
    }
    if (result.by === 'provider') {
      void window.showInformationMessage(
        l10n.t('This file says itself what it is written in: {0}.', result.title ?? ''),
      );
      return;
    }
    const title =
      result.by === 'manifest'
        ? l10n.t('Dialect of this file, in the manifest that names it')
        : l10n.t('Dialect in which this file is read');
    const chosen = await window.showQuickPick(itemsOf(result), {
      title,
      matchOnDescription: true,
      matchOnDetail: true,
    });
    if (!chosen) return;
    const { edit } = (await server.request('dialect', { uri: file, choose: chosen.id })) ?? {};
    if (edit) await applyEdits([edit]);
    else if (result.by === 'manifest')
      void window.showWarningMessage(l10n.t('The manifest names several dialects here; change them there.'));
    else keepDialect(context.workspaceState, file, chosen.id);
  },
};

/** What is read now comes first, then what the text speaks for, then the rest. */
function itemsOf({ dialect, by, reason, also, dialects }: DialectResult): DialectItem[] {
  const rank = (id: string): number => (id === dialect ? 0 : also.some((one) => one.dialect === id) ? 1 : 2);
  const items = dialects.map(({ id, title }): DialectItem => {
    const why = id === dialect ? reason : also.find((one) => one.dialect === id)?.reason;
    return {
      id,
      label: title,
      description: id === dialect ? l10n.t('{0} · now', id) : id,
      ...(why ? { detail: why } : {}),
    };
  });
  const sorted = items.sort((a, b) => rank(a.id ?? '') - rank(b.id ?? ''));
  return by === 'chosen' ? [...sorted, { id: null, label: l10n.t('As the text itself says') }] : sorted;
}
