// Which scenario and axis values are shown for each system: one truth for hints, status and previews, kept with the workspace.
import { EventEmitter, type Memento } from 'vscode';
import type { ChooseParams } from '../../server/src/protocol';

export type Choice = Omit<ChooseParams, 'key'>;

const STORED = 'strata.choices';

export class Selections {
  readonly #memento: Memento;
  readonly #choices: Map<string, Choice>;
  readonly #changed = new EventEmitter<ChooseParams>();
  /** Fires with every new choice. */
  readonly onDidChoose = this.#changed.event;

  constructor(memento: Memento) {
    this.#memento = memento;
    this.#choices = new Map(Object.entries(memento.get<Record<string, Choice>>(STORED, {})));
  }

  of(key: string): Choice | undefined {
    return this.#choices.get(key);
  }

  /** All choices, to tell a server that has just started. */
  *all(): Iterable<ChooseParams> {
    for (const [key, choice] of this.#choices) yield { key, ...choice };
  }

  choose(chosen: ChooseParams): void {
    const { key, ...choice } = chosen;
    this.#choices.set(key, choice);
    void this.#memento.update(STORED, Object.fromEntries(this.#choices));
    this.#changed.fire(chosen);
  }

  /** Another value of one axis; where nothing was chosen yet, in this scenario. */
  chooseAxis(
    axis: { readonly key: string; readonly name: string; readonly value: string },
    shown: string | null,
  ): void {
    const { key, name, value } = axis;
    const { scenario, select } = this.of(key) ?? { scenario: shown };
    this.choose({ key, scenario, select: { ...select, [name]: value } });
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
