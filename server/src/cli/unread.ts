// What a check passes over without a finding: manifests with another name, and templates that nothing declares.
import { hostAddress } from '../workspace/hosted';
import { isManifestName } from '../workspace/names';
import type { Snapshot } from '../workspace/snapshot';

interface Passed {
  /** How many files were checked. */
  readonly checked: number;
  /** Files that belong to no system, by address. */
  readonly lone: readonly string[];
  /** Every file in the folders that were named. */
  readonly all: readonly string[];
  shown(uri: string): string;
}

/** Paths named in one sentence. */
const MOST_NAMED = 3;

/** A file that is meant as a manifest but called otherwise. */
const MISNAMED = /(?:^|\/)\.?strata\.(?:yml|json)$|(?:^|\/)\.strata\.yaml$/i;

export function unreadWords({ checked, lone, all, shown }: Passed): readonly string[] {
  const said = all
    .filter((uri) => MISNAMED.test(uri))
    .map((uri) => `${shown(uri)} is not read: a manifest is called strata.yaml`);
  if (checked === 0 && said.length === 0)
    said.push(
      'nothing is checked here: there is no strata.yaml, and no file is a template by its name; strata init proposes a manifest',
    );
  if (lone.length > 0) {
    const names = lone.slice(0, MOST_NAMED).map(shown).join(', ');
    const more = lone.length > MOST_NAMED ? ` and ${lone.length - MOST_NAMED} more` : '';
    said.push(
      `${names}${more} ${lone.length === 1 ? 'belongs' : 'belong'} to no system, so slots, layers and tokens are not checked: strata init proposes a manifest`,
    );
  }
  return said;
}

/** Of the files that were checked those that belong to no system. */
export function loneFiles(snapshot: Snapshot, files: readonly string[]): readonly string[] {
  return files.filter(
    (uri) => !isManifestName(uri) && !snapshot.manifest(uri) && snapshot.systemsOf(hostAddress(uri)).length === 0,
  );
}
