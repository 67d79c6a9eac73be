import type { PromptSystem } from './system';

/** What a prompt is rendered with: a scenario and one value for every axis. */
export interface Selection {
  /** Name of the scenario; null: the system declares none, and defaults and samples fill the slots. */
  readonly scenario: string | null;
  /** One value for every axis of the system. */
  readonly axes: Readonly<Record<string, string>>;
  /** Model that this rendering is for: the scenario's, else the system's. */
  readonly model: string | undefined;
  /** Unique within the system. */
  readonly key: string;
  /** How a message names it: `scenario "ask"`, `kind = subagent`, or '' for the only one there is. */
  readonly label: string;
}

type When = Readonly<Record<string, unknown>> | undefined;

/** Whether every axis that `when` names has the value, or one of the values. No `when` always holds. */
export function holds(when: When, axes: Readonly<Record<string, string>>): boolean {
  if (!when) return true;
  return Object.entries(when).every(([axis, wanted]) => {
    const all = Array.isArray(wanted) ? wanted : [wanted];
    return all.some((value) => String(value) === axes[axis]);
  });
}

/** Selections beyond this number are not checked one by one; the check says so. */
export const MOST_SELECTIONS = 200;

/** One value for every axis: the chosen ones, then each default, which may follow another axis. */
export function resolveAxes(system: PromptSystem, chosen: Readonly<Record<string, unknown>>): Record<string, string> {
  // Without a prototype: an axis may be called `constructor`.
  const axes: Record<string, string> = Object.create(null) as Record<string, string>;
  const pick = (name: string, under: readonly string[]): string => {
    if (axes[name] !== undefined) return axes[name];
    const axis = system.axes.get(name);
    if (!axis) return '';
    const wanted = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
    if (wanted !== undefined && axis.values.includes(String(wanted))) return String(wanted);
    if ('value' in axis.fallback) return axis.fallback.value;
    // A circle of defaults is a finding of the manifest; here it ends at the first value.
    if (under.includes(name)) return axis.values[0] ?? '';
    const other = pick(axis.fallback.by, [...under, name]);
    return Object.hasOwn(axis.fallback.map, other) ? (axis.fallback.map[other] as string) : (axis.values[0] ?? '');
  };
  for (const name of system.axes.keys()) axes[name] = pick(name, []);
  return axes;
}

/** A selection by scenario name and chosen axis values; unknown names fall back to the first scenario and the defaults. */
export function select(
  system: PromptSystem,
  scenario?: string | null,
  chosen: Readonly<Record<string, string>> = {},
): Selection {
  const scenarios = system.entry.scenarios ?? {};
  const names = Object.keys(scenarios);
  const name = scenario != null && Object.hasOwn(scenarios, scenario) ? scenario : (names[0] ?? null);
  const entry = name === null ? undefined : scenarios[name];
  const axes = resolveAxes(system, { ...entry?.select, ...chosen });
  return make(name, axes, entry?.model ?? system.entry.model, name === null ? '' : `scenario "${name}"`);
}

/** The same selection for another model. */
export function withModel({ scenario, axes, label }: Selection, model: string): Selection {
  return make(scenario, axes, model, label);
}

/**
 * The selections that every check looks at: the defaults, every scenario, and every value of every axis with the others
 * at their defaults (DESIGN section 4). Equal ones are listed once, scenarios first, so that messages name a scenario.
 */
export function checkedSelections(system: PromptSystem): readonly Selection[] {
  const names = Object.keys(system.entry.scenarios ?? {});
  const out: Selection[] = names.map((name) => select(system, name));
  const bare = (chosen: Record<string, string>, label: string): Selection =>
    make(null, resolveAxes(system, chosen), system.entry.model, label);
  if (names.length === 0) out.push(bare({}, ''));
  else out.push(bare({}, 'the defaults'));
  for (const axis of system.axes.values()) {
    for (const value of axis.values) out.push(bare({ [axis.name]: value }, `${axis.name} = ${value}`));
  }
  const seen = new Set<string>();
  return out
    .filter((selection) => {
      if (seen.has(selection.key)) return false;
      seen.add(selection.key);
      return true;
    })
    .slice(0, MOST_SELECTIONS);
}

function make(
  scenario: string | null,
  axes: Readonly<Record<string, string>>,
  model: string | undefined,
  label: string,
): Selection {
  return { scenario, axes, model, label, key: JSON.stringify([scenario, axes, model ?? null]) };
}
