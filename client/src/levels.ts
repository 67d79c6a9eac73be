// "Set … to another level here …" is a command that asks which level, and why. The server works out the edit when both are
// known, from the text as it is then.
import { CodeAction, commands, type Disposable, l10n, type QuickPickItem, window, workspace } from 'vscode';
import { CodeActionResolveRequest, type LanguageClient, type Middleware } from 'vscode-languageclient/node';

const SET_LEVEL = 'strata.setLevel';

/** What the server wants to have chosen: a level and the code of the rule, with `?` where the level is still open. */
const OPEN = /^\? (\S+)$/;

/** Actions whose level is open ask for it when they are chosen; nobody is asked while a list of actions is made. */
export const withLevels = (middleware: Middleware): Middleware => ({
  ...middleware,
  provideCodeActions: async (document, range, context, token, next) => {
    const go = middleware.provideCodeActions ?? ((one, at, why, until, then) => then(one, at, why, until));
    const actions = await go(document, range, context, token, next);
    return actions?.map((action) => (action instanceof CodeAction && openCode(action) ? asking(action) : action));
  },
  resolveCodeAction: (action, token, next) => {
    if (action.command?.command === SET_LEVEL) return action;
    const go = middleware.resolveCodeAction ?? ((one, until, then) => then(one, until));
    return go(action, token, next);
  },
});

export const registerLevels = (client: LanguageClient): Disposable =>
  commands.registerCommand(SET_LEVEL, async (action: CodeAction) => {
    const code = openCode(action);
    const choice = code === undefined ? undefined : await ask(code);
    if (choice === undefined) return;
    const asked = await client.code2ProtocolConverter.asCodeAction(action);
    const { edit } = await client.sendRequest(CodeActionResolveRequest.type, {
      ...asked,
      data: { ...asked.data, choice },
    });
    const written = await client.protocol2CodeConverter.asWorkspaceEdit(edit);
    if (written) await workspace.applyEdit(written);
  });

function asking(action: CodeAction): CodeAction {
  const command = new CodeAction(action.title, action.kind);
  if (action.diagnostics) command.diagnostics = action.diagnostics;
  command.command = { command: SET_LEVEL, title: action.title, arguments: [action] };
  return command;
}

/** The code of the rule whose level is open in an action; undefined for every other action. */
function openCode(action: CodeAction): string | undefined {
  const data: unknown = Reflect.get(action, 'data');
  const choice: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'choice') : undefined;
  return typeof choice === 'string' ? OPEN.exec(choice)?.[1] : undefined;
}

/** `off text.entity the program switches escaping off`; undefined when the author thought better of it. */
async function ask(code: string): Promise<string | undefined> {
  const chosen = await window.showQuickPick(levels(), { title: l10n.t('Level of {0} here', code) });
  if (!chosen) return undefined;
  const why = await window.showInputBox({
    title: l10n.t('{0} is {1} here', code, chosen.label),
    prompt: l10n.t('Why? The reason is written into the manifest.'),
    validateInput: (text) => (text.trim() === '' ? l10n.t('An exception needs its reason.') : undefined),
  });
  return why === undefined ? undefined : `${chosen.label} ${code} ${why.trim()}`;
}

/** The words of the manifest, with what they mean. */
const levels = (): QuickPickItem[] => [
  { label: 'off', description: l10n.t('It is not found here any more.') },
  { label: 'hint', description: l10n.t('Three dots in the text, and no entry in the list of problems.') },
  { label: 'info', description: l10n.t('For your information.') },
  { label: 'warning', description: l10n.t('Worth looking at before the prompt is sent.') },
  { label: 'error', description: l10n.t('A check in a pipeline fails.') },
];
