import { SLOT_NAME } from '../../model/nameSpelling';
import { fenceAt, fencesOf } from '../../syntax/fences';
import type { SlotUse } from '../../syntax/tree';
import { listed } from '../../text/listed';
import type { Problem, SystemContext, TextContext } from '../rule';
import { PLAIN } from './foreign';
import { insertEntry } from './manifest/manifestEdit';

/** A use of a name that nobody declares. */
export interface Place {
  readonly text: TextContext;
  readonly use: SlotUse;
}

/** Names that a message tells one by one. */
const MOST_NAMED = 3;

/**
 * Whether a place lies in a code sample, of a dialect that leaves a name it does not know as it is written: braces are
 * part of many languages, so that what nobody declares is most likely theirs. Asked for many places of few texts.
 */
export function sampleTest(): (place: Place) => boolean {
  const samples = new Map<TextContext, ReturnType<typeof fencesOf>>();
  return ({ text, use }) => {
    if (!text.tree || text.system?.dialects.some(({ id }) => !PLAIN.has(id))) return false;
    let fences = samples.get(text);
    if (!fences) {
      fences = fencesOf(text.tree.text);
      samples.set(text, fences);
    }
    return fenceAt(fences, use.span.start) >= 0;
  };
}

/** One question for each file: whether the program fills what stands in its code samples. */
export function* namesInSamples({ system }: SystemContext, places: readonly Place[]): Generator<Problem> {
  const files = new Map<string, Place[]>();
  for (const place of places) {
    const { uri } = place.text.file;
    const here = files.get(uri);
    if (here) here.push(place);
    else files.set(uri, [place]);
  }
  for (const [uri, here] of files) {
    const [first] = here;
    if (!first) continue;
    const names = [...new Set(here.map(({ use }) => use.name))];
    const isOne = names.length === 1;
    yield {
      uri,
      span: first.use.span,
      slot: first.use.name,
      level: 'hint',
      message: `${someOf(names.map((name) => `\`${name}\``))} ${isOne ? 'stands' : 'stand'} in a code sample and ${isOne ? 'is no slot' : 'are no slots'} of ${system.id}, so the model reads ${isOne ? 'it' : 'them'} as written. Declare ${isOne ? 'it' : 'them'} if the program fills ${isOne ? 'it' : 'them'}.`,
      related: here
        .slice(1, MOST_NAMED + 1)
        .map(({ use }) => ({ uri, span: use.span, message: `\`${use.name}\` as well` })),
      get fixes() {
        return names.slice(0, MOST_NAMED).flatMap((name) => {
          const edit = SLOT_NAME.test(name) && insertEntry(system.manifest, [...system.path, 'slots'], name, '{}');
          return edit ? [{ title: `Declare the slot ${name}`, edits: [edit] }] : [];
        });
      },
    };
  }
}

/** The first of them, and how many more there are. */
function someOf(names: readonly string[]): string {
  if (names.length <= MOST_NAMED) return listed(names);
  return listed([names.slice(0, MOST_NAMED).join(', '), `${names.length - MOST_NAMED} more`]);
}
