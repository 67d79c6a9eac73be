// What the client has to know of the files of other tools, which it must not import from the server: their names, and
// what stands in them.
import { providers } from '../../server/src/model/providers/index.generated';
import { literal } from './literal';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  const rows = providers.map(({ files, holds }) => {
    const names = `[${files.map(literal).join(', ')}]`;
    return `  { files: ${names}${holds ? `, holds: ${String(holds)}` : ''} },`;
  });
  const lines = [
    '// Written by `npm run generate` from the files of server/src/model/providers/. Do not edit.',
    '',
    '/** Files of other tools: by their names, and by what stands in those whose names say nothing. */',
    'export const providedFiles: readonly { readonly files: readonly string[]; readonly holds?: RegExp }[] = [',
    ...rows,
    '];',
    '',
  ];
  return new Map([['client/src/providedFiles.generated.ts', lines.join('\n')]]);
}
