import type { Position, Range, WorkspaceEdit } from 'vscode-languageserver-types';
import { givenNames } from '../model/includes';
import { NAME, NAME_MEANS, SLOT_NAME, SLOT_NAME_MEANS } from '../model/nameSpelling';
import type { PromptSystem } from '../model/system';
import { textsOfSystem } from '../model/texts';
import { nameOf } from '../text/address';
import type { Snapshot } from '../workspace/snapshot';
import { offsetOf, rangeOf } from './convert';
import { named } from './places/naming';
import { occurrencesOf, systemsWithSlot, usesOf } from './places/occurrences';
import { type Subject, subjectAt } from './places/subject';
import { Refusal } from './refusal';
import { editsByFile } from './workspaceEdit';

type Named = Exclude<Subject, { readonly kind: 'file' }>;

const WORDS = { axisValue: 'value' } as const;
const wordOf = (subject: Named): string => (subject.kind === 'axisValue' ? WORDS.axisValue : subject.kind);

const articled = (subject: Named): string => `${/^[aeiou]/.test(wordOf(subject)) ? 'an' : 'a'} ${wordOf(subject)}`;

/** The name that a rename would change; null where no name stands. Throws a `Refusal` for names that are not ours to change. */
export function prepareRename(
  snapshot: Snapshot,
  uri: string,
  position: Position,
): { range: Range; placeholder: string } | null {
  const file = snapshot.file(uri);
  const offset = file && offsetOf(file, position);
  const subject = offset === undefined ? undefined : renamable(snapshot, uri, subjectAt(snapshot, uri, offset));
  if (!file || offset === undefined || !subject) return null;
  const here = occurrencesOf(snapshot, subject).find(
    (one) => one.uri === uri && one.span.start <= offset && offset <= one.span.end,
  );
  // On the braces of a tag its name is meant.
  const span = here?.span ?? (subject.kind === 'slot' && subject.use ? subject.span : undefined);
  return span ? { range: rangeOf(file, span), placeholder: subject.name } : null;
}

/** The edits that give it a new name everywhere. Throws a `Refusal` when the name cannot stand there, or is taken. */
export function rename(snapshot: Snapshot, uri: string, position: Position, newName: string): WorkspaceEdit | null {
  const file = snapshot.file(uri);
  const subject = file && renamable(snapshot, uri, subjectAt(snapshot, uri, offsetOf(file, position)));
  if (!subject) return null;
  if (newName === subject.name) return { changes: {} };
  refuseDoubles(snapshot, subject);
  const reason = spellingFault(snapshot, subject, newName) ?? clash(snapshot, subject, newName);
  if (reason !== undefined) throw new Refusal(reason);
  return {
    changes: editsByFile(
      snapshot,
      occurrencesOf(snapshot, subject).map((one) => named(snapshot, one, newName)),
    ),
  };
}

function renamable(snapshot: Snapshot, uri: string, subject: Subject | undefined): Named | undefined {
  switch (subject?.kind) {
    case 'file':
      throw new Refusal('A file is renamed in the explorer; the manifests that name it follow.');
    case 'model':
      throw new Refusal(`${subject.name} is the name that the provider gives the model.`);
    case 'rule':
      throw new Refusal(`${subject.name} is the code of a rule of Strata.`);
    case 'slot': {
      refuseGiven(snapshot, uri, subject);
      const abroad = systemsWithSlot(snapshot, subject.systems, subject.name).find((one) =>
        isDeclaredAbroad(one, subject.name),
      );
      if (!abroad) return subject;
      throw new Refusal(
        `${subject.name} is declared outside of ${nameOf(abroad.manifest.file.uri)}, in a file of another tool that stays as it is; with another name here it would not be filled any more.`,
      );
    }
    default:
      return subject;
  }
}

type SlotSubject = Extract<Subject, { readonly kind: 'slot' }>;

