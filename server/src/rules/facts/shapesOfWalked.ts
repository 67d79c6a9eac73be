import { walksOf } from '../../model/walks';
import type { Problem, SystemContext } from '../rule';
import { asList } from './fixes';
import { spanAt } from './manifest/manifestAdvice';
import { removeEntry } from './manifest/manifestEdit';
import { textAt } from './sourceText';

const SHAPES = ['wrap', 'escape', 'item', 'join'] as const;

/** What each shape says that the program does. */
const DOES: Readonly<Record<(typeof SHAPES)[number], string>> = {
  wrap: 'puts text round it',
  escape: 'escapes it',
  item: 'makes text of its items',
  join: 'joins its items',
};

/** Instead of it. */
const INSTEAD: Readonly<Record<(typeof SHAPES)[number], string>> = {
  wrap: 'Write that text in the template, or print the value whole there',
  escape: 'Escape in the template what it prints, or print the value whole there',
  item: 'Write the items in the template, or print the value whole there',
  join: 'Write what joins them in the template, or print the value whole there',
};

/** Slots of which the manifest says that the program makes text of them, while a template goes into their values as data. */
export function* shapesOfWalked({ system, lookup }: SystemContext): Generator<Problem> {
  if (![...system.slots.values()].some(({ entry }) => SHAPES.some((key) => entry[key] !== undefined))) return;
  const walks = walksOf(system, lookup);
  const { manifest, path } = system;
  for (const { name, entry } of system.slots.values()) {
    const walk = walks.get(name);
    if (!walk || entry.parts) continue;
    const tag = textAt(lookup, walk.uri)?.slice(walk.span.start, walk.span.end).replace(/\s+/g, ' ') ?? '';
    for (const key of SHAPES) {
      const at = [...path, 'slots', name, key];
      const span = entry[key] === undefined ? undefined : spanAt(system, at, 'key');
      if (!span) continue;
      yield {
        uri: manifest.file.uri,
        span,
        slot: name,
        level: 'warning',
        message: `\`${key}\` says that the program ${DOES[key]} before it fills \`${name}\`, but \`${tag}\` goes into the value, so the engine must get data and nobody does that. ${INSTEAD[key]}.`,
        related: [{ ...walk, message: `the template goes into ${name} here` }],
        get fixes() {
          const edit = removeEntry(manifest, at);
          return asList(edit && { title: `Remove ${key} from ${name}`, edits: [edit] });
        },
      };
    }
  }
}
