import type { NamedFile } from '../../model/system';

/** The smallest text that can be read as what the file is named for. */
export function emptyFile({ role, uri }: NamedFile): string {
  if (role === 'template' || role === 'expand') return '';
  if (/\.json$/i.test(uri)) return role === 'conversation' ? '[]\n' : '{}\n';
  return /\.ya?ml$/i.test(uri) ? '[]\n' : '';
}
