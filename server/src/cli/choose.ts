import { type Selection, select } from '../model/selection';
import type { PromptSystem } from '../model/system';
import { closest } from '../text/similar';
import { choicesOfAxes, textOf } from './arguments';
import { type CliArguments, type CliOption, UsageError } from './command';
import type { Project } from './project';

export const SYSTEM_OPTION: CliOption = {
  type: 'string',
  placeholder: 'S',
  summary: 'The prompt system, by its id.',
};

/** Options of the commands that render. */
export const SELECTION_OPTIONS: Readonly<Record<string, CliOption>> = {
  system: SYSTEM_OPTION,
  scenario: { type: 'string', placeholder: 'N', summary: 'The scenario; without it, the first.' },
  select: {
    type: 'string',
    multiple: true,
    placeholder: 'AXIS=VALUE',
    summary: 'A value of an axis; may be given several times.',
  },
};

/** The systems that the paths and `--system` name. Ends the call when there is none. */
export function systemsOf(project: Project, args: CliArguments): readonly PromptSystem[] {
  const all = project.snapshot.systems.filter((system) =>
    [system.manifest.file.uri, ...system.files.map((f) => f.uri)].some(project.isNamed),
  );
  if (all.length === 0) {
    throw new UsageError(
      'there is no prompt system here: a strata.yaml, a YAML head with the key strata, or a file of another tool that says what it takes, such as a .prompty, declares one',
    );
  }
  const name = textOf(args, 'system');
  if (name === undefined) return all;
  const found = all.filter((system) => system.id === name || system.key === name);
  if (found.length > 0) return found;
  throw new UsageError(
    `no system is called ${name}${meant(
      name,
      all.map((s) => s.id),
    )}`,
  );
}

/** The one system that the path and `--system` name. Ends the call when there are several. */
export function systemOf(project: Project, args: CliArguments): PromptSystem {
  const [system, ...others] = systemsOf(project, args);
  if (system && others.length === 0) return system;
  const ids = [system, ...others].flatMap((one) => one?.id ?? []);
  throw new UsageError(`several systems are here, so say which with --system: ${ids.join(', ')}`);
}

/** The selection that `--scenario` and `--select` name for a system. */
export function selectionOf(system: PromptSystem, args: CliArguments): Selection {
  const scenario = textOf(args, 'scenario');
  const names = Object.keys(system.entry.scenarios ?? {});
  if (scenario !== undefined && !names.includes(scenario)) {
    throw new UsageError(`${system.id} has no scenario ${scenario}${meant(scenario, names)}`);
  }
  const chosen = choicesOfAxes(args);
  for (const [name, value] of Object.entries(chosen)) {
    const axis = system.axes.get(name);
    if (!axis) throw new UsageError(`${system.id} has no axis ${name}${meant(name, [...system.axes.keys()])}`);
    if (!axis.values.includes(value))
      throw new UsageError(`the axis ${name} has no value ${value}${meant(value, axis.values)}`);
  }
  return select(system, scenario, chosen);
}

/** What was meant, or all there is. */
function meant(word: string, names: readonly string[]): string {
  if (names.length === 0) return ', nor any other';
  const near = closest(word, names);
  return near === undefined
    ? `; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}`
    : `; did you mean ${near}?`;
}
