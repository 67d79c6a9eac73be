import { select } from '../../model/selection';
import type { Layer } from '../../model/system';
import { LIFETIME_WORDS, TRUST_WORDS } from '../../model/words';
import { limitOf } from '../../render/layerLimit';
import { grouped } from '../../text/grouped';
import { tokenizerOf } from '../../tokens/estimate';
import { type ModelFacts, modelFacts } from '../../tokens/models';
import type { Tokens } from '../../workspace/tokens';
import { code, paragraphs, plain } from '../markdown';
import type { View } from '../view';
import { amount, percent, signOf } from './amounts';

/** What is known of the model that a view is counted for. */
export function factsOf(view: View): ModelFacts | undefined {
  return modelFacts(view.selection.model, view.system.manifest.data.models);
}

export interface CostOptions {
  readonly layer?: Layer;
  readonly hole?: boolean;
  /** Further sentences. */
  readonly more?: readonly (string | undefined)[];
}

/** An amount in sentences: what it is of, its share of the prompt and of the window, and what the number is worth. */
export function costWords(
  view: View,
  title: string,
  tokens: Tokens,
  { layer, hole = false, more = [] }: CostOptions,
): string {
  return paragraphs([
    `**${plain(title)}**${layer ? ` · ${TRUST_WORDS[layer.trust].label} · ${LIFETIME_WORDS[layer.lifetime]}` : ''}`,
    sharesOf(view, tokens, layer && limitOf(layer, view.rendered)?.tokens, hole),
    worthOf(view, tokens, hole),
    ...more,
  ]);
}

/** `412 tok of 500, 33 % of the prompt, 0.2 % of the window of 200,000`; of what is left of it, when some is kept for the answer. */
export function sharesOf(view: View, tokens: Tokens, max: number | undefined, hole: boolean): string {
  const { budget } = view.system.entry;
  const window = factsOf(view)?.window;
  const reserve = Math.min(budget?.reserve ?? 0, Math.max(0, (window ?? 0) - 1));
  const named = reserve === 0 ? 'window' : 'effective window';
  const kept = reserve === 0 ? '' : ` (${grouped(window ?? 0)} less ${grouped(reserve)} for the answer)`;
  return [
    max === undefined ? amount(tokens, { hole }) : `${amount(tokens, { hole })} of at most ${grouped(max)}`,
    `${percent(tokens.tokens, view.tokens.total.tokens)} of the prompt`,
    ...(window === undefined
      ? []
      : [`${percent(tokens.tokens, window - reserve)} of the ${named} of ${grouped(window - reserve)}${kept}`]),
  ].join(', ');
}

/** A sentence with more axes is not read. */
const MOST_AXES = 4;

/** Scenario, tokenizer, and whether the number is exact. */
export function worthOf(view: View, tokens: Tokens, hole = false): string {
  const { selection } = view;
  const scenario =
    selection.scenario === null ? 'Defaults and samples' : `Scenario ${plain(`“${selection.scenario}”`)}`;
  const sentences = [
    `${scenario}${chosenAxes(view)}${selection.model === undefined ? '' : ` on ${code(selection.model)}`}.`,
  ];
  if (tokens.tokens > 0) sentences.push(exactness(view, tokens));
  if (hole) sentences.push('A slot in it has no value, so the true number is larger.');
  return sentences.join(' ');
}

/** The values of axes that the scenario, or the defaults, would not give: `, with mode = ask`. */
function chosenAxes({ system, selection }: View): string {
  const given = select(system, selection.scenario).axes;
  const chosen = Object.entries(selection.axes).filter(([axis, value]) => given[axis] !== value);
  const said = chosen.slice(0, MOST_AXES).map(([axis, value]) => plain(`${axis} = ${value}`));
  if (chosen.length > MOST_AXES) said.push(`${chosen.length - MOST_AXES} more`);
  return said.length === 0 ? '' : `, with ${said.join(', ')}`;
}

function exactness(view: View, tokens: Tokens): string {
  const tokenizer = code(view.tokens.tokenizer);
  if (tokens.pending) return `An estimate; the exact count with ${tokenizer} follows.`;
  if (view.tokens.assumed)
    return `No tokenizer is known for it, so ${code(view.tokens.tokenizer.replace(/^assumed /, ''))} is assumed.`;
  if (signOf(tokens) === '') return `Exact, counted with ${tokenizer}.`;
  const { estimate } = tokenizerOf(factsOf(view));
  const source = estimate ? ` Factor of ${estimate.date}, from ${plain(estimate.source)}.` : '';
  return `An estimate, between ${grouped(tokens.low)} and ${grouped(tokens.high)}: ${tokenizer}.${source}`;
}
