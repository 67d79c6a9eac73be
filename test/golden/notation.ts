import type { Block, Rendered, Segment } from '../../server/src/render/segment';
import type { Finding } from '../../server/src/rules/run';
import type { RenderedTokens, Tokens } from '../../server/src/workspace/tokens';
import type { Example } from './example';

/**
 * A rendering as a text that a person can read and that loses nothing of what is sent. What stands in `⟦ ⟧` is not sent:
 * `⟦system⟧` on a line of its own begins a message; `⟦block⟧` stands between two content blocks; `⟦cache name (reuse)⟧` ends a
 * block with a mark, and says how many blocks it lies behind the mark before it; `⟦hole name⟧` stands where nobody gives a
 * value; `⟦-strip …⟧` and `⟦-cut …⟧` say what was taken out there.
 */
export function readable(rendered: Rendered): string {
  let sinceMark: number | undefined;
  const messages = rendered.messages.map((message) => {
    const blocks = message.blocks.map((block, i) => {
      if (sinceMark !== undefined) sinceMark++;
      const behind = sinceMark === undefined ? '' : `, ${sinceMark} behind`;
      const isLast = i === message.blocks.length - 1;
      const text = block.segments.map(segmentText).join('');
      if (!block.mark) return isLast ? text : `${text}⟦block⟧`;
      sinceMark = 0;
      return `${text}⟦cache ${block.mark.name} (${block.mark.reuse}${behind})⟧`;
    });
    return `⟦${message.role}⟧\n${blocks.join('')}\n`;
  });
  return messages.join('');
}

function segmentText(segment: Segment): string {
  if (segment.kind === 'hole') return `⟦hole ${segment.slot}⟧`;
  if (!segment.removed) return segment.text;
  const what = segment.slot ?? segment.layer;
  const limit = segment.limit === undefined ? '' : `, limit ${segment.limit}`;
  return `⟦-${segment.removed} ${what}: ${segment.text.length} chars${limit}⟧`;
}

/** The text of a block as it is sent. */
export const sentBy = (block: Block): string =>
  block.segments.map((segment) => (segment.removed || segment.kind === 'hole' ? '' : segment.text)).join('');

/** What a rendering costs, as JSON. */
export function costs(example: Example, rendered: Rendered): object {
  const tokens: RenderedTokens = example.tokens(rendered);
  const own = (all: ReadonlyMap<string | null, Tokens>): Record<string, number> =>
    Object.fromEntries([...all].filter(([, t]) => t.tokens > 0).map(([name, t]) => [name ?? '(messages)', t.tokens]));
  const budget = rendered.system.entry.budget;
  return {
    model: rendered.selection.model ?? null,
    tokenizer: tokens.tokenizer,
    exact: tokens.total.exact,
    layers: own(tokens.layers),
    slots: own(tokens.slots),
    blocks: rendered.messages.map((message, m) => [
      message.role,
      ...message.blocks.map((block, b) => {
        const sum = (tokens.segments[m]?.[b] ?? []).reduce((a, n) => a + n, 0);
        return block.mark ? `${sum} | ${block.mark.name}` : `${sum}`;
      }),
    ]),
    total: tokens.total.tokens,
    band: [tokens.total.low, tokens.total.high],
    cachedPrefix: tokens.cachedPrefix?.tokens ?? null,
    holes: rendered.holes,
    cuts: rendered.cuts.map((cut) => `${cut.slot}: ${cut.size} of ${cut.limit} ${cut.unit}`),
    ...(budget?.reserve === undefined ? {} : { reserve: budget.reserve }),
  };
}

/** A finding as JSON. */
export const written = (example: Example, finding: Finding): object => ({
  code: finding.code,
  level: finding.level,
  at: example.place(finding),
  message: finding.message,
  fixes: (finding.fixes ?? []).map((fix) => fix.title),
});

const WIDTH = 120;

/** JSON as the project's formatter writes it: on one line what fits on it. */
export const json = (value: unknown): string => `${print(value, 0, 0)}\n`;

/** `used`: characters that stand on the line before the value, and behind it. */
function print(value: unknown, indent: number, used: number): string {
  const flat = onOneLine(value);
  if (value === null || typeof value !== 'object' || indent + used + flat.length <= WIDTH) return flat;
  const inner = indent + 2;
  const entries = Array.isArray(value)
    ? value.map((item) => print(item, inner, 1))
    : Object.entries(value).map(([key, item]) => `"${key}": ${print(item, inner, key.length + 5)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return `${open}\n${entries.map((entry) => ' '.repeat(inner) + entry).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `"${key}": ${onOneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
