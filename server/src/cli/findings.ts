import { rangeOf } from '../features/convert';
import type { Level } from '../rules/rule';
import type { Finding } from '../rules/run';
import type { Project } from './project';

/** One finding as the command line prints it: its file as a path, its range in zero-based lines and UTF-16 units. */
export interface PrintedFinding {
  readonly file: string;
  readonly range: {
    readonly start: { readonly line: number; readonly character: number };
    readonly end: { readonly line: number; readonly character: number };
  };
  readonly code: string;
  readonly severity: Level;
  readonly message: string;
  readonly fixes: readonly string[];
}

export const LEVELS: readonly Level[] = ['error', 'warning', 'info', 'hint'];

/** All findings of the files of a project, by file and place. */
export function findingsOf({ snapshot, files, shown }: Omit<Project, 'as'>): readonly PrintedFinding[] {
  return files
    .map((uri) => ({ uri, path: shown(uri) }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
    .flatMap(({ uri, path }) => {
      const file = snapshot.file(uri) ?? { uri, text: '' };
      return snapshot.findings(uri).map(
        (finding: Finding): PrintedFinding => ({
          file: path,
          range: rangeOf(file, finding.span),
          code: finding.code,
          severity: finding.level,
          message: finding.message,
          fixes: (finding.fixes ?? []).map((fix) => fix.title),
        }),
      );
    });
}

export interface Summary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly hints: number;
  /** Files that were checked. */
  readonly files: number;
}

export function summaryOf(findings: readonly PrintedFinding[], files: number): Summary {
  const count = (level: Level): number => findings.filter((f) => f.severity === level).length;
  return { errors: count('error'), warnings: count('warning'), infos: count('info'), hints: count('hint'), files };
}
