import { resolveAxes, type Selection, select } from '../../model/selection';
import type { Layer, PromptSystem } from '../../model/system';
import { LIFETIME_WORDS, TRUST_WORDS } from '../../model/words';
import type {
  RenderFailure,
  RenderParams,
  RenderResult,
  WireBlock,
  WireLayer,
  WireMessage,
  WireModel,
  WireSegment,
  WireTokens,
} from '../../protocol';
import { limitOf } from '../../render/layerLimit';
import type { Block, Mark, Segment } from '../../render/segment';
import { verdict } from '../../render/verdict';
import { modelPrefixes, type PriceFacts } from '../../tokens/models';
import type { Snapshot } from '../../workspace/snapshot';
import type { Tokens } from '../../workspace/tokens';
import { wireSourceOf } from '../convert';
import { type MarkStanding, markStandings } from '../costs/cacheMarks';
import { idleWords } from '../costs/economicsWords';
import { factsOf } from '../costs/tokenWords';
import { wireEconomics, wireWorst } from '../costs/wireEconomics';
import { partPlaces } from '../places/partPlaces';
import { placesAt } from '../places/subject';
import type { View } from '../view';
import { wireEscapeOf } from './escapeFix';
import { lookupWith, otherTexts, systemWith } from './otherTexts';
import { wireSlots } from './renderSlots';
import { type TrialView, trialView } from './trial';
import { whyNone } from './unread';

/** The render model for one selection, with everything that a preview or a program wants to know about it. */
export function render(snapshot: Snapshot, params: RenderParams): RenderResult | RenderFailure {
  const view = viewFor(snapshot, params);
  if ('reason' in view) return view;
  const places = params.uri === undefined ? [] : partPlaces(snapshot, params.uri);
  if (places.length === 0) return resultOf(snapshot, view);
  return { ...resultOf(snapshot, view), places: places.map(({ system, words }) => ({ key: system.key, says: words })) };
}

/** What a request names, rendered: now, as it was committed last, or with other texts. */
export function viewFor(snapshot: Snapshot, params: RenderParams): TrialView | RenderFailure {
  const now = systemFor(snapshot, params);
  if ('reason' in now) return now;
  const other = otherTexts(snapshot.lookup, params);
  if (!other) return trialView(snapshot, now, selectionFor(snapshot, now, params), params);
  const system = systemWith(now, snapshot.lookup, other);
  if (!system) {
    const what = params.committed === true ? 'The last commit' : 'The other manifest';
    return { version: 1, reason: 'unknown-system', message: `${what} has no system called ${now.id}.` };
  }
  const lookup = lookupWith(snapshot.lookup, other);
  return trialView(snapshot, system, selectionFor(snapshot, system, params), params, lookup);
}

/** The selection that a request names; without a scenario and without axis values, the one that is shown. */
export function selectionFor(snapshot: Snapshot, system: PromptSystem, params: RenderParams): Selection {
  const shown = snapshot.shown(system);
  if (params.scenario === undefined && params.select === undefined) return shown;
  const scenario = params.scenario === undefined ? shown.scenario : params.scenario;
  return select(system, scenario, params.select ?? {});
}

/** The system that a request names, or why there is none. */
export function systemFor(
  snapshot: Snapshot,
  { uri, system: named }: Pick<RenderParams, 'uri' | 'system'>,
): PromptSystem | RenderFailure {
  const candidates = uri === undefined ? snapshot.systems : snapshot.systemsOf(uri);
  if (named !== undefined) {
    const found = snapshot.system(named) ?? candidates.find((s) => s.id === named);
    return (
      found ?? { version: 1, reason: 'unknown-system', message: `No system is called ${named}.${listed(candidates)}` }
    );
  }
  return candidates[0] ?? whyNone(snapshot, uri);
}

function listed(systems: readonly PromptSystem[]): string {
  return systems.length === 0 ? '' : ` There are ${systems.map((s) => s.id).join(', ')}.`;
}

export function resultOf(snapshot: Snapshot, view: TrialView): RenderResult {
  const { system, selection, rendered, tokens } = view;
  const defaults = resolveAxes(system, {});
  return {
    version: 1,
    key: system.key,
    system: system.id,
    title: system.title,
    scenario: selection.scenario,
    label: selection.label,
    scenarios: Object.keys(system.entry.scenarios ?? {}),
    axes: [...system.axes.values()].map(({ name, values }) => {
      const value = selection.axes[name] ?? '';
      return { name, values, value, changed: value !== defaults[name] };
    }),
    model: modelOf(view),
    layers: system.layers.map((layer) => layerOf(snapshot, view, layer)),
    slots: wireSlots(snapshot, view),
    messages: messagesOf(snapshot, view),
    holes: rendered.holes,
    total: wireTokens(tokens.total),
    cachedPrefix: tokens.cachedPrefix?.tokens ?? null,
    worst: wireWorst(tokens),
    economics: wireEconomics(snapshot, view),
    models: modelsOf(view),
    ...(filesOf(view).some((uri) => snapshot.lookup.committed?.(uri)) ? { changed: true } : {}),
    ...(view.verdicts ? { hostile: view.verdicts } : {}),
    ...(view.tried.length > 0 ? { tried: view.tried } : {}),
    problems: rendered.problems.map(({ message, place }) => ({ message, source: wireSourceOf(snapshot, place) })),
    manifest: system.manifest.file.uri,
    files: filesOf(view),
  };
}

/** What the picker of models offers: those of the manifest before those of the built-in table. */
function modelsOf({ system, selection }: View): readonly string[] {
  const named = [selection.model, system.entry.model, ...Object.keys(system.manifest.data.models ?? {})];
  return [...new Set([...named.filter((id) => id !== undefined), ...modelPrefixes])];
}

