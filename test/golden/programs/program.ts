import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * What an example's own program would send, written down a second time as a program would do it: with string functions
 * and without anything of Strata. The golden texts are what both say.
 */
export interface Sent {
  readonly role: string;
  readonly blocks: readonly SentBlock[];
}

export interface SentBlock {
  readonly text: string;
  /** Whether it carries a cache mark. */
  readonly cached: boolean;
}

export type Program = Readonly<Record<string, () => readonly Sent[]>>;

/** The files of an example, as its program reads them. */
export class Folder {
  readonly #path: string;

  constructor(example: string) {
    this.#path = join('examples', example);
  }

  text(path: string): string {
    return readFileSync(join(this.#path, path), 'utf8');
  }

  /** A value file: without the line break that editors put at the end. */
  value(path: string): string {
    return this.text(path).replace(/\n$/, '');
  }

  data<T>(path: string): T {
    return parse(this.text(path)) as T;
  }
}

export const plain = (text: string): SentBlock => ({ text, cached: false });
export const marked = (text: string): SentBlock => ({ text, cached: true });
export const said = (role: string, ...texts: readonly string[]): Sent => ({ role, blocks: texts.map(plain) });

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
