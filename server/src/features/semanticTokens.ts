import type { Range, SemanticTokens, SemanticTokensEdit } from 'vscode-languageserver-types';
import { SEMANTIC_TOKEN_MODIFIERS, SEMANTIC_TOKEN_TYPES } from '../protocol';
import type { TextContext } from '../rules/rule';
import type { SlotUse } from '../syntax/tree';
import { linesOf, type SourceFile } from '../text/source';
import type { Span } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';
import { spanOf } from './convert';
import { namesIn } from './places/occurrences';
import { sideTextsOf } from './places/sideTexts';
import { standingOf } from './places/standing';
import { layerStarts } from './places/subject';

type TokenType = (typeof SEMANTIC_TOKEN_TYPES)[number];
type Modifier = (typeof SEMANTIC_TOKEN_MODIFIERS)[number];

interface Coloured {
  readonly start: number;
  readonly end: number;
  readonly type: TokenType;
  readonly modifiers: readonly Modifier[];
}

/**
 * Colours that a grammar cannot know: what is a slot in the dialect of this file, whose text its value is and how long it
 * stays the same, what is no slot of the system, where layers begin. With a range, those that touch it.
 */
export function semanticTokens(snapshot: Snapshot, uri: string, range?: Range): SemanticTokens {
  const own = snapshot.textsOf(uri);
  // A second copy that must stay equal is read like the first.
  const contexts = own.length > 0 || snapshot.manifest(uri) ? own : copiesIn(snapshot, uri);
  const file = contexts[0]?.file ?? snapshot.file(uri);
  if (!file) return { data: [] };
  const asked = range && spanOf(file, range);
  const coloured: Coloured[] = contexts.flatMap((context) => [
    ...slotTokens(context, asked),
    ...stretchTokens(context),
  ]);
  for (const { opener, layer } of layerStarts(snapshot, uri)) {
    coloured.push({ ...opener, type: 'class', modifiers: [layer.trust, layer.lifetime] });
  }
  coloured.push(...manifestTokens(snapshot, uri));
  const shown = asked ? coloured.filter((token) => touching(asked, token)) : coloured;
  return { data: encode(file, withoutOverlaps(shown)) };
}

const copiesIn = (snapshot: Snapshot, uri: string): readonly TextContext[] =>
  snapshot
    .systemsOf(uri)
    .flatMap((system) => sideTextsOf(snapshot, system))
    .filter(({ file }) => file.uri === uri);

const touching = (asked: Span, { start, end }: Span): boolean => start <= asked.end && asked.start <= end;

