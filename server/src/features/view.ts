import { checkedSelections, type Selection } from '../model/selection';
import type { PromptSystem } from '../model/system';
import type { Rendered } from '../render/segment';
import { Kept } from '../text/kept';
import { innerText } from '../workspace/hosted';
import type { Snapshot } from '../workspace/snapshot';
import type { RenderedTokens } from '../workspace/tokens';

/** A file as one system shows it: the selection in which its numbers are counted. */
export interface View {
  readonly system: PromptSystem;
  readonly selection: Selection;
  readonly rendered: Rendered;
  readonly tokens: RenderedTokens;
}

/** A file that the shown selection leaves out is looked for in at most so many others. */
const MOST_TRIED = 24;

const views = new Kept<Snapshot, Map<string, View | null>>();

/**
 * The view that hints, hovers and lenses of a file show: that of its nearest system, in the selection that is shown; or,
 * when that leaves the file out (another variant of a part), in the first selection that reads it. Undefined for a file
 * of no system.
 */
export function viewOf(snapshot: Snapshot, uri: string): View | undefined {
  let known = views.get(snapshot);
  if (!known) {
    known = new Map();
    views.set(snapshot, known);
  }
  let view = known.get(uri);
  if (view === undefined) {
    view = findView(snapshot, uri) ?? null;
    known.set(uri, view);
  }
  return view ?? undefined;
}

/**
 * The views of a file, one for each text in it: a file of YAML or JSON holds several, each of which is shown as its own
 * nearest system reads it. `start` is where the text begins; 0 for a file that is one text.
 */
export function viewsOf(snapshot: Snapshot, uri: string): readonly { readonly view: View; readonly start: number }[] {
  const starts = new Map<string, number>();
  const seen = new Set<number>();
  for (const context of snapshot.textsOf(uri)) {
    const start = innerText(context)?.embedded.hostSpan.start;
    if (start === undefined || !context.system || seen.has(start)) continue;
    seen.add(start);
    const { key } = context.system;
    if (!starts.has(key)) starts.set(key, start);
  }
  if (starts.size < 2) {
    const view = viewOf(snapshot, uri);
    return view ? [{ view, start: [...starts.values()][0] ?? 0 }] : [];
  }
  return [...starts].flatMap(([key, start]) => {
    const system = snapshot.system(key);
    return system ? [{ view: shownView(snapshot, system), start }] : [];
  });
}

/** A system in the selection that is shown for it. */
export function shownView(snapshot: Snapshot, system: PromptSystem): View {
  return viewWith(snapshot, system, snapshot.shown(system));
}

/** The view of a selection that the caller has chosen, rather than of the one that is shown. */
export function viewWith(snapshot: Snapshot, system: PromptSystem, selection: Selection): View {
  const rendered = snapshot.rendered(system, selection);
  return { system, selection, rendered, tokens: snapshot.tokens(rendered) };
}

function findView(snapshot: Snapshot, uri: string): View | undefined {
  const systems = snapshot.systemsOf(uri);
  const first = systems[0];
  if (!first) return undefined;
  const texts = snapshot.textsOf(uri);
  const isTemplate = (system: PromptSystem): boolean => texts.some((text) => text.system?.key === system.key);
  for (const system of systems) {
    if (system.manifest.file.uri === uri && system.manifest.kind === 'manifest') break;
    const shown = snapshot.shown(system);
    if (reads(snapshot.rendered(system, shown), uri)) return viewWith(snapshot, system, shown);
    if (!isTemplate(system)) continue;
    const other = checkedSelections(system)
      .slice(0, MOST_TRIED)
      .find((selection) => reads(snapshot.rendered(system, selection), uri));
    if (other) return viewWith(snapshot, system, other);
  }
  return shownView(snapshot, first);
}

function reads(rendered: Rendered, uri: string): boolean {
  if (rendered.appearances.some((a) => a.place.uri === uri)) return true;
  return rendered.messages.some((m) =>
    m.blocks.some((b) => b.segments.some((s) => s.kind === 'literal' && s.source.uri === uri)),
  );
}
