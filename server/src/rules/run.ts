import type { Lookup } from '../model/lookup';
import type { ManifestDocument } from '../model/manifest';
import { placeOf } from '../model/resolve';
import type { Manifest } from '../model/schema';
import type { PromptSystem } from '../model/system';
import { textsOfSystem } from '../model/texts';
import type { RenderedTokens } from '../render/cost';
import { layoutOf } from '../render/layout';
import type { Rendered } from '../render/segment';
import type { ModelFacts } from '../tokens/models';
import { rules } from './index.generated';
import type { Fix, Level, Problem, RenderContext, Rule, TextContext } from './rule';

/** A problem with its code and the level that the manifest's `rules` leave it. */
export interface Finding extends Omit<Problem, 'level'> {
  readonly code: string;
  readonly level: Level;
}

type Configuration = NonNullable<Manifest['rules']>;

/** What running the rules of a system needs beside the system. */
export interface SystemInput {
  readonly system: PromptSystem;
  readonly lookup: Lookup;
  /** The checked selections, rendered; the first is the one shown. */
  readonly rendered: readonly Rendered[];
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

/** All findings of one system, in whatever files they stand. */
export function checkSystem(input: SystemInput): readonly Finding[] {
  const { system, lookup, rendered, complete, model } = input;
  const texts: readonly TextContext[] = textsOfSystem(system, lookup);
  const collector = new Collector(configurationsOf(system), system);
  const cost = (one: Rendered): RenderedTokens | undefined => (one.pending ? undefined : input.cost(one));
  for (const rule of all) {
    guard(rule, input.log, () => {
      for (const text of texts) collector.add(rule, problemsOfText(rule, text));
      if (rule.system) collector.add(rule, rule.system({ system, lookup, texts, rendered, complete, model, cost }));
    });
  }
  const distinct: Rendered[] = [];
  for (const one of rendered) {
    // What is said of a prompt with a part that is still being read would be taken back a moment later.
    if (one.pending) continue;
    // Many axis values make no difference to the text: what was judged once is not judged again.
    if (distinct.some((other) => readsTheSame(other, one))) continue;
    distinct.push(one);
    const context = renderContext(input, one);
    for (const rule of all) {
      if (rule.render) guard(rule, input.log, () => collector.add(rule, rule.render?.(context) ?? [], one));
    }
  }
  return collector.findings(rendered[0]);
}

const ofTexts = new WeakMap<TextContext, Map<Rule, readonly Problem[]>>();

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

/** Findings of one rule in one system. Behind so many nobody reads on, and editors show no more in a file. */
const MOST_FINDINGS = 1000;

/** As many problems as are told, and one more, which tells that there are more. */
function firstOf(problems: Iterable<Problem>): readonly Problem[] {
  const first: Problem[] = [];
  for (const problem of problems) {
    first.push(problem);
    if (first.length > MOST_FINDINGS) break;
  }
  return first;
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
export function checkManifest(document: ManifestDocument, log: (message: string) => void): readonly Finding[] {
  const collector = new Collector([document.data.rules ?? {}], undefined);
  for (const rule of all)
    if (rule.manifest) guard(rule, log, () => collector.add(rule, rule.manifest?.(document) ?? []));
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

/** The `rules` that hold for a system: its own before those of its file. */
function configurationsOf(system: PromptSystem): readonly Configuration[] {
  return [system.entry.rules ?? {}, system.manifest.data.rules ?? {}];
}

/** A problem as a finding. Its fixes are made when somebody asks for them, and then kept. */
class FoundProblem implements Finding {
  readonly code: string;
  readonly level: Level;
  readonly uri: string;
  readonly span: Problem['span'];
  readonly message: string;
  readonly #problem: Problem;
  #fixes: Problem['fixes'] | null = null;
  declare readonly slot?: string;
  declare readonly layer?: string;
  declare readonly related?: NonNullable<Problem['related']>;
  declare readonly tags?: NonNullable<Problem['tags']>;

  constructor(code: string, level: Level, problem: Problem, elsewhere: string) {
    this.code = code;
    this.level = level;
    this.uri = problem.uri;
    this.span = problem.span;
    this.message = problem.message + elsewhere;
    this.#problem = problem;
    const { slot, layer, related, tags } = problem;
    if (slot !== undefined) this.slot = slot;
    if (layer !== undefined) this.layer = layer;
    if (related) this.related = related;
    if (tags) this.tags = tags;
  }

  get fixes(): readonly Fix[] {
    if (this.#fixes === null) this.#fixes = this.#problem.fixes;
    return this.#fixes ?? [];
  }
}

const MORE = ` There are more of these; only the first ${MOST_FINDINGS} are told.`;

interface Found {
  readonly rule: Rule;
  readonly problem: Problem;
  readonly level: Level;
  readonly seenIn: Rendered[];
}

/** Puts findings together: equal ones are one, levels are set, and a finding of some selections says which. */
class Collector {
  readonly #found = new Map<string, Found>();
  readonly #counts = new Map<Rule, number>();
  readonly #configurations: readonly Configuration[];
  readonly #system: PromptSystem | undefined;

  constructor(configurations: readonly Configuration[], system: PromptSystem | undefined) {
    this.#configurations = configurations;
    this.#system = system;
  }

  add(rule: Rule, problems: Iterable<Problem>, rendered?: Rendered): void {
    for (const problem of problems) {
      const key = `${rule.code} ${problem.uri} ${problem.span.start} ${problem.span.end} ${problem.slot ?? ''} ${problem.layer ?? ''}`;
      const known = this.#found.get(key);
      if (known) {
        if (rendered && known.seenIn.at(-1) !== rendered) known.seenIn.push(rendered);
        continue;
      }
      const level = this.#levelOf(rule, problem);
      if (level === 'off') continue;
      const count = (this.#counts.get(rule) ?? 0) + 1;
      this.#counts.set(rule, count);
      if (count > MOST_FINDINGS) return;
      this.#found.set(key, { rule, problem, level, seenIn: rendered ? [rendered] : [] });
    }
  }

  findings(first: Rendered | undefined): readonly Finding[] {
    const told = new Map<Rule, number>();
    return [...this.#found.values()]
      .map(({ rule, problem, level, seenIn }): Finding => {
        const only = seenIn[0];
        const isElsewhere = only && first && only !== first && only.selection.label !== '';
        const elsewhere = isElsewhere ? ` Seen with ${only.selection.label}.` : '';
        const count = (told.get(rule) ?? 0) + 1;
        told.set(rule, count);
        const isLast = count === MOST_FINDINGS && (this.#counts.get(rule) ?? 0) > MOST_FINDINGS;
        return new FoundProblem(rule.code, level, problem, elsewhere + (isLast ? MORE : ''));
      })
      .sort((a, b) =>
        a.uri < b.uri
          ? -1
          : a.uri > b.uri
            ? 1
            : a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : 1),
      );
  }

  /** The level that `rules` give: an entry that names slots or layers goes for findings about those alone. */
  #levelOf(rule: Rule, problem: Problem): Level | 'off' {
    for (const configuration of this.#configurations) {
      const entry = (configuration as Readonly<Record<string, Configuration[keyof Configuration]>>)[rule.code];
      if (entry === undefined) continue;
      if (typeof entry === 'string') return entry;
      if (this.#appliesTo(entry, problem)) return entry.level ?? 'off';
    }
    return problem.level ?? rule.level;
  }

  #appliesTo(
    entry: { readonly slots?: readonly string[] | undefined; readonly layers?: readonly string[] | undefined },
    problem: Problem,
  ): boolean {
    if (!entry.slots && !entry.layers) return true;
    if (problem.slot !== undefined && entry.slots?.includes(problem.slot)) return true;
    const layer =
      problem.layer ?? (problem.slot === undefined ? undefined : this.#system?.slots.get(problem.slot)?.layer?.id);
    return layer !== undefined && (entry.layers?.includes(layer) ?? false);
  }
}
