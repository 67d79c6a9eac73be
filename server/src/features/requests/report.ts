import type { PromptSystem } from '../../model/system';
import type {
  StatusParams,
  StatusResult,
  SystemsParams,
  SystemsResult,
  TokensParams,
  TokensResult,
} from '../../protocol';
import { limitOf } from '../../render/layerLimit';
import { normalizeAddress } from '../../text/address';
import type { Snapshot } from '../../workspace/snapshot';
import { idleWords } from '../costs/economicsWords';
import { factsOf } from '../costs/tokenWords';
import { wireEconomics, wireWorst } from '../costs/wireEconomics';
import { type View, viewOf, viewWith } from '../view';
import { selectionFor, wireTokens } from './render';

/** What each layer costs, for the systems that a request is about. */
export function tokens(snapshot: Snapshot, params: TokensParams): TokensResult {
  const all = params.uri === undefined ? snapshot.systems : snapshot.systemsOf(normalizeAddress(params.uri));
  const wanted =
    params.system === undefined
      ? all
      : snapshot.systems.filter((s) => s.key === params.system || s.id === params.system);
  return {
    version: 1,
    systems: wanted.map((system) =>
      tokensOf(snapshot, viewWith(snapshot, system, selectionFor(snapshot, system, params))),
    ),
  };
}

/** Everything that is counted of one selection. `calls`: for how many calls a sum is told. */
export function tokensOf(snapshot: Snapshot, view: View, calls?: number): TokensResult['systems'][number] {
  const { system, selection, rendered, tokens: counted } = view;
  const layers = system.layers.map((layer) => ({
    id: layer.id,
    title: layer.title,
    tokens: counted.layers.get(layer.id)?.tokens ?? 0,
    max: limitOf(layer, rendered)?.tokens ?? null,
  }));
  const outside = counted.layers.get(null)?.tokens ?? 0;
  return {
    system: system.id,
    scenario: selection.scenario,
    model: selection.model ?? null,
    tokenizer: counted.tokenizer,
    exact: counted.total.exact,
    layers: outside > 0 ? [...layers, { id: null, title: 'Conversation', tokens: outside, max: null }] : layers,
    total: counted.total.tokens,
    holes: rendered.holes,
    cachedPrefix: counted.cachedPrefix?.tokens ?? null,
    ...roomOf(view),
    select: selection.axes,
    label: selection.label,
    joins: counted.joins() ?? null,
    worst: wireWorst(counted),
    economics: wireEconomics(snapshot, view, calls),
  };
}

/** The window, what of it is left for the prompt, and where compaction begins and ends. */
function roomOf(view: View): Pick<TokensResult['systems'][number], 'window' | 'effectiveWindow' | 'compaction'> {
  const window = factsOf(view)?.window;
  if (window === undefined) return { window: null, effectiveWindow: null, compaction: null };
  const { reserve = 0, trigger, stop } = view.system.entry.budget ?? {};
  const effectiveWindow = Math.max(0, window - reserve);
  const share = (of: number): number => Math.floor(of * effectiveWindow);
  const compaction =
    trigger === undefined ? null : { begins: share(trigger), ends: stop === undefined ? null : share(stop) };
  return { window, effectiveWindow, compaction };
}

/** The systems of the workspace, or those that a file belongs to. */
export function systems(snapshot: Snapshot, { uri }: SystemsParams): SystemsResult {
  const all = uri === undefined ? snapshot.systems : snapshot.systemsOf(normalizeAddress(uri));
  return {
    version: 1,
    systems: all.map((system) => ({
      key: system.key,
      id: system.id,
      title: system.title,
      manifest: system.manifest.file.uri,
      scenarios: Object.keys(system.entry.scenarios ?? {}),
      axes: [...system.axes.values()].map(({ name, values }) => ({ name, values })),
      files: filesOfSystem(system),
    })),
  };
}

const filesOfSystem = (system: PromptSystem): readonly string[] => [...new Set(system.files.map((f) => f.uri))];

/** What a status item says about a file. */
export function status(snapshot: Snapshot, params: StatusParams): StatusResult {
  const uri = normalizeAddress(params.uri);
  const dialect = snapshot.textsOf(uri).find((context) => context.dialect)?.dialect?.title ?? null;
  const view = viewOf(snapshot, uri);
  if (!view)
    return { system: null, scenario: null, dialect, total: null, holes: [], cachedPrefix: null, tokenizer: null };
  const { cachedPrefix } = view.tokens;
  const idle = cachedPrefix && idleWords(snapshot, view, cachedPrefix.tokens);
  return {
    system: view.system.title,
    scenario: view.selection.scenario,
    dialect: dialect ?? view.system.dialects[0]?.title ?? null,
    total: wireTokens(view.tokens.total),
    holes: view.rendered.holes,
    cachedPrefix: view.tokens.cachedPrefix?.tokens ?? null,
    ...(idle === undefined ? {} : { idle }),
    tokenizer: view.tokens.tokenizer,
    worst: wireWorst(view.tokens)?.total ?? null,
    economics: wireEconomics(snapshot, view),
  };
}

/** Files whose hints and hovers show another scenario when one is chosen for a system. */
export function filesOfChoice(snapshot: Snapshot, key: string): readonly string[] {
  const system = snapshot.system(key);
  return system ? [system.manifest.file.uri, ...filesOfSystem(system)] : [];
}
