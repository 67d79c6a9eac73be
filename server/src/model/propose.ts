import { type Detected, detectAll } from '../syntax/detect';
import type { TemplateTree } from '../syntax/tree';
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
 * own. Undefined when nothing is left.
 */
export function propose(candidates: readonly Candidate[]): string | undefined {
  const scanned = candidates.map((candidate) => ({ ...candidate, ...scan(candidate.file) }));
  const included = new Set(scanned.flatMap(({ file, tree, names }) => includedFrom(file, tree, names)));
  const templates = scanned.filter(({ file }) => !included.has(file.uri));
  if (templates.length === 0) return undefined;
  const ids = idsFor(templates.map(({ path }) => path));
  return written(
    templates.map(({ path, file, dialect, tree }, i): Proposed => {
      const slots = slotsIn(tree);
      const marker = slots.find(isMarkerName);
      const layers = proposedLayers(bodyOf(file, false), tree, (name) => slots.includes(name) && name !== marker);
      const listed = new Set(layers.flatMap((layer) => layer.slots));
      const looped = loopedIn(file, tree);
      const types = slots
        .filter((name) => name !== marker)
        .map((name) => [name, looped.has(name) ? 'list' : guessSlot(name).type] as const)
        .filter(([name, type]) => type !== undefined || !listed.has(name));
      return { id: ids[i] as string, path, dialect, layers, types, marker };
    }),
  );
}

interface Scanned {
  readonly dialect: Detected;
  readonly tree: TemplateTree | undefined;
  readonly names: ((name: string) => readonly string[]) | undefined;
}

function scan(file: SourceFile): Scanned {
  const detected = detectedIn(bodyOf(file, false).text, nameOf(file.uri));
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

function includedFrom(file: SourceFile, tree: TemplateTree | undefined, names: Scanned['names']): readonly string[] {
  return (tree?.references ?? []).flatMap(({ path }) =>
    path === undefined || !names ? [] : names(path).map((name) => resolveAddress(file.uri, name)),
  );
}

/** Names that the program fills, in the order of the text; a name inside of a section may as well be a field. */
function slotsIn(tree: TemplateTree | undefined): readonly string[] {
  return [...new Set((tree?.slots ?? []).filter((use) => !use.within?.length).map((use) => use.name))];
}

/** Names whose items a loop of the engine goes through. */
function loopedIn({ text }: SourceFile, tree: TemplateTree | undefined): ReadonlySet<string> {
  const loops = (tree?.slots ?? []).filter(
    ({ role, span }) =>
      role === 'control' && /^\{[{%][-~]?\s{0,9}(?:for|#each|range)\b/.test(text.slice(span.start, span.end)),
  );
  return new Set(loops.map(({ name }) => name));
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
