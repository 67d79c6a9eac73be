import { isProviderName } from '../model/providers/read';
import { dialects } from '../syntax/dialects/index.generated';
import { nameOf } from '../text/address';

/** Files that are manifests or templates by their name alone. */
export const MANIFEST = 'strata.yaml';
export const isManifestName = (uri: string): boolean => nameOf(uri) === MANIFEST;
/** By the name alone: whether somebody calls the file a template, or a tool has a format of that name. */
export const isTemplateName = (uri: string): boolean => /\.(prompt|ptmpl)$/.test(nameOf(uri)) || isProviderName(uri);

/** Languages of templates in an editor: `prompt-template`, and with a dialect behind it that of texts in this one. */
const LANGUAGE = 'prompt-template';
export const isTemplateLanguage = (id: string | undefined): boolean =>
  id === LANGUAGE || id?.startsWith(`${LANGUAGE}-`) === true;
export const dialectOfLanguage = (id: string | undefined): string | undefined =>
  id?.startsWith(`${LANGUAGE}-`) ? id.slice(LANGUAGE.length + 1) : undefined;

/** Folders whose templates are prompts. Elsewhere a file of an engine may be a page or a configuration. */
export const PROMPT_FOLDERS = ['prompts', 'prompt_templates', 'prompt-templates'] as const;

/** Ends of names, and words in them, that say that a template is a prompt: `ask.prompt.j2`, `chat_prompt.j2`, `system-prompt-v2.j2`. */
export const PROMPT_NAMES = ['*prompt', '*system_prompt*', '*system-prompt*'] as const;

/** The language in which an editor opens a file of an engine that is a prompt by its name, or by the folder that it lies in. */
export function languageOfName(uri: string): string | undefined {
  const name = nameOf(uri).toLowerCase();
  const dot = name.lastIndexOf('.');
  const dialect = dot < 0 ? undefined : dialects.find(({ files = [] }) => files.includes(`*${name.slice(dot)}`));
  if (!dialect) return undefined;
  const stem = name.slice(0, dot);
  const says = (pattern: string): boolean => {
    const word = pattern.replaceAll('*', '');
    return pattern.endsWith('*') ? stem.includes(word) : stem.endsWith(word);
  };
  const path = uri.toLowerCase();
  const isPrompt = PROMPT_NAMES.some(says) || PROMPT_FOLDERS.some((folder) => path.includes(`/${folder}/`));
  return isPrompt ? `${LANGUAGE}-${dialect.id}` : undefined;
}

/** Files of git that change when something is committed or checked out. */
export const tellsOfCommits = (uri: string): boolean => /\/\.git\/(?:logs\/)?HEAD$/.test(uri);
