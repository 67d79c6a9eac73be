import type { Lookup } from '../model/lookup';
import type { ManifestDocument } from '../model/manifest/manifest';
import { checkedSelections, checksAllSelections, type Selection, select } from '../model/selection';
import type { PromptSystem } from '../model/system';
import type { RenderedTokens } from '../render/cost';
import { render } from '../render/render';
import type { Rendered } from '../render/segment';
import { valuesUnseen } from '../render/unseen';
import { checkSystem, type Finding } from '../rules/run';
import type { Value } from '../syntax/piece';
import { Kept } from '../text/kept';
import type { Counter } from '../tokens/counter';
import { type ModelFacts, modelFacts, takesMarks } from '../tokens/models';
import { countRendered, countStretch, countText, type TokenPlace, tokenPlace } from './countRendered';
import { areCurrent, type Dependencies, Recorder } from './recorder';
import { SystemIndex } from './systemIndex';

/** Systems whose renderings are kept: more than anybody edits at a time. Findings are kept for all. */
const MOST_RENDERED = 32;

/** Renderings of one system that are kept: all that are checked, and those that somebody looks at. */
const MOST_SELECTIONS = 256;

/**
 * What the check of one system may cost, counted in characters of what is rendered. A large prompt with many selections
 * is checked in as many as this allows, and `manifest.selections` says so.
 */
const MOST_CHARACTERS = 4_000_000;

/** What a slot costs, in the same measure. */
const SLOT = 100;

interface Remembered<T> {
  readonly dependencies: Dependencies;
  /** Moment of the counts that it was made with. */
  readonly counts: number;
  readonly value: T;
}

interface Renderings {
  readonly system: PromptSystem;
  readonly bySelection: Map<string, Remembered<Rendered>>;
}

/** One for all: a manifest stays while many a workspace is made for "what if", and each would leave its own with it. */
const models = new Kept<ManifestDocument, Map<string | undefined, ModelFacts | undefined>>();

/**
 * What has been worked out about the systems, kept from one moment to the next for as long as nothing that it was made
 * from changes. Every entry knows what it depends on; nothing here is told what to forget.
 */
export class Facts {
  readonly index = new SystemIndex();
  readonly #counter: Counter;
  readonly #log: (message: string) => void;
  readonly #rendered = new Map<string, Renderings>();
  readonly #findings = new Map<string, Remembered<readonly Finding[]> & { readonly system: PromptSystem }>();
  readonly #tokens = new Kept<Rendered, RenderedTokens>();
  readonly #chosen = new Map<
    string,
    { readonly scenario: string | null; readonly select: Readonly<Record<string, string>> }
  >();
  readonly #mostRendered: number;
  #counts = 0;

  constructor(counter: Counter, log: (message: string) => void, mostRendered = MOST_RENDERED) {
    this.#counter = counter;
    this.#log = log;
    this.#mostRendered = mostRendered;
  }

  touch(uri: string): void {
    this.index.touch(uri);
  }

  /** Forgets all that was worked out: with other workspace folders, other files may be read. */
  forget(): void {
    this.#rendered.clear();
    this.#findings.clear();
  }

  /** Counts that were pending have become exact. */
  countsArrived(): void {
    this.#counts++;
  }

  choose(key: string, scenario: string | null, chosen: Readonly<Record<string, string>>): void {
    this.#chosen.set(key, { scenario, select: chosen });
  }

  shown(system: PromptSystem): Selection {
    const chosen = this.#chosen.get(system.key);
    return select(system, chosen?.scenario, chosen?.select);
  }

  rendered(system: PromptSystem, selection: Selection, lookup: Lookup): Rendered {
    return this.#keptRender(system, selection, lookup).value;
  }

  renderedWith(
    system: PromptSystem,
    selection: Selection,
    lookup: Lookup,
    values: ReadonlyMap<string, Value>,
  ): Rendered {
    return this.#render(system, selection, lookup, values);
  }

