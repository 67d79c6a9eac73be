import { regionsOf } from '../../model/regions';
import type { Layer, PromptSystem } from '../../model/system';
import { partOfText } from '../../model/textParts';
import { textsOfSystem } from '../../model/texts';
import { removeEntry, yamlText } from '../../rules/facts/manifest/manifestEdit';
import type { FileEdit, TextContext } from '../../rules/rule';
import { inDelimiters } from '../../syntax/dialects/delimiters';
import { folderOf, nameOf, relativePath } from '../../text/address';
import { type Span, span as spanOf } from '../../text/span';
import { Refusal } from '../refusal';
import type { Action, Change, Spot } from './action';
import { firstDifference } from './sameText';
import { eolOf, systemTextAt } from './text';

/** The text of a layer goes to a file of its own: included where the dialect can do that, else as a part of the system. */
export const action: Action = {
  id: 'move-layer',
  kind: 'refactor.move.layer',
  offers(spot) {
    const found = movable(spot);
    return found ? [{ title: `Move the layer ${found.layer.id} to its own file` }] : [];
  },
  async perform(spot, _choice, whatIf) {
    const found = movable(spot);
    if (!found) throw new Refusal('Put the cursor on the line that begins a layer.');
    const changes = found.system.dialects[0]?.includeNames ? includesFor(spot, found) : partsFor(spot, found);
    for (const change of changes)
      if ((await firstDifference(spot.snapshot, spot.snapshot.systemsOf(spot.uri), change, whatIf)) === undefined)
        return change;
    throw new Refusal(
      `With the layer ${found.layer.id} in a file of its own the prompt would not stay the same, so nothing is changed.`,
    );
  },
};

interface Movable {
  readonly system: PromptSystem;
  readonly context: TextContext;
  readonly layer: Layer;
  /** The whole of its region, in one piece. */
  readonly region: Span;
}

function movable(spot: Spot): Movable | undefined {
  const found = systemTextAt(spot);
  if (!found?.system.hasLayers) return undefined;
  const { system, context, span } = found;
  const { uri, text } = context.file;
  if (partOfText(system, context.file)?.entry.layer !== undefined) return undefined;
  if (readers(spot, uri).length !== 1) return undefined;
  const regions = regionsOf(text, context.bodyStart, system.layers, system.base.id);
  const begun = regions.find(
    ({ start, opener }) => opener?.start === start && opener.start <= span.start && span.end <= opener.end,
  );
  const pieces = regions.filter((region) => region.layer === begun?.layer);
  const layer = system.layers.find(({ id }) => id === begun?.layer);
  return begun && layer && pieces.length === 1
    ? { system, context, layer, region: spanOf(begun.start, begun.end) }
    : undefined;
}

/** The systems that read a text. */
const readers = ({ snapshot, uri: at }: Spot, uri: string): readonly PromptSystem[] =>
  snapshot
    .systemsOf(at)
    .filter((system) => textsOfSystem(system, snapshot.lookup).some(({ file }) => file.uri === uri));

/** A name in the folder of the template that no file has. */
function newFile(spot: Spot, name: string): string {
  const own = nameOf(spot.uri);
  const dot = own.lastIndexOf('.');
  const isData = /\.(?:ya?ml|json)$/i.test(own);
  const extension = isData ? '.prompt' : dot > 0 ? own.slice(dot) : '';
  const plain = name.replace(/[^\p{L}\p{N}_.-]+/gu, '-');
  for (let n = 1; n < MOST_TRIED; n++) {
    const uri = `${folderOf(spot.uri)}/${encodeURIComponent(n === 1 ? plain : `${plain}-${n}`)}${extension}`;
    if (uri !== spot.uri && spot.snapshot.lookup.at(uri).kind !== 'file') return uri;
  }
  throw new Refusal('Every name for the new file is taken.');
}

const MOST_TRIED = 100;

