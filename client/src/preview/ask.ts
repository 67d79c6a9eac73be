import type { RenderFailure, RenderParams, RenderResult } from '../../../server/src/protocol';
import type { Server } from '../client';
import { describe } from '../log';
import { noAnswer } from './answers';
import type { PreviewServices } from './manager';
import type { Failure } from './messages';
import type { Subject } from './panel';
import type { Trials } from './trials';

/** The prompt that a panel is to show, with everything that is tried out in it; or why there is none. */
export async function askPrompt(
  { log, scope, selections, server }: PreviewServices,
  { file, key }: Subject,
  trials: Trials,
  shown: string | null,
): Promise<RenderResult | Failure> {
  try {
    await scope.settled;
    const choice = key === undefined ? undefined : selections.of(key);
    const scenario = choice ? choice.scenario : shown;
    const trial = key === undefined ? { hostile: trials.hostile } : trials.of(key, scenario);
    const named = key === undefined ? trial : { system: key, ...choice, ...trial };
    const answer: RenderResult | RenderFailure | null = await server.request('render', { uri: file, ...named });
    const gone = key !== undefined && answer && 'reason' in answer && answer.reason === 'unknown-system';
    const last = gone ? await withoutSystem(server, file, key) : answer;
    if (last && 'reason' in last) return last;
    if (last) return await withTrials(server, { ...choice, uri: file }, trials, last, scenario);
    log.warn(`No answer for the preview of ${file}.`);
  } catch (error) {
    log.error(`The preview could not be rendered: ${describe(error)}`);
  }
  return noAnswer();
}

/** What is tried belongs to a scenario: when only the answer says which one is shown, it is asked for again. */
async function withTrials(
  server: Server,
  asked: RenderParams,
  trials: Trials,
  answer: RenderResult,
  scenario: string | null,
): Promise<RenderResult | RenderFailure> {
  const { key } = answer;
  const { values } = trials.of(key, answer.scenario);
  if (answer.scenario === scenario || values === undefined) return answer;
  const trial = trials.of(key, answer.scenario);
  return (await server.request('render', { ...asked, system: key, ...trial })) ?? answer;
}

/** The system was renamed or is gone: the file may belong to another one. Else a manifest that cannot be read says why. */
async function withoutSystem(server: Server, file: string, key: string): Promise<RenderResult | RenderFailure | null> {
  const other = await server.request('render', { uri: file });
  if (other && !('reason' in other)) return other;
  const broken = await server.request('render', { uri: key.slice(0, key.lastIndexOf('#')) });
  return broken && 'reason' in broken && broken.reason === 'broken' ? broken : other;
}
