import type { Path } from '../../model/manifest/manifest';
import type { PromptSystem } from '../../model/system';
import { closest } from '../../text/similar';
import { isInTable, isKnownModel, modelPrefixes } from '../../tokens/models';
import type { Problem } from '../rule';
import { problem } from './manifest/manifestAdvice';

/**
 * The table of models is open, so an unknown id is fine, unless it is a known one with two letters mixed up, or one of a
 * family that the table lists: that is a slip or a model that is newer than the table.
 */
export function* mistypedModels(system: PromptSystem): Generator<Problem> {
  const own = system.manifest.data.models ?? {};
  const used: [string | undefined, Path][] = [[system.entry.model, ['model']]];
  for (const [name, scenario] of Object.entries(system.entry.scenarios ?? {})) {
    used.push([scenario.model, ['scenarios', name, 'model']]);
  }
  for (const [id, path] of used) {
    if (id === undefined || Object.hasOwn(own, id) || isKnownModel(id)) continue;
    const known = [...Object.keys(own), ...modelPrefixes].filter((name) => digits(name) === digits(id));
    const isNear = closest(id, known) !== undefined;
    const family = isNear || isInTable(id) ? undefined : familyOf(id);
    if (!isNear && family === undefined) continue;
    const guess = `Nothing is known of a model \`${id}\`, so its window, cache and tokens are a guess.`;
    const advice = id.startsWith(`${family}-`)
      ? ' Correct the id, or say under `models` what is known of it.'
      : ` Is it a ${family} model? Correct the id, or say under \`models\` what is known of it.`;
    const message = isNear ? guess : `${guess}${advice}`;
    const near = isNear ? { name: id, of: known } : undefined;
    for (const found of problem(system, [...system.path, ...path], 'value', message, near)) {
      yield { ...found, level: isNear ? 'warning' : 'info' };
    }
  }
}

/** Families whose models the table lists one by one. */
const FAMILIES = ['claude', 'gemini', 'gpt'];

/** The family that an id names, perhaps with a slip. */
function familyOf(id: string): string | undefined {
  const word = /^[a-z]+/.exec(id.toLowerCase().slice(id.lastIndexOf('/') + 1))?.[0] ?? '';
  return FAMILIES.includes(word) ? word : closest(word, FAMILIES);
}

/** Another number is another version, and not a mistyped one. */
const digits = (id: string): string => id.replace(/\D+/g, ' ').trim();
