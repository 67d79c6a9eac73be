import type { Hover, Position } from 'vscode-languageserver-types';
import { fileOfValue } from '../model/resolve';
import type { Layer, PromptSystem, Slot } from '../model/system';
import { LIFETIME_WORDS, TRUST_WORDS } from '../model/words';
import { limitOf } from '../render/layerLimit';
import { worstCase } from '../render/worstCase';
import { folderOf, relativePath } from '../text/address';
import type { SourceFile } from '../text/source';
import { type Span, span } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';
import type { Tokens } from '../workspace/tokens';
import { offsetOf, rangeOf } from './convert';
import { amount } from './costs/amounts';
import { cacheWords, idleWords, moneyWords, worstWords } from './costs/economicsWords';
import { sharesOf, worthOf } from './costs/tokenWords';
import { hasHole } from './inlayHints';
import { manifestHover } from './manifestHover';
import { block, code, paragraphs, plain } from './markdown';
import { occurrencesOf } from './places/occurrences';
import { type OffRegion, offRegions, offWords } from './places/offRegions';
import { placesSentence } from './places/partPlaces';
import { standingOf } from './places/standing';
import { type Subject, subjectAt } from './places/subject';
import { shownView, type View, viewOf } from './view';

/** What stands under the pointer: a slot, the beginning of a layer, a name or a key of the manifest. */
export function hover(snapshot: Snapshot, uri: string, position: Position): Hover | null {
  const file = snapshot.file(uri);
  if (!file) return null;
  const offset = offsetOf(file, position);
  const subject = subjectAt(snapshot, uri, offset);
  const value = subject && wordsFor(snapshot, uri, subject);
  if (subject && value) {
    const whole = subject.kind === 'slot' && subject.use ? subject.use.span : subject.span;
    const words = paragraphs([value, placesIn(snapshot, uri, subject)]);
    return { contents: { kind: 'markdown', value: words }, range: rangeOf(file, whole) };
  }
  const key = manifestHover(snapshot, uri, offset) ?? beginningHover(snapshot, file, offset);
  return key ? { contents: { kind: 'markdown', value: key.markdown }, range: rangeOf(file, key.span) } : null;
}

/** Where the text stands that a slot or a layer of it is asked about. */
function placesIn(snapshot: Snapshot, uri: string, { kind }: Subject): string | undefined {
  const view = kind === 'slot' || kind === 'layer' ? viewOf(snapshot, uri) : undefined;
  return view && placesSentence(snapshot, uri, view.system);
}

/** On the first line of a part: in which systems it stands, and at which place. */
function beginningHover(
  snapshot: Snapshot,
  file: SourceFile,
  offset: number,
): { readonly markdown: string; readonly span: Span } | undefined {
  const view = viewOf(snapshot, file.uri);
  const context = snapshot.textsOf(file.uri).find(({ system }) => system?.key === view?.system.key);
  if (!view || !context) return undefined;
  let start = context.bodyStart;
  while (file.text.charCodeAt(start) <= 32) start++;
  const line = file.text.indexOf('\n', start);
  const end = line < 0 ? file.text.length : line;
  if (offset < start || offset > end) return undefined;
  const places = placesSentence(snapshot, file.uri, view.system);
  if (places === undefined) return undefined;
  return { markdown: paragraphs([places, worthOf(view, view.tokens.total)]), span: span(start, end) };
}

function wordsFor(snapshot: Snapshot, uri: string, subject: Subject): string | undefined {
  switch (subject.kind) {
    case 'slot': {
      const system = subject.systems[0];
      const view = system && systemView(snapshot, uri, system);
      return view ? slotWords(snapshot, uri, view, subject) : undefined;
    }
    case 'layer': {
      const view = systemView(snapshot, uri, subject.system);
      return subject.layer ? layerWords(view, subject.layer, offAt(snapshot, view, uri, subject)) : undefined;
    }
    case 'scenario': {
      const scenario = subject.system.entry.scenarios?.[subject.name];
      return paragraphs([
        `**scenario ${plain(subject.name)}**`,
        scenario?.description === undefined ? undefined : plain(scenario.description),
      ]);
    }
    case 'axis': {
      const axis = subject.system.axes.get(subject.name);
      if (!axis) return undefined;
      return paragraphs([
        `**axis ${plain(axis.name)}**: ${axis.values.map(code).join(', ')}`,
        axis.description === undefined ? undefined : plain(axis.description),
      ]);
    }
    case 'axisValue': {
      const axis = subject.system.axes.get(subject.axis);
      const isFirst = axis?.values[0] === subject.name;
      return (
        axis && `**${plain(subject.name)}** · value of the axis ${plain(axis.name)}${isFirst ? ', its first' : ''}`
      );
    }
    case 'system':
      return systemWords(snapshot, shownView(snapshot, subject.system));
    default:
      return undefined;
  }
}

