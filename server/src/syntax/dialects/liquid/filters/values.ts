// Filters for values of every kind, and for what programs do with them.
import { EngineFailure, fail } from '../engine/failure';
import { isTrue, numeric, plain, toText } from '../values/convert';
import { json } from '../values/json';
import { made } from '../values/make';
import { List, type Traced, Unknown } from '../values/value';
import { base64, base64Text } from './base64';
import { computed, type Filter, type Filters, mapped, textIn } from './filter';
import { hmacSha256, sha256 } from './sha256';

const defaultTo: Filter = (input, [fallback, ...rest]) => {
  const value = plain(input.value);
  const given = value === input.value ? input : { ...input, value };
  const otherwise = fallback ?? made(undefined, input);
  if (typeof value === 'string') return value.length > 0 ? given : otherwise;
  if (value instanceof List) return value.items.length > 0 ? given : otherwise;
  if (value === false && allowsFalse(rest)) return given;
  return isTrue(value) ? given : otherwise;
};

/** `allow_false: true` among the arguments, which must all be pairs then. */
function allowsFalse(pairs: readonly Traced[]): boolean {
  let allows = false;
  for (const { value } of pairs) {
    if (typeof value !== 'object' || value === null) fail(`Iterator value ${toText(value)} is not an entry object`);
    const [key, allowed] = value instanceof List ? value.items : [];
    if (key?.value === 'allow_false') allows = isTruthyEntry(allowed);
  }
  return allows;
}

const isTruthyEntry = (entry: Traced | undefined): boolean =>
  entry !== undefined && (typeof entry.value === 'object' ? entry.value !== null : Boolean(entry.value));

const toJson: Filter = (input, [space], { session }) => {
  const text = json(input.value, space?.value ?? 0);
  session.reading(text?.length ?? 0);
  return made(text, input, space);
};

const decode: Filter = (input, _, host) => {
  const text = textIn(input, host);
  const characters = text.replace(/[\t\n\f\r ]/g, '');
  const digits = characters.length % 4 === 0 ? characters.replace(/==?$/, '') : characters;
  const isValid = digits.length % 4 !== 1 && /^[A-Za-z0-9+/]*$/.test(digits);
  if (!isValid) throw new EngineFailure('invalid base64 provided to base64_decode');
  return made(base64Text(digits), input);
};

export const VALUES: Filters = [
  ['default', defaultTo],
  ['raw', (input) => input],
  ['json', toJson],
  ['jsonify', toJson],
  ['inspect', toJson],
  ['to_integer', computed((value) => numeric(value))],
  ['base64_encode', mapped(base64)],
  ['base64_decode', decode],
  ['sha256', mapped(sha256)],
  ['hmac_sha256', (input, [key], host) => made(hmacSha256(textIn(input, host), textIn(key, host)), input, key)],
  ['sample', () => made(new Unknown('chance decides what the filter `sample` gives'))],
];
