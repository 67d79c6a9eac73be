// In which systems the file that the panel is about stands, and at which place; a click shows it in another one.
import { useView } from './view';

export const Places = () => {
  const { result, words, post } = useView();
  const { key, places } = result;
  if (!places) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and breaks the line
    <div class="places quiet" role="group" aria-label={words.t('Where this file stands')}>
      <span>{words.t('This file:')}</span>
      {places.map((place) =>
        place.key === key ? (
          <span key={place.says} class="strong">
            {place.says}
          </span>
        ) : (
          <button
            key={place.says}
            type="button"
            class="linkish"
            title={words.t('Show it in this system')}
            onClick={() => post({ type: 'system', key: place.key })}
          >
            {place.says}
          </button>
        ),
      )}
    </div>
  );
};
