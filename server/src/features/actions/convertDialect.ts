import { dialectWith } from '../../model/resolve';
import type { PromptSystem } from '../../model/system';
import { textOfPart } from '../../model/textParts';
import { type ReadText, textsOfSystem } from '../../model/texts';
import { COMMANDS } from '../../protocol';
import { replaceScalar } from '../../rules/facts/manifest/manifestEdit';
import type { FileEdit } from '../../rules/rule';
import type { Dialect } from '../../syntax/dialects/dialect';
import { dialects } from '../../syntax/dialects/index.generated';
import { type Known, readStatements } from '../../syntax/statements/read';
import { type Family, familyOf, Obstacle } from '../../syntax/statements/statement';
import { sameMeaning } from '../../syntax/statements/ways';
import { literal, writePlainly, writeStatements } from '../../syntax/statements/write';
import type { SlotUse, TemplateTree } from '../../syntax/tree';
import { nameOf } from '../../text/address';
import { smallEdits } from '../../text/smallEdits';
import { linesOf, type SourceFile } from '../../text/source';
import { type Span, shift, touches } from '../../text/span';
import type { Snapshot } from '../../workspace/snapshot';
import { sideTexts } from '../places/sideTexts';
import { systemsAtPath } from '../places/subject';
import { Refusal } from '../refusal';
import type { Action, Spot } from './action';
import { firstDifference } from './sameText';
import { eolOf, isPlainTag, systemTextAt } from './text';

const KIND = 'refactor.rewrite.dialect';

/** Another way of writing slots, for every text of a system: the prompt stays the same, byte for byte, or nothing is changed. */
export const action: Action = {
  id: 'convert-dialect',
  kind: KIND,
  offers(spot) {
    const place = placeOf(spot);
    const [own] = place?.system.dialects ?? [];
    if (!place || !own) return [];
    const { system, isNamed } = place;
    // An editor that can ask which dialect gets one entry in the menu instead of one for each.
    if (spot.asks && spot.only?.includes(KIND) !== true)
      return [
        { title: `Write the slots of ${system.id} in another dialect …`, asks: COMMANDS.convert, rare: !isNamed },
      ];
    return dialects
      .filter((other) => other.id !== own.id)
      .map(({ id, title }) => ({
        title: `Write the slots of ${system.id} as ${id} (${title})`,
        choice: id,
        rare: !isNamed,
      }));
  },
  async perform(spot, choice, whatIf) {
    const system = placeOf(spot)?.system;
    const target = system && choice !== undefined ? dialectWith(choice, system.options) : undefined;
    if (!system || !target) throw new Refusal('There is no system here whose dialect could be another one.');
    const { snapshot } = spot;
    const systems = sharing(spot, system);
    const { lookup } = snapshot;
    const all = systems.flatMap((one) => [...textsOfSystem(one, lookup), ...sideTexts(lookup, one)]);
    const texts = new Map(all.map((text) => [text.file.uri, text]));
    const declared = dialectEdits(system, target);
    let difference: string | undefined;
    for (const ends of ENDS) {
      const edits = [...[...texts.values()].flatMap((text) => converted({ system, text, target, ends })), ...declared];
      difference = await firstDifference(snapshot, systems, { edits }, whatIf);
      if (difference === undefined) return { edits };
    }
    const lone = undeclared(system, [...texts.values()]);
    if (lone !== undefined)
      throw new Refusal(
        `\`${lone}\` is not a slot of ${system.id}, and what nothing fills is sent in another way as ${target.id}. Declare it, or correct the name, before the slots are written anew.`,
      );
    throw new Refusal(`As ${target.id} ${difference} would not stay the same byte for byte, so nothing is changed.`);
  },
};

/** What is put behind a text, since some engines leave out its last line break: of a template, and of one that is included. */
interface Ends {
  readonly own: string;
  readonly included: string;
}

const ENDS: readonly Ends[] = [
  { own: '', included: '' },
  { own: '\n', included: '\n' },
  { own: '', included: '\n' },
  { own: '\n', included: '' },
];

