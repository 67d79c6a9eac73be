// Rules and renderings know a template inside a YAML or JSON file as a text of its own. Features and clients know the
// file round it: here every place of the one becomes a place of the other.

import type { Lookup } from '../model/lookup';
import type { Location } from '../model/system';
import type { Rendered, Segment } from '../render/segment';
import type { FileEdit, TextContext } from '../rules/rule';
import type { Finding } from '../rules/run';
import { type Embedded, hostOf } from '../syntax/embedded';
import type { SlotUse, TemplateTree } from '../syntax/tree';
import { Kept } from '../text/kept';
import type { Span } from '../text/span';

/** Address of the file that a text stands in: without the key of an embedded one. */
export const hostAddress = (uri: string): string => {
  const hash = uri.indexOf('#');
  return hash < 0 ? uri : uri.slice(0, hash);
};

/** The way from embedded texts to their hosts, for one moment of the workspace. */
export class Hosts {
  readonly #lookup: Lookup;

  constructor(lookup: Lookup) {
    this.#lookup = lookup;
  }

  location(place: Location): Location {
    const embedded = this.#embedded(place.uri);
    return embedded ? { uri: embedded.host.uri, span: embedded.toHost(place.span) } : place;
  }

  finding(finding: Finding): Finding {
    const { related } = finding;
    const edits = (all: readonly FileEdit[]): readonly FileEdit[] => this.edits(all);
    return {
      ...finding,
      ...this.location(finding),
      ...(related ? { related: related.map((r) => ({ ...r, ...this.location(r) })) } : {}),
      get fixes() {
        return (finding.fixes ?? []).map((fix) => ({
          ...fix,
          get edits() {
            return edits(fix.edits);
          },
        }));
      },
    };
  }

  rendered(rendered: Rendered): Rendered {
    const segment = (s: Segment): Segment => ({ ...s, source: this.location(s.source) });
    return {
      ...rendered,
      messages: rendered.messages.map((message) => ({
        ...message,
        blocks: message.blocks.map((block) => ({ ...block, segments: block.segments.map(segment) })),
      })),
      appearances: rendered.appearances.map((a) => {
        const embedded = this.#embedded(a.place.uri);
        return embedded
          ? { ...a, place: this.location(a.place), ...(a.use ? { use: useInHost(a.use, embedded) } : {}) }
          : a;
      }),
      regions: rendered.regions.map((region) => ({ ...region, place: this.location(region.place) })),
      problems: rendered.problems.map((problem) => ({ ...problem, place: this.location(problem.place) })),
    };
  }

  /** The edits of one string are made together: where it has to be written anew, that is once. */
  edits(edits: readonly FileEdit[]): readonly FileEdit[] {
    if (!edits.some(({ uri }) => uri.includes('#'))) return edits;
    const byText = new Map<Embedded, FileEdit[]>();
    const others: FileEdit[] = [];
    for (const edit of edits) {
      const embedded = this.#embedded(edit.uri);
      const own = embedded ? byText.get(embedded) : others;
      if (own) own.push(edit);
      else if (embedded) byText.set(embedded, [edit]);
    }
    const inHosts = [...byText].flatMap(([embedded, own]) =>
      embedded.editsInHost(own).map(({ span, text }) => ({ uri: embedded.host.uri, span, text })),
    );
    return [...others, ...inHosts];
  }

  #embedded(uri: string): Embedded | undefined {
    if (!uri.includes('#')) return undefined;
    const found = this.#lookup.at(uri);
    return found.kind === 'file' ? hostOf(found.file) : undefined;
  }
}

const innerTexts = new Kept<TextContext, { readonly text: TextContext; readonly embedded: Embedded }>();

/** A text as a system reads it, in offsets of the file round it. */
export function textInHost(context: TextContext): TextContext {
  const embedded = hostOf(context.file);
  if (!embedded) return context;
  const at = embedded.toHost({ start: context.bodyStart, end: context.bodyStart }).start;
  const tree = context.tree && treeInHost(context.tree, embedded);
  const hosted = { ...context, file: embedded.host, bodyStart: at, tree };
  innerTexts.set(hosted, { text: context, embedded });
  return hosted;
}

/** The text of its own that a text in a host was made from, with the way between the two. */
export const innerText = (
  hosted: TextContext,
): { readonly text: TextContext; readonly embedded: Embedded } | undefined => innerTexts.get(hosted);

function treeInHost(tree: TemplateTree, embedded: Embedded): TemplateTree {
  const moved = (s: Span): Span => embedded.toHost(s);
  return {
    text: embedded.host.text,
    slots: tree.slots.map((use) => useInHost(use, embedded)),
    faults: tree.faults.map((fault) => ({
      ...fault,
      span: moved(fault.span),
      ...(fault.related ? { related: { ...fault.related, span: moved(fault.related.span) } } : {}),
      ...(fault.fix ? { fix: { ...fault.fix, ...embedded.editsInHost([fault.fix])[0] } } : {}),
    })),
    stretches: tree.stretches.map((stretch) => ({
      ...stretch,
      span: moved(stretch.span),
      ...(stretch.inner ? { inner: moved(stretch.inner) } : {}),
    })),
    ...(tree.references
      ? {
          references: tree.references.map((r) => ({
            ...r,
            span: moved(r.span),
            ...(r.pathSpan ? { pathSpan: moved(r.pathSpan) } : {}),
          })),
        }
      : {}),
    ...(tree.blocks
      ? {
          blocks: tree.blocks.map((block) => ({
            ...block,
            span: moved(block.span),
            open: moved(block.open),
            ...(block.nameSpan ? { nameSpan: moved(block.nameSpan) } : {}),
          })),
        }
      : {}),
  };
}

const useInHost = (use: SlotUse, embedded: Embedded): SlotUse => ({
  ...use,
  span: embedded.toHost(use.span),
  nameSpan: embedded.toHost(use.nameSpan),
});
