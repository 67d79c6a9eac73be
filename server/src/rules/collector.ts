import type { Manifest } from '../model/schema';
import { DEFAULTS } from '../model/selection';
import type { PromptSystem } from '../model/system';
import { cutText } from '../render/fit';
import type { Rendered } from '../render/segment';
import type { Fix, Level, Problem, Rule } from './rule';

/** A problem with its code and the level that the manifest's `rules` leave it. */
export interface Finding extends Omit<Problem, 'level'> {
  readonly code: string;
  readonly level: Level;
}

type Configuration = NonNullable<Manifest['rules']>;

/** Findings of one rule in one system. Behind so many nobody reads on, and editors show no more in a file. */
const MOST_FINDINGS = 1000;

/** As many problems as are told, and one more, which tells that there are more. */
export function firstOf(problems: Iterable<Problem>): readonly Problem[] {
  const first: Problem[] = [];
  for (const problem of problems) {
    first.push(problem);
    if (first.length > MOST_FINDINGS) break;
  }
  return first;
}

/** The `rules` that hold for a system: its own before those of its file. */
export function configurationsOf(system: PromptSystem): readonly Configuration[] {
  return [system.entry.rules ?? {}, system.manifest.data.rules ?? {}];
}

/** A name of a hundred thousand characters must not make a message that nobody can close again. */
const LONGEST_MESSAGE = 2000;

const shortened = (message: string): string =>
  message.length <= LONGEST_MESSAGE ? message : `${cutText(message, LONGEST_MESSAGE)}…`;

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
    this.message = shortened(problem.message) + elsewhere;
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
export class Collector {
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

  /** `isAlone`: others were checked as well, and every one of them reads otherwise than the first. */
  findings(first: Rendered | undefined, isAlone = false): readonly Finding[] {
    const told = new Map<Rule, number>();
    return [...this.#found.values()]
      .map(({ rule, problem, level, seenIn }): Finding => {
        const only = seenIn[0];
        const isOnly = isAlone && only === first && seenIn.length === 1;
        const label = only?.selection.label || (isOnly ? DEFAULTS : '');
        const isPath = first && label !== '' && (only !== first || isOnly) && !problem.message.includes(label);
        const path = isPath ? ` Seen ${isOnly ? 'only ' : ''}with ${label}.` : '';
        const count = (told.get(rule) ?? 0) + 1;
        told.set(rule, count);
        const isLast = count === MOST_FINDINGS && (this.#counts.get(rule) ?? 0) > MOST_FINDINGS;
        return new FoundProblem(rule.code, level, problem, path + (isLast ? MORE : ''));
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
