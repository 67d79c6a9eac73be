import type { Problem } from './problem';

/** The problem for which the engine refuses a text: it cuts a text into tags first, and then reads them one after the other. */
export function refusalIn(problems: readonly Problem[]): Problem | undefined {
  const all = problems.filter(({ kind }) => kind !== 'filter');
  return all.find(({ stage }) => stage === 'tokens') ?? all[0];
}