/** The one stretch of numbers that turns the tokens answered before into those of now; none when they are the same. */
export function semanticTokensEdits(before: readonly number[], after: readonly number[]): SemanticTokensEdit[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  // Five numbers are one token, and some clients want whole ones.
  start -= start % 5;
  let same = 0;
  while (same < most - start && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  same -= same % 5;
  const deleteCount = before.length - same - start;
  const data = after.slice(start, after.length - same);
  return deleteCount === 0 && data.length === 0 ? [] : [{ start, deleteCount, data }];
}

/** A text with more slots was made by a program, and its end keeps the colours of the grammar. */
const MOST_SLOTS = 20_000;

function slotTokens(context: TextContext, asked: Span | undefined): Coloured[] {
  const { tree } = context;
  const slots = asked ? (tree?.slots ?? []).filter((use) => touching(asked, use.span)) : (tree?.slots ?? []);
  return slots.slice(0, MOST_SLOTS).flatMap((use): Coloured[] => {
    const modifiers = modifiersOf(use, context);
    const { span, nameSpan } = use;
    const name: Coloured = { ...nameSpan, type: 'variable', modifiers };
    // A tag that decides or repeats holds more than a name; what is left of it keeps the colour of the grammar.
    if (use.role !== 'value') return [name];
    return [
      { start: span.start, end: nameSpan.start, type: 'keyword', modifiers: [] },
      name,
      { start: nameSpan.end, end: span.end, type: 'keyword', modifiers: [] },
    ];
  });
}

function modifiersOf(use: SlotUse, context: TextContext): readonly Modifier[] {
  const { system } = context;
  if (!system) return [];
  if (system.markerSlots.has(use.name)) return ['marker'];
  const slot = system.slots.get(use.name);
  if (slot) {
    const { trust, lifetime } = standingOf(context, slot, use.span.start);
    return [trust, lifetime].filter((word) => word !== undefined);
  }
  // Where no slots are declared, none is unknown.
  return system.slots.size > 0 ? ['unknown'] : [];
}

/** In a manifest, or a head: the names of slots and layers, coloured as what they name. */
function manifestTokens(snapshot: Snapshot, uri: string): readonly Coloured[] {
  const document = snapshot.manifest(uri);
  if (!document || document.kind === 'provider') return [];
  const coloured = new Map<number, Coloured>();
  for (const system of snapshot.systemsOf(uri)) {
    if (system.manifest.file.uri !== uri || coloured.size > MOST_SLOTS) continue;
    const layers = new Map(system.layers.map((layer) => [layer.id, layer]));
    for (const { kind, name, span } of namesIn(system)) {
      const { trust, lifetime } = (kind === 'slot' ? system.slots.get(name) : layers.get(name)) ?? {};
      const modifiers = [trust, lifetime].filter((word) => word !== undefined);
      coloured.set(span.start, { ...span, type: kind === 'slot' ? 'variable' : 'class', modifiers });
    }
  }
  return [...coloured.values()];
}

function stretchTokens({ tree }: TextContext): Coloured[] {
  return (tree?.stretches ?? []).map(({ kind, span }) => ({
    ...span,
    type: kind === 'comment' ? 'comment' : 'string',
    modifiers: [],
  }));
}

/** What wins where two stretches meet: a slot's name, then its delimiters, then comments and escapes, then the line of a layer. */
const ORDER: readonly (readonly TokenType[])[] = [['variable'], ['keyword'], ['comment', 'string'], ['class']];

/** In order, each character in at most one token. */
function withoutOverlaps(coloured: readonly Coloured[]): readonly Coloured[] {
  return ORDER.reduce<readonly Coloured[]>(
    (taken, types) =>
      fillGaps(
        taken,
        coloured.filter((c) => types.includes(c.type)),
      ),
    [],
  );
}

/** Adds of `more` what lies in no stretch that is taken. `taken` is in order and without overlaps, and so is the answer. */
function fillGaps(taken: readonly Coloured[], more: readonly Coloured[]): readonly Coloured[] {
  const added: Coloured[] = [];
  let next = 0;
  let free = 0;
  for (const token of [...more].sort((a, b) => a.start - b.start)) {
    let at = Math.max(token.start, free);
    while (next < taken.length && (taken[next] as Coloured).end <= at) next++;
    for (let i = next; at < token.end; i++) {
      const obstacle = taken[i];
      const stop = obstacle ? Math.min(obstacle.start, token.end) : token.end;
      if (stop > at) added.push({ ...token, start: at, end: stop });
      at = obstacle && obstacle.start < token.end ? Math.max(at, obstacle.end) : token.end;
    }
    free = Math.max(free, token.end);
  }
  return added.length === 0 ? taken : [...taken, ...added].sort((a, b) => a.start - b.start);
}

/** Five numbers for each token, relative to the one before; a token never runs over the end of a line. */
function encode(file: SourceFile, coloured: readonly Coloured[]): number[] {
  const lines = linesOf(file);
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const { start, end, type, modifiers } of coloured) {
    const bits = modifiers.reduce((sum, modifier) => sum | (1 << SEMANTIC_TOKEN_MODIFIERS.indexOf(modifier)), 0);
    const last = lines.lineAt(Math.max(start, end - 1));
    for (let at = lines.lineAt(start); at <= last; at++) {
      const from = Math.max(start, lines.start(at));
      const to = Math.min(end, lines.end(at));
      if (to <= from) continue;
      const column = from - lines.start(at);
      data.push(
        at - line,
        at === line ? column - character : column,
        to - from,
        SEMANTIC_TOKEN_TYPES.indexOf(type),
        bits,
      );
      line = at;
      character = column;
    }
  }
  return data;
}
