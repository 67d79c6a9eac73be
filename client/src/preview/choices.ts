import { Uri, workspace } from 'vscode';
import type { RenderResult } from '../../../server/src/protocol';
import { normalized, type SystemEntry } from '../scope';
import type { SystemChoice } from './messages';

/** A list that is longer is no help. */
const MOST = 200;

/** The systems that the page offers: those of the same manifest, and those that read the same file. */
export function choicesFor(
  systems: readonly SystemEntry[],
  { manifest }: RenderResult,
  file: string,
): readonly SystemChoice[] {
  const own = normalized(manifest);
  const near = systems.filter(
    (system) => normalized(system.manifest) === own || system.files.some((address) => normalized(address) === file),
  );
  return near.slice(0, MOST).map((system) => ({
    key: system.key,
    title: system.id,
    manifest: workspace.asRelativePath(Uri.parse(system.manifest)),
  }));
}
