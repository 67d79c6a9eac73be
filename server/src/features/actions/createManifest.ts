import { includedIn, propose } from '../../model/propose';
import { folderOf, nameOf } from '../../text/address';
import { isManifestName } from '../../workspace/names';
import { Refusal } from '../refusal';
import type { Action, Spot } from './action';

const MANIFEST_NAME = 'strata.yaml';

/** A template that no manifest names gets one, with layers from its headings, tags, banners and slots. */
export const action: Action = {
  id: 'create-manifest',
  kind: 'refactor.extract.manifest',
  offers(spot) {
    return isUndeclared(spot) ? [{ title: `Create ${MANIFEST_NAME} from this file` }] : [];
  },
  async perform(spot) {
    if (!isUndeclared(spot)) throw new Refusal('This file belongs to a prompt system already.');
    const { uri, file, snapshot } = spot;
    if (snapshot.lookup.at(manifestOf(uri)).kind !== 'missing')
      throw new Refusal(`Nobody can tell whether there is a ${MANIFEST_NAME} already.`);
    const included = includedIn(file).flatMap((one) => snapshot.file(one) ?? []);
    const text = propose([{ path: nameOf(uri), file }], included);
    if (text === undefined) throw new Refusal('There is nothing in this file to make layers or slots of.');
    return { edits: [], creates: [{ uri: manifestOf(uri), text }] };
  },
};

const manifestOf = (uri: string): string => `${folderOf(uri)}/${MANIFEST_NAME}`;

function isUndeclared({ snapshot, uri, invoked }: Spot): boolean {
  return (
    invoked &&
    /^[a-z][a-z0-9+.-]*:\/\//i.test(uri) &&
    !isManifestName(uri) &&
    snapshot.textsOf(uri).length > 0 &&
    snapshot.systemsOf(uri).length === 0 &&
    snapshot.lookup.at(manifestOf(uri)).kind !== 'file'
  );
}
