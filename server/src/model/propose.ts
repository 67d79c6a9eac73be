import { type Detected, detectAll } from '../syntax/detect';
import { bindingsOf } from '../syntax/dialects/bindings';
import type { TemplateTree, TextReference } from '../syntax/tree';
import { nameOf, resolveAddress } from '../text/address';
import type { SourceFile } from '../text/source';
import { bodyOf, treeOf } from './body';
import { guessSlot, isMarkerName } from './guess';
import { type ProposedLayer, proposedLayers } from './proposedLayers';
import { dialectOf } from './resolve';

/** A file that may be a template, with its path from the folder of the manifest to be written. */
export interface Candidate {
  readonly path: string;
  readonly file: SourceFile;
}

/** A system as it would be written for one template. */
interface Proposed {
  readonly id: string;
  readonly path: string;
  readonly dialect: Detected;
  readonly layers: readonly ProposedLayer[];
  readonly types: readonly (readonly [slot: string, type: string | undefined])[];
  readonly marker: string | undefined;
}

/** What a template without any slot is taken to be written in: nothing in it can tell. */
const NO_SLOTS: Detected = { dialect: 'double-brace', reason: 'it has no slots, so any dialect will do' };

/**
 * A manifest for templates that have none: a system for each, with a layer for every heading, banner or tag that holds
 * slots, and trust and lifetimes guessed from the names of the slots. What another template includes is no system of its
 * own, but its slots are; `others` are files that are included and no candidates. Undefined when nothing is left.
 */
export function propose(candidates: readonly Candidate[], others: readonly SourceFile[] = []): string | undefined {
  const templates = templatesAmong(candidates);
  if (templates.length === 0) return undefined;
  const ids = idsFor(templates.map(({ path }) => path));
  const files = new Map([...others, ...candidates.map(({ file }) => file)].map((file) => [file.uri, file]));
  return written(
    templates.map(({ path, file }, i): Proposed => {
      const { dialect } = scan(file);
      const scans = withIncluded(file, files);
      const slots = [...new Set(scans.flatMap(({ tree }) => slotsIn(tree)))];
      const marker = slots.find(isMarkerName);
      const looped = new Set(scans.flatMap((one) => [...loopedIn(one)]));
      const names = new Set(slots);
      const asLayers = {
        isSlot: (name: string) => names.has(name) && name !== marker,
        isList: looped.has.bind(looped),
      };
      const [own, ...inside] = scans.map(({ tree }) => tree);
      const layers = proposedLayers(bodyOf(file, false), own, { ...asLayers, inside });
      const listed = new Set(layers.flatMap((layer) => layer.slots));
      const withFields = fieldsIn(scans);
      const typeOf = (name: string): string | undefined =>
        looped.has(name) ? 'list' : withFields.has(name) ? undefined : guessSlot(name).type;
      const types = slots
        .filter((name) => name !== marker)
        .map((name) => [name, typeOf(name)] as const)
        .filter(([name, type]) => type !== undefined || !listed.has(name));
      return { id: ids[i] as string, path, dialect, layers, types, marker };
    }),
  );
}

/** The candidates that a system is proposed for: those that no other one includes. */
export function templatesAmong(candidates: readonly Candidate[]): readonly Candidate[] {
  const included = new Set(candidates.flatMap(({ file }) => includedIn(file)));
  return candidates.filter(({ file }) => !included.has(file.uri));
}

/** Addresses that the tags of a template may mean, of whatever is included, extended or imported. */
export function includedIn(file: SourceFile): readonly string[] {
  const { tree, names } = scan(file);
  return includedFrom(file, tree, names);
}

type Scan = Scanned & { readonly file: SourceFile };

/** Nobody includes more files in one prompt. */
const MOST_INCLUDED = 100;

/** A template, then what it includes or extends, and what that does, each once, in the dialect of the template. */
function withIncluded(file: SourceFile, files: ReadonlyMap<string, SourceFile>): readonly Scan[] {
  const scans: Scan[] = [{ file, ...scan(file) }];
  const { dialect } = scans[0] as Scan;
  for (let at = 0; at < scans.length && scans.length < MOST_INCLUDED; at++) {
    const one = scans[at] as Scan;
    // What is imported has macros, whose text sees none of the values.
    for (const uri of includedFrom(one.file, one.tree, one.names, (kind) => kind !== 'import')) {
      const next = files.get(uri);
      if (next && !scans.some((known) => known.file.uri === uri)) scans.push({ file: next, ...scan(next, dialect) });
    }
  }
  return scans;
}

/** Names of which fields or items are asked for: their value is no single line and no number. */
const fieldsIn = (scans: readonly Scan[]): ReadonlySet<string> =>
  new Set(scans.flatMap(({ tree }) => (tree?.slots ?? []).flatMap(({ name, path }) => (path === name ? [] : [name]))));

interface Scanned {
  readonly dialect: Detected;
  readonly tree: TemplateTree | undefined;
  readonly names: ((name: string) => readonly string[]) | undefined;
}

