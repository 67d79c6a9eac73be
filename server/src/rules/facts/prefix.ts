import type { PromptSystem } from '../../model/system';
import { isShorter, LIFETIME_WORDS, type Lifetime } from '../../model/words';
import type { Mark, Rendered, SlotAppearance } from '../../render/segment';
import { grouped } from '../../text/grouped';
import { Kept } from '../../text/kept';
import { tallyOf, tokenizerOf } from '../../tokens/estimate';
import type { ModelFacts } from '../../tokens/models';
import type { RenderContext } from '../rule';
import { runsIn, runsOf } from './messageText';
import { layerOf, lifetimeOf } from './trust';

/** A slot that changes sooner than the prefix it stands in is meant to be read again. */
export interface Unstable {
  readonly appearance: SlotAppearance;
  readonly lifetime: Lifetime;
  /** The nested slot that makes the assembled value change, when it is not the slot itself. */
  readonly nested?: string;
}

/** A prefix that cannot be kept: it ends at a mark, or, where the provider finds it by itself, at the end of a message. */
export interface BrokenPrefix {
  readonly mark: Mark | undefined;
  readonly reuse: Lifetime;
  readonly message: number;
  readonly offset: number;
  /** In the order of the text; never empty. */
  readonly unstable: readonly [Unstable, ...Unstable[]];
}

const known = new Kept<Rendered, readonly BrokenPrefix[]>();

/** Every prefix of a rendering with a slot in it that is not stable for it. */
export function brokenPrefixes(context: RenderContext): readonly BrokenPrefix[] {
  const { rendered } = context;
  let broken = known.get(rendered);
  if (!broken) {
    const marks = marksOf(rendered);
    const ends = marks.length > 0 || !context.model?.cache?.automatic ? marks : automaticEnds(rendered);
    broken = ends.length === 0 ? [] : prefixesUpTo(context, ends);
    known.set(rendered, broken);
  }
  return broken;
}

type PrefixEnd = Omit<BrokenPrefix, 'unstable'>;

/** Index of the breakpoint behind the tools, which stand before every message; undefined without one. */
export function toolsBreakpoint({ entry }: PromptSystem): number | undefined {
  const index = (entry.cache?.breakpoints ?? []).findIndex(
    (b) => b === 'tools' || (typeof b === 'object' && b.at === 'tools'),
  );
  return index < 0 ? undefined : index;
}

/** Where the marks of a rendering stand, in the order of the request. */
export function marksOf(rendered: Rendered): readonly (PrefixEnd & { readonly mark: Mark })[] {
  return rendered.messages.flatMap((message, index) => {
    let offset = 0;
    return message.blocks.flatMap((block) => {
      for (const segment of block.segments) if (!segment.removed) offset += segment.text.length;
      return block.mark ? [{ mark: block.mark, reuse: block.mark.reuse, message: index, offset }] : [];
    });
  });
}

/** Without marks the provider keeps whatever begins equally: every message of a part may be read again. */
function automaticEnds(rendered: Rendered): readonly PrefixEnd[] {
  return rendered.messages.flatMap((message, index): PrefixEnd[] =>
    message.conversation
      ? []
      : [
          {
            mark: undefined,
            reuse: index === 0 ? 'profile' : 'call',
            message: index,
            offset: rendered.texts[index]?.length ?? 0,
          },
        ],
  );
}

function prefixesUpTo(context: RenderContext, ends: readonly PrefixEnd[]): BrokenPrefix[] {
  const changing = changingSlots(context);
  return ends.flatMap((end): BrokenPrefix[] => {
    const [first, ...others] = withoutNested(
      changing.filter((u) => isShorter(u.lifetime, end.reuse) && standsBefore(u.appearance, end)),
    );
    return first ? [{ ...end, unstable: [first, ...others] }] : [];
  });
}

/** What a rendering has to say of its slots; all that is asked of the rest of a context here. */
type Placed = Pick<RenderContext, 'system' | 'rendered' | 'layout'>;

