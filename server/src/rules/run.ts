import type { Level, Problem } from './rule';

/** A problem with its code and the level that the manifest's `rules` leave it. */
export interface Finding extends Omit<Problem, 'level'> {
  readonly code: string;
  readonly level: Level;
}
