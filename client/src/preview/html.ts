// The empty page into which the panel's script draws. Nothing of a prompt is ever put into it as markup.
import { randomBytes } from 'node:crypto';
import { l10n, Uri, type Webview, type WebviewOptions } from 'vscode';

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
  const file = (name: string): string => webview.asWebviewUri(Uri.joinPath(extension, 'dist', name)).toString();
  const nonce = randomBytes(18).toString('base64url');
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
  ];
  return `<!DOCTYPE html>
<html lang="${language.replace(/[^\w-]/g, '')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${file('panel.css')}">
<title>Strata</title>
</head>
<body>
<div id="root"></div>
<script nonce="${nonce}" src="${file('panel.js')}"></script>
</body>
</html>`;
}

/** The words of the editor's language, for the page. */
export const wordBundle = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(l10n.bundle ?? {}).filter((entry) => typeof entry[1] === 'string'));

export const icon = (extension: Uri): { light: Uri; dark: Uri } => ({
  light: Uri.joinPath(extension, 'client', 'media', 'preview-light.svg'),
  dark: Uri.joinPath(extension, 'client', 'media', 'preview-dark.svg'),
});
