// Values that are being tried and stand in no file yet: they can be written, or given up.
import type { RenderResult } from '../../../../server/src/protocol';
import { Icon } from './icons';
import { useView, written } from './view';

export const Tried = () => {
  const { result, words, post } = useView();
  const { tried, key } = result;
  if (!tried) return null;
  const names = tried.map((slot) => written(result, slot)).join(', ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and breaks the line
    <div class="banner tried" role="group" aria-label={words.t('Values that are being tried')}>
      <Icon name="edit" />
      <div class="banner-text">
        {words.t('Tried here and written nowhere:')} <span class="mono">{names}</span>
      </div>
      <div class="banner-acts">
        <button type="button" class="button" onClick={() => post({ type: 'write', key })}>
          {writeWords(result, words.t)}
        </button>
        <button
          type="button"
          class="button secondary"
          onClick={() => {
            for (const slot of tried) post({ type: 'try', key, slot, text: null });
          }}
        >
          {words.t('Discard')}
        </button>
      </div>
    </div>
  );
};

const writeWords = ({ scenario }: RenderResult, t: (message: string, ...args: string[]) => string): string =>
  scenario === null ? t('Write as samples') : t('Write to {0}', scenario);
