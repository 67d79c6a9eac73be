// An editor that knows no `.j2` or `.liquid` opens such a file as plain text. When a manifest names it, it is a template.
import { Disposable, languages, type TextDocument, workspace } from 'vscode';
import { describe } from './log';
import { isTemplateLanguage, LANGUAGE } from './scope';
import type { Services } from './start';

/** Gives plain text that a manifest names the language of its dialect, where its name is that of a template engine's files. */
export function claimTemplates({ context, log, scope, server }: Services): Disposable {
  const endings = endingsIn(context.extension.packageJSON);
  /** Whoever sets one of these back to plain text is left in peace. */
  const claimed = new Set<string>();
  const claim = async (document: TextDocument): Promise<void> => {
    const address = document.uri.toString();
    const isCandidate = document.languageId === 'plaintext' && endings.some((end) => address.endsWith(end));
    if (!isCandidate || claimed.has(address)) return;
    await scope.settled;
    if (!scope.names(document.uri) || !server.running || claimed.has(address)) return;
    claimed.add(address);
    try {
      const { dialect } = (await server.request('dialect', { uri: address })) ?? {};
      if (dialect && !document.isClosed) await languages.setTextDocumentLanguage(document, `${LANGUAGE}-${dialect}`);
    } catch (error) {
      log.warn(`The language of ${address} stays as it is: ${describe(error)}`);
    }
  };
  const claimAll = (): void => {
    for (const document of workspace.textDocuments) void claim(document);
  };
  claimAll();
  return Disposable.from(
    workspace.onDidOpenTextDocument((document) => void claim(document)),
    scope.onDidChange(claimAll),
  );
}

interface Contributed {
  readonly contributes: {
    readonly languages: readonly { readonly id: string; readonly filenamePatterns?: string[] }[];
  };
}

/** Ends of names of the files of template engines, as the extension says them: `.j2` for `*prompt.j2`. */
function endingsIn({ contributes }: Contributed): readonly string[] {
  const patterns = contributes.languages.flatMap(({ id, filenamePatterns = [] }) =>
    isTemplateLanguage(id) ? filenamePatterns : [],
  );
  return [...new Set(patterns.flatMap((pattern) => /^\*prompt(\.\w+)$/.exec(pattern)?.[1] ?? []))];
}
