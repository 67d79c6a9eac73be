// What can be done about a hostile value that breaks out: the fix of the finding that warns of it, else a fence.
import type { WireEscape } from '../../protocol';
import { layoutOf } from '../../render/layout';
import type { Escape, Rendered, Segment } from '../../render/segment';
import { fenceFix, isFenced, nestedFenceFix } from '../../rules/facts/fences/fenceFix';
import type { FileEdit, Fix } from '../../rules/rule';
import { checkSystem, type Finding } from '../../rules/run';
import { Kept } from '../../text/kept';
import { Hosts } from '../../workspace/hosted';
import type { Snapshot } from '../../workspace/snapshot';
import { hasEmbedded } from '../../workspace/workspaceSnapshot';
import { systemTextAt } from '../actions/text';
import { appearanceInText } from '../actions/wrapFence';
import { wireSourceOf } from '../convert';
import type { View } from '../view';

/** How the value of a segment breaks out, with the fix. */
export function wireEscapeOf(snapshot: Snapshot, view: View, segment: Segment, broken: Escape): WireEscape {
  const { system } = view;
  const { slot, forges, codes, advice, unfenced } = broken;
  const files = new Set([system.manifest.file.uri, ...system.files.map((file) => file.uri)]);
  const findings = [...files].flatMap((uri) => snapshot.findings(uri)).filter((finding) => finding.slot === slot);
  const fence = unfenced && (segment.within === undefined ? fenceOf(snapshot, view, slot) : innerFence(view, segment));
  const useful = codes.filter((code) => !fence || !IN_VAIN.has(code));
  const toldIn = (found: readonly Finding[]) => useful.flatMap((code) => fixesOf(found, code))[0];
  const told =
    toldIn(findings) ?? toldIn(findingsWithValues(view, snapshot).filter((finding) => finding.slot === slot));
  // A finding speaks of one place, and its fence belongs round the slot wherever it stands.
  const fix = fence && (!told || told.title === fence.title) ? everywhere(fence) : told;
  if (!fix) return { slot, forges, advice };
  const edits = fix.edits.map((edit) => ({ source: wireSourceOf(snapshot, edit), text: edit.text }));
  return { slot, forges, advice, fix: { title: fix.title, edits } };
}

/** Findings whose fix does not keep a heading or an item from being one: a label, and the escaping of tags. */
const IN_VAIN: ReadonlySet<string> = new Set(['trust.unlabelled', 'trust.forgeable']);

const withValues = new Kept<Rendered, readonly Finding[]>();

/**
 * What is found with every slot filled: text that is sent only when a slot has a value is checked only where one is
 * declared. Places in strings of other files are not those of the text that is checked, and are left alone.
 */
function findingsWithValues({ system, rendered }: View, { lookup }: Snapshot): readonly Finding[] {
  if (system.manifest.kind === 'provider' || hasEmbedded(system)) return [];
  let known = withValues.get(rendered);
  if (!known) {
    const nothing = () => undefined;
    const input = { system, lookup, rendered: [rendered], complete: false, model: nothing, tokens: nothing };
    known = checkSystem({ ...input, cost: nothing, log: nothing });
    withValues.set(rendered, known);
  }
  return known;
}

const fixesOf = (findings: readonly Finding[], code: string) =>
  findings.filter((finding) => finding.code === code).flatMap((finding) => finding.fixes ?? []);

interface Fence extends Fix {
  readonly places: number;
}

const everywhere = ({ title, edits, places }: Fence): Fix => ({
  title: places > 1 ? `${title}, at ${places} places` : title,
  edits,
});

/** The fence of the project round a slot, at every place where it has none. */
function fenceOf(snapshot: Snapshot, { system, rendered }: View, slot: string): Fence | undefined {
  const layout = layoutOf(rendered);
  const edits = new Map<string, FileEdit>();
  const places = new Set<string>();
  let title: string | undefined;
  for (const appearance of rendered.appearances) {
    const { uri, span } = appearance.place;
    if (appearance.slot !== slot || isFenced(layout, appearance)) continue;
    const found = systemTextAt({ snapshot, uri, span });
    const fix = fenceFix(
      { system, layout, lookup: snapshot.lookup },
      found ? appearanceInText(found, appearance) : appearance,
    );
    if (!fix) continue;
    title ??= fix.title;
    for (const edit of new Hosts(snapshot.lookup).edits(fix.edits))
      edits.set(`${edit.uri} ${edit.span.start} ${edit.span.end}`, edit);
    places.add(`${uri} ${span.start}`);
  }
  return title === undefined ? undefined : { title, edits: [...edits.values()], places: places.size };
}

/** The same for a slot whose value stands in that of another one: there only its own wrap can hold a fence. */
function innerFence({ system, rendered }: View, { slot, within }: Segment): Fence | undefined {
  const layout = layoutOf(rendered);
  const host = rendered.appearances.find((appearance) => appearance.slot === within);
  const fix = host && slot !== undefined ? nestedFenceFix({ system, layout }, { ...host, slot, host }) : undefined;
  return fix && { title: fix.title, edits: fix.edits, places: 1 };
}
