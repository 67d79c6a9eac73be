// The shape of a rendered prompt, as far as the page walks through it.
import { arrayOf, isBoolean, isNumber, isString, nullable, optional, shape } from './shapes';

export const position = shape({ line: isNumber, character: isNumber });
export const source = shape({ file: isString, range: shape({ start: position, end: position }) });

const segment = shape({ kind: isString, text: isString, layer: nullable(isString), source, tokens: isNumber });
const block = shape({ cached: isBoolean, tokens: isNumber, segments: arrayOf(segment) });
const message = shape({ role: isString, conversation: isBoolean, tokens: isNumber, blocks: arrayOf(block) });
/** What the page walks through is checked; facts that it only prints are not. */
export const rendered = shape({
  version: (value): value is 1 => value === 1,
  key: isString,
  system: isString,
  title: isString,
  scenario: nullable(isString),
  scenarios: arrayOf(isString),
  axes: arrayOf(shape({ name: isString, value: isString, values: arrayOf(isString) })),
  model: shape({ id: nullable(isString), tokenizer: isString, exact: isBoolean }),
  layers: arrayOf(shape({ id: isString, title: isString, trust: isString, tokens: isNumber })),
  slots: arrayOf(shape({ name: isString, tokens: isNumber })),
  messages: arrayOf(message),
  holes: arrayOf(isString),
  total: shape({ tokens: isNumber, exact: isBoolean, pending: isBoolean }),
  cachedPrefix: nullable(isNumber),
  problems: arrayOf(shape({ message: isString, source })),
  manifest: isString,
  files: arrayOf(isString),
  places: optional(arrayOf(shape({ key: isString, says: isString }))),
});
