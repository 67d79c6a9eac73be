// The numbers of the table for a spreadsheet: one line for each layer, and the whole prompt last.
import type { RenderResult } from '../../../../server/src/protocol';
import { costOf, looseTokens } from './figures';

const HEAD = 'system,scenario,model,layer,trust,lifetime,tokens,exact,max,share,cached,anew,cost cold,cost warm';

/** Costs are dollars for 1,000 requests; shares are parts of one. What is not known is empty. */
export function csvOf(result: RenderResult): string {
  const { system, scenario, model, layers, total } = result;
  const cached = cachedByLayer(result);
  const loose = looseTokens(result);
  const line = (id: string, trust: string, lifetime: string, tokens: number, max: number | undefined, kept: number) => {
    const cost = costOf({ ...result, total: { ...total, tokens }, cachedPrefix: kept });
    const share = total.tokens > 0 ? (tokens / total.tokens).toFixed(4) : '';
    const dollars = [cost?.cold, cost?.warm].map((each) => (each === undefined ? '' : (each * 1000).toFixed(4)));
    return [system, scenario ?? '', model.id ?? '', id, trust, lifetime]
      .map(quoted)
      .concat([tokens, total.exact, max ?? '', share, kept, tokens - kept, ...dollars].map(String))
      .join(',');
  };
  const rows = layers.map((l) => line(l.id, l.trust, l.lifetime, l.tokens, l.max, cached.get(l.id) ?? 0));
  if (loose > 0) rows.push(line('', '', '', loose, undefined, cached.get(null) ?? 0));
  rows.push(line('(all)', '', '', total.tokens, undefined, result.cachedPrefix ?? 0));
  return `${[HEAD, ...rows].join('\n')}\n`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Tokens of every layer that lie in the cached prefix. */
function cachedByLayer({ messages, cachedPrefix }: RenderResult): ReadonlyMap<string | null, number> {
  const cached = new Map<string | null, number>();
  let at = 0;
  for (const block of messages.flatMap((message) => message.blocks)) {
    at += block.tokens;
    if (at > (cachedPrefix ?? 0)) break;
    for (const { layer, tokens } of block.segments) cached.set(layer, (cached.get(layer) ?? 0) + tokens);
  }
  return cached;
}
