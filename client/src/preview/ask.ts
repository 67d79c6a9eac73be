import type { RenderFailure, RenderParams } from '../../../server/src/protocol';
import { describe } from '../log';
import { noAnswer } from './answers';
import type { Follower, Prompt } from './follow';
import type { Failure } from './messages';
import type { PreviewServices } from './services';
import type { Subject } from './subject';
import type { Trials } from './trials';

/** The prompt that a panel is to show, with everything that is tried out in it; or why there is none. */
export async function askPrompt(
  { log, scope, selections }: PreviewServices,
  { file, key }: Subject,
  trials: Trials,
  follower: Follower,
): Promise<Prompt | Failure> {
  try {
    await scope.settled;
    const choice = key === undefined ? undefined : selections.of(key);
    const scenario = choice ? choice.scenario : (follower.shown?.result.scenario ?? null);
    const trial = key === undefined ? { hostile: trials.hostile } : trials.of(key, scenario);
    const named = key === undefined ? trial : { system: key, ...choice, ...trial };
    const answer = await follower.ask({ uri: file, ...named });
    const gone = key !== undefined && answer && 'reason' in answer && answer.reason === 'unknown-system';
    const last = gone ? await withoutSystem(follower, file, key) : answer;
    if (last && 'reason' in last) return last;
    if (last) return await withTrials(follower, { ...choice, uri: file }, trials, last, scenario);
    log.warn(`No answer for the preview of ${file}.`);
  } catch (error) {
    log.error(`The preview could not be rendered: ${describe(error)}`);
  }
  return noAnswer();
}

/** What is tried belongs to a scenario: when only the answer says which one is shown, it is asked for again. */
async function withTrials(
  follower: Follower,
  asked: RenderParams,
  trials: Trials,
  answer: Prompt,
  scenario: string | null,
): Promise<Prompt | RenderFailure> {
  const { key, scenario: shown } = answer.result;
  const trial = trials.of(key, shown);
  if (shown === scenario || trial.values === undefined) return answer;
  return (await follower.ask({ ...asked, system: key, ...trial })) ?? answer;
}

/** The system was renamed or is gone: the file may belong to another one. Else a manifest that cannot be read says why. */
async function withoutSystem(follower: Follower, file: string, key: string): Promise<Prompt | RenderFailure | null> {
  const other = await follower.ask({ uri: file });
  if (other && !('reason' in other)) return other;
  const broken = await follower.ask({ uri: key.slice(0, key.lastIndexOf('#')) });
  return broken && 'reason' in broken && broken.reason === 'broken' ? broken : other;
}
