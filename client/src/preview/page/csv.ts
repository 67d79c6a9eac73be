// The numbers of the table for a spreadsheet: one line for each layer, and the whole prompt last.
import type { RenderResult } from '../../../../server/src/protocol';
import { type Cost, cachedOf, costAt, costOf, looseTokens } from './figures';

const HEAD = 'system,scenario,model,layer,trust,lifetime,tokens,exact,max,worst,share,cached,anew,cost cold,cost warm';

interface Line {
  readonly layer: string;
  readonly trust?: string;
  readonly lifetime?: string;
  readonly tokens: number;
  readonly max?: number | undefined;
  readonly worst: number | undefined;
  readonly cached: number;
  readonly cost: Cost | undefined;
}

/**
 * Costs are dollars for 1,000 requests; shares are parts of one; `worst` is with every slot at its limit. What is not known is
 * empty.
 */
export function csvOf(result: RenderResult): string {
  const { system, scenario, model, layers, total, worst } = result;
  const cachedIn = cachedByLayer(result);
  const worstOf = new Map(worst?.layers.map(({ id, tokens }) => [id, tokens]));
  const write = ({ layer, trust = '', lifetime = '', tokens, max, worst: most, cached, cost }: Line): string => {
    const share = total.tokens > 0 ? (tokens / total.tokens).toFixed(4) : '';
    const dollars = [cost?.cold, cost?.warm].map((each) => (each === undefined ? '' : (each * 1000).toFixed(4)));
    return [system, scenario ?? '', model.id ?? '', layer, trust, lifetime]
      .map(quoted)
      .concat([tokens, total.exact, max ?? '', most ?? '', share, cached, tokens - cached, ...dollars].map(String))
      .join(',');
  };
  const part = (id: string | null, tokens: number): Line => {
    const cached = cachedIn.get(id) ?? 0;
    return { layer: id ?? '(no layer)', tokens, worst: worstOf.get(id), cached, cost: costAt(model, tokens, cached) };
  };
  const loose = looseTokens(result);
  const rows = layers.map(({ id, tokens, trust, lifetime, max }) => ({ ...part(id, tokens), trust, lifetime, max }));
  const whole = { layer: '(all)', tokens: total.tokens, worst: worst?.total.tokens, cached: cachedOf(result) };
  const all: Line[] = [...rows, ...(loose > 0 ? [part(null, loose)] : []), { ...whole, cost: costOf(result) }];
  return `${[HEAD, ...all.map(write)].join('\n')}\n`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Tokens of every layer that lie in the cached prefix. */
function cachedByLayer(result: RenderResult): ReadonlyMap<string | null, number> {
  const prefix = cachedOf(result);
  const cached = new Map<string | null, number>();
  let at = 0;
  for (const block of result.messages.flatMap((message) => message.blocks)) {
    at += block.tokens;
    if (at > prefix) break;
    for (const { layer, tokens } of block.segments) cached.set(layer, (cached.get(layer) ?? 0) + tokens);
  }
  return cached;
}