/** The view of the file when it is of this system, else what the system shows. */
function systemView(snapshot: Snapshot, uri: string, system: PromptSystem): View {
  const view = viewOf(snapshot, uri);
  return view?.system.key === system.key ? view : shownView(snapshot, system);
}

function slotWords(snapshot: Snapshot, uri: string, view: View, subject: Subject & { readonly kind: 'slot' }): string {
  const { system } = view;
  const { name } = subject;
  const slot = system.slots.get(name);
  if (system.markerSlots.has(name)) {
    const cached = view.tokens.cachedPrefix;
    return paragraphs([
      `**${plain(name)}** · breakpoint`,
      'It renders to nothing; a cached prefix ends here.',
      cached && prefixLine(snapshot, view, cached, 'The prefix up to the last mark has'),
      economicsLine(snapshot, view),
    ]);
  }
  if (!slot) {
    // Why that is wrong is what the finding says, which an editor shows beside this.
    return paragraphs([
      system.slots.size > 0 ? `**${plain(name)}** · not declared` : `**${plain(name)}**`,
      declaredLine(system),
      usesLine(snapshot, view, subject),
    ]);
  }
  const context = subject.use && snapshot.textsOf(uri).find((text) => text.system?.key === system.key);
  const standing = context ? standingOf(context, slot, subject.span.start) : slot;
  return paragraphs([
    headOf(slot, standing.layer ?? undefined),
    standing.trust === undefined ? undefined : trustLine(standing.trust, standing.lifetime),
    slot.description === undefined ? undefined : plain(slot.description),
    setLine(slot.setBy, slot.property),
    limitsLine(slot),
    valueLine(snapshot, view, slot),
    sampleOf(slot),
    usesLine(snapshot, view, subject),
  ]);
}

