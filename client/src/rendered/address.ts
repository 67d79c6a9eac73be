// Addresses of rendered prompts: the path is their name in a tab, the query what was asked for.
import { Uri } from 'vscode';
import { RENDERED_SCHEME, type RenderParams, type RenderResult } from '../../../server/src/protocol';

export function addressOf(result: RenderResult): Uri {
  const { key, title, scenario, label, axes } = result;
  const changed = axes.filter((axis) => axis.changed);
  const select = Object.fromEntries(changed.map(({ name, value }) => [name, value]));
  const params: RenderParams = { system: key, scenario, select };
  const chosen = scenario === null ? label : [scenario, ...changed.map(({ value }) => value)].join(', ');
  const name = [title, chosen].filter(Boolean).join(' › ').replace(/[/\\]/g, '-');
  // Prompts are Markdown more often than anything else.
  return Uri.from({ scheme: RENDERED_SCHEME, path: `/${name}.md`, query: JSON.stringify(params) });
}

/** What a document shows; undefined for an address that nobody made here. */
export function paramsOf(uri: Uri): RenderParams | undefined {
  try {
    const params: unknown = JSON.parse(uri.query);
    return typeof params === 'object' && params !== null ? params : undefined;
  } catch {
    return undefined;
  }
}
