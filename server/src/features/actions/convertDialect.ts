import type { PromptSystem } from '../../model/system';
import { type ReadText, textsOfSystem } from '../../model/texts';
import { replaceScalar } from '../../rules/facts/manifestEdit';
import type { FileEdit } from '../../rules/rule';
import type { Dialect } from '../../syntax/dialects/dialect';
import { dialects } from '../../syntax/dialects/index.generated';
import type { SlotUse } from '../../syntax/tree';
import { linesOf } from '../../text/source';
import { touches } from '../../text/span';
import { Refusal } from '../refusal';
import { systemsAtPath } from '../subject';
import type { Action, Spot } from './action';
import { firstDifference } from './sameText';
import { isPlainTag, systemTextAt } from './text';

/** Another way of writing slots, for every text of a system: the prompt stays the same, byte for byte, or nothing is changed. */
export const action: Action = {
  id: 'convert-dialect',
  kind: 'refactor.rewrite.dialect',
  offers(spot) {
    const system = systemAt(spot);
    const [own] = system?.dialects ?? [];
    if (!system || !own) return [];
    return dialects
      .filter((other) => other.id !== own.id)
      .map(({ id, title }) => ({
        title: `Write the slots of ${system.id} as ${id} (${title})`,
        choice: id,
        rare: true,
      }));
  },
  async perform(spot, choice, whatIf) {
    const system = systemAt(spot);
    const target = dialects.find(({ id }) => id === choice);
    if (!system || !target) throw new Refusal('There is no system here whose dialect could be another one.');
    const { snapshot } = spot;
    const systems = sharing(spot, system);
    const texts = new Map(
      systems.flatMap((one) => textsOfSystem(one, snapshot.lookup)).map((text) => [text.file.uri, text]),
    );
    const declared = dialectEdits(system, target);
    let difference: string | undefined;
    // Some engines leave out the last line break of a text.
    for (const end of ['', '\n']) {
      const edits = [...[...texts.values()].flatMap((text) => converted(text, target, end)), ...declared];
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

/** The first tag, as it is written, whose name is no slot of the system. */
function undeclared({ slots, markerSlots }: PromptSystem, texts: readonly ReadText[]): string | undefined {
  for (const { file, tree } of texts)
    for (const { name, path, span } of tree?.slots ?? [])
      if (!slots.has(name) && !slots.has(path) && !markerSlots.has(name)) return file.text.slice(span.start, span.end);
  return undefined;
}

/** The system whose `dialect` stands at the cursor, or one of whose slots does. */
function systemAt(spot: Spot): PromptSystem | undefined {
  const { snapshot, uri, span } = spot;
  const at = snapshot.manifest(uri)?.at(span.start);
  if (at && spot.invoked)
    for (const { system, rest } of systemsAtPath(snapshot, uri, at.path)) if (rest[0] === 'dialect') return system;
  const found = spot.invoked ? systemTextAt(spot) : undefined;
  return found?.context.tree?.slots.some((use) => touches(use.span, span.start)) ? found.system : undefined;
}

/** Systems of one entry of the manifest. Texts that others read as well cannot be written in another way for one of them. */
function sharing({ snapshot }: Spot, system: PromptSystem): readonly PromptSystem[] {
  if (system.dialects.length !== 1)
    throw new Refusal('The program renders this prompt several times, each time with another engine.');
  if (system.parts.some((part) => part.entry.text !== undefined) || system.entry.cache?.scope)
    throw new Refusal('Some of the texts stand in the manifest itself, as parts or as the scope line.');
  const own = (other: PromptSystem): boolean => other.manifest === system.manifest && other.path[1] === system.path[1];
  const all = snapshot.systems.filter(own);
  for (const one of all) {
    for (const { file } of textsOfSystem(one, snapshot.lookup)) {
      const other = snapshot.systemsOf(file.uri).find((reader) => !own(reader));
      if (other) throw new Refusal(`The system ${other.id} reads the same texts, and would read them in another way.`);
      if (file.uri.includes('#')) throw new Refusal('The text is a string inside of another file.');
    }
    for (const { role, uri } of one.files)
      if (role === 'fallback')
        throw new Refusal(`A second copy of a text, ${uri.slice(uri.lastIndexOf('/') + 1)}, must stay equal.`);
    for (const { name, entry } of one.slots.values())
      if (entry.expand) throw new Refusal(`The value of ${name} is template text, and may come from anywhere.`);
  }
  return all;
}

/** The body of a text, piece by piece: literal text escaped for the other engine, every slot printed as it writes one. */
function converted({ file, bodyStart, tree, dialect }: ReadText, target: Dialect, end: string): readonly FileEdit[] {
  if (!tree || !dialect) throw new Refusal('The dialect of the system is not known.');
  const lines = linesOf(file);
  const refuse = (offset: number, what: string): never => {
    throw new Refusal(
      `Line ${lines.lineAt(offset) + 1} of ${file.uri.slice(file.uri.lastIndexOf('/') + 1)} ${what}, which ${target.id} cannot say in the same way.`,
    );
  };
  for (const fault of tree.faults) refuse(fault.span.start, 'has a mistake in it');
  for (const reference of tree.references ?? []) refuse(reference.span.start, 'includes another text');
  for (const block of tree.blocks ?? []) refuse(block.span.start, 'decides or repeats');
  for (const { kind, span } of tree.stretches) if (kind === 'comment') refuse(span.start, 'holds a comment');
  for (const use of tree.slots) {
    if (!isPlainTag(file.text, use)) refuse(use.span.start, 'does more than print a slot');
    if (!target.holds(use.name)) refuse(use.span.start, `has the slot ${use.name}`);
  }
  const names = new Map(tree.slots.map((use) => [use.span.start, use]));
  // With every slot empty, what is left is the literal text as the engine sends it.
  const { pieces, stopped } = dialect.fill(tree, { value: () => '', known: () => true }, {});
  if (stopped) refuse(stopped.span.start, 'cannot be rendered');
  let text = '';
  for (const { kind, text: written, span } of pieces) {
    const use = names.get(span.start);
    if (kind === 'literal') text += target.escape(written);
    else if (use) text += printed(target, use);
    else refuse(span.start, 'does more than print a slot');
  }
  const span = { start: bodyStart, end: file.text.length };
  return [{ uri: file.uri, span, text: text + end + trailing(file.text, tree.text, bodyStart) }];
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