/** A name that stands in an included text for what the tag there gives is not that of the slot. */
function refuseGiven({ lookup }: Snapshot, uri: string, { name, systems, use }: SlotSubject): void {
  if (!use || systems.length === 0) return;
  if (systems.every((system) => givenNames(system, lookup)(uri, name) === 'given'))
    throw new Refusal(
      `${name} is no slot here: it is what the text that includes ${nameOf(uri)} gives it under this name.`,
    );
}

/** An included text that reads the slot in one place and, under its name, something else in another. */
function refuseDoubles(snapshot: Snapshot, subject: Named): void {
  if (subject.kind !== 'slot') return;
  const { name } = subject;
  for (const system of systemsWithSlot(snapshot, subject.systems, name)) {
    const meaningOf = givenNames(system, snapshot.lookup);
    const double = usesOf(snapshot, system, name).find(({ uri }) => meaningOf(uri, name) === 'both');
    if (double)
      throw new Refusal(
        `${nameOf(double.uri)} is included more than once, and ${name} is the slot in one place and what a tag gives it in another. Give it another name there first.`,
      );
  }
}

/** Whether a file of another tool declares a slot, and another file than the one that is read. */
const isDeclaredAbroad = ({ manifest, path, slots }: PromptSystem, name: string): boolean =>
  manifest.kind === 'provider' && slots.has(name) && !manifest.place([...path, 'slots', name]);

/** Why a name cannot be written: what the schema of the manifest says of it, and for a slot what its dialect can write. */
function spellingFault(snapshot: Snapshot, subject: Named, newName: string): string | undefined {
  if (newName === '__proto__') return `"${newName}" cannot be a name: programs do not keep it as a key.`;
  if (subject.kind === 'axisValue') return undefined;
  const [spelling, means] = subject.kind === 'slot' ? [SLOT_NAME, SLOT_NAME_MEANS] : [NAME, NAME_MEANS];
  if (!spelling.test(newName)) return `"${newName}" cannot be the name of ${articled(subject)}: it ${means}.`;
  if (subject.kind !== 'slot') return undefined;
  for (const system of systemsWithSlot(snapshot, subject.systems, subject.name))
    for (const dialect of system.dialects) {
      // What no text could hold before, and none does, is filled by the manifest alone.
      const isWritten = dialect.holds(subject.name) || usesOf(snapshot, system, subject.name).length > 0;
      if (isWritten && !dialect.holds(newName))
        return `"${newName}" cannot be the name of a slot: ${dialect.title} cannot write it.`;
    }
  return undefined;
}

/** Why two things would have one name afterwards; undefined when the name is free. */
function clash(snapshot: Snapshot, subject: Named, newName: string): string | undefined {
  const taken = (where: string): string => `There is ${articled(subject)} ${newName} in ${where} already.`;
  if (subject.kind === 'slot') {
    for (const system of systemsWithSlot(snapshot, subject.systems, subject.name)) {
      if (system.slots.has(newName) || system.markerSlots.has(newName)) return taken(system.id);
      for (const { tree, file } of textsOfSystem(system, snapshot.lookup))
        if (tree?.slots.some((use) => use.name === newName))
          return `${file.uri.slice(file.uri.lastIndexOf('/') + 1)} holds a slot ${newName} already.`;
    }
    return undefined;
  }
  const { system } = subject;
  const names: Record<Exclude<Named['kind'], 'slot'>, Iterable<string>> = {
    layer: system.layers.map(({ id }) => id),
    axis: system.axes.keys(),
    axisValue: subject.kind === 'axisValue' ? (system.axes.get(subject.axis)?.values ?? []) : [],
    scenario: Object.keys(system.entry.scenarios ?? {}),
    system: Object.keys(system.manifest.data.systems),
    model: [],
    rule: [],
  };
  return [...names[subject.kind]].includes(newName)
    ? taken(
        subject.kind === 'axisValue'
          ? `the axis ${subject.axis}`
          : subject.kind === 'system'
            ? 'the manifest'
            : system.id,
      )
    : undefined;
}
