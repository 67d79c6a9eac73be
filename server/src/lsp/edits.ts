// Answers that change texts: in the form that the client takes, for the versions that it has.
import {
  type CodeAction,
  type CodeActionParams,
  CodeActionTriggerKind,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { WhatIf } from '../features/actions/action';
import { codeActions, resolveCodeAction, wants } from '../features/codeActions';
import { FIX_ALL, fixAll } from '../features/fixAll';
import { Refusal } from '../features/refusal';
import { withVersions } from '../features/workspaceEdit';
import type { Ask } from './ask';

/** An edit with the versions that it was made for: a client refuses it when somebody has typed on since. */
export function versioned(
  ask: Pick<Ask, 'client' | 'versions' | 'clientUri'>,
  edit: WorkspaceEdit | null,
): WorkspaceEdit | null {
  return edit && ask.client.versionedEdits ? withVersions(edit, ask.versions, ask.clientUri) : edit;
}

export async function offeredActions(ask: Ask, { range, context }: CodeActionParams): Promise<readonly CodeAction[]> {
  const { snapshot, uri, client, isCancelled } = ask;
  const whatIf = whatIfOf(ask);
  const { only, triggerKind } = context;
  const options = {
    only,
    createsFiles: client.createsFiles,
    resolvesLate: client.resolvesActions,
    asks: client.ownCommands,
    log: ask.log,
    invoked: only !== undefined || triggerKind !== CodeActionTriggerKind.Automatic,
  };
  const offered = await codeActions(snapshot, uri, range, options, whatIf);
  // The whole file is gone through only when somebody asks for it: on saving, or from the menu of source actions.
  const all =
    only && wants(only, FIX_ALL)
      ? await fixAll(snapshot, uri, (text) => whatIf(new Map([[uri, text]])), isCancelled)
      : undefined;
  return (all ? [...offered, all] : offered).map((action) => withEdit(ask, action));
}

/** The action with its edit. Where it cannot be done the person is told why, and nothing is edited. */
export async function resolvedAction(ask: Ask, action: CodeAction): Promise<CodeAction> {
  const { snapshot, client } = ask;
  try {
    return withEdit(ask, await resolveCodeAction(snapshot, action, client, whatIfOf(ask)));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (!ask.isCancelled()) ask.person.warn(error.message);
    return action;
  }
}

/** Other requests get a turn before each of these, and one that nobody waits for any more ends. */
function whatIfOf({ snapshot, service, yieldNow, isCancelled }: Ask): WhatIf {
  return async (texts) => {
    await yieldNow();
    if (isCancelled()) throw new Refusal('Nobody waits for it any more.');
    return service.whatIfAll(snapshot, texts);
  };
}

function withEdit(ask: Ask, action: CodeAction): CodeAction {
  const edit = action.edit && versioned(ask, action.edit);
  return edit ? { ...action, edit } : action;
}
