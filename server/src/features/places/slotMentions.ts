import type { PromptSystem } from '../../model/system';

/** Places of a manifest that give a slot a meaning beside its text, in words: parts, breakpoints, the scope line, conditions. */
export function mentionsBeside({ entry, slots }: PromptSystem, name: string): readonly string[] {
  const found: string[] = [];
  if (entry.parts?.some((part) => part.slot === name || part.unlessEmpty === name)) found.push('`parts`');
  if ([...slots.values()].some((slot) => slot.entry.parts?.some((p) => p.slot === name || p.unlessEmpty === name)))
    found.push('the parts of another slot');
  if (entry.cache?.breakpoints?.some((one) => typeof one === 'object' && one.slot === name)) found.push('`cache`');
  if (entry.cache?.scope?.line.includes(name)) found.push('the scope line');
  if ([...slots.keys()].some((other) => other.startsWith(`${name}.`))) found.push('the fields of `slots`');
  return found;
}

/** Places of a manifest that put a slot into the prompt without any tag: as a part, inside of another slot, in the scope line. */
export function sentBeside(system: PromptSystem, name: string): readonly string[] {
  return mentionsBeside(system, name).filter((place) => place !== '`cache`' && place !== 'the fields of `slots`');
}