function modelOf(view: View): WireModel {
  const facts = factsOf(view);
  const source =
    facts?.source === undefined ? undefined : [facts.source, facts.date].filter((x) => x !== undefined).join(', ');
  return {
    id: view.selection.model ?? null,
    tokenizer: view.tokens.tokenizer,
    exact: view.tokens.total.exact && !view.tokens.assumed,
    ...(facts?.window === undefined ? {} : { window: facts.window }),
    ...(facts?.cache?.minimum === undefined ? {} : { minimum: facts.cache.minimum }),
    ...(facts?.cache?.breakpoints === undefined ? {} : { marks: facts.cache.breakpoints }),
    ...(facts?.cache?.lookback === undefined ? {} : { lookback: facts.cache.lookback }),
    ...sharesOfWindow(view.system),
    ...(facts?.price?.input === undefined ? {} : { price: wirePrice(facts.price.input, facts.price) }),
    ...(source === undefined ? {} : { source }),
  };
}

function sharesOfWindow({ entry }: PromptSystem): Pick<WireModel, 'reserve' | 'trigger' | 'stop'> {
  const { reserve, trigger, stop } = entry.budget ?? {};
  return {
    ...(reserve === undefined ? {} : { reserve }),
    ...(trigger === undefined ? {} : { trigger }),
    ...(stop === undefined ? {} : { stop }),
  };
}

function wirePrice(input: number, { cacheWrite, cacheRead }: PriceFacts): NonNullable<WireModel['price']> {
  return {
    input,
    ...(cacheWrite === undefined ? {} : { cacheWrite }),
    ...(cacheRead === undefined ? {} : { cacheRead }),
  };
}

function layerOf(snapshot: Snapshot, { system, rendered, tokens }: View, layer: Layer): WireLayer {
  const { entry } = layer;
  const limit = limitOf(layer, rendered);
  const amount = tokens.layers.get(layer.id);
  const isOver = limit !== undefined && amount !== undefined && verdict(tokens, amount, limit.tokens) === 'over';
  const place = entry && placesAt(system, ['layers', layer.index], 'value')[0];
  return {
    id: layer.id,
    title: layer.title,
    trust: layer.trust,
    trustWord: TRUST_WORDS[layer.trust].label,
    lifetime: layer.lifetime,
    lifetimeWord: LIFETIME_WORDS[layer.lifetime],
    tokens: amount?.tokens ?? 0,
    ...(entry?.description === undefined ? {} : { description: entry.description }),
    ...(entry?.setBy === undefined ? {} : { setBy: entry.setBy }),
    ...(entry?.property === undefined ? {} : { property: entry.property }),
    ...(limit ? { max: limit.tokens } : {}),
    ...(isOver ? { over: true as const } : {}),
    ...(place ? { source: wireSourceOf(snapshot, place) } : {}),
  };
}

function messagesOf(snapshot: Snapshot, view: View): WireMessage[] {
  const { rendered, tokens } = view;
  const standings = markStandings(view);
  let before = 0;
  return rendered.messages.map((message, i) => {
    const blocks = message.blocks.map((block, j) => {
      const wire = blockOf(snapshot, view, block, { counts: tokens.segments[i]?.[j] ?? [], before, standings });
      before += wire.tokens;
      return wire;
    });
    return { role: message.role, conversation: message.conversation, tokens: sum(blocks.map((b) => b.tokens)), blocks };
  });
}

/** `before`: tokens of the blocks that stand before it. */
function blockOf(
  snapshot: Snapshot,
  view: View,
  block: Block,
  {
    counts,
    before,
    standings,
  }: {
    readonly counts: readonly number[];
    readonly before: number;
    readonly standings: ReadonlyMap<Mark, MarkStanding>;
  },
): WireBlock {
  const { mark } = block;
  const tokens = sum(counts);
  const idle = mark && idleWords(snapshot, view, before + tokens);
  return {
    cached: block.cached,
    ...(mark
      ? {
          mark: {
            name: mark.name,
            reuse: mark.reuse,
            reuseWord: LIFETIME_WORDS[mark.reuse],
            source: wireSourceOf(snapshot, mark.place),
            ...(idle === undefined ? {} : { idle }),
            ...standings.get(mark),
          },
        }
      : {}),
    tokens,
    segments: block.segments.map((segment, k) => segmentOf(snapshot, view, segment, counts[k] ?? 0)),
  };
}

function segmentOf(snapshot: Snapshot, view: View, segment: Segment, tokens: number): WireSegment {
  return {
    kind: segment.kind,
    text: segment.text,
    layer: segment.layer,
    ...(segment.slot === undefined ? {} : { slot: segment.slot }),
    ...(segment.within === undefined ? {} : { within: segment.within }),
    ...(segment.origins === undefined ? {} : { origins: segment.origins.map((path) => ({ path })) }),
    source: wireSourceOf(snapshot, segment.source),
    tokens,
    ...(segment.removed === undefined ? {} : { removed: segment.removed }),
    ...(segment.limit === undefined ? {} : { limit: segment.limit }),
    ...(segment.sentAt === undefined ? {} : { sentAt: wireSourceOf(snapshot, segment.sentAt) }),
    ...(segment.escapes === undefined ? {} : { escapes: wireEscapeOf(snapshot, view, segment, segment.escapes) }),
  };
}

/** Every file that the rendering was made from. */
function filesOf({ system, rendered }: View): readonly string[] {
  const files = new Set<string>([system.manifest.file.uri, ...system.files.map((f) => f.uri)]);
  for (const message of rendered.messages)
    for (const block of message.blocks) for (const segment of block.segments) files.add(segment.source.uri);
  return [...files];
}

export function wireTokens({ tokens, low, high, exact, pending }: Tokens): WireTokens {
  return { tokens, low, high, exact, pending };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
