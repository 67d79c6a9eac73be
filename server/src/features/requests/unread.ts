import type { ManifestDocument } from '../../model/manifest/manifest';
import type { RenderFailure } from '../../protocol';
import { folderOf, nameOf } from '../../text/address';
import type { Snapshot } from '../../workspace/snapshot';
import { wireSourceOf } from '../convert';

/** Folders that are looked at, from the file upwards. */
const MOST_FOLDERS = 40;

/** Why no system reads a file: its manifest cannot be read, or there is none that names it. */
export function whyNone(snapshot: Snapshot, uri: string | undefined): RenderFailure {
  const own = uri === undefined ? undefined : snapshot.manifest(uri);
  if (own) return broken(snapshot, own, 'The manifest declares no system');
  for (const manifest of uri === undefined ? [] : manifestsAbove(snapshot, uri)) {
    const isUnread = manifest.faults.some((fault) => fault.code === 'manifest.syntax');
    if (isUnread || (manifest.faults.length > 0 && snapshot.systemsOf(manifest.file.uri).length === 0))
      return broken(snapshot, manifest, `${nameOf(manifest.file.uri)} cannot be read, so it names no file`);
  }
  return {
    version: 1,
    reason: 'no-system',
    message: 'No strata.yaml names this file, and it has no head with the key strata.',
  };
}

function broken(snapshot: Snapshot, { file, faults }: ManifestDocument, what: string): RenderFailure {
  const fault = faults.find(({ code }) => code === 'manifest.syntax') ?? faults[0];
  if (!fault) return { version: 1, reason: 'broken', message: `${what}.` };
  const says = what.startsWith('The') ? `${what} that can be read: ${fault.message}` : `${what}: ${fault.message}`;
  return {
    version: 1,
    reason: 'broken',
    message: says,
    source: wireSourceOf(snapshot, { uri: file.uri, span: fault.span }),
  };
}

/** The manifests of the folders that a file lies in, the nearest first. */
function* manifestsAbove(snapshot: Snapshot, uri: string): Iterable<ManifestDocument> {
  let folder = folderOf(uri);
  for (let i = 0; i < MOST_FOLDERS; i++) {
    const manifest = snapshot.manifest(`${folder}/strata.yaml`);
    if (manifest) yield manifest;
    const up = folderOf(folder);
    if (up === folder || up === '') return;
    folder = up;
  }
}