/** The slots whose values may change and that no reason calls stable, in the order of the text. */
export function changingSlots(context: Placed): readonly Unstable[] {
  return context.rendered.appearances
    .filter((a) => (a.state === 'filled' || a.state === 'hole') && !a.redacted && a.use?.role !== 'control')
    .sort((a, b) => a.message - b.message || a.start - b.start)
    .flatMap((appearance) => {
      const shortest = shortestOf(context, appearance);
      return shortest ? [{ appearance, ...shortest }] : [];
    });
}

const standsBefore = (a: SlotAppearance, end: PrefixEnd): boolean =>
  a.message < end.message || (a.message === end.message && a.end <= end.offset && a.start < end.offset);

/** A slot inside of an unstable one says nothing new; one that makes an outer one unstable says it more exactly. */
function withoutNested(all: readonly Unstable[]): readonly Unstable[] {
  const inner = all.filter((u) => u.appearance.within !== undefined);
  if (inner.length === 0) return all;
  const outer = new Set(all.filter((u) => u.appearance.within === undefined).map((u) => u.appearance.slot));
  return all.filter((u) => u.appearance.within === undefined || !outer.has(u.appearance.within));
}

/** The shortest lifetime in a value: its own and those of the slots assembled in it. None when a reason says that it is stable. */
function shortestOf(context: Placed, appearance: SlotAppearance): Omit<Unstable, 'appearance'> | undefined {
  const { system, layout } = context;
  if (isDeclaredStable(context, appearance.slot, appearance.layer)) return undefined;
  if (appearance.within !== undefined && system.slots.get(appearance.within)?.stable !== undefined) return undefined;
  const own = lifetimeOf(system, appearance.slot, appearance.layer);
  let shortest: Omit<Unstable, 'appearance'> | undefined = own && { lifetime: own };
  const message = layout.messages[appearance.message];
  if (!message || !system.slots.get(appearance.slot)?.entry.parts) return shortest;
  for (const { segment } of runsIn(runsOf(layout, message), appearance.start, appearance.end)) {
    if (segment.slot === undefined || segment.slot === appearance.slot || segment.within !== appearance.slot) continue;
    if (isDeclaredStable(context, segment.slot, segment.layer)) continue;
    const lifetime = system.slots.get(segment.slot)?.lifetime;
    if (lifetime && (!shortest || isShorter(lifetime, shortest.lifetime)))
      shortest = { lifetime, nested: segment.slot };
  }
  return shortest;
}

function isDeclaredStable({ system }: Placed, slot: string, layer: string | null): boolean {
  const declared = system.slots.get(slot);
  return declared?.stable !== undefined || (declared?.layer == null && layerOf(system, layer)?.stable !== undefined);
}

/** Tokens of the text from the start of the request, or from `from`, up to an offset of a message. */
export function tokensBetween(
  context: RenderContext,
  from: { readonly message: number; readonly offset: number },
  to: { readonly message: number; readonly offset: number },
): number | undefined {
  let sum = 0;
  for (let message = from.message; message <= to.message; message++) {
    const start = message === from.message ? from.offset : 0;
    const end = message === to.message ? to.offset : (context.rendered.texts[message]?.length ?? 0);
    const tokens = context.tokens(message, start, end);
    if (tokens === undefined) return undefined;
    sum += tokens;
  }
  return sum;
}

/** Whether so many tokens may be a minimum in truth: an estimate by its high end. */
export function mayReach({ model }: Pick<RenderContext, 'model'>, tokens: number, minimum: number): boolean {
  return tallyOf(tokens, false, tokenizerOf(model)).high >= minimum;
}

/** A number of tokens in words; an estimate says that it is one. */
export function tokenCount(tokens: number, model: ModelFacts | undefined): string {
  const isExact = model !== undefined && model.assumed === undefined && /_base$/.test(model.tokenizer);
  return `${isExact ? '' : '≈ '}${grouped(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`;
}

/** How often a text of a lifetime changes, in words. */
export function changes(lifetime: Lifetime): string {
  if (lifetime === 'day') return 'every day';
  if (lifetime === 'call' || lifetime === 'step') return `with every ${lifetime}`;
  return LIFETIME_WORDS[lifetime];
}
