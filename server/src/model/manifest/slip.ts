// One slip that explains what are many faults to whoever reads line by line.
import type { YamlFault } from '../../syntax/yaml/faults';
import { readPlain } from '../../syntax/yaml/plain';
import { slipsNear } from '../../syntax/yaml/slips';
import { lineEnd, lineStart } from '../../syntax/yaml/text';
import type { YamlNode } from '../../syntax/yaml/tree';
import { applyEdits } from '../../text/edit';
import type { Manifest } from '../schema';
import type { ManifestFault } from './manifest';

/** Slips that are tried, and characters that are read for it: somebody waits for the answer at every key. */
const MOST_TRIED = 400;
const MOST_READ = 400_000;
/** What lies deeper in a manifest is not counted. */
const DEEPEST = 20;
/** Faults whose lines are looked at. */
const MOST_PLACES = 4;
/** What a fault that a slip leaves beside itself counts for: then it was hardly the slip. */
const BESIDE = 3;
/** What costs more than any number of faults: no plain YAML, or a text that says less. */
const UNREADABLE = Number.POSITIVE_INFINITY;
const LESS = Number.MAX_VALUE;

/** A text with faults in it. */
export interface Suspect {
  readonly text: string;
  readonly yaml: readonly YamlFault[];
  readonly read: readonly ManifestFault[];
  readonly data: Manifest;
  /** Reads a text that is nearly the same, from the root of its YAML; undefined when nothing of ours is left in it. */
  reread(
    text: string,
    root: YamlNode,
  ): { readonly faults: readonly ManifestFault[]; readonly data: Manifest } | undefined;
}

/**
 * The slip near the first faults of a manifest without which it has the fewest; undefined when none makes them fewer.
 * What is told as one instead of two is one; a single fault without a fix gives way to a slip that leaves none. Faults
 * that would not be told, since another one stands in their place, count here: they show what was read wrongly.
 */
export function slipIn({ text, yaml, read, data, reread }: Suspect): YamlFault | undefined {
  const isPlain = (fault: ManifestFault): boolean =>
    fault.code === 'manifest.unquoted-slot' || fault.fixes !== undefined;
  if (yaml.every(({ kind }) => kind === 'unquoted') && read.every(isPlain)) return undefined;
  const places = [...yaml, ...read].map(({ span }) => span.start).sort((a, b) => a - b);
  const total = places.length + strangeValues(data).length;
  const isMended = yaml.every(({ fix }) => fix) && read.every(({ fixes }) => fixes);
  const told = sizeOf(data);
  let best: YamlFault | undefined;
  let fewest = isMended ? total - 1 : total;
  // Of two slips that explain the same, the one in fewer lines.
  let least = 0;
  let tried = 0;
  let paid = 0;
  for (const slip of fewest > 0 ? slipsNear(text, places.slice(0, MOST_PLACES)) : []) {
    if (++tried > MOST_TRIED || paid > MOST_READ) break;
    const cost = costWithout(slip, text, fewest, told, reread);
    // Most are given up where YAML breaks off.
    paid += cost === UNREADABLE ? text.length / 3 : text.length;
    const size = slip.fix?.edits.length ?? 0;
    if (cost > fewest || (cost === fewest && size >= least)) continue;
    best = slip;
    fewest = cost;
    least = size;
    if (cost === 0 && size <= 1) break;
  }
  return best;
}

/** What is wrong with a text in which a slip was taken back. One that is no plain YAML, or says less, costs more than any. */
function costWithout(slip: YamlFault, text: string, most: number, size: number, reread: Suspect['reread']): number {
  const mended = applyEdits(text, slip.fix?.edits ?? []);
  const root = readPlain(mended)?.root;
  if (!root) return UNREADABLE;
  const read = reread(mended, root);
  if (!read) return LESS;
  const { faults: left, data } = read;
  const count = left.length + strangeValues(data).length;
  if (count > most) return count;
  // What is not read has no faults.
  if (!slip.rejoins && sizeOf(data) < size) return LESS;
  const from = lineStart(mended, slip.span.start);
  const to = lineEnd(mended, lineEnd(mended, slip.span.start) + 2);
  return count + (left.some(({ span }) => span.start >= from && span.start <= to) ? BESIDE : 0);
}

/** Slots that a scenario gives a value to and that its system does not declare. */
function strangeValues({ systems }: Manifest): readonly string[] {
  return Object.values(systems).flatMap(({ slots = {}, scenarios = {} }) =>
    Object.values(scenarios).flatMap((scenario) =>
      Object.keys(scenario?.values ?? {}).filter((name) => !Object.hasOwn(slots, name)),
    ),
  );
}

/** How many values there are in something that was read. */
function sizeOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return 1;
  let size = 1;
  for (const inner of Object.values(value)) size += sizeOf(inner, depth + 1);
  return size;
}
