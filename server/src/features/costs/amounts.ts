import { grouped } from '../../text/grouped';
import type { Tokens } from '../../workspace/tokens';

export interface AmountOptions {
  /** Limit to show beside it. */
  readonly max?: number | undefined;
  /** A slot in it has no value, so the true amount is larger. */
  readonly hole?: boolean;
}

/** What stands before a number that is not exact: `≈`, `≥`, both, or nothing. */
export function signOf(tokens: Tokens, hole = false): string {
  return [hole ? '≥' : '', tokens.exact ? '' : '≈'].filter((s) => s !== '').join(' ');
}

/** An amount of tokens with its sign and limit: `412 tok`, `≈ 1,240 tok`, `412 / 500 tok`, `≥ 12 tok`, `≈ 40 tok …` while the exact count is made. */
export function amount(tokens: Tokens, { max, hole = false }: AmountOptions = {}): string {
  const sign = signOf(tokens, hole);
  const limit = max === undefined ? '' : ` / ${grouped(max)}`;
  return `${sign === '' ? '' : `${sign} `}${grouped(tokens.tokens)}${limit} tok${tokens.pending ? ' …' : ''}`;
}

/** A name with its amount: `policy · 412 tok`, `knowledge ≈ 1,240 tok`. The sign takes the place of the dot. */
export function labelled(name: string, tokens: Tokens, options: AmountOptions = {}): string {
  const text = amount(tokens, options);
  return signOf(tokens, options.hole) === '' ? `${name} · ${text}` : `${name} ${text}`;
}

/** A share in percent, with one digit below ten: `33 %`, `0.4 %`, `under 0.1 %`. */
export function percent(part: number, whole: number): string {
  if (whole <= 0 || part <= 0) return '0 %';
  const share = (100 * part) / whole;
  if (share < 0.1) return 'under 0.1 %';
  return `${share < 10 ? String(Math.round(share * 10) / 10) : String(Math.round(share))} %`;
}
