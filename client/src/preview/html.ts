// What VS Code is told about the panel and its page.
import { l10n, Uri, type Webview, type WebviewOptions } from 'vscode';
import { shellHtml } from './shell';

/** Scripts run in the page, but it can load nothing that is not in `dist`, and forms and command links do nothing. */
export function webviewOptions(extension: Uri): WebviewOptions {
  return {
    enableScripts: true,
    enableForms: false,
    enableCommandUris: false,
    localResourceRoots: [Uri.joinPath(extension, 'dist')],
  };
}

export function pageHtml(webview: Webview, extension: Uri, language: string): string {
  const address = (name: string): string => webview.asWebviewUri(Uri.joinPath(extension, 'dist', name)).toString();
  return shellHtml({ address, source: webview.cspSource, language });
}

/** The words of the editor's language, for the page. */
export const wordBundle = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(l10n.bundle ?? {}).filter((entry) => typeof entry[1] === 'string'));

export const icon = (extension: Uri): { light: Uri; dark: Uri } => ({
  light: Uri.joinPath(extension, 'client', 'media', 'preview-light.svg'),
  dark: Uri.joinPath(extension, 'client', 'media', 'preview-dark.svg'),
});
