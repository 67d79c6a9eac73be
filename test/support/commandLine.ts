// `strata` called like a function: what it prints and its exit code, without a process for each call. The process itself is
// tested in test/cli/process.test.ts.
import { vocabularyCache } from '../../scripts/vocabulary';
import { strata } from '../../server/src/cli/strata';
import { TokenHost } from '../../server/src/node/tokenHost';
import type { Ended } from './processes';

const host = new TokenHost({ assets: vocabularyCache });

/** One call in a folder. `input` is what it reads from standard input. */
export async function strataIn(args: readonly string[], cwd: string, input = ''): Promise<Ended> {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await strata(args, {
    cwd,
    isTerminal: false,
    out: (text) => out.push(text),
    warn: (line) => err.push(`strata: ${line}\n`),
    input: async () => input,
    host,
  });
  return { code, out: out.join(''), err: err.join('') };
}