/** The first tag, as it is written, whose name is no slot of the system. */
function undeclared({ slots, markerSlots }: PromptSystem, texts: readonly ReadText[]): string | undefined {
  for (const { file, tree } of texts)
    for (const { name, path, span, within } of tree?.slots ?? [])
      if (!within && !slots.has(name) && !slots.has(path) && !markerSlots.has(name))
        return file.text.slice(span.start, span.end);
  return undefined;
}

/** The system that is meant; `isNamed` where its `dialect` itself stands at the cursor. */
interface Place {
  readonly system: PromptSystem;
  readonly isNamed: boolean;
}

/** Anywhere in a template with nothing selected, or at a slot; in a manifest at `dialect`, or in the entry of a system when it is asked for. */
function placeOf(spot: Spot): Place | undefined {
  const { snapshot, uri, span, only, invoked } = spot;
  if (!invoked) return undefined;
  const found = systemTextAt(spot);
  const isInTag = found?.context.tree?.slots.some((use) => touches(use.span, found.span.start));
  if (found && (isInTag || span.start === span.end)) return { system: found.system, isNamed: false };
  const at = snapshot.manifest(uri)?.at(span.start);
  const [entry] = at ? systemsAtPath(snapshot, uri, at.path) : [];
  const isNamed = entry?.rest[0] === 'dialect';
  return entry && (isNamed || spot.asks || only?.includes(KIND)) ? { system: entry.system, isNamed } : undefined;
}

/** Systems of one entry of the manifest. Texts that others read as well cannot be written in another way for one of them. */
function sharing({ snapshot }: Spot, system: PromptSystem): readonly PromptSystem[] {
  if (system.dialects.length !== 1)
    throw new Refusal('The program renders this prompt several times, each time with another engine.');
  const hidden = system.parts.find((part) => part.entry.text !== undefined && !textOfPart(system, part));
  if (hidden) throw new Refusal(`The text of part ${hidden.index + 1} is not written in the manifest as one string.`);
  const own = (other: PromptSystem): boolean => other.manifest === system.manifest && other.path[1] === system.path[1];
  const all = snapshot.systems.filter(own);
  const readers = readersOf(snapshot);
  for (const one of all) {
    for (const { file } of textsOfSystem(one, snapshot.lookup)) {
      const other = readers.get(file.uri)?.find((reader) => !own(reader));
      if (other) throw new Refusal(`The system ${other.id} reads the same texts, and would read them in another way.`);
    }
    for (const { name, entry } of one.slots.values())
      if (entry.expand) throw new Refusal(`The value of ${name} is template text, and may come from anywhere.`);
  }
  return all;
}

/** Who reads each text. */
function readersOf({ systems, lookup }: Snapshot): ReadonlyMap<string, readonly PromptSystem[]> {
  const readers = new Map<string, PromptSystem[]>();
  for (const system of systems)
    for (const { file } of [...textsOfSystem(system, lookup), ...sideTexts(lookup, system)]) {
      const own = readers.get(file.uri);
      if (own) own.push(system);
      else readers.set(file.uri, [system]);
    }
  return readers;
}

interface Conversion {
  readonly system: PromptSystem;
  readonly text: ReadText;
  readonly target: Dialect;
  readonly ends: Ends;
}

/** The body of a text in the other dialect. */
function converted({ system, text: read, target, ends }: Conversion): readonly FileEdit[] {
  const { file, bodyStart, tree, dialect } = read;
  if (!tree || !dialect) throw new Refusal('The dialect of the system is not known.');
  const refuse = refusalOf(file, target);
  for (const fault of tree.faults) refuse(fault.span, 'has a mistake in it');
  const from = familyOf(dialect.id);
  const text = from ? restated(system, read, from, target, refuse) : reprinted(tree, dialect, target, refuse);
  const isIncluded = !system.files.some(({ uri }) => uri === file.uri);
  const end = isIncluded ? ends.included : ends.own;
  const written = text + end + trailing(file.text, tree.text, bodyStart);
  return smallEdits(file.text.slice(bodyStart), written).map((edit) => ({
    uri: file.uri,
    span: shift(edit.span, bodyStart),
    text: edit.text,
  }));
}

type Refuse = (span: Span, what: string) => never;

