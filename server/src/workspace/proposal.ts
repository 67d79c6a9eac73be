// A manifest for the templates of a folder that no manifest names.
import { type Candidate, includedIn, propose, templatesAmong } from '../model/propose';
import { detect } from '../syntax/detect';
import { folderOf, nameOf, normalizeAddress, relativePath } from '../text/address';
import type { SourceFile } from '../text/source';
import { isManifestName } from './names';
import type { Snapshot } from './snapshot';
import type { FileReader } from './workspace';

/** A manifest for templates that have none, which nobody has written yet. */
export interface Proposal {
  /** Address of the file that the manifest would be. */
  readonly manifest: string;
  /** There is one already. */
  readonly exists: boolean;
  /** Undefined when there is no template that no manifest names. */
  readonly text: string | undefined;
  /** The templates that it is about, as paths from its folder. */
  readonly templates: readonly string[];
  /** There are more of them than one manifest should hold; those are left out. */
  readonly more: boolean;
}

/** Nobody has more templates that no manifest names and wants all of them in one. */
export const MOST_PROPOSED = 200;

/** Proposes a manifest for a folder, or for one template alone. What is open in an editor is read as it is there. */
export async function proposalFor(reader: FileReader, snapshot: Snapshot, uri: string): Promise<Proposal> {
  const address = normalizeAddress(uri).replace(/\/$/, '');
  const read = async (at: string): Promise<SourceFile | undefined> => {
    const open = snapshot.file(at);
    if (open) return open;
    const found = await reader.read(at);
    return found.kind === 'file' ? found.file : undefined;
  };
  const single = await read(address);
  const folder = single ? folderOf(address) : address;
  const { candidates, more } = single
    ? { candidates: [{ path: nameOf(address), file: single }], more: false }
    : await candidatesIn(reader, snapshot, folder, read);
  const manifest = `${folder}/strata.yaml`;
  return {
    manifest,
    exists: (await read(manifest)) !== undefined,
    text: propose(candidates, await includedBy(candidates, read)),
    templates: templatesAmong(candidates).map(({ path }) => path),
    more,
  };
}

/** What the candidates include that is none of them, such as a text file with the rules, and what that includes. */
async function includedBy(
  candidates: readonly Candidate[],
  read: (uri: string) => Promise<SourceFile | undefined>,
): Promise<readonly SourceFile[]> {
  const seen = new Set(candidates.map(({ file }) => file.uri));
  const found: SourceFile[] = [];
  const left = candidates.flatMap(({ file }) => includedIn(file));
  for (let at = 0; at < left.length && found.length < MOST_PROPOSED; at++) {
    const uri = left[at] as string;
    if (seen.has(uri)) continue;
    seen.add(uri);
    const file = await read(uri);
    if (!file) continue;
    found.push(file);
    left.push(...includedIn(file));
  }
  return found;
}

/** The templates of a folder that no manifest names yet, by path. */
async function candidatesIn(
  reader: FileReader,
  snapshot: Snapshot,
  folder: string,
  read: (uri: string) => Promise<SourceFile | undefined>,
): Promise<{ readonly candidates: readonly Candidate[]; readonly more: boolean }> {
  const candidates: Candidate[] = [];
  for (const uri of [...((await reader.all?.(folder)) ?? [])].sort()) {
    if (!mayBeTemplate(uri) || isManifestName(uri) || snapshot.systemsOf(uri).length > 0) continue;
    const file = await read(uri);
    if (!file || !(isTemplate(uri) || detect(file.text) !== undefined)) continue;
    if (candidates.length === MOST_PROPOSED) return { candidates, more: true };
    candidates.push({ path: relativePath(folder, uri), file });
  }
  return { candidates, more: false };
}

const isTemplate = (uri: string): boolean =>
  /\.(?:prompt|ptmpl|j2|jinja2?|hbs|handlebars|mustache|liquid|gotmpl)$/i.test(nameOf(uri));

/** Text files are looked into only where their name or folder says that prompts stand there. */
function mayBeTemplate(uri: string): boolean {
  if (isTemplate(uri)) return true;
  if (!/\.(?:md|txt)$/i.test(uri) || /^readme\b/i.test(nameOf(uri))) return false;
  return /prompt|template/i.test(uri);
}
