import type { ExtensionContext, LogOutputChannel } from 'vscode';
import type { Server } from '../client';
import type { Scope } from '../scope';
import type { Selections } from '../selections';

/** What a panel needs of the extension. */
export interface PreviewServices {
  readonly context: ExtensionContext;
  readonly log: LogOutputChannel;
  readonly scope: Scope;
  readonly server: Server;
  readonly selections: Selections;
}
