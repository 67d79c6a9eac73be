import type { Lookup } from '../model/lookup';
import type { ManifestDocument } from '../model/manifest/manifest';
import { placeOf } from '../model/resolve';
import { DEFAULTS } from '../model/selection';
import type { PromptSystem } from '../model/system';
import { textsOfSystem } from '../model/texts';
import type { RenderedTokens } from '../render/cost';
import { layoutOf } from '../render/layout';
import type { Rendered } from '../render/segment';
import { Kept } from '../text/kept';
import type { ModelFacts } from '../tokens/models';
import { Collector, configurationsOf, type Finding, firstOf } from './collector';
import { withoutFollowing } from './facts/misread';
import { rules } from './index.generated';
import type { Problem, RenderContext, Rule, TextContext } from './rule';

export type { Finding } from './collector';

/** What running the rules of a system needs beside the system. */
export interface SystemInput {
  readonly system: PromptSystem;
  readonly lookup: Lookup;
  /** The checked selections, rendered; the first is the one shown. */
  readonly rendered: readonly Rendered[];
  /** The first of them with something in the slots that stand in none of them: what is said of trust holds for any value. */
  readonly supposed?: Rendered | undefined;
  /** Whether these are all the selections that there are to check. */
  readonly complete: boolean;
  model(rendered: Rendered): ModelFacts | undefined;
  tokens(rendered: Rendered, message: number, start: number, end: number): number | undefined;
  /** What a rendering costs; undefined while a count is pending. */
  cost(rendered: Rendered): RenderedTokens | undefined;
  /** Told when a rule fails; the others go on. */
  log(message: string): void;
}

const all: readonly Rule[] = rules;

/** The rules that are asked for each text or system, and those for each selection, so that no other is passed by there. */
const ofSystems = all.filter((rule) => rule.text || rule.system);
const ofRenderings = all.filter((rule) => rule.render);
const ofTrust = ofRenderings.filter((rule) => rule.code.startsWith('trust.'));

/** All findings of one system, in whatever files they stand. */
export function checkSystem(input: SystemInput): readonly Finding[] {
  const { system, lookup, rendered, complete, model } = input;
  const texts: readonly TextContext[] = textsOfSystem(system, lookup);
  const collector = new Collector(configurationsOf(system), system);
  const cost = (one: Rendered): RenderedTokens | undefined => (one.pending ? undefined : input.cost(one));
  for (const rule of ofSystems) {
    guard(rule, input.log, () => {
      if (rule.text) for (const text of texts) collector.add(rule, problemsOfText(rule, text));
      if (rule.system) collector.add(rule, rule.system({ system, lookup, texts, rendered, complete, model, cost }));
    });
  }
  const distinct: Rendered[] = [];
  let isAlone = true;
  for (const one of rendered) {
    // What is said of a prompt with a part that is still being read would be taken back a moment later.
    if (one.pending) continue;
    // Many axis values make no difference to the text: what was judged once is not judged again.
    const twin = distinct.find((other) => readsTheSame(other, one));
    if (twin) {
      if (twin === rendered[0]) isAlone = false;
      continue;
    }
    distinct.push(one);
    const context = renderContext(input, one);
    for (const rule of ofRenderings)
      guard(rule, input.log, () => collector.add(rule, rule.render?.(context) ?? [], one));
  }
  const { supposed } = input;
  if (supposed && !supposed.pending) {
    const context = renderContext(input, supposed);
    for (const rule of ofTrust)
      guard(rule, input.log, () => collector.add(rule, rule.render?.(context) ?? [], supposed));
  }
  const named = distinct.filter(({ selection }) => selection.label !== DEFAULTS).length;
  return withoutFollowing(collector.findings(rendered[0], isAlone && named > 1), texts);
}

const ofTexts = new Kept<TextContext, Map<Rule, readonly Problem[]>>();

/** What a rule says of a text. Nothing but the text goes into it, so a text that stays is not read again. */
function problemsOfText(rule: Rule, text: TextContext): readonly Problem[] {
  if (!rule.text) return [];
  let known = ofTexts.get(text);
  if (!known) {
    known = new Map();
    ofTexts.set(text, known);
  }
  let problems = known.get(rule);
  if (!problems) {
    problems = firstOf(rule.text(text));
    known.set(rule, problems);
  }
  return problems;
}

/** Whether two selections send the same text with the same slots in it to the same model, so that every rule says the same. */
function readsTheSame(a: Rendered, b: Rendered): boolean {
  if (a.selection.model !== b.selection.model || a.caching !== b.caching || a.holes.length !== b.holes.length)
    return false;
  // What a scenario itself sets is judged for every scenario.
  if (a.selection.scenario !== b.selection.scenario && b.selection.scenario !== null) return false;
  if (a.texts.length !== b.texts.length || a.texts.some((text, i) => text !== b.texts[i])) return false;
  if (a.appearances.length !== b.appearances.length || a.cuts.length !== b.cuts.length) return false;
  return a.appearances.every((one, i) => {
    const other = b.appearances[i] as typeof one;
    const { place } = other;
    return (
      one.slot === other.slot &&
      one.state === other.state &&
      one.layer === other.layer &&
      one.message === other.message &&
      one.start === other.start &&
      one.end === other.end &&
      one.place.uri === place.uri &&
      one.place.span.start === place.span.start
    );
  });
}

function renderContext(input: SystemInput, rendered: Rendered): RenderContext {
  const { system } = input;
  return {
    system,
    lookup: input.lookup,
    rendered,
    layout: layoutOf(rendered),
    model: input.model(rendered),
    cost: () => input.cost(rendered),
    tokens: (message, start, end) => input.tokens(rendered, message, start, end),
    place: (path) => placeOf(system.manifest, [...system.path, ...path]),
  };
}

/** Findings in a manifest or head as a file. */
export function checkManifest(
  document: ManifestDocument,
  lookup: Lookup,
  log: (message: string) => void,
): readonly Finding[] {
  const collector = new Collector([document.data.rules ?? {}], undefined);
  for (const rule of all)
    if (rule.manifest) guard(rule, log, () => collector.add(rule, rule.manifest?.(document, lookup) ?? []));
  return collector.findings(undefined);
}

/** Findings in a text that no manifest names: those that need no declaration. */
export function checkText(text: TextContext, log: (message: string) => void): readonly Finding[] {
  const collector = new Collector([], undefined);
  for (const rule of all) if (rule.text) guard(rule, log, () => collector.add(rule, rule.text?.(text) ?? []));
  return collector.findings(undefined);
}

/** A rule that fails costs its own findings and nothing else. */
function guard(rule: Rule, log: (message: string) => void, work: () => void): void {
  try {
    work();
  } catch (error) {
    log(`rule ${rule.code} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}
