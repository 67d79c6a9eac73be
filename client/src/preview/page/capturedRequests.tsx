// What was captured may hold several requests, as a log does: the one that is looked at, and how many there are.
import type { LocateResult } from '../../../../server/src/protocol';
import { Pick } from './pick';
import { useView } from './view';

type Requests = NonNullable<LocateResult['requests']>;

export interface ChooseRequestProps {
  readonly requests: Requests;
  readonly onChoose: (request: number) => void;
}

export const ChooseRequest = ({ requests: { shown, all }, onChoose }: ChooseRequestProps) => {
  const { words } = useView();
  const choose = (chosen: string): void => onChoose(Number(chosen));
  return (
    <div class="view-bar requests">
      <Pick label={words.t('Request')} value={String(shown)} shown boxed onChange={choose}>
        {all.map(({ line, says }, i) => (
          <option key={i} value={String(i)}>
            {words.t('{0}, line {1}: {2}', words.number(i + 1), words.number(line + 1), says)}
          </option>
        ))}
      </Pick>
    </div>
  );
};

export const CountRequests = ({ requests: { count, all } }: { readonly requests: Requests }) => {
  const { words } = useView();
  return (
    <>
      {all.length < count
        ? words.t(
            'One of {0} requests, of which the first {1} can be chosen.',
            words.number(count),
            words.number(all.length),
          )
        : words.t('One of {0} requests.', words.number(count))}{' '}
    </>
  );
};