/** What could stand there. */
function declaredLine({ id, slots }: PromptSystem): string | undefined {
  const names = [...slots.keys()].slice(0, 12).map(code);
  const more = slots.size - names.length;
  return names.length > 0
    ? `Slots of ${code(id)}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
    : undefined;
}

function headOf(slot: Slot, around: Layer | undefined): string {
  const layer = around ? `layer ${plain(around.title)}` : 'of the layer in whose text it stands';
  return [
    `**${plain(slot.name)}**`,
    layer,
    slot.type === undefined ? undefined : slot.type,
    slot.required ? 'required' : undefined,
  ]
    .filter((x) => x !== undefined)
    .join(' · ');
}

function trustLine(trust: Layer['trust'], lifetime: Slot['lifetime']): string {
  const words = lifetime === undefined ? '' : ` Its value ${lifetimeWords(lifetime)}.`;
  return `${TRUST_WORDS[trust].label}: ${TRUST_WORDS[trust].sentence}${words}`;
}

const lifetimeWords = (lifetime: Layer['lifetime']): string =>
  lifetime === 'static' ? 'never changes' : `may change ${LIFETIME_WORDS[lifetime]}`;

function setLine(setBy: string | undefined, property: string | undefined): string | undefined {
  if (setBy === undefined && property === undefined) return undefined;
  return `Set${setBy === undefined ? '' : ` by ${plain(setBy)}`}${property === undefined ? '' : ` in ${code(property)}`}.`;
}

function limitsLine({ entry }: Slot): string | undefined {
  const { max } = entry;
  const limits = [
    max?.chars === undefined ? undefined : `${max.chars} characters`,
    max?.tokens === undefined ? undefined : `${max.tokens} tokens`,
  ].filter((x) => x !== undefined);
  const parts = [
    limits.length > 0
      ? `At most ${limits.join(', ')}${max?.cut === 'refuse' ? '; a longer value is refused' : '; a longer value is cut'}.`
      : undefined,
    entry.escape === undefined ? undefined : `Escaped for ${entry.escape.toUpperCase()}.`,
    entry.expand ? 'Its value is template text: slots in it are filled as well.' : undefined,
  ].filter((x) => x !== undefined);
  return parts.length > 0 ? parts.join(' ') : undefined;
}

function valueLine(snapshot: Snapshot, view: View, slot: Slot): string {
  const tokens = view.tokens.slots.get(slot.name);
  const states = view.rendered.appearances.filter((a) => a.slot === slot.name).map((a) => a.state);
  if (states.length === 0) return `It stands in no text here. ${worthOf(view, view.tokens.total).split('. ')[0]}.`;
  if (states.includes('hole')) return 'Nothing gives it a value here, so it is a hole.';
  if (!tokens) return 'It is empty here.';
  const cached = isCached(snapshot, view, slot.name);
  if (tokens.tokens === 0)
    return `Its value has no token of its own here: the token is counted with the text in which it begins. ${worthOf(view, tokens)}`;
  const words = cached === undefined ? '' : cached ? ' Cached.' : ' Sent anew with each request.';
  return `${sharesOf(view, tokens, undefined, false)}.${words} ${worthOf(view, tokens)}${atLimit(view, slot, tokens)}`;
}

/** What the value comes to at its limit. */
function atLimit(view: View, { name }: Slot, { tokens }: Tokens): string {
  const most = worstCase(view.tokens)?.slots.get(name);
  return most && most.tokens > tokens ? ` At its limit: ${amount(most)}.` : '';
}

/** Whether the value of a slot stands before the last mark; undefined when nothing is cached. */
function isCached(snapshot: Snapshot, view: View, slot: string): boolean | undefined {
  const { cachedPrefix } = view.tokens;
  if (cachedPrefix && idleWords(snapshot, view, cachedPrefix.tokens) !== undefined) return false;
  const blocks = view.rendered.messages.flatMap((m) => m.blocks);
  const last = blocks.findLastIndex((b) => b.cached);
  if (last < 0) return undefined;
  const at = blocks.findIndex((b) => b.segments.some((s) => s.slot === slot && !s.removed));
  return at < 0 ? undefined : at <= last;
}

function sampleOf({ entry }: Slot): string | undefined {
  const [word, value] = entry.default !== undefined ? ['Default', entry.default] : ['Sample', entry.sample];
  if (value === undefined || value === null) return undefined;
  const file = fileOfValue(value);
  if (file !== undefined) return `${word}: the file ${code(file)}.`;
  return `${word}:\n\n${block(typeof value === 'string' ? value : JSON.stringify(value, undefined, 1))}`;
}

function usesLine(snapshot: Snapshot, view: View, subject: Subject): string | undefined {
  const uses = occurrencesOf(snapshot, subject).filter((one) => one.where === 'template');
  if (uses.length < 2) return undefined;
  const folder = folderOf(view.system.manifest.file.uri);
  const files = [...new Set(uses.map((use) => use.uri))];
  const named = files.slice(0, 5).map((file) => code(relativePath(folder, file)));
  return `Stands ${uses.length} times, in ${named.join(', ')}${files.length > 5 ? ` and ${files.length - 5} more` : ''}.`;
}

/** How long the prefix up to the last mark is. Where that mark has no effect, nothing says that it is cached. */
function prefixLine(snapshot: Snapshot, view: View, prefix: Tokens, begin: string): string {
  const idle = idleWords(snapshot, view, prefix.tokens);
  return idle === undefined
    ? `${begin} ${amount(prefix)}.`
    : `Marked are ${amount(prefix)}, ${idle}: nothing is cached up to there.`;
}

/** What the cache keeps for the next call, and what that is worth. */
function economicsLine(snapshot: Snapshot, view: View): string | undefined {
  const said = [cacheWords(snapshot, view), moneyWords(snapshot, view)].filter((words) => words !== undefined);
  return said.length === 0 ? undefined : said.join(' ');
}

function systemWords(snapshot: Snapshot, view: View): string {
  const { system, tokens, rendered } = view;
  return paragraphs([
    `**${plain(system.title)}** · prompt system`,
    system.entry.description === undefined ? undefined : plain(system.entry.description),
    `${sharesOf(view, tokens.total, system.entry.budget?.prompt, rendered.holes.length > 0)}. ${worthOf(view, tokens.total)}`,
    worstWords(view),
    tokens.cachedPrefix && prefixLine(snapshot, view, tokens.cachedPrefix, 'The cached prefix has'),
    economicsLine(snapshot, view),
    rendered.holes.length > 0 ? `No value for ${rendered.holes.map(code).join(', ')}.` : undefined,
  ]);
}

/** The region that begins there, when that is in a branch which is not taken. */
const offAt = (snapshot: Snapshot, view: View, uri: string, { span: { start } }: Subject): OffRegion | undefined =>
  offRegions(snapshot, view, uri).find((region) => region.start === start);

function layerWords(view: View, layer: Layer, off: OffRegion | undefined): string {
  const tokens = view.tokens.layers.get(layer.id);
  const hole = hasHole(view, layer.id);
  return paragraphs([
    `**${plain(layer.title)}** · layer ${layer.index + 1} of ${view.system.layers.length}`,
    `${TRUST_WORDS[layer.trust].label}: ${TRUST_WORDS[layer.trust].sentence} Its text ${lifetimeWords(layer.lifetime)}.${layer.stable === undefined ? '' : ` Stable: ${plain(layer.stable)}`}`,
    layer.entry?.description === undefined ? undefined : plain(layer.entry.description),
    setLine(layer.entry?.setBy, layer.entry?.property),
    layer.slots.length > 0 ? `Slots: ${layer.slots.map(code).join(', ')}.` : undefined,
    off
      ? offWords(view, off)
      : tokens
        ? `${sharesOf(view, tokens, limitOf(layer, view.rendered)?.tokens, hole)}. ${worthOf(view, tokens, hole)}`
        : 'It has no text here.',
    worstWords(view, layer.id),
  ]);
}