  findings(system: PromptSystem, lookup: Lookup): readonly Finding[] {
    const known = this.#findings.get(system.key);
    if (known && known.system === system && known.counts === this.#counts && areCurrent(known.dependencies, lookup))
      return known.value;
    const recorder = new Recorder(lookup);
    const rendered: Rendered[] = [];
    const selections = checkedSelections(system);
    for (let left = MOST_CHARACTERS; rendered.length < selections.length && left > 0; ) {
      const kept = this.#keptRender(system, selections[rendered.length] as Selection, lookup);
      recorder.add(kept.dependencies);
      rendered.push(kept.value);
      left -= workOf(kept.value);
    }
    const unseen = valuesUnseen(system, rendered);
    const [first] = rendered;
    const value = checkSystem({
      system,
      lookup: recorder,
      rendered,
      supposed: first && unseen.size > 0 ? this.#render(system, first.selection, recorder, unseen) : undefined,
      complete: rendered.length === selections.length && checksAllSelections(system),
      model: (one) => this.modelOf(system, one.selection.model),
      tokens: (one, message, start, end) =>
        countStretch(this.#counter, one, this.modelOf(system, one.selection.model), message, start, end),
      cost: (one) => {
        const cost = this.tokens(one);
        return cost.total.pending ? undefined : cost;
      },
      log: this.#log,
    });
    this.#findings.set(system.key, { system, dependencies: recorder.dependencies, counts: this.#counts, value });
    this.#forgetGone();
    return value;
  }

  tokens(rendered: Rendered): RenderedTokens {
    const known = this.#tokens.get(rendered);
    if (known && !known.total.pending) return known;
    const counted = countRendered(this.#counter, rendered, this.modelOf(rendered.system, rendered.selection.model));
    this.#tokens.set(rendered, counted);
    return counted;
  }

  tokenPlace(rendered: Rendered, message: number, offset: number): TokenPlace {
    const model = this.modelOf(rendered.system, rendered.selection.model);
    return tokenPlace(this.#counter, rendered, model, message, offset);
  }

  /** What is known of a model: the built-in table with the manifest's `models` laid over it. */
  modelOf(system: PromptSystem, id: string | undefined): ModelFacts | undefined {
    const document = system.manifest;
    let ofDocument = models.get(document);
    if (!ofDocument) {
      ofDocument = new Map();
      models.set(document, ofDocument);
    }
    if (!ofDocument.has(id)) ofDocument.set(id, modelFacts(id, document.data.models));
    return ofDocument.get(id);
  }

  dispose(): void {
    this.#rendered.clear();
    this.#findings.clear();
    this.#counter.dispose();
  }

  /** Forgets the findings of systems that are no more, once they are many: an id has another name with every key typed. */
  #forgetGone(): void {
    const { systems } = this.index;
    if (this.#findings.size <= 2 * systems.length + MOST_RENDERED) return;
    const keys = new Set(systems.map((system) => system.key));
    for (const key of this.#findings.keys()) if (!keys.has(key)) this.#findings.delete(key);
  }

  /**
   * The renderings of a system, which is now the one used last; those used longest ago are forgotten, and all of them
   * when the manifest says something else.
   */
  #renderingsOf(system: PromptSystem): Renderings['bySelection'] {
    const before = this.#rendered.get(system.key);
    const known = before?.system === system ? before : { system, bySelection: new Map<string, Remembered<Rendered>>() };
    this.#rendered.delete(system.key);
    this.#rendered.set(system.key, known);
    if (this.#rendered.size > this.#mostRendered) {
      const [oldest] = this.#rendered.keys();
      if (oldest !== undefined) {
        this.#rendered.delete(oldest);
        this.#counter.forget(oldest);
      }
    }
    return known.bySelection;
  }

  #keptRender(system: PromptSystem, selection: Selection, lookup: Lookup): Remembered<Rendered> {
    const bySelection = this.#renderingsOf(system);
    const known = bySelection.get(selection.key);
    const limitsInTokens = (kept: Remembered<Rendered>): boolean =>
      kept.counts !== this.#counts && kept.value.cuts.some((cut) => cut.unit === 'tokens');
    if (known && !limitsInTokens(known) && areCurrent(known.dependencies, lookup)) return known;
    const recorder = new Recorder(lookup);
    const value = this.#render(system, selection, recorder);
    const kept = { dependencies: recorder.dependencies, counts: this.#counts, value };
    if (bySelection.size >= MOST_SELECTIONS) bySelection.clear();
    bySelection.set(selection.key, kept);
    return kept;
  }

  #render(system: PromptSystem, selection: Selection, lookup: Lookup, values?: ReadonlyMap<string, Value>): Rendered {
    const model = this.modelOf(system, selection.model);
    return render(system, selection, {
      lookup,
      takesMarks: takesMarks(model),
      measure: (text) => countText(this.#counter, model, text),
      ...(values ? { values } : {}),
    });
  }
}

const workOf = ({ texts, appearances }: Rendered): number =>
  texts.reduce((sum, text) => sum + text.length, 1) + SLOT * appearances.length;
