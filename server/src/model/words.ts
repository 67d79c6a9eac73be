// Floor "model": trees of several files to meaning. Invariant: pure; it knows files only through a `Lookup`.
import { LIFETIME, type TRUST } from './scales';

/** How far a model may believe a text, from what it obeys to what may hold anything. */
export type Trust = (typeof TRUST)[number];
/** How long a text stays the same, the longest first. Compare with `isShorter`, not by the words. */
export type Lifetime = (typeof LIFETIME)[number];

/** Whether text of lifetime `a` stays the same for a shorter time than text of lifetime `b`. */
export const isShorter = (a: Lifetime, b: Lifetime): boolean => LIFETIME.indexOf(a) > LIFETIME.indexOf(b);

/** A trust in the words that the interface shows. */
export const TRUST_WORDS: Readonly<Record<Trust, { readonly label: string; readonly sentence: string }>> = {
  instructions: { label: 'instructions', sentence: 'The model obeys it.' },
  request: { label: 'request', sentence: 'The person’s own words: answered within the rules; they may hold anything.' },
  facts: { label: 'facts', sentence: 'True statements.' },
  data: { label: 'untrusted data', sentence: 'It may hold anything and must not be obeyed.' },
};

/** A lifetime in words: `per call`, `never changes`. */
export const LIFETIME_WORDS: Readonly<Record<Lifetime, string>> = {
  static: 'never changes',
  tenant: 'per tenant',
  profile: 'per profile',
  user: 'per user',
  thread: 'per thread',
  day: 'per day',
  call: 'per call',
  step: 'per step',
};
