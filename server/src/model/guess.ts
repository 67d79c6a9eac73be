import type { Lifetime, Trust } from './words';

/** What the name of a slot suggests. Only a guess: the author corrects it. */
export interface Guess {
  readonly trust: Trust;
  readonly lifetime: Lifetime;
  readonly type?: 'line' | 'number' | 'date' | 'json';
}

/** Words of names, the first row that has one of them wins: what is untrusted comes before what sounds harmless. */
const ROWS: readonly (readonly [words: string, guess: Guess])[] = [
  [
    'context document documents docs doc page pages content contents article search results result web kb knowledge ' +
      'retrieved chunks passages passage email emails attachment attachments file files diff code transcript ticket issue',
    { trust: 'data', lifetime: 'call' },
  ],
  ['history conversation messages summary thread', { trust: 'data', lifetime: 'thread' }],
  ['memory memories notes preferences profile bio', { trust: 'data', lifetime: 'user' }],
  ['question query request ask input prompt message task goal', { trust: 'request', lifetime: 'call' }],
  ['count total number limit max min age year', { trust: 'facts', lifetime: 'call', type: 'number' }],
  ['now time clock timestamp datetime', { trust: 'facts', lifetime: 'call', type: 'line' }],
  ['date today day weekday', { trust: 'facts', lifetime: 'day', type: 'date' }],
  [
    'locale language lang timezone tz country currency user username customer guest name first firstname',
    { trust: 'facts', lifetime: 'user', type: 'line' },
  ],
  [
    'company tenant organisation organization org brand product app version',
    { trust: 'facts', lifetime: 'tenant', type: 'line' },
  ],
  [
    'instructions instruction rules rule policy policies guidelines persona role tone style format schema addendum ' +
      'skills skill tools tool examples example system',
    { trust: 'instructions', lifetime: 'profile' },
  ],
];

const GUESSES: ReadonlyMap<string, readonly [rank: number, guess: Guess]> = new Map(
  ROWS.flatMap(([words, guess], rank) => words.split(' ').map((word) => [word, [rank, guess] as const] as const)),
);

/** Nobody knows who fills it, so it may hold anything. */
const ANYTHING: Guess = { trust: 'data', lifetime: 'call' };

/** What a slot of this name probably holds: `user_query`, `currentDate`, `KB_RESULTS`. */
export function guessSlot(name: string): Guess {
  const words = name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  const found = words.flatMap((word) => {
    const row = GUESSES.get(word);
    return row ? [row] : [];
  });
  const [first] = found.sort(([a], [b]) => a - b);
  const guess = first?.[1] ?? ANYTHING;
  return words.includes('json') ? { ...guess, type: 'json' } : guess;
}

/** Whether the name says that the slot marks where a cached prefix ends. */
export const isMarkerName = (name: string): boolean =>
  /^(?:cache)[\W_]?(?:break(?:point)?|mark(?:er)?|point|end)$/i.test(name);
