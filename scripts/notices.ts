import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';

/** The licences of all packages whose code is in a bundle, as their licences ask for. */
export function thirdPartyNotices(metafiles: readonly Metafile[]): string {
  const folders = new Set<string>();
  for (const { outputs } of metafiles) {
    for (const output of Object.values(outputs)) {
      for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) {
        const folder = packageFolder(input);
        if (folder && bytesInOutput > 0) folders.add(folder);
      }
    }
  }
  const head = 'This extension contains code of the following packages.\n';
  return [head, ...[...folders].sort().map(notice)].join(`\n${'-'.repeat(80)}\n\n`);
}

/** `node_modules/yaml/dist/index.js` → `node_modules/yaml`; the innermost package of a nested path. */
function packageFolder(input: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0];
}

function notice(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `${name} ${version} (${license})\n\n${text}\n`;
}
