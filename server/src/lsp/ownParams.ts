// What Strata's own requests are asked with. Whoever writes a client of them gets a sentence for what is missing, not an
// empty answer.
import { REQUESTS } from '../protocol';

type Kind = 'a text' | 'true or false' | 'an object' | 'an object of texts' | 'a text or null' | 'a whole number';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const CHECKS: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  'a text': (value) => typeof value === 'string',
  'true or false': (value) => typeof value === 'boolean',
  'an object': isObject,
  'an object of texts': (value) => isObject(value) && Object.values(value).every((one) => typeof one === 'string'),
  'a text or null': (value) => value === null || typeof value === 'string',
  'a whole number': (value) => Number.isInteger(value) && Number(value) >= 0,
};

/** Members by name; one with `?` may be left out. */
type Members = Readonly<Record<string, Kind | Nested>>;

/** A member that is asked with the members of a rendering. */
interface Nested {
  readonly members: Members;
}

const RENDER: Members = {
  'uri?': 'a text',
  'system?': 'a text',
  'scenario?': 'a text or null',
  'select?': 'an object of texts',
  'model?': 'a text',
  'committed?': 'true or false',
  'revision?': 'a text',
  'texts?': 'an object of texts',
  'hostile?': 'true or false',
  'values?': 'an object of texts',
};

const MEMBERS: Readonly<Record<string, Members>> = {
  [REQUESTS.render]: RENDER,
  [REQUESTS.follow]: { ...RENDER, id: 'a text', 'since?': 'a text' },
  [REQUESTS.tokens]: RENDER,
  [REQUESTS.systems]: { 'uri?': 'a text' },
  [REQUESTS.status]: { uri: 'a text' },
  [REQUESTS.value]: { key: 'a text', scenario: 'a text or null', slot: 'a text', 'select?': 'an object of texts' },
  [REQUESTS.fill]: {
    key: 'a text',
    scenario: 'a text or null',
    values: 'an object of texts',
    'asText?': 'true or false',
    'select?': 'an object of texts',
  },
  [REQUESTS.locate]: { 'uri?': 'a text', 'system?': 'a text', text: 'a text', 'request?': 'a whole number' },
  [REQUESTS.compare]: { before: { members: RENDER }, after: { members: RENDER } },
  [REQUESTS.revisions]: { key: 'a text' },
  [REQUESTS.propose]: { uri: 'a text' },
  [REQUESTS.dialect]: { uri: 'a text', 'choose?': 'a text or null' },
  [REQUESTS.choose]: { key: 'a text', scenario: 'a text or null', 'select?': 'an object of texts' },
};

/** What is wrong with the parameters of an own request, in one sentence; undefined when it can be answered. */
export function wrongParams(method: string, params: unknown): string | undefined {
  const members = MEMBERS[method];
  const wrong = members && wrongIn(members, params, 'the parameters', '');
  return wrong && `${method} cannot be answered: ${wrong}.`;
}

function wrongIn(members: Members, value: unknown, what: string, path: string): string | undefined {
  if (!isObject(value)) return `${what} must be an object`;
  for (const [spelling, kind] of Object.entries(members)) {
    const name = spelling.replace('?', '');
    const place = `\`${path}${name}\``;
    const member = value[name];
    if (member === undefined) {
      if (name === spelling) return `${place} is missing, ${typeof kind === 'string' ? kind : 'an object'}`;
      continue;
    }
    const wrong = typeof kind === 'string' ? CHECKS[kind](member) || `${place} must be ${kind}` : undefined;
    if (typeof wrong === 'string') return wrong;
    const inner = typeof kind === 'string' ? undefined : wrongIn(kind.members, member, place, `${name}.`);
    if (inner) return inner;
  }
  return undefined;
}
