// The empty page into which the panel's script draws. Nothing of a prompt is ever put into it as markup.
import { randomBytes } from 'node:crypto';
import { Uri, type Webview, type WebviewOptions } from 'vscode';

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
