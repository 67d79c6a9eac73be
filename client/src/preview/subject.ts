import type { KeptTrials } from './messages';

/** What a panel shows: a file, and of the systems that read it, one. */
export interface Subject {
  readonly file: string;
  readonly key?: string;
  /** It stays what it is, whatever editor is in front. */
  readonly locked?: boolean;
  readonly hostile?: boolean;
  /** What was being tried before a reload. */
  readonly trials?: KeptTrials;
}
