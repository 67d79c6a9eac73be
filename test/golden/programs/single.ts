import { escapeXml, Folder, type Program, type Sent, said } from './program';

const folder = new Folder('single');

function send(language: string, diff: string): Sent[] {
  const [, , body = ''] = folder.text('review.prompt').split(/^---\n/m);
  const values: Readonly<Record<string, string>> = { language, diff: escapeXml(diff) };
  return [
    said(
      'system',
      body.replace(/\{\{\s*(\w+)\s*\}\}/g, (written, name: string) => values[name] ?? written),
    ),
  ];
}

export const single: Program = {
  small: () => send('English', '- if (a < b) return a\n+ if (a <= b) return a'),
  norwegian: () => send('Norwegian', '+ return null'),
};
