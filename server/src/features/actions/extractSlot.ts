import type { PromptSystem } from '../../model/system';
import { textsOfSystem } from '../../model/texts';
import { insertEntry, yamlText } from '../../rules/facts/manifest/manifestEdit';
import type { FileEdit, TextContext } from '../../rules/rule';
import { inDelimiters } from '../../syntax/dialects/delimiters';
import type { Dialect } from '../../syntax/dialects/dialect';
import { type Span, span as spanOf } from '../../text/span';
import { Refusal } from '../refusal';
import { entryEdit } from '../requests/valueEdit';
import type { Action, Change, Spot } from './action';
import { firstDifference } from './sameText';
import { isLiteral, nameFrom, namesIn, systemTextAt } from './text';

/** The selected words become a slot with a name of their own; what they were is its sample, so that the prompt stays the same. */
export const action: Action = {
  id: 'extract-slot',
  kind: 'refactor.extract.slot',
  offers(spot) {
    const found = extractable(spot);
    return found ? [{ title: `Extract to the slot ${found.dialect.print(found.name)}` }] : [];
  },
  async perform(spot, _choice, whatIf) {
    const found = extractable(spot);
    if (!found) throw new Refusal('Select words of a template, without the slots and tags in them.');
    const { system, dialect, name } = found;
    for (const tag of tagsFor(system, dialect, name)) {
      const change = changeFor(spot, found, tag);
      if (!change) throw new Refusal('The manifest cannot be changed at this place without changing its form.');
      const systems = spot.snapshot.systemsOf(spot.uri).filter((other) => other.manifest === system.manifest);
      if ((await firstDifference(spot.snapshot, systems, change, whatIf)) === undefined) return change;
    }
    throw new Refusal(
      'With these words in a slot the prompt would not stay the same, so they are left where they are.',
    );
  },
};

interface Extractable {
  readonly context: TextContext;
  readonly system: PromptSystem;
  readonly dialect: Dialect;
  readonly span: Span;
  readonly name: string;
}

function extractable(spot: Spot): Extractable | undefined {
  const found = systemTextAt(spot);
  const dialect = found?.context.dialect;
  if (!found || !dialect || found.system.manifest.kind === 'provider') return undefined;
  const { text } = found.context.file;
  const span = withoutBreaks(text, found.span);
  if (span.end <= span.start || !isLiteral(found.context, span)) return undefined;
  const { context, system } = found;
  const taken = namesIn(system, textsOfSystem(system, spot.snapshot.lookup));
  const name = nameFrom(text.slice(span.start, span.end), taken, (one) => dialect.holds(one));
  return tagsFor(system, dialect, name).some((tag) => becomesSlot(context, dialect, { span, tag, name }))
    ? { context, system, dialect, span, name }
    : undefined;
}

/** The ways to write the slot: as the dialect does, and so that its value stays unescaped. */
const tagsFor = ({ options }: PromptSystem, dialect: Dialect, name: string): readonly string[] =>
  [dialect.print(name), inDelimiters(`{{{${name}}}}`, dialect, options)].filter((tag) => isSlot(dialect, tag, name));

/** Whether a tag would be a slot at this place: inside of another tag, such as a condition, it would not. */
function becomesSlot(
  { tree }: TextContext,
  dialect: Dialect,
  { span, tag, name }: { readonly span: Span; readonly tag: string; readonly name: string },
): boolean {
  if (!tree) return false;
  const after = dialect.scan(tree.text.slice(0, span.start) + tag + tree.text.slice(span.end));
  const end = span.start + tag.length;
  return (
    after.faults.length <= tree.faults.length &&
    after.slots.some(
      (use) => use.name === name && use.role === 'value' && use.span.start === span.start && use.span.end === end,
    )
  );
}

/** Line breaks at the ends of a selection of whole lines stay in the template. */
function withoutBreaks(text: string, { start, end }: Span): Span {
  let [from, to] = [start, end];
  while (from < to && isBreak(text[from])) from++;
  while (to > from && isBreak(text[to - 1])) to--;
  return spanOf(from, to);
}

const isBreak = (c: string | undefined): boolean => c === '\n' || c === '\r';

const isSlot = (dialect: Dialect, tag: string, name: string): boolean => {
  const { slots, faults } = dialect.scan(tag);
  return faults.length === 0 && slots.length === 1 && slots[0]?.name === name && slots[0].span.end === tag.length;
};

function changeFor(spot: Spot, found: Extractable, tag: string): Change | undefined {
  const { context, system, dialect, span, name } = found;
  const { uri, text } = context.file;
  const sample = textMade(dialect, system, text.slice(span.start, span.end));
  const declared = declaration(spot, system, name, sample);
  if (!declared) return undefined;
  return { edits: [{ uri, span, text: tag }, ...declared] };
}

/** What the engine makes of a stretch of literal text: a doubled brace may be one. */
function textMade(dialect: Dialect, system: PromptSystem, written: string): string {
  const filled = dialect.fill(dialect.scan(written), { value: () => undefined, known: () => false }, system.options);
  return filled.stopped ? written : filled.pieces.map((piece) => piece.text).join('');
}

/** Where no slot was declared, the first one would make every other unknown; so those of the texts are declared with it. */
function declaration(
  { snapshot }: Spot,
  system: PromptSystem,
  name: string,
  sample: string,
): readonly FileEdit[] | undefined {
  const { manifest, path } = system;
  if (system.slots.size > 0 || manifest.place([...path, 'slots']))
    return entryEdit(system, null, new Map([[name, sample]]));
  const used = textsOfSystem(system, snapshot.lookup).flatMap(({ tree }) => (tree?.slots ?? []).map((use) => use.name));
  const others = [...new Set(used)].filter((other) => !system.markerSlots.has(other));
  const lines = [
    `${yamlText(name)}: { sample: ${JSON.stringify(sample)} }`,
    ...others.map((other) => `${yamlText(other)}: {}`),
  ];
  const edit = insertEntry(manifest, path, 'slots', lines, [
    'template',
    'parts',
    'join',
    'axes',
    'dialect',
    'model',
    'layers',
  ]);
  return edit && [edit];
}
