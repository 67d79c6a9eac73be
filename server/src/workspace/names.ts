import { isProviderName } from '../model/providers/read';
import { nameOf } from '../text/address';

/** Files that are manifests or templates by their name alone. */
export const MANIFEST = 'strata.yaml';
export const isManifestName = (uri: string): boolean => nameOf(uri) === MANIFEST;
export const isTemplateName = (uri: string): boolean => /\.(prompt|ptmpl)$/.test(nameOf(uri)) || isProviderName(uri);

/** Languages of templates in an editor: `prompt-template`, and with a dialect behind it that of texts in this one. */
const LANGUAGE = 'prompt-template';
export const isTemplateLanguage = (id: string | undefined): boolean =>
  id === LANGUAGE || id?.startsWith(`${LANGUAGE}-`) === true;
export const dialectOfLanguage = (id: string | undefined): string | undefined =>
  id?.startsWith(`${LANGUAGE}-`) ? id.slice(LANGUAGE.length + 1) : undefined;

/** Files of git that change when something is committed or checked out. */
export const tellsOfCommits = (uri: string): boolean => /\/\.git\/(?:logs\/)?HEAD$/.test(uri);
