import type { PromptSystem } from '../../model/system';
import { resolveAddress } from '../../text/address';
import type { Snapshot } from '../../workspace/snapshot';
import { plain } from '../markdown';

/** One place at which a system sends the text of a file. */
export interface PartPlace {
  readonly system: PromptSystem;
  /** `part 2 of 3 of alpha (developer message, when mode = ask)`. */
  readonly words: string;
}

/** More places than these are counted, not listed. */
const MOST = 6;

/**
 * Where the systems of a file send it: as which of their parts, in which message and under which condition. Empty for a
 * file that is the whole text of its only system, about which there is nothing to say.
 */
export function partPlaces(snapshot: Snapshot, uri: string): readonly PartPlace[] {
  const places = snapshot.systemsOf(uri).flatMap((system) => [...ownParts(system, uri), ...slotParts(system, uri)]);
  const [first, second] = places;
  return first && !second && first.system.parts.length === 1 && first.system.entry.parts === undefined ? [] : places;
}

/** All places in one line, as plain text; undefined without any. */
export function placesLine(snapshot: Snapshot, uri: string, places = partPlaces(snapshot, uri)): string | undefined {
  if (places.length === 0) return undefined;
  const more = places.length - MOST;
  const said = places.slice(0, MOST).map(({ words }) => words);
  return [...said, ...(more > 0 ? [`${more} more`] : [])].join(' · ');
}

/** The same as a sentence for a tooltip or hover, with the system whose numbers are shown when there are several. */
export function placesSentence(
  snapshot: Snapshot,
  uri: string,
  shown: PromptSystem,
  places = partPlaces(snapshot, uri),
): string | undefined {
  const line = placesLine(snapshot, uri, places);
  if (line === undefined) return undefined;
  const several = places.some(({ system }) => system.key !== shown.key);
  return `Stands as ${plain(line)}.${several ? ` The numbers are those of ${plain(shown.id)}.` : ''}`;
}

function ownParts(system: PromptSystem, uri: string): PartPlace[] {
  const { parts, id } = system;
  let role = 'system';
  return parts.flatMap((part, i): PartPlace[] => {
    role = part.entry.message ?? role;
    if (part.uri !== uri) return [];
    const which =
      system.entry.parts === undefined ? `the template of ${id}` : `part ${i + 1} of ${parts.length} of ${id}`;
    const message = role === 'system' ? undefined : `${role} message`;
    return [{ system, words: which + inBrackets([message, ...conditions(part.entry)]) }];
  });
}

function slotParts(system: PromptSystem, uri: string): PartPlace[] {
  const from = system.manifest.file.uri;
  return Object.entries(system.entry.slots ?? {}).flatMap(([name, { parts = [] }]) =>
    parts.flatMap((part, i): PartPlace[] => {
      if (part.file === undefined || resolveAddress(from, part.file) !== uri) return [];
      const which = `part ${i + 1} of ${parts.length} of the slot ${name} of ${system.id}`;
      return [{ system, words: which + inBrackets(conditions(part)) }];
    }),
  );
}

interface Conditional {
  readonly when?: Readonly<Record<string, unknown>> | undefined;
  readonly unlessEmpty?: string | undefined;
}

function conditions({ when = {}, unlessEmpty }: Conditional): readonly string[] {
  const axes = Object.entries(when).map(([axis, wanted]) => {
    const values = (Array.isArray(wanted) ? wanted : [wanted]).map(String);
    return `${axis} = ${values.join(' or ')}`;
  });
  return [
    ...(axes.length > 0 ? [`when ${axes.join(' and ')}`] : []),
    ...(unlessEmpty === undefined ? [] : [`unless ${unlessEmpty} is empty`]),
  ];
}

function inBrackets(remarks: readonly (string | undefined)[]): string {
  const said = remarks.filter((remark) => remark !== undefined);
  return said.length === 0 ? '' : ` (${said.join(', ')})`;
}
