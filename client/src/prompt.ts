import { l10n, window } from 'vscode';
import type { RenderResult } from '../../server/src/protocol';
import type { Services } from './start';
import { chooseSubject } from './subject';

/** The prompt that a command is about, in the scenario that is shown; says so where there is none. */
export async function renderSubject(services: Services, argument: unknown): Promise<RenderResult | undefined> {
  const { server, selections } = services;
  const chosen = await chooseSubject(services, argument);
  if (!chosen) return undefined;
  const key = chosen.key ?? (await server.request('systems', { uri: chosen.file })).systems[0]?.key;
  const named = key === undefined ? {} : { system: key, ...selections.of(key) };
  const answer = await server.request('render', { uri: chosen.file, ...named });
  if (answer && !('reason' in answer)) return answer;
  void window.showWarningMessage(answer?.message ?? l10n.t('The Strata language server does not answer.'));
  return undefined;
}
