// What one panel tries out without changing a file: another model, values that try to break out, values of slots.
import type { RenderParams } from '../../../server/src/protocol';
import type { KeptTrials } from './messages';

export class Trials {
  /** Whether the slots that may hold anything are filled with values that try to break out. */
  hostile = false;
  readonly #models = new Map<string, string>();
  /** By system and scenario: a value is meant for the scenario in which it was written. */
  readonly #values = new Map<string, Map<string, string>>();

  /** What was being tried before a reload. */
  constructor(kept: KeptTrials | undefined) {
    for (const [key, model] of Object.entries(kept?.models ?? {})) this.setModel(key, model);
    for (const { key, scenario, slots } of kept?.values ?? [])
      for (const [slot, text] of Object.entries(slots)) this.setValue(key, scenario, slot, text);
  }

  /** What is to be kept over a reload; undefined when nothing is tried. */
  get kept(): KeptTrials | undefined {
    if (this.#models.size + this.#values.size === 0) return undefined;
    const values = [...this.#values].map(([place, slots]) => {
      const [key, scenario] = JSON.parse(place) as [string, string | null];
      return { key, scenario, slots: Object.fromEntries(slots) };
    });
    return { models: Object.fromEntries(this.#models), values };
  }

  setModel(key: string, model: string): void {
    this.#models.set(key, model);
  }

  /** Tries a text for a slot; `null` gives the slot its own value back. */
  setValue(key: string, scenario: string | null, slot: string, text: string | null): void {
    const place = placeOf(key, scenario);
    const values = this.#values.get(place) ?? new Map<string, string>();
    if (text === null) values.delete(slot);
    else values.set(slot, text);
    if (values.size === 0) this.#values.delete(place);
    else this.#values.set(place, values);
  }

  values(key: string, scenario: string | null): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#values.get(placeOf(key, scenario)) ?? []);
  }

  /** The values stand in their files now, except those that could not be written. */
  written(key: string, scenario: string | null, refused: ReadonlySet<string>): void {
    for (const slot of Object.keys(this.values(key, scenario)))
      if (!refused.has(slot)) this.setValue(key, scenario, slot, null);
  }

  /** What they add to a request for the prompt. */
  of(key: string, scenario: string | null): Pick<RenderParams, 'model' | 'hostile' | 'values'> {
    const model = this.#models.get(key);
    const values = this.values(key, scenario);
    return {
      ...(model === undefined ? {} : { model }),
      ...(this.hostile ? { hostile: true } : {}),
      ...(Object.keys(values).length === 0 ? {} : { values }),
    };
  }
}

const placeOf = (key: string, scenario: string | null): string => JSON.stringify([key, scenario]);
