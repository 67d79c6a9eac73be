// What `strata tokens` counts: which selections, what they were in an earlier commit, and what a folder comes to.
import { dirname } from 'node:path';
import { tokensOf } from '../features/requests/report';
import { viewWith } from '../features/view';
import { checkedSelections, type Selection, select } from '../model/selection';
import type { PromptSystem } from '../model/system';
import { pathOf } from '../node/files';
import { repositoryOf } from '../node/git';
import { revisionOf } from '../node/revision';
import type { Snapshot } from '../workspace/snapshot';
import { textOf } from './arguments';
import { selectionOf } from './choose';
import { type CliArguments, type CliIo, UsageError } from './command';
import type { FolderTotal } from './formats/tokenSummary';
import type { Counted, Earlier } from './formats/tokenTable';
import type { Project } from './project';

/** A system with the selections of it that are counted; never empty. */
export interface Chosen {
  readonly system: PromptSystem;
  readonly selections: readonly Selection[];
}

/**
 * The selections that the arguments name. A system that has no such scenario or axis is left out with a remark, unless
 * none has it.
 */
export function chosenSelections(systems: readonly PromptSystem[], args: CliArguments, io: CliIo): readonly Chosen[] {
  if (args.values.all === true) {
    if (textOf(args, 'scenario') !== undefined || args.values.select !== undefined)
      throw new UsageError('--all counts every scenario and choice, so it goes with neither --scenario nor --select');
    return systems.map((system) => ({ system, selections: checkedSelections(system) }));
  }
  const refused: UsageError[] = [];
  const chosen = systems.flatMap((system): Chosen[] => {
    try {
      return [{ system, selections: [selectionOf(system, args)] }];
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      refused.push(error);
      return [];
    }
  });
  const [first] = refused;
  if (first && chosen.length === 0) throw first;
  for (const { message } of refused) io.warn(`${message.split('; ')[0]}, so it is left out`);
  return chosen;
}

type Printing = Pick<Project, 'snapshot' | 'shown'>;

/** Everything that is counted of the chosen selections, beside what it was in the commit, when one is named. */
export function counted(
  project: Printing,
  chosen: readonly Chosen[],
  calls: number,
  since?: Since,
): readonly Counted[] {
  const { snapshot } = project;
  return chosen.flatMap(({ system, selections }) =>
    selections.map((selection) => ({
      ...withPaths(project, tokensOf(snapshot, viewWith(snapshot, system, selection), calls)),
      folder: folderName(project, system),
      ...(since ? { since: since.of(system, selection) } : {}),
    })),
  );
}

/** The same with the paths of files in place of their addresses. */
function withPaths({ shown }: Printing, one: Counted): Counted {
  const { stable } = one.economics;
  if (!stable?.end) return one;
  const { source } = stable.end;
  const end = { ...stable.end, source: { ...source, file: shown(source.file) } };
  return { ...one, economics: { ...one.economics, stable: { ...stable, end } } };
}

/** An earlier commit, of the repository of each system. */
export interface Since {
  readonly name: string;
  /** What a selection of a system was; null when there was no such prompt. */
  of(system: PromptSystem, selection: Selection): Earlier | null;
  /** Systems that there were and that are no more, with the folder of their manifest and what they came to. */
  readonly gone: readonly {
    readonly folder: string;
    readonly system: string;
    readonly total: number;
    readonly exact: boolean;
  }[];
}

/** Reads the commit that a name stands for. A folder outside of any repository that has it ends the call. */
export async function sinceOf(
  project: Project,
  chosen: readonly Chosen[],
  name: string,
  args: CliArguments,
): Promise<Since> {
  const commits = new Map<string, Snapshot>();
  const bySystem = new Map<PromptSystem, Snapshot>();
  for (const { system } of chosen) {
    const manifest = system.manifest.file.uri;
    const folder = dirname(pathOf(manifest) ?? '.');
    const revision = await revisionOf(folder, name);
    if (!revision) {
      const shown = project.shown(manifest);
      const isTracked = (await repositoryOf(folder)) !== undefined;
      throw new UsageError(
        isTracked ? `${name} is no commit in the repository of ${shown}` : `${shown} is in no git repository`,
      );
    }
    const known = commits.get(revision.commit) ?? (await project.as(revision.files));
    commits.set(revision.commit, known);
    bySystem.set(system, known);
  }
  return {
    name,
    of: (system, selection) => earlierOf(bySystem.get(system), system, selection),
    gone: [...commits.values()].flatMap((snapshot) => goneSince(project, snapshot, textOf(args, 'system'))),
  };
}

function earlierOf(snapshot: Snapshot | undefined, system: PromptSystem, selection: Selection): Earlier | null {
  const same = snapshot?.systems.find((one) => one.key === system.key);
  if (!snapshot || !same) return null;
  const { scenario, axes } = selection;
  if (scenario !== null && same.entry.scenarios?.[scenario] === undefined) return null;
  const before = scenario === null ? bareSelection(same, selection) : select(same, scenario, axes);
  const { total, layers } = viewWith(snapshot, same, before).tokens;
  return { total: total.tokens, exact: total.exact, layers: [...layers].map(([id, { tokens }]) => ({ id, tokens })) };
}

/** The defaults with these values of the axes, in a system that may have scenarios. */
function bareSelection(system: PromptSystem, { axes, label }: Selection): Selection {
  const same = checkedSelections(system).find(
    (one) => one.scenario === null && Object.entries(one.axes).every(([axis, value]) => axes[axis] === value),
  );
  return same ?? { ...select(system, undefined, axes), label };
}

function goneSince(project: Project, earlier: Snapshot, only: string | undefined): Since['gone'] {
  const now = new Set(project.snapshot.systems.map((system) => system.key));
  return earlier.systems
    .filter(
      (system) =>
        !now.has(system.key) &&
        (only === undefined || only === system.id || only === system.key) &&
        [system.manifest.file.uri, ...system.files.map((file) => file.uri)].some(project.isNamed),
    )
    .map((system) => {
      const { tokens, exact } = viewWith(earlier, system, earlier.shown(system)).tokens.total;
      return { folder: folderName(project, system), system: system.id, total: tokens, exact };
    });
}

/** What the folders of the manifests come to: of each system the selection that is counted first. */
export function folderTotals(all: readonly Counted[], since: Since | undefined): readonly FolderTotal[] {
  const folders = new Map<
    string,
    { systems: number; total: number; exact: boolean; since: number; sinceExact: boolean }
  >();
  const seen = new Set<string>();
  const of = (folder: string) => {
    const known = folders.get(folder) ?? { systems: 0, total: 0, exact: true, since: 0, sinceExact: true };
    folders.set(folder, known);
    return known;
  };
  for (const one of all) {
    const key = JSON.stringify([one.folder, one.system]);
    if (seen.has(key)) continue;
    seen.add(key);
    const folder = of(one.folder ?? '');
    folder.systems += 1;
    folder.total += one.total;
    folder.exact &&= one.exact;
    folder.since += one.since?.total ?? 0;
    folder.sinceExact &&= one.since?.exact ?? true;
  }
  for (const { folder, total, exact } of since?.gone ?? []) {
    of(folder).since += total;
    of(folder).sinceExact &&= exact;
  }
  return [...folders]
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([folder, { since: before, sinceExact, ...sums }]) => ({
      folder,
      ...sums,
      ...(since ? { since: before, sinceExact } : {}),
    }));
}

/** The folder of the manifest of a system, as it is printed. */
function folderName({ shown }: Printing, system: PromptSystem): string {
  const path = shown(system.manifest.file.uri);
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '.';
}
