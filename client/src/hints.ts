import { workspace } from 'vscode';
import type { Middleware } from 'vscode-languageclient/node';

/** The setting that says whether tokens are shown in the text. */
export const HINTS = 'strata.hints.tokens';

/** The same, without hints where the setting is off. It is read for each file, so a folder may have its own. */
export function withHints(middleware: Middleware): Middleware {
  const { provideInlayHints } = middleware;
  return {
    ...middleware,
    provideInlayHints: (document, range, token, next) => {
      if (!workspace.getConfiguration('strata', document).get<boolean>('hints.tokens', true)) return [];
      return provideInlayHints ? provideInlayHints(document, range, token, next) : next(document, range, token);
    },
  };
}
