import { nameOf } from '../text/address';

/** Files that are manifests or templates by their name alone. */
export const isManifestName = (uri: string): boolean => nameOf(uri) === 'strata.yaml';
export const isTemplateName = (uri: string): boolean => /\.(prompt|ptmpl)$/.test(nameOf(uri));

/** Files of git that change when something is committed or checked out. */
export const tellsOfCommits = (uri: string): boolean => /\/\.git\/(?:logs\/)?HEAD$/.test(uri);
