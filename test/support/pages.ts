import { readFileSync } from 'node:fs';

/** A block of code in a page. */
export interface Block {
  readonly language: string;
  readonly text: string;
}

export function blocksOf(page: string): readonly Block[] {
  const found = readFileSync(page, 'utf8')
    .replaceAll('\r\n', '\n')
    .matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...found].map(([, language = '', text = '']) => ({ language, text }));
}

/** The file of CONTRIBUTING that exports this. */
export function shownFile(member: string): string {
  const block = blocksOf('CONTRIBUTING.md').find(({ text }) => text.includes(`\nexport const ${member}:`));
  if (!block) throw new Error(`CONTRIBUTING shows no ${member}`);
  return block.text;
}
