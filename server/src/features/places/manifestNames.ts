import type { Path } from '../../model/manifest/manifest';

/** What a name in a manifest is the name of. */
export type NameKind = 'slot' | 'layer' | 'axis' | 'scenario' | 'system' | 'model' | 'rule';

export interface ManifestName {
  readonly kind: NameKind;
  /** Whether it stands here as declared, or as mentioned. */
  readonly declares: boolean;
}

interface Row extends ManifestName {
  /** Steps from the entry of a system; `*` is any one key or index. */
  readonly steps: readonly string[];
  readonly part: 'key' | 'value';
}

const row = (kind: NameKind, part: 'key' | 'value', steps: string, declares = false): Row => ({
  kind,
  part,
  declares,
  steps: steps.split('/'),
});

/** Where names stand in the entry of a system. What stands under `when` is told by its parent alone. */
const ROWS: readonly Row[] = [
  row('layer', 'value', 'layers/*/id', true),
  row('slot', 'value', 'layers/*/slots/*', true),
  row('slot', 'key', 'slots/*', true),
  row('slot', 'value', 'slots/*/parts/*/slot'),
  row('slot', 'value', 'slots/*/parts/*/unlessEmpty'),
  row('slot', 'value', 'parts/*/slot'),
  row('slot', 'value', 'parts/*/unlessEmpty'),
  row('layer', 'value', 'parts/*/layer'),
  row('axis', 'key', 'axes/*', true),
  row('axis', 'value', 'axes/*/default/by'),
  row('layer', 'value', 'cache/breakpoints/*/after'),
  row('slot', 'value', 'cache/breakpoints/*/slot', true),
  row('scenario', 'key', 'scenarios/*', true),
  row('axis', 'key', 'scenarios/*/select/*'),
  row('slot', 'key', 'scenarios/*/values/*'),
  row('model', 'value', 'scenarios/*/model'),
  row('model', 'value', 'model'),
  row('rule', 'key', 'rules/*'),
  row('slot', 'value', 'rules/*/slots/*'),
  row('layer', 'value', 'rules/*/layers/*'),
];

/** What the key or value at a path, counted from the entry of a system, is the name of. */
export function nameAt(path: Path, part: 'key' | 'value'): ManifestName | undefined {
  if (path.length === 0) return part === 'key' ? { kind: 'system', declares: true } : undefined;
  if (part === 'key' && path.length >= 2 && path[path.length - 2] === 'when') return { kind: 'axis', declares: false };
  return ROWS.find((r) => r.part === part && matches(r.steps, path));
}

function matches(steps: readonly string[], path: Path): boolean {
  return steps.length === path.length && steps.every((step, i) => step === '*' || step === String(path[i]));
}

/** The axis whose value stands at a path, counted from the entry of a system; `by`: the axis that another one follows. */
export function axisOfValueAt(
  path: Path,
  part: 'key' | 'value',
  by: (axis: string) => string | undefined,
): { readonly axis: string; readonly declares: boolean } | undefined {
  const steps = path.map(String);
  const [first, axis = ''] = steps;
  if (first === 'axes') {
    const rest = steps.slice(2).join('/');
    if (part === 'key') {
      const other = /^default\/map\/[^/]+$/.test(rest) ? by(axis) : undefined;
      return other === undefined ? undefined : { axis: other, declares: false };
    }
    if (/^(?:values\/)?\d+$/.test(rest)) return { axis, declares: true };
    return /^default(?:\/map\/[^/]+)?$/.test(rest) ? { axis, declares: false } : undefined;
  }
  if (part === 'key') return undefined;
  if (first === 'scenarios' && steps[2] === 'select' && steps.length === 4)
    return { axis: steps[3] as string, declares: false };
  const when = steps.lastIndexOf('when');
  const isListItem = steps.length === when + 3 && /^\d+$/.test(steps[when + 2] as string);
  return when >= 0 && (steps.length === when + 2 || isListItem)
    ? { axis: steps[when + 1] as string, declares: false }
    : undefined;
}
