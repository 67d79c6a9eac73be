import { gainOfCaching } from './facts/budgets/cacheGain';
import { marksOf, tokensBetween } from './facts/prefix';
import { written } from './facts/trust';
import type { Problem, RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'cache.blank',
  level: 'warning',
  title: 'A breakpoint with nothing on one side',
  why: `A breakpoint splits a message into two blocks. With nothing but white space on one side, one of the blocks is blank: providers refuse a blank block, and a mark with nothing before it caches nothing.`,
  howToFix: `Put the breakpoint between two pieces of text. For the end of the system prompt use \`system\`, which needs nothing in the text.`,
  examples: [
    {
      title: 'A breakpoint at the end of the text',
      bad: `=== strata.yaml
version: 1
systems:
  spell:
    template: spell.prompt
    dialect: double-brace
    slots: { rules: { sample: Use British spelling. } }
    cache: { breakpoints: [{ slot: mark }] }
=== spell.prompt
Correct the spelling of what follows.
{{rules}}
⟦cache.blank⟧{{mark}}⟦/⟧
`,
      good: `=== strata.yaml
version: 1
systems:
  spell:
    template: spell.prompt
    dialect: double-brace
    slots: { rules: { sample: Use British spelling. }, text: { sample: A colour. } }
    cache: { breakpoints: [{ slot: mark }] }
=== spell.prompt
Correct the spelling of what follows.
{{rules}}
{{mark}}
{{text}}
`,
    },
  ],
  *render(context) {
    const { rendered } = context;
    if (!rendered.caching) return;
    for (const tag of rendered.appearances) {
      if (tag.state !== 'marker') continue;
      const side = blankSide(context, tag.message, tag.start, true);
      if (side)
        yield {
          ...tag.place,
          slot: tag.slot,
          ...saying(context, written(context.system, tag.slot), side, { message: tag.message, offset: tag.start }),
        };
    }
    for (const { mark, message, offset } of marksOf(rendered)) {
      const entry = context.system.entry.cache?.breakpoints?.[mark.index];
      if (typeof entry !== 'object' || (entry.after === undefined && entry.marker === undefined)) continue;
      // Behind the last character of a layer a message may simply end: then there is no second block.
      const side = blankSide(context, message, offset, entry.marker !== undefined);
      if (side) yield { ...mark.place, ...saying(context, mark.name, side, { message, offset }) };
    }
  },
};

type Side = 'before' | 'behind';

/** The side of an offset on which its message holds nothing but white space. `empty`: no character at all counts as well. */
function blankSide({ rendered }: RenderContext, message: number, offset: number, empty: boolean): Side | undefined {
  const text = rendered.texts[message] ?? '';
  const before = text.slice(0, offset);
  const behind = text.slice(offset);
  if (behind.trim() === '' && (empty || behind !== '')) return 'behind';
  return before.trim() === '' && (empty || before !== '') ? 'before' : undefined;
}

function saying(
  context: RenderContext,
  name: string,
  side: Side,
  at: { readonly message: number; readonly offset: number },
): Pick<Problem, 'message'> {
  if (side === 'before') {
    return {
      message: `Nothing but white space stands before the breakpoint ${name} in its message, so there is nothing to cache. Put it behind the text that stays the same.`,
    };
  }
  return {
    get message() {
      const tokens = tokensBetween(context, { message: 0, offset: 0 }, at) ?? 0;
      return `Nothing but white space stands behind the breakpoint ${name} in its message, so the second block is blank. Put it between two pieces of text, or use the breakpoint \`system\`.${gainOfCaching(context, tokens)}`;
    },
  };
}
