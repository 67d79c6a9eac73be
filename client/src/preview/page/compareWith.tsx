// What a prompt can be compared with: what the page knows, what was chosen outside of it, and the ways to choose.
import type { RenderResult } from '../../../../server/src/protocol';
import type { Against } from '../messages';
import { Pick } from './pick';
import type { Picked } from './state';
import { useView } from './view';
import type { Words } from './words';

export interface Choice {
  /** The message as text: equal choices have equal ones. */
  readonly id: string;
  readonly group: string;
  readonly title: string;
}

export interface CompareWithProps {
  readonly choices: readonly Choice[];
  readonly own: Choice | undefined;
  readonly onChoose: (id: string) => void;
}

export const CompareWith = ({ choices, own, onChoose }: CompareWithProps) => {
  const { result, words } = useView();
  return (
    <div class="view-bar">
      {own && (
        <>
          <span class="quiet">{result.scenario ?? words.t('the defaults')}</span>
          <span aria-hidden="true">→</span>
          <Pick label={words.t('With')} value={own.id} shown boxed onChange={onChoose}>
            {[...new Set(choices.map(({ group }) => group))].map((group) => (
              <optgroup key={group} label={group}>
                {choices
                  .filter((choice) => choice.group === group)
                  .map((choice) => (
                    <option key={choice.id} value={choice.id}>
                      {choice.title}
                    </option>
                  ))}
              </optgroup>
            ))}
          </Pick>
        </>
      )}
      <Choose what="revision" label={words.t('Git revision …')} />
      <Choose what="file" label={words.t('File …')} />
    </div>
  );
};

const Choose = ({ what, label }: { readonly what: 'revision' | 'file'; readonly label: string }) => {
  const { result, post } = useView();
  return (
    <button type="button" class="button secondary" onClick={() => post({ type: 'choose', key: result.key, what })}>
      {label}
    </button>
  );
};

/** `picked`: what was chosen outside of the page, the newest first. */
export function choicesOf(
  result: RenderResult,
  { picked, unsaved }: { readonly picked: readonly Picked[]; readonly unsaved: boolean },
  words: Words,
): readonly Choice[] {
  const { scenario, scenarios, axes, changed } = result;
  const choice = (against: Against, group: string, title: string): Choice => ({ id: idOf(against), group, title });
  const version = words.t('Version');
  return [
    ...picked.map(({ against, title }) => choice(against, version, title)),
    ...(changed ? [choice({ committed: true }, version, words.t('the last commit'))] : []),
    ...(unsaved ? [choice({ saved: true }, version, words.t('as it is saved'))] : []),
    ...scenarios
      .filter((name) => name !== scenario)
      .map((name) => choice({ scenario: name }, words.t('Scenario'), name)),
    ...axes.flatMap(({ name, value: now, values }) =>
      values.filter((value) => value !== now).map((value) => choice({ axis: name, value }, name, `${name}: ${value}`)),
    ),
  ];
}

export const idOf = (against: Against): string => JSON.stringify(against);
