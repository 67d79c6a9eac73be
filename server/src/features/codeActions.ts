import { type CodeAction, CodeActionKind, type Range } from 'vscode-languageserver-types';
import type { Fix } from '../rules/rule';
import type { Finding } from '../rules/run';
import { overlaps, type Span } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';
import type { Action, Change, Offer, Spot, WhatIf } from './actions/action';
import { actions } from './actions/index.generated';
import { diagnosticOf, rangeOf, spanOf } from './convert';
import { Refusal } from './refusal';
import { type EditOptions, workspaceEditOf } from './workspaceEdit';

export interface CodeActionOptions extends EditOptions {
  readonly only: readonly string[] | undefined;
  /** The editor asks again for what is chosen, so edits are worked out then, from the files as they are by then. */
  readonly resolvesLate: boolean;
  /** Somebody opened the menu; not the editor by itself. */
  readonly invoked: boolean;
  /** The editor itself asks what is still open: which level a rule is to have, which dialect. */
  readonly asks: boolean;
  /** Told when a fix or an action fails; the others are offered all the same. */
  readonly log?: (message: string) => void;
}

/** So many are worked out for an editor that cannot ask again. */
const MOST_AT_ONCE = 12;

/** What an action needs to be worked out later. */
interface ActionData {
  readonly uri: string;
  readonly range: Range;
  /** The action of the registry; absent for the fix of a finding. */
  readonly id?: string;
  readonly choice?: string;
  readonly code?: string;
  readonly title: string;
}

/** The fixes of the findings that a range touches, best first, and what else can be done there. */
export async function codeActions(
  snapshot: Snapshot,
  uri: string,
  range: Range,
  options: CodeActionOptions,
  whatIf: WhatIf,
): Promise<CodeAction[]> {
  const file = snapshot.file(uri);
  if (!file) return [];
  const { only, invoked, asks } = options;
  const spot: Spot = { snapshot, uri, file, span: spanOf(file, range), invoked, only, asks };
  const fixes = wants(options.only, CodeActionKind.QuickFix)
    ? findingsAt(spot).flatMap((finding) =>
        guarded(options, finding.code, () => fixActions(snapshot, finding, options)),
      )
    : [];
  const offered = offersAt(spot, options).map(({ action, offer }) => actionOf(spot, action, offer));
  if (options.resolvesLate) return [...fixes, ...offered];
  // Working out all of them takes its time, so for an editor that asks only once it is done when it asks for their kind.
  if (options.only === undefined) return fixes;
  const first = offered.slice(0, MOST_AT_ONCE);
  const done = await Promise.all(first.map((action) => resolvedOrNothing(snapshot, action, options, whatIf)));
  return [...fixes, ...done.filter((action) => action !== undefined)];
}