function scan(file: SourceFile, as?: Detected): Scanned {
  const detected = as ?? detectedIn(bodyOf(file, false).text, nameOf(file.uri));
  const dialect = dialectOf(detected.dialect);
  return { dialect: detected, tree: dialect && treeOf(file, false, dialect), names: dialect?.includeNames };
}

/** Where two dialects remain, the first of them, and words that say so. */
function detectedIn(text: string, name: string): Detected {
  const { best, also } = detectAll(text, name);
  const [first] = also;
  if (!best && !first) return NO_SLOTS;
  const others = also.filter((one) => one !== (best ?? first));
  const { dialect, reason } = (best ?? first) as Detected;
  if (others.length === 0) return { dialect, reason };
  const more = others.map((one) => `${one.reason} as ${one.dialect} does`).join(', and ');
  return { dialect, reason: `${reason}; but two dialects stand in this file: ${more}` };
}

function includedFrom(
  file: SourceFile,
  tree: TemplateTree | undefined,
  names: Scanned['names'],
  wanted: (kind: TextReference['kind']) => boolean = () => true,
): readonly string[] {
  return (tree?.references ?? []).flatMap(({ kind, path }) =>
    path === undefined || !names || !wanted(kind) ? [] : names(path).map((name) => resolveAddress(file.uri, name)),
  );
}

/** Names that the program fills, in the order of the text; a name inside of a section may as well be a field. */
function slotsIn(tree: TemplateTree | undefined): readonly string[] {
  const names = (tree?.slots ?? []).filter((use) => !use.within?.length).map((use) => use.name);
  // The one name that no map of a manifest may have.
  return [...new Set(names)].filter((name) => name !== '__proto__');
}

/** Names whose items a loop of the engine goes through. */
function loopedIn({ tree, dialect }: Scanned): ReadonlySet<string> {
  const engine = dialectOf(dialect.dialect);
  const loops = tree && engine ? bindingsOf(engine, tree).filter(({ kind }) => kind === 'item') : [];
  return new Set(loops.flatMap(({ source }) => (source && !source.of && source.steps.length === 0 ? source.root : [])));
}

/** Names of systems: those of the files, with the folder before those that are there twice. */
function idsFor(paths: readonly string[]): readonly string[] {
  const slug = (path: string): string =>
    path
      .replace(/\.[^./]*$/, '')
      .replace(/[^\p{L}\p{N}_.$-]+/gu, '-')
      .replace(/^[^\p{L}\p{N}_$]+/u, '') || 'prompt';
  const own = paths.map((path) => slug(path.slice(path.lastIndexOf('/') + 1)));
  const whole = own.map((id, i) => (own.filter((other) => other === id).length > 1 ? slug(paths[i] as string) : id));
  return whole.map((id, i) => {
    const before = whole.slice(0, i).filter((other) => other === id).length;
    return before === 0 ? id : `${id}-${before + 1}`;
  });
}

function written(systems: readonly Proposed[]): string {
  const lines = [
    '# Proposed from the headings, tags and slots of the templates. What is trusted, how long it stays the same and who',
    '# fills it is guessed from the names: correct it. Add `model: <id>` for exact tokens, the window and the cache, and',
    '# `scenarios: { <name>: { values: { … } } }` to see the prompt as it is sent.',
    'version: 1',
    'systems:',
  ];
  for (const { id, path, dialect, layers, types, marker } of systems) {
    lines.push(`  ${scalar(id)}:`, `    template: ${scalar(path)}`, `    # ${dialect.reason.replace(/\s+/g, ' ')}`);
    lines.push(`    dialect: ${dialect.dialect}`);
    if (layers.length > 0) lines.push('    layers:', ...layers.map((layer) => `      - ${layerLine(layer)}`));
    if (types.length > 0) lines.push('    slots:', ...types.map(([name, type]) => `      ${slotLine(name, type)}`));
    if (marker !== undefined) lines.push(`    cache: { breakpoints: [{ slot: ${scalar(marker)} }] }`);
  }
  return `${lines.join('\n')}\n`;
}

function layerLine({ id, trust, lifetime, starts, slots }: ProposedLayer): string {
  const keys = [`id: ${scalar(id)}`, `trust: ${trust}`, `lifetime: ${lifetime}`];
  if (starts !== undefined) keys.push(`starts: ${JSON.stringify(starts)}`);
  if (slots.length > 0) keys.push(`slots: [${slots.map(scalar).join(', ')}]`);
  return `{ ${keys.join(', ')} }`;
}

const slotLine = (name: string, type: string | undefined): string =>
  `${scalar(name)}: ${type === undefined ? '{}' : `{ type: ${type} }`}`;

/** A text as YAML: plain where every reader takes it for this text. */
function scalar(text: string): string {
  const isPlain = /^[\p{L}_$][\p{L}\p{N}_$./-]*$/u.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return isPlain ? text : JSON.stringify(text);
}
