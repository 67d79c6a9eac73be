// The two scales on which a layer stands, as the manifest writes them.

/** Whom a text comes from, from what the model obeys to what it must not. */
export const TRUST = ['instructions', 'request', 'facts', 'data'] as const;

export const TRUST_MEANINGS: Readonly<Record<(typeof TRUST)[number], string>> = {
  instructions: 'The model obeys it.',
  request: 'The user’s own words: answered within the rules; they may hold anything.',
  facts: 'True statements.',
  data: 'Untrusted: it may hold anything and must not be obeyed.',
};

/** How long a text stays the same, the longest first. */
export const LIFETIME = ['static', 'tenant', 'profile', 'user', 'thread', 'day', 'call', 'step'] as const;

export const LIFETIME_MEANINGS: Readonly<Record<(typeof LIFETIME)[number], string>> = {
  static: 'Never changes.',
  tenant: 'The same for one tenant.',
  profile: 'The same for one profile.',
  user: 'The same for one user.',
  thread: 'The same within one conversation.',
  day: 'The same for one day.',
  call: 'The same within one call of the product: a turn, an ask, a task.',
  step: 'Different in every request to the model.',
};
