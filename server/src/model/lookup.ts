import { embeddedText } from '../syntax/embedded';
import type { SourceFile } from '../text/source';

/** What stands at an address. `pending`: not read yet; whoever asked is asked again when it has been. */
export type Found =
  | { readonly kind: 'file'; readonly file: SourceFile }
  | { readonly kind: 'missing' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'outside' }
  | { readonly kind: 'unreadable'; readonly reason: string }
  | { readonly kind: 'pending' };

/**
 * How pure code asks for files. Open, unsaved text wins over the disk; nothing outside the workspace folder of `from`
 * is ever read.
 */
export interface Lookup {
  /** `path` as written in `from` (relative to its folder, forward slashes). */
  find(from: string, path: string): { readonly uri: string; readonly found: Found };
  at(uri: string): Found;
  /**
   * The files that a pattern written in `from` names, as paths relative to its folder, sorted; undefined while the folder
   * has not been listed. Without it patterns name nothing.
   */
  glob?(from: string, pattern: string): readonly string[] | undefined;
  /**
   * The text at an address as it was committed last, when it is another one than now. Undefined: it is the same, it was
   * never committed, there is no version control, or nobody knows yet; whoever asked is asked again when it is known.
   */
  committed?(uri: string): SourceFile | undefined;
}

/** The string under a key of a file; no such string is as good as no file. */
export function embeddedIn(found: Found, key: string): Found {
  if (found.kind !== 'file') return found;
  const embedded = embeddedText(found.file, key);
  return embedded ? { kind: 'file', file: embedded.file } : { kind: 'missing' };
}
