import { type DocumentSymbol, type SymbolInformation, SymbolKind } from 'vscode-languageserver-types';
import type { Path } from '../model/manifest/manifest';
import type { Layer, PromptSystem } from '../model/system';
import { TRUST_WORDS } from '../model/words';
import type { TextContext } from '../rules/rule';
import type { SlotUse } from '../syntax/tree';
import { linesOf, type SourceFile } from '../text/source';
import { covers, type Span, span } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';
import { rangeOf } from './convert';
import { amount } from './costs/amounts';
import { type CountStretches, countedText } from './costs/sections';
import { headingsOf } from './places/headings';
import { type LayerStart, layerStarts } from './places/subject';
import { isHost } from './places/texts';

/** Outline of a file: layers with the slots that stand in them; for a manifest its systems, their layers, slots and scenarios. */
export function documentSymbols(snapshot: Snapshot, uri: string, count: CountStretches): DocumentSymbol[] {
  const file = snapshot.file(uri);
  if (!file) return [];
  const own = snapshot.systemsOf(uri).filter((s) => s.manifest.file.uri === uri);
  const declared = own.flatMap((system) => systemSymbol(file, system));
  const contexts = snapshot.textsOf(uri);
  return [...declared, ...textSymbols(snapshot, uri, file, contexts, count)];
}

/** The same for clients that know no tree. */
export function flatSymbols(snapshot: Snapshot, uri: string, count: CountStretches): SymbolInformation[] {
  const flatten = (symbols: readonly DocumentSymbol[], containerName?: string): SymbolInformation[] =>
    symbols.flatMap((symbol) => [
      {
        name: symbol.name,
        kind: symbol.kind,
        location: { uri, range: symbol.range },
        ...(containerName === undefined ? {} : { containerName }),
      },
      ...flatten(symbol.children ?? [], symbol.name),
    ]);
  return flatten(documentSymbols(snapshot, uri, count));
}

function textSymbols(
  snapshot: Snapshot,
  uri: string,
  file: SourceFile,
  contexts: readonly TextContext[],
  count: CountStretches,
): DocumentSymbol[] {
  const first = contexts[0];
  if (!first) return [];
  const slots = slotSymbols(contexts);
  const starts = layerStarts(snapshot, uri);
  if (starts.length > 0)
    return nest(
      starts.map((start) => layerNode(file, start)),
      slots,
    );
  if (isHost(first.system, uri)) return nest([], slots);
  const whole = layerOfFile(first.system, uri);
  if (whole) {
    const body = span(first.bodyStart, file.text.length);
    const line = span(body.start, linesOf(file).end(linesOf(file).lineAt(body.start)));
    return nest([layerNode(file, { layer: whole, opener: line, region: body })], slots);
  }
  const counted = countedText(snapshot, uri, count)?.sections;
  const headings = headingsOf(file, first.bodyStart).slice(0, MOST_NODES);
  const sections = headings.map(({ title, line, section }, i) => {
    const tokens = counted?.[i]?.tokens;
    return { span: section, symbol: symbolOf(file, title, SymbolKind.String, section, line, tokens && amount(tokens)) };
  });
  return nest(sections, slots);
}

interface Node {
  readonly span: Span;
  readonly symbol: DocumentSymbol;
}

/** The layer that a part gives to a whole file. */
function layerOfFile(system: PromptSystem | undefined, uri: string): Layer | undefined {
  const id = system?.parts.find((part) => part.uri === uri && part.entry.layer !== undefined)?.entry.layer;
  return system?.layers.find((l) => l.id === id);
}

function layerNode(file: SourceFile, { layer, opener, region }: Omit<LayerStart, 'system'>): Node {
  const symbol = symbolOf(file, layer.id, SymbolKind.Namespace, region, opener, TRUST_WORDS[layer.trust].label);
  return { span: region, symbol };
}

/** Nobody reads a longer outline, and some editors stand still while they draw it. */
const MOST_NODES = 5000;

