import type { FileEdit } from '../../rules/rule';
import type { Finding } from '../../rules/run';
import type { SourceFile } from '../../text/source';
import type { Span } from '../../text/span';
import type { Snapshot } from '../../workspace/snapshot';

/** Where actions are asked for: a selection, or a cursor, in one file of one moment. */
export interface Spot {
  readonly snapshot: Snapshot;
  readonly uri: string;
  readonly file: SourceFile;
  readonly span: Span;
  /** Somebody opened the menu, or asked for this kind; not the editor by itself, at a move of the cursor. */
  readonly invoked: boolean;
  /** The kinds that are asked for; undefined when all are. */
  readonly only: readonly string[] | undefined;
  /** The editor itself asks what is still open: which level a rule is to have, which dialect. */
  readonly asks: boolean;
}

/** One entry of the menu. */
export interface Offer {
  readonly title: string;
  /** Which of the several entries of one action it is. */
  readonly choice?: string;
  /** The finding that it is about. */
  readonly finding?: Finding;
  /** The command of our own extension that asks what is still open. It gets the address of the file and the place. */
  readonly asks?: string;
  /** Left out of the menu of everything: it is for somebody who asks for this kind of action. */
  readonly rare?: boolean;
}

/** What an action does to the files. */
export interface Change {
  readonly edits: readonly FileEdit[];
  /** Files to create first, with their text. */
  readonly creates?: readonly { readonly uri: string; readonly text: string }[];
}

/** What is true with other texts. */
export type WhatIf = (texts: ReadonlyMap<string, string>) => Promise<Snapshot>;

/** A refactoring, or another thing that can be done at a place. One file of this folder adds one. */
export interface Action {
  readonly id: string;
  /** Kind of the protocol: `refactor.extract.slot`. */
  readonly kind: string;
  /** What can be done here. Cheap: an editor asks at every move of the cursor. */
  offers(spot: Spot): readonly Offer[];
  /** Works out what an offer does, from the files as they are now. Throws a `Refusal` that says why it cannot be done. */
  perform(spot: Spot, choice: string, whatIf: WhatIf): Promise<Change>;
}
