import { Kept } from '../text/kept';
import type { Axis, PromptSystem } from './system';

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

/** How the selection without a scenario is named where there are scenarios. */
export const DEFAULTS = 'the defaults';

type When = Readonly<Record<string, unknown>> | undefined;

/** Whether every axis that `when` names has the value, or one of the values. No `when` always holds. */
export function holds(when: When, axes: Readonly<Record<string, string>>): boolean {
  if (!when) return true;
  return Object.entries(when).every(([axis, wanted]) => {
    const all = Array.isArray(wanted) ? wanted : [wanted];
    return all.some((value) => String(value) === axes[axis]);
  });
}

/** Selections beyond this number are not checked; `manifest.selections` says so. */
const MOST_SELECTIONS = 200;

/** One value for every axis: the chosen ones, then each default, which may follow another axis. */
export function resolveAxes(system: PromptSystem, chosen: Readonly<Record<string, unknown>>): Record<string, string> {
  // Without a prototype: an axis may be called `constructor`.
  const axes: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const first of system.axes.keys()) {
    // The axes whose defaults follow one another, up to one that has a value. A circle of them is a finding of the
    // manifest; here it ends at the first value.
    const way = new Set<string>();
    let name = first;
    while (axes[name] === undefined && !way.has(name)) {
      way.add(name);
      const axis = system.axes.get(name);
      if (!axis || chosenValue(axis, chosen) !== undefined || 'value' in axis.fallback) break;
      name = axis.fallback.by;
    }
    for (const one of [...way].reverse()) {
      const axis = system.axes.get(one);
      if (axis) axes[one] = chosenValue(axis, chosen) ?? fallbackOf(axis, axes);
    }
  }
  return axes;
}

function chosenValue({ name, values }: Axis, chosen: Readonly<Record<string, unknown>>): string | undefined {
  const wanted = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
  return wanted !== undefined && values.includes(String(wanted)) ? String(wanted) : undefined;
}

function fallbackOf({ fallback, values }: Axis, axes: Readonly<Record<string, string>>): string {
  if ('value' in fallback) return fallback.value;
  const other = axes[fallback.by] ?? '';
  return Object.hasOwn(fallback.map, other) ? (fallback.map[other] as string) : (values[0] ?? '');
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
 * at their defaults. Those that can only give the same prompt are listed once, scenarios first, so
 * that messages name a scenario.
 */
export function checkedSelections(system: PromptSystem): readonly Selection[] {
  return selectionsOf(system).selections;
}

/** Whether the checked selections are all that there are to check. */
export function checksAllSelections(system: PromptSystem): boolean {
  return selectionsOf(system).complete;
}

interface Checked {
  readonly selections: readonly Selection[];
  readonly complete: boolean;
}

const checked = new Kept<PromptSystem, Checked>();

function selectionsOf(system: PromptSystem): Checked {
  let found = checked.get(system);
  if (!found) {
    found = findSelections(system);
    checked.set(system, found);
  }
  return found;
}

function findSelections(system: PromptSystem): Checked {
  const deciding = decidingAxes(system);
  const seen = new Set<string>();
  const selections: Selection[] = [];
  for (const selection of candidates(system, deciding)) {
    const { scenario, model, axes } = selection;
    const key = JSON.stringify([scenario, model ?? null, deciding.map((name) => axes[name])]);
    if (seen.has(key)) continue;
    if (selections.length === MOST_SELECTIONS) return { selections, complete: false };
    seen.add(key);
    selections.push(selection);
  }
  return { selections, complete: true };
}

function* candidates(system: PromptSystem, deciding: readonly string[]): Generator<Selection> {
  const names = Object.keys(system.entry.scenarios ?? {});
  for (const name of names) yield select(system, name);
  const bare = (chosen: Record<string, string>, label: string): Selection =>
    make(null, resolveAxes(system, chosen), system.entry.model, label);
  yield bare({}, names.length === 0 ? '' : DEFAULTS);
  for (const name of deciding)
    for (const value of system.axes.get(name)?.values ?? []) yield bare({ [name]: value }, `${name} = ${value}`);
}

/** The axes that a condition asks about, and those that choose a default for one of them: no other axis makes a difference. */
function decidingAxes(system: PromptSystem): readonly string[] {
  const asked = new Set(conditionsOf(system).flatMap((when) => Object.keys(when ?? {})));
  // A set that grows while it is gone through is gone through to its end.
  for (const name of asked) {
    const fallback = system.axes.get(name)?.fallback;
    if (fallback && 'by' in fallback) asked.add(fallback.by);
  }
  return [...system.axes.keys()].filter((name) => asked.has(name));
}

function conditionsOf({ entry }: PromptSystem): readonly When[] {
  const { parts = [], slots = {}, cache, strip } = entry;
  return [
    ...parts.map((part) => part.when),
    ...Object.values(slots).flatMap((slot) => [
      slot.when,
      slot.redact?.when,
      ...(slot.parts ?? []).map((part) => part.when),
      ...(slot.variants ?? []).map((variant) => variant.when),
      ...Object.values(slot.fields ?? {}).map((field) => field.when),
    ]),
    cache?.when,
    cache?.scope?.when,
    strip?.when,
  ];
}

function make(
  scenario: string | null,
  axes: Readonly<Record<string, string>>,
  model: string | undefined,
  label: string,
): Selection {
  return { scenario, axes, model, label, key: JSON.stringify([scenario, axes, model ?? null]) };
}