/** Each slot once for each region it stands in; repeated uses in one region would only fill the outline. */
function slotSymbols(contexts: readonly TextContext[]): Node[] {
  const seen = new Set<number>();
  return contexts
    .flatMap(({ file, tree, system }) => (tree?.slots ?? []).map((use) => ({ file, use, system })))
    .filter(({ use }) => {
      if (seen.has(use.span.start)) return false;
      seen.add(use.span.start);
      return true;
    })
    .sort((a, b) => a.use.span.start - b.use.span.start)
    .slice(0, MOST_NODES)
    .map(({ file, use, system }) => ({ span: use.span, symbol: slotSymbol(file, use, system) }));
}

function slotSymbol(file: SourceFile, use: SlotUse, system: PromptSystem | undefined): DocumentSymbol {
  const slot = system?.slots.get(use.name);
  const trust = slot?.trust;
  const detail = [slot?.layer?.id, trust === undefined ? undefined : TRUST_WORDS[trust].label]
    .filter((x) => x !== undefined)
    .join(', ');
  return symbolOf(file, use.path, SymbolKind.Variable, use.span, use.nameSpan, detail);
}

/** Puts slots into the innermost node that holds them, and nodes into each other. Both lists are in order of their starts. */
function nest(nodes: readonly Node[], slots: readonly Node[]): DocumentSymbol[] {
  const roots: DocumentSymbol[] = [];
  const open: Node[] = [];
  const all = [...nodes, ...slots].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const leaves = new Set(slots);
  const named = new Map<DocumentSymbol[], Set<string>>();
  for (const node of all) {
    for (let top = open.at(-1); top && !covers(top.span, node.span); top = open.at(-1)) open.pop();
    const parent = open.at(-1)?.symbol;
    const siblings = childrenOf(parent) ?? roots;
    if (!leaves.has(node)) {
      open.push(node);
    } else {
      const names = named.get(siblings) ?? new Set();
      named.set(siblings, names);
      if (names.has(node.symbol.name)) continue;
      names.add(node.symbol.name);
    }
    siblings.push(node.symbol);
  }
  return roots;
}

/** The children of a symbol, to which more may be added. */
function childrenOf(symbol: DocumentSymbol | undefined): DocumentSymbol[] | undefined {
  if (symbol && !symbol.children) symbol.children = [];
  return symbol?.children;
}

function systemSymbol(file: SourceFile, system: PromptSystem): DocumentSymbol[] {
  const symbol = entrySymbol(
    file,
    system,
    [],
    system.id,
    SymbolKind.Module,
    system.title === system.id ? undefined : system.title,
  );
  if (!symbol) return [];
  const { layers, slots, axes, scenarios } = system.entry;
  const children = [
    ...(layers ?? []).map((l, i) =>
      entrySymbol(file, system, ['layers', i], l.id, SymbolKind.Namespace, TRUST_WORDS[l.trust].label),
    ),
    ...Object.keys(slots ?? {}).map((name) =>
      entrySymbol(file, system, ['slots', name], name, SymbolKind.Variable, system.slots.get(name)?.layer?.id),
    ),
    ...Object.keys(axes ?? {}).map((name) =>
      entrySymbol(file, system, ['axes', name], name, SymbolKind.Enum, system.axes.get(name)?.values.join(', ')),
    ),
    ...Object.entries(scenarios ?? {}).map(([name, s]) =>
      entrySymbol(file, system, ['scenarios', name], name, SymbolKind.Event, s.description),
    ),
  ];
  return [{ ...symbol, children: children.filter((c) => c !== undefined) }];
}

function entrySymbol(
  file: SourceFile,
  system: PromptSystem,
  rest: Path,
  name: string,
  kind: SymbolKind,
  detail: string | undefined,
): DocumentSymbol | undefined {
  const place = system.manifest.place([...system.path, ...rest]);
  const whole = place?.value ?? place?.key;
  if (!whole) return undefined;
  const key = place?.key ?? span(whole.start, whole.start);
  return symbolOf(file, name, kind, span(Math.min(key.start, whole.start), Math.max(key.end, whole.end)), key, detail);
}

function symbolOf(
  file: SourceFile,
  name: string,
  kind: SymbolKind,
  range: Span,
  selection: Span,
  detail?: string,
): DocumentSymbol {
  return {
    name: name === '' ? '(no name)' : name,
    kind,
    range: rangeOf(file, range),
    selectionRange: rangeOf(file, covers(range, selection) ? selection : span(range.start, range.start)),
    ...(detail === undefined || detail === '' ? {} : { detail }),
  };
}
