import type { Diagnostic } from 'vscode-languageserver-types';
import type { Snapshot } from '../workspace/snapshot';
import { diagnosticOf } from './convert';

/** The findings of a file, by place. */
export function diagnostics(snapshot: Snapshot, uri: string): readonly Diagnostic[] {
  return snapshot.findings(uri).map((finding) => diagnosticOf(snapshot, finding));
}
