import type { Path } from '../../model/manifest/manifest';
import type { System } from '../../model/schema';
import type { PromptSystem } from '../../model/system';
import type { Problem } from '../rule';
import { problem } from './manifest/manifestAdvice';
import { mentionsIn } from './mentions';

/** What is declared for a choice that changes nothing. */
export function* idleChoices(system: PromptSystem): Generator<Problem> {
  for (const { axis, path, part, value, like, more = 0 } of idleAxes(system.entry)) {
    const message =
      value === undefined
        ? `Nothing asks about the axis \`${axis}\`, so its values make no difference. Use it in a \`when\`, or remove it.`
        : `Nothing tells \`${value}\` from \`${like}\`: no \`when\` asks for it and no scenario selects it, so this value of the axis \`${axis}\` makes no difference. Use it, or remove it.${more === 0 ? '' : ` The same holds for ${more} more of its values.`}`;
    for (const found of problem(system, [...system.path, ...path], part, message))
      yield { ...found, level: 'hint', tags: ['unnecessary'] };
  }
}

/** An axis, or a value of one, that makes no difference to anything. The path is counted from the entry. */
interface IdleAxis {
  readonly axis: string;
  readonly path: Path;
  readonly part: 'key' | 'value';
  /** The value; undefined for a whole axis that nothing asks about. */
  readonly value?: string;
  /** Another value with which everything is the same. */
  readonly like?: string;
  /** How many more values of the axis make no difference either. */
  readonly more?: number;
}

/** Axes that no condition asks about, and values that are nobody's choice and change nothing. */
function* idleAxes(entry: System): Generator<IdleAxis> {
  const conditions = conditionsOf(entry);
  const mistaken = mistakenIn(entry);
  for (const [axis, declared] of Object.entries(entry.axes ?? {})) {
    if (mistaken(axis)) continue;
    const asked = conditions.get(axis) ?? [];
    if (asked.length === 0) {
      yield { axis, path: ['axes', axis], part: 'key' };
      continue;
    }
    const isList = Array.isArray(declared);
    const values = (isList ? declared : declared.values).map(String);
    const chosen = choicesOf(entry, axis, values[0]);
    const alike = new Map<string, string>();
    for (const value of values) {
      const answers = asked.map((answer) => answer(value)).join('\n');
      if (!alike.has(answers) || chosen.has(value)) alike.set(answers, value);
    }
    const idle = values.flatMap((value, i) => {
      const like = alike.get(asked.map((answer) => answer(value)).join('\n'));
      return like === undefined || like === value || chosen.has(value) ? [] : [{ i, value, like }];
    });
    const [first] = idle;
    if (!first) continue;
    const { i, value, like } = first;
    const path = ['axes', axis, ...(isList ? [] : ['values']), i];
    yield { axis, path, part: 'value', value, like, more: idle.length - 1 };
  }
}

/**
 * Whether something names a value that an axis does not have, or a value of it under the name of an axis that is not there:
 * it is told, and may mean the very value that nothing else names.
 */
function mistakenIn(entry: System): (axis: string) => boolean {
  const valuesOf = (axis: string): readonly string[] | undefined => {
    const declared = entry.axes && Object.hasOwn(entry.axes, axis) ? entry.axes[axis] : undefined;
    return declared && (Array.isArray(declared) ? declared : declared.values).map(String);
  };
  const wrong = [...mentionsIn(entry)].filter(
    ({ kind, axis, name }) => kind === 'value' && axis !== undefined && !valuesOf(axis)?.includes(name),
  );
  return (axis) =>
    wrong.some((one) => one.axis === axis || (!valuesOf(one.axis ?? '') && valuesOf(axis)?.includes(one.name)));
}

/** What a condition makes of a value of its axis. */
type Answer = (value: string) => string;

function conditionsOf(entry: System): ReadonlyMap<string, readonly Answer[]> {
  const named = new Map<string, { readonly axis: string; readonly values: Set<string> }>();
  for (const { kind, name, axis, path } of mentionsIn(entry)) {
    if (kind !== 'value' || axis === undefined || path[0] === 'scenarios') continue;
    const key = path.slice(0, path.lastIndexOf(axis) + 1).join('\n');
    const known = named.get(key);
    if (known) known.values.add(name);
    else named.set(key, { axis, values: new Set([name]) });
  }
  const answers = new Map<string, Answer[]>();
  const add = (axis: string, answer: Answer): void => {
    answers.set(axis, [...(answers.get(axis) ?? []), answer]);
  };
  for (const { axis, values } of named.values()) add(axis, (value) => String(values.has(value)));
  for (const declared of Object.values(entry.axes ?? {})) {
    const fallback = Array.isArray(declared) ? undefined : declared.default;
    if (typeof fallback === 'object') add(fallback.by, (value) => String(fallback.map[value]));
  }
  return answers;
}

/** Values that a scenario selects, or that are a default. */
function choicesOf(entry: System, axis: string, first: string | undefined): ReadonlySet<string> {
  const declared = entry.axes?.[axis];
  const fallback = declared === undefined || Array.isArray(declared) ? undefined : declared.default;
  const defaults = typeof fallback === 'object' ? Object.values(fallback.map) : [fallback ?? first];
  const selected = Object.values(entry.scenarios ?? {}).map(({ select }) => select?.[axis]);
  return new Set([...defaults, ...selected].filter((value) => value !== undefined).map(String));
}
