// The shape of a rendered prompt, as far as the page walks through it.
import {
  arrayOf,
  isBoolean,
  isCount,
  isNumber,
  isString,
  isTexts,
  nullable,
  oneOf,
  oneShapeOf,
  optional,
  shape,
} from './shapes';

export const position = shape({ line: isNumber, character: isNumber });
export const source = shape({ file: isString, range: shape({ start: position, end: position }) });

const facts = { kind: isString, layer: nullable(isString), source, tokens: isNumber };
const segment = shape({ ...facts, text: isString });
const ofBlock = { cached: isBoolean, tokens: isNumber };
const block = shape({ ...ofBlock, segments: arrayOf(segment) });
const ofMessage = { role: isString, conversation: isBoolean, tokens: isNumber };
const message = shape({ ...ofMessage, blocks: arrayOf(block) });

const members = {
  version: (value: unknown): value is 1 => value === 1,
  key: isString,
  system: isString,
  title: isString,
  scenario: nullable(isString),
  scenarios: arrayOf(isString),
  axes: arrayOf(shape({ name: isString, value: isString, values: arrayOf(isString) })),
  model: shape({ id: nullable(isString), tokenizer: isString, exact: isBoolean }),
  layers: arrayOf(shape({ id: isString, title: isString, trust: isString, tokens: isNumber })),
  slots: arrayOf(shape({ name: isString, tokens: isNumber })),
  holes: arrayOf(isString),
  total: shape({ tokens: isNumber, low: isNumber, high: isNumber, exact: isBoolean, pending: isBoolean }),
  cachedPrefix: nullable(isNumber),
  problems: arrayOf(shape({ message: isString, source })),
  manifest: isString,
  files: arrayOf(isString),
  places: optional(arrayOf(shape({ key: isString, says: isString }))),
};

/** What the page walks through is checked; facts that it only prints are not. */
export const rendered = shape({ ...members, messages: arrayOf(message) });

const segmentChange = oneShapeOf(
  shape({ keep: isCount, down: optional(isNumber) }),
  shape({ drop: isCount }),
  shape({ add: arrayOf(segment) }),
  shape({ now: shape(facts), at: isCount, cut: isCount, by: isString }),
);
const blockChange = shape({ ...ofBlock, segments: arrayOf(segmentChange) });
const messageChange = shape({ ...ofMessage, blocks: arrayOf(nullable(blockChange)) });

const mayBeGone = (name: string): boolean =>
  name === 'places' || !(Object.hasOwn(members, name) || name === 'messages');

/** What a rendering is changed by: of its members those that are others, each of them as in a whole one. */
export const change = shape({
  others: shape(Object.fromEntries(Object.entries(members).map(([name, check]) => [name, optional(check as never)]))),
  gone: arrayOf((name): name is string => isString(name) && mayBeGone(name)),
  messages: arrayOf(nullable(messageChange)),
});

/** Where the pieces of a captured prompt come from. */
export const located = shape({
  version: (value): value is 1 => value === 1,
  key: isString,
  scenario: nullable(isString),
  select: isTexts,
  read: optional(
    oneShapeOf(
      shape({ kind: oneOf('request'), messages: isNumber, left: arrayOf(isString) }),
      shape({ kind: oneOf('escapes') }),
    ),
  ),
  requests: optional(
    shape({
      shown: isCount,
      count: isCount,
      all: arrayOf(shape({ line: isCount, messages: isCount, says: isString })),
    }),
  ),
  pieces: arrayOf(
    shape({
      kind: oneOf('text', 'value', 'unknown'),
      text: isString,
      layer: nullable(isString),
      slot: optional(isString),
      source: optional(source),
    }),
  ),
});