/** Refuses with the line, with the tag that is in the way, and with what it does. */
function refusalOf(file: SourceFile, target: Dialect): Refuse {
  return ({ start, end }, what) => {
    const line = linesOf(file).lineAt(start) + 1;
    const [tag = ''] = file.text.slice(start, Math.min(end, start + LONGEST_TAG)).split(/\r?\n/);
    throw new Refusal(
      `Line ${line} of ${nameOf(file.uri)}, \`${tag}\`, ${what}, which ${target.id} cannot say in the same way.`,
    );
  };
}

const LONGEST_TAG = 80;

/** Literal text escaped for the other engine, every slot printed as it writes one. */
function reprinted(tree: TemplateTree, dialect: Dialect, target: Dialect, refuse: Refuse): string {
  for (const use of tree.slots) {
    if (!isPlainTag(dialect, tree.text, use)) refuse(use.span, 'does more than print a slot');
    if (!target.holds(use.name)) refuse(use.span, `has the slot ${use.name}`);
  }
  const names = new Map(tree.slots.map((use) => [use.span.start, use]));
  // With every slot empty, what is left is the literal text as the engine sends it.
  const { pieces, stopped } = dialect.fill(tree, { value: () => '', known: () => true }, {});
  if (stopped) refuse(stopped.span, 'cannot be rendered');
  let text = '';
  for (const { kind, text: written, span } of pieces) {
    const use = names.get(span.start);
    if (kind === 'literal') text += literal(written, target);
    else if (use) text += printed(target, use);
    else refuse(span, 'does more than print a slot');
  }
  return text;
}

/** Everything that the text says as the other dialect says it: conditions, loops, includes, comments too. */
function restated(system: PromptSystem, read: ReadText, from: Family, target: Dialect, refuse: Refuse): string {
  const { file, bodyStart, tree, dialect } = read;
  if (!tree || !dialect) return '';
  const { options } = system;
  const family = familyOf(target.id);
  try {
    const known = slotsOf(system);
    const statements = readStatements({ family: from, dialect, tree, bodyStart, options }, known);
    if (!family) return writePlainly(statements, target);
    sameMeaning(statements, { from, to: family, known });
    const include = (name: string): string | undefined => includeName(dialect, target, name);
    return writeStatements(statements, {
      family,
      dialect: target,
      options,
      eol: eolOf(file.text),
      include,
      isList: known.isList,
    });
  } catch (error) {
    if (error instanceof Obstacle) return refuse(error.span, error.message);
    throw error;
  }
}

const slotsOf = (system: PromptSystem): Known => ({
  has: (name) => system.slots.has(name),
  isList(path) {
    const slot = system.slots.get(path);
    if (!slot || slot.type === 'json') return undefined;
    return slot.type === 'list' || Array.isArray(slot.entry.default ?? slot.entry.sample);
  },
  typeOf(path) {
    const slot = system.slots.get(path);
    if (slot?.type === 'number' || slot?.type === 'boolean') return slot.type;
    if (!slot || (slot.type !== undefined && slot.type !== 'text' && slot.type !== 'line')) return undefined;
    return typeof (slot.entry.default ?? slot.entry.sample ?? '') === 'string' ? 'text' : undefined;
  },
});

/** A name under which the other engine finds the file that this one finds; the author's own, without an ending, when it does. */
function includeName(dialect: Dialect, target: Dialect, written: string): string | undefined {
  const paths = dialect.includeNames?.(written) ?? [];
  const names = [written, ...paths, ...paths.map((path) => path.replace(/\.[^./]+$/, ''))];
  return names.find((name) => target.includeNames?.(name).some((path) => paths.includes(path)));
}

/** What a program that trims its files leaves out at the end. */
const trailing = (text: string, read: string, bodyStart: number): string =>
  text.slice(Math.max(bodyStart, read.length));

const printed = (target: Dialect, use: SlotUse): string => {
  const raw = `{{{${use.name}}}}`;
  const escapes = target.scan(target.print(use.name)).slots[0]?.escapes === true;
  return escapes && use.escapes !== true ? raw : target.print(use.name);
};

function dialectEdits(system: PromptSystem, target: Dialect): readonly FileEdit[] {
  const place = system.manifest.place([...system.path, 'dialect'])?.value;
  if (!place) throw new Refusal('The manifest does not say the dialect at a place that can be changed.');
  return [replaceScalar(system.manifest, place, target.id)];
}
