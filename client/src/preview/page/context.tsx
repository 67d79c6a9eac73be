// What is rendered: system, scenario, model.
import type { SystemChoice } from '../messages';
import { IconButton } from './icons';
import { options, Pick } from './pick';
import { useView } from './view';

export interface ContextProps {
  readonly systems: readonly SystemChoice[];
  readonly locked: boolean;
}

/** System, scenario and model; at the end, whether the panel follows the editor. */
export const Context = ({ systems, locked }: ContextProps) => {
  const { words, post } = useView();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and breaks the line
    <div class="context" role="group" aria-label={words.t('What is rendered')}>
      <Choices systems={systems} />
      <span class="grow" />
      <IconButton
        label={words.t('Stay with this file')}
        icon={locked ? 'locked' : 'unlocked'}
        pressed={locked}
        onClick={() => post({ type: 'lock', on: !locked })}
      />
    </div>
  );
};

const Choices = ({ systems }: { readonly systems: readonly SystemChoice[] }) => {
  const { result, words, post } = useView();
  const { key, system, scenario, scenarios } = result;
  const all = systems.some((choice) => choice.key === key)
    ? systems
    : [{ key, title: system, manifest: '' }, ...systems];
  const manifests = [...new Set(all.map((choice) => choice.manifest))];
  return (
    <>
      <Pick label={words.t('System')} value={key} strong onChange={(chosen) => post({ type: 'system', key: chosen })}>
        {manifests.length > 1
          ? manifests.map((manifest) => (
              <optgroup key={manifest} label={manifest}>
                <Systems all={all.filter((choice) => choice.manifest === manifest)} />
              </optgroup>
            ))
          : [<Systems key="" all={all} />]}
      </Pick>
      <span class="sep" aria-hidden="true">
        ›
      </span>
      {scenario === null ? (
        <span class="plain quiet">{words.t('defaults and samples')}</span>
      ) : (
        <Pick
          label={words.t('Scenario')}
          value={scenario}
          strong
          onChange={(chosen) => post({ type: 'scenario', key, scenario: chosen })}
        >
          {options(scenarios)}
        </Pick>
      )}
      <ModelPick />
    </>
  );
};

const ModelPick = () => {
  const { result, words, post } = useView();
  const { key, model, models = [] } = result;
  const known = model.id === null || models.includes(model.id) ? models : [model.id, ...models];
  if (known.length === 0) return null;
  return (
    <span class="model">
      <span class="quiet">{words.t('on')}</span>
      <Pick
        label={words.t('Model')}
        value={model.id ?? ''}
        onChange={(chosen) => post({ type: 'model', key, model: chosen })}
      >
        {model.id === null && <option value="">{words.t('no model')}</option>}
        {options(known)}
      </Pick>
    </span>
  );
};

const Systems = ({ all }: { readonly all: readonly SystemChoice[] }) => (
  <>
    {all.map((choice) => (
      <option key={choice.key} value={choice.key}>
        {choice.title}
      </option>
    ))}
  </>
);
