// What the page asks for beside the prompt itself: values, comparisons, captured texts, and writing something down.
import { env, l10n, Uri, window, workspace } from 'vscode';
import type { RenderParams, RenderResult } from '../../../server/src/protocol';
import { describe } from '../log';
import { applyEdits } from './edits';
import type { Against, Failure, KeptValues, ToPage } from './messages';
import { pickFile, pickRevision } from './pick';
import type { PreviewServices } from './services';
import { textsFor } from './texts';
import type { Trials } from './trials';

/** A captured prompt, and which of several requests in it is meant. */
interface Captured {
  readonly text: string;
  readonly request?: number;
}

/** A longer capture is cut: it would be no prompt. */
const LONGEST_CAPTURE = 5_000_000;

export class Answers {
  readonly #services: PreviewServices;
  readonly #trials: Trials;
  readonly #send: (message: ToPage) => void;

  constructor(services: PreviewServices, trials: Trials, send: (message: ToPage) => void) {
    this.#services = services;
    this.#trials = trials;
    this.#send = send;
  }

  /** The value of a slot: the one that is being tried, else the one that the files give. */
  async value({ key, scenario, axes }: RenderResult, slot: string): Promise<void> {
    const select = selectOf(axes);
    const value = await this.#ask(() => this.#services.server.request('value', { key, scenario, select, slot }));
    if (!value) return;
    const tried = this.#trials.values(key, scenario)[slot];
    this.#send({ type: 'value', value: tried === undefined ? value : { ...value, text: tried } });
  }

  /** Writes the values that are being tried; those that cannot be written are named and stay. */
  async write({ key, scenario }: RenderResult): Promise<void> {
    const values = this.#trials.values(key, scenario);
    const answer = await this.#ask(() => this.#services.server.request('fill', { key, scenario, values }));
    if (!answer || !(await applyEdits(answer.edits))) return;
    this.#trials.written(key, scenario, new Set(answer.refused.map(({ slot }) => slot)));
    for (const { slot, reason } of answer.refused) this.#refuse(slot, reason);
  }

  /** Applies the fix that stands beside a segment of the prompt that is shown. */
  async fix({ messages }: RenderResult, path: string): Promise<void> {
    const [m = -1, b = -1, s = -1] = path.split('.').map(Number);
    const fix = messages[m]?.blocks[b]?.segments[s]?.escapes?.fix;
    const undo = fix && (await applyEdits(fix.edits));
    if (!fix || !undo) return;
    const back = l10n.t('Undo');
    const files = [...new Set(fix.edits.map(({ source }) => workspace.asRelativePath(Uri.parse(source.file))))];
    const said = l10n.t('{0}: written to {1}.', fix.title, files.join(', '));
    // Nobody waits for what somebody may choose much later.
    void window.showInformationMessage(said, back).then((chosen) => (chosen === back ? undo() : undefined));
  }

  async compare(result: RenderResult, against: Against): Promise<void> {
    const after = await this.#otherThan(result, against);
    const before = this.#now(result);
    const answer = after && (await this.#ask(() => this.#services.server.request('compare', { before, after })));
    this.#send({ type: 'compared', against, answer: answer ?? (after ? noAnswer() : unreadable()) });
  }

  /** Lets somebody choose a commit or a file to compare with. */
  async choose(result: RenderResult, what: 'revision' | 'file', file: string): Promise<void> {
    const { key } = result;
    const revisions = async () =>
      (await this.#ask(() => this.#services.server.request('revisions', { key })))?.revisions ?? [];
    const picked = what === 'revision' ? await pickRevision(await revisions()) : await pickFile(result, file);
    if (picked) this.#send({ type: 'against', ...picked });
  }

  #now({ key, scenario, axes }: RenderResult): RenderParams {
    return { ...this.#trials.of(key, scenario), system: key, scenario, select: selectOf(axes) };
  }

  /** The other prompt; undefined when a file of it cannot be read. */
  async #otherThan(result: RenderResult, against: Against): Promise<RenderParams | undefined> {
    const { axis, value, committed, revision, scenario } = against;
    const now = this.#now(result);
    if (committed) return { ...now, committed };
    if (revision !== undefined) return { ...now, revision };
    if (axis !== undefined && value !== undefined) return { ...now, select: { ...now.select, [axis]: value } };
    if (scenario !== undefined)
      return { ...this.#trials.of(result.key, scenario), system: result.key, scenario, select: {} };
    const texts = await textsFor(result, against);
    return texts && { ...now, texts };
  }

  /** Where the pieces of a captured prompt come from; gives the files that the page may then lead to. */
  async locate({ key }: RenderResult, { text, request }: Captured): Promise<readonly string[]> {
    const answer = await this.#ask(() =>
      this.#services.server.request('locate', { system: key, text, ...(request === undefined ? {} : { request }) }),
    );
    this.#send({ type: 'located', result: answer ?? noAnswer() });
    if (!answer || 'reason' in answer) return [];
    return answer.pieces.flatMap(({ source }) => (source ? [source.file] : []));
  }

  /** Adds a scenario with the values that a captured prompt had, and shows it. */
  async keep({ key }: RenderResult, { scenario, values, select }: KeptValues): Promise<void> {
    const params = { key, scenario, values, select, asText: true };
    const answer = await this.#ask(() => this.#services.server.request('fill', params));
    if (!answer) return;
    for (const { slot, reason } of answer.refused) this.#refuse(slot, reason);
    if (answer.edits.length > 0 && (await applyEdits(answer.edits)))
      this.#services.selections.choose({ key, scenario, select: {} });
  }

  #refuse(slot: string, reason: string): void {
    void window.showWarningMessage(l10n.t('The value of {0} was not written. {1}', slot, reason));
  }

  async capture(from: 'clipboard' | 'file'): Promise<void> {
    const text = from === 'clipboard' ? await env.clipboard.readText() : await fromFile();
    if (text !== undefined) this.#send({ type: 'captured', text: text.slice(0, LONGEST_CAPTURE) });
  }

  async #ask<T>(request: () => Promise<T>): Promise<T | undefined> {
    try {
      return await request();
    } catch (error) {
      this.#services.log.error(`A request of the preview failed: ${describe(error)}`);
      return undefined;
    }
  }
}

export const noAnswer = (): Failure => ({
  reason: 'server',
  message: l10n.t('The Strata language server does not answer.'),
});

const unreadable = (): Failure => ({ reason: 'unknown-revision', message: l10n.t('The other text cannot be read.') });

const selectOf = (axes: RenderResult['axes']): Record<string, string> =>
  Object.fromEntries(axes.map(({ name, value }) => [name, value]));

async function fromFile(): Promise<string | undefined> {
  const [file] = (await window.showOpenDialog({ openLabel: l10n.t('Locate') })) ?? [];
  return file && new TextDecoder().decode(await workspace.fs.readFile(file));
}
