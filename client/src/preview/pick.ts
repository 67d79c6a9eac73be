// What a prompt can be compared with beyond what the page knows: a commit of its repository, or another file.
import { l10n, type QuickPickItem, QuickPickItemKind, Uri, window, workspace } from 'vscode';
import type { RenderResult, WireRevision } from '../../../server/src/protocol';
import { normalized } from '../scope';
import { insteadOf } from './instead';
import type { Against } from './messages';

/** What somebody has chosen, with its name for people. */
export interface Picked {
  readonly against: Against;
  readonly title: string;
}

interface RevisionItem extends QuickPickItem {
  readonly revision?: string;
}

/** Asks for a commit: one of a list, or whatever git knows under a name that is typed. */
export function pickRevision(revisions: readonly WireRevision[]): Promise<Picked | undefined> {
  const items = itemsOf(revisions);
  const pick = window.createQuickPick<RevisionItem>();
  pick.title = l10n.t('Compare with a git revision');
  pick.placeholder = l10n.t('A commit, branch or tag, also one that is not listed, such as HEAD~3');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = items;
  pick.onDidChangeValue((value) => {
    const name = value.trim();
    const isListed = name === '' || revisions.some((one) => one.name === name);
    pick.items = isListed ? items : [...items, { label: name, alwaysShow: true, revision: name }];
  });
  return new Promise((resolve) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      // Somebody who types and presses Enter may be faster than the list.
      const revision = chosen ? chosen.revision : pick.value.trim() || undefined;
      const subject = revisions.find(({ name, kind }) => name === revision && kind === 'commit')?.subject;
      resolve(revision === undefined ? undefined : picked({ revision }, [revision, subject].filter(Boolean).join(' ')));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function itemsOf(revisions: readonly WireRevision[]): readonly RevisionItem[] {
  const heads = { branch: l10n.t('Branches'), tag: l10n.t('Tags'), commit: l10n.t('Commits that changed this prompt') };
  return (['commit', 'branch', 'tag'] as const).flatMap((kind): RevisionItem[] => {
    const own = revisions.filter((one) => one.kind === kind);
    if (own.length === 0) return [];
    const rows = own.map(({ name, subject, author, date }) => ({
      label: kind === 'commit' ? subject : name,
      description: kind === 'commit' ? name : subject,
      detail: [date, author].filter(Boolean).join(', '),
      revision: name,
    }));
    return [{ label: heads[kind], kind: QuickPickItemKind.Separator }, ...rows];
  });
}

/** Asks for a file that is read in the place of one of the prompt's, and for which one when nothing tells. */
export async function pickFile({ manifest, files }: RenderResult, about: string): Promise<Picked | undefined> {
  const own = files.filter((address) => address !== manifest && !address.includes('#'));
  const here = own.find((address) => normalized(address) === about) ?? own[0] ?? manifest;
  const [chosen] =
    (await window.showOpenDialog({
      title: l10n.t('Compare with a file'),
      openLabel: l10n.t('Compare'),
      defaultUri: Uri.joinPath(Uri.parse(here), '..'),
    })) ?? [];
  if (!chosen) return undefined;
  // The server may write an address otherwise than the editor does; it is answered as it has written it.
  const written = new Map([manifest, ...own].map((address) => [normalized(address), address]));
  const by = chosen.toString();
  const several = insteadOf({ file: by, own: own.map(normalized), manifest: normalized(manifest), about });
  const [only] = several.length > 1 ? [await pickReplaced(several)] : several;
  const of = only === undefined ? undefined : written.get(only);
  return of === undefined ? undefined : picked({ file: { of, by } }, workspace.asRelativePath(chosen));
}

async function pickReplaced(files: readonly string[]): Promise<string | undefined> {
  const items = files.map((file) => ({ label: workspace.asRelativePath(Uri.parse(file)), file }));
  const chosen = await window.showQuickPick(items, { title: l10n.t('Which file of the prompt does it replace?') });
  return chosen?.file;
}

const picked = (against: Against, title: string): Picked => ({ against, title });