/** What fails costs its own entries of the menu and nothing else. */
function guarded<T>({ log }: CodeActionOptions, name: string, work: () => readonly T[]): readonly T[] {
  try {
    return work();
  } catch (error) {
    log?.(`the actions of ${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    return [];
  }
}

/** Whether a client that asks for `only` these kinds (or for any) wants this one. */
export function wants(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((asked) => kind === asked || kind.startsWith(`${asked}.`));
}

/** The chosen action with its edit, from a fresh look at the files. Throws a `Refusal` when it cannot be done. */
export async function resolveCodeAction(
  snapshot: Snapshot,
  chosen: CodeAction,
  options: EditOptions,
  whatIf: WhatIf,
): Promise<CodeAction> {
  const data = chosen.data as ActionData | undefined;
  const file = data && snapshot.file(data.uri);
  if (!data || !file || chosen.edit) return chosen;
  const span = spanOf(file, data.range);
  const spot: Spot = { snapshot, uri: data.uri, file, span, invoked: true, only: undefined, asks: false };
  if (data.id === undefined) return { ...chosen, edit: workspaceEditOf(snapshot, freshFix(spot, data), options) };
  const action = actions.find(({ id }) => id === data.id);
  const change = await action?.perform(spot, data.choice ?? '', whatIf);
  if (!change) throw new Refusal(`"${chosen.title}" is not known.`);
  if (change.creates && change.creates.length > 0 && !options.createsFiles)
    throw new Refusal('This editor cannot create files as part of an edit.');
  return { ...chosen, edit: workspaceEditOf(snapshot, change, options) };
}

async function resolvedOrNothing(
  snapshot: Snapshot,
  action: CodeAction,
  options: CodeActionOptions,
  whatIf: WhatIf,
): Promise<CodeAction | undefined> {
  try {
    return await resolveCodeAction(snapshot, action, options, whatIf);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Findings that a selection touches: the gravest first, then the one that is most exactly here. */
function findingsAt({ snapshot, uri, span: asked }: Spot): readonly Finding[] {
  const touches = (span: Span): boolean =>
    overlaps(span, asked) || span.end === asked.start || span.start === asked.end;
  return snapshot
    .findings(uri)
    .filter((finding) => touches(finding.span))
    .sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || lengthOf(a.span) - lengthOf(b.span));
}

const LEVELS: readonly Finding['level'][] = ['error', 'warning', 'info', 'hint'];
const lengthOf = (span: Span): number => span.end - span.start;

function fixActions(snapshot: Snapshot, finding: Finding, options: CodeActionOptions): CodeAction[] {
  const fixes = (finding.fixes ?? []).filter((fix) => options.createsFiles || !fix.create);
  const diagnostic = diagnosticOf(snapshot, finding);
  return fixes.map((fix, i) => {
    const data: ActionData = { uri: finding.uri, range: diagnostic.range, code: finding.code, title: fix.title };
    return {
      title: fix.title,
      kind: CodeActionKind.QuickFix,
      diagnostics: [diagnostic],
      // The first one is what most authors want; an editor may apply it with one key.
      ...(i === 0 && !fix.claim ? { isPreferred: true } : {}),
      ...(options.resolvesLate ? { data } : { edit: workspaceEditOf(snapshot, changeOf(fix), options) }),
    };
  });
}

const changeOf = ({ edits, create }: Fix): Change => ({ edits, ...(create ? { creates: [create] } : {}) });

/** The fix of this title as it is now; where the text has changed since, that of the same finding nearest to the place. */
function freshFix({ snapshot, uri, span }: Spot, { code, title }: ActionData): Change {
  const same = snapshot
    .findings(uri)
    .filter((finding) => finding.code === code)
    .flatMap((finding) => (finding.fixes ?? []).map((fix) => ({ fix, finding })))
    .filter(({ fix }) => fix.title === title)
    .sort((a, b) => Math.abs(a.finding.span.start - span.start) - Math.abs(b.finding.span.start - span.start));
  const [nearest] = same;
  if (!nearest) throw new Refusal(`"${title}" is not needed any more: the text has changed.`);
  return changeOf(nearest.fix);
}

function offersAt(spot: Spot, options: CodeActionOptions): readonly { action: Action; offer: Offer }[] {
  const { only } = options;
  return actions
    .filter(({ kind }) => wants(only, kind))
    .flatMap((action) => guarded(options, action.id, () => action.offers(spot)).map((offer) => ({ action, offer })))
    .filter(({ offer }) => only !== undefined || !offer.rare)
    .sort((a, b) => Number(a.offer.rare ?? false) - Number(b.offer.rare ?? false));
}

function actionOf(
  { snapshot, uri, file, span }: Spot,
  { id, kind }: Action,
  { title, choice, finding, asks }: Offer,
): CodeAction {
  if (asks !== undefined)
    return { title, kind, command: { title, command: asks, arguments: [uri, rangeOf(file, span).start] } };
  const data: ActionData = { uri, range: rangeOf(file, span), id, title, ...(choice === undefined ? {} : { choice }) };
  return {
    title,
    kind,
    data,
    ...(finding ? { diagnostics: [diagnosticOf(snapshot, finding)] } : {}),
  };
}