/** Where a line break at the end of an included text is kept depends on the engine and its options: each way is tried. */
function includesFor(spot: Spot, { system, context, layer, region }: Movable): readonly Change[] {
  const { file } = context;
  const { uri } = file;
  const written = file.text.slice(region.start, region.end);
  const body = written.trimEnd();
  const gap = written.slice(body.length);
  const eol = eolOf(file.text);
  const target = newFile(spot, layer.id);
  const name = decodeURIComponent(nameOf(target));
  const tags = TAGS.map((tag) => tagFor(system, tag(name))).filter((tag) => isInclude(system, tag, name));
  const change = (tag: string, text: string, behind: string): Change => ({
    edits: [{ uri, span: region, text: tag + behind }],
    creates: [{ uri: target, text }],
  });
  const rest = gap.slice(eol.length);
  return tags.flatMap((tag) => [
    change(tag, body + eol, gap),
    change(tag, body + eol, rest),
    change(tag, body, gap),
    change(tag, body + eol + eol, rest),
    change(tag, written, ''),
  ]);
}

/** How the dialects put in another text: the first that the one at hand reads so is taken. */
const TAGS: readonly ((name: string) => string)[] = [
  (name) => `{% include ${JSON.stringify(name)} %}`,
  (name) => `{{> ${name}}}`,
  (name) => `{{template ${JSON.stringify(name)} .}}`,
];

/** In the delimiters that the program sets. */
function tagFor({ dialects: [dialect], options }: PromptSystem, tag: string): string {
  return dialect ? inDelimiters(tag, dialect, options) : tag;
}

function isInclude(system: PromptSystem, tag: string, name: string): boolean {
  const tree = system.dialects[0]?.scan(tag);
  return tree?.faults.length === 0 && tree.references?.length === 1 && tree.references[0]?.path === name;
}

function partsFor(spot: Spot, found: Movable): readonly Change[] {
  const { system, layer, region } = found;
  const { uri, file } = spot;
  if (found.context.file.uri !== uri)
    throw new Refusal(
      `This text is a string in ${nameOf(uri)}, and only a file is divided into the parts of a system.`,
    );
  if (system.manifest.kind !== 'manifest')
    throw new Refusal('A file that says in its own head how it is read is one text.');
  const part = system.parts.length === 1 ? system.parts[0] : undefined;
  const { template } = system.entry;
  if (template === undefined || !part || template.includes('#') || template.includes('*'))
    throw new Refusal('Only the one template of a system is taken apart; this text is one of several parts.');
  const bodyStart = spot.snapshot.textsOf(uri)[0]?.bodyStart ?? 0;
  const head = file.text.slice(bodyStart, region.start);
  const tail = file.text.slice(region.end);
  const target = newFile(spot, layer.id);
  const path = (to: string): string => yamlText(relativePath(folderOf(system.manifest.file.uri), to));
  const creates = [{ uri: target, text: file.text.slice(region.start, region.end) }];
  const items = head === '' ? [] : [`{ file: ${path(uri)} }`];
  items.push(`{ file: ${path(target)}, layer: ${yamlText(layer.id)} }`);
  if (tail !== '') {
    // What is left in front stays in the old file; what follows needs one too. With nothing in front it stays itself.
    if (head === '') items.push(`{ file: ${path(uri)} }`);
    else {
      const after = newFile(spot, `after-${layer.id}`);
      creates.push({ uri: after, text: tail });
      items.push(`{ file: ${path(after)} }`);
    }
  }
  const cut = head === '' ? region : spanOf(region.start, file.text.length);
  const manifest = templateAsParts(system, items);
  const starts = removeEntry(system.manifest, [...system.path, 'layers', layer.index, 'starts']);
  return [{ edits: [{ uri, span: cut, text: '' }, ...manifest, ...(starts ? [starts] : [])], creates }];
}

function templateAsParts(system: PromptSystem, items: readonly string[]): readonly FileEdit[] {
  const { manifest, path } = system;
  const { text, uri } = manifest.file;
  const place = manifest.place([...path, 'template']);
  if (!place?.key || !place.value)
    throw new Refusal('The manifest cannot be changed at this place without changing its form.');
  const lineStart = text.lastIndexOf('\n', place.key.start - 1) + 1;
  const isOwnLine = text.slice(lineStart, place.key.start).trim() === '';
  const indent = ' '.repeat(place.key.start - lineStart);
  const eol = eolOf(text);
  const written = isOwnLine
    ? ['parts:', ...items.map((item) => `${indent}  - ${item}`), `${indent}join: ""`].join(eol)
    : `parts: [${items.join(', ')}], join: ""`;
  return [{ uri, span: spanOf(place.key.start, place.value.end), text: written }];
}
