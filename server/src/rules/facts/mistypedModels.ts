import type { Path } from '../../model/manifest';
import type { PromptSystem } from '../../model/system';
import { closest } from '../../text/similar';
import { isKnownModel, modelPrefixes } from '../../tokens/models';
import type { Problem } from '../rule';
import { problem } from './manifestAdvice';

/** The table of models is open, so an unknown id is fine, unless it is a known one with two letters mixed up. */
export function* mistypedModels(system: PromptSystem): Generator<Problem> {
  const own = system.manifest.data.models ?? {};
  const used: [string | undefined, Path][] = [[system.entry.model, ['model']]];
  for (const [name, scenario] of Object.entries(system.entry.scenarios ?? {})) {
    used.push([scenario.model, ['scenarios', name, 'model']]);
  }
  for (const [id, path] of used) {
    if (id === undefined || Object.hasOwn(own, id) || isKnownModel(id)) continue;
    const known = [...Object.keys(own), ...modelPrefixes].filter((name) => digits(name) === digits(id));
    if (closest(id, known) === undefined) continue;
    const message = `Nothing is known of a model \`${id}\`, so its window, cache and tokens are a guess.`;
    for (const found of problem(system, [...system.path, ...path], 'value', message, { name: id, of: known })) {
      yield { ...found, level: 'warning' };
    }
  }
}

/** Another number is another version, and not a mistyped one. */
const digits = (id: string): string => id.replace(/\D+/g, ' ').trim();
