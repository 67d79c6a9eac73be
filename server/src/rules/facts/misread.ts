import { dialectOf } from '../../model/resolve';
import { detect } from '../../syntax/detect';
import type { Dialect } from '../../syntax/dialects/dialect';
import { isReadBy } from '../../syntax/dialects/reads';
import { Kept } from '../../text/kept';
import type { Span } from '../../text/span';
import type { TextContext } from '../rule';
import { foreignIn, spansOf } from './foreign';

/** A text that is probably written in another dialect than the manifest says. */
export interface Misread {
  readonly writtenIn: Dialect;
  /** What speaks for it, as the end of a sentence. */
  readonly reason: string;
  /** The first tag that the declared dialect does not read. */
  readonly first: Span;
}

const known = new Kept<TextContext, { readonly misread: Misread | undefined }>();

/**
 * Whether the dialect that the manifest declares is wrong for a text, rather than a tag in it: the text holds statements
 * of another engine and none of its own, or slots of the system in another dialect and none in its own. What the other
 * rules would say of such a text is all the same slip.
 */
export function misreadIn(context: TextContext): Misread | undefined {
  let found = known.get(context);
  if (!found) {
    found = { misread: findMisread(context) };
    known.set(context, found);
  }
  return found.misread;
}

/** One tag may be an example; a statement has two. */
const ENOUGH = 2;

function findMisread(context: TextContext): Misread | undefined {
  const { tree, dialect, system, bodyStart } = context;
  // Of several passes each reads its own part, and a file of another tool says itself what it is written in.
  if (!tree || !dialect || typeof system?.entry.dialect !== 'string' || system.manifest.kind === 'provider')
    return undefined;
  const { tags, plain } = foreignIn(context);
  if (tags.length + plain.length === 0) return undefined;
  // Asked first, since it is asked with every key: a text that holds its own slots is what it says.
  if (tags.length === 0 && holdsOwnSlots(context)) return undefined;
  const detected = detect(tree.text.slice(bodyStart));
  const other = detected && dialectOf(detected.dialect);
  if (!detected || !other || isReadBy(other.id, dialect.id)) return undefined;
  const own = tags.filter(({ writtenIn }) => isReadBy(writtenIn, other.id));
  const first = own[0] ?? plain[0];
  if (!first || own.length < tags.length) return undefined;
  const foreign = spansOf(tags);
  const isStatements = own.length >= ENOUGH && !tree.blocks?.some(({ open }) => !foreign.overlap(open));
  if (!isStatements && !(tags.length === 0 && holdsSlotsOf(context, other))) return undefined;
  if (other.scan(tree.text).faults.length > 0) return undefined;
  return { writtenIn: other, reason: detected.reason, first: first.span };
}

/** Whether a text holds a slot of the system as its own dialect writes it. */
function holdsOwnSlots(context: TextContext): boolean {
  const { tree, system } = context;
  if (!tree || !system) return true;
  // `{name}` stands in `{{name}}` as well, and `{name}` in that of a dollar.
  const foreign = spansOf(foreignIn(context).plain);
  return tree.slots.some((use) => system.slots.has(use.name) && !foreign.overlap(use.span));
}

/** Whether a text holds slots of the system as another dialect writes them. */
function holdsSlotsOf({ tree, system }: TextContext, other: Dialect): boolean {
  if (!tree || !system) return false;
  const names = new Set(other.scan(tree.text).slots.map((use) => use.name));
  const held = [...names].filter((name) => system.slots.has(name)).length;
  return held >= ENOUGH && held * 2 > names.size;
}

/** Codes of what goes wrong when a text is read in the wrong dialect. */
const FOLLOWS: ReadonlySet<string> = new Set([
  'syntax.unclosed',
  'syntax.stray-brace',
  'syntax.literal-slot',
  'slot.unknown',
  'slot.duplicate',
  'slot.misplaced',
  'slot.unfilled',
  'text.entity',
  'file.missing',
  'trust.unlabelled',
  'trust.unfenced',
  'trust.line-break',
  'trust.in-instructions',
]);

/** What is said of a slot that stands in no text, when one of the texts is misread. */
const OF_SYSTEM: ReadonlySet<string> = new Set([
  'slot.missing',
  'slot.unused',
  'slot.lost',
  'cache.short',
  'value.unknown',
]);

/** Findings without those that only follow from a wrong dialect, which is a finding of its own. */
export function withoutFollowing<Found extends { readonly code: string; readonly uri: string }>(
  findings: readonly Found[],
  texts: readonly TextContext[],
): readonly Found[] {
  const misread = new Set(texts.filter(misreadIn).map(({ file }) => file.uri));
  if (misread.size === 0) return findings;
  return findings.filter(({ code, uri }) => !OF_SYSTEM.has(code) && !(FOLLOWS.has(code) && misread.has(uri)));
}
