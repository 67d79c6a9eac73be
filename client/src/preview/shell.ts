// The empty page into which the panel's script draws. Nothing of a prompt is ever put into it as markup.
import { randomBytes } from 'node:crypto';
import { KEEP_EARLY } from './early';

export interface Shell {
  /** Address under which the page loads a file of `dist`. */
  address(name: string): string;
  /** From where it may load styles and fonts, as a content security policy says it. */
  readonly source: string;
  readonly language: string;
}

export function shellHtml({ address, source, language }: Shell): string {
  const nonce = randomBytes(18).toString('base64url');
  const policy = [`default-src 'none'`, `script-src 'nonce-${nonce}'`, `style-src ${source}`, `font-src ${source}`];
  return `<!DOCTYPE html>
<html lang="${language.replace(/[^\w-]/g, '')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script nonce="${nonce}">${KEEP_EARLY}</script>
<link rel="stylesheet" href="${address('panel.css')}">
<title>Strata</title>
</head>
<body>
<div id="root"></div>
<script nonce="${nonce}" src="${address('panel.js')}"></script>
</body>
</html>`;
}
