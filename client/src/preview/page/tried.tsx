// Values that are being tried and stand in no file yet: they can be written, or given up.
import type { RenderResult } from '../../../../server/src/protocol';
import { Icon } from './icons';
import { useView, written } from './view';
import type { Words } from './words';

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
          {writeWords(result, words)}
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

/** Where the values would be written. */
export const writeWords = ({ scenario }: RenderResult, words: Words): string =>
  scenario === null ? words.t('Write as samples') : words.t('Write to {0}', scenario);
