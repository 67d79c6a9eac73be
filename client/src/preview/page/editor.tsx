// A value that is edited where it stands. It is tried at once; nothing is written before somebody asks for it.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ValueResult, WireSlot } from '../../../../server/src/protocol';
import { writeWords } from './tried';
import { useView, written } from './view';

export interface EditorProps {
  readonly slot: WireSlot;
  /** The value as the extension has told it, once it has. */
  readonly value: ValueResult | undefined;
  readonly onClose: () => void;
}

export const Editor = ({ slot, value, onClose }: EditorProps) => {
  const { result, words, post } = useView();
  const { key, scenario } = result;
  // What was asked for before is an old answer.
  const [stale] = useState(value);
  useEffect(() => post({ type: 'value', key, slot: slot.name }), [key, scenario, slot.name]);
  if (!value || value === stale || value.slot !== slot.name)
    return <p class="quiet card-says">{words.t('Reading the value …')}</p>;
  return <Field key={slot.name} value={value} onClose={onClose} />;
};

const Field = ({ value, onClose }: { readonly value: ValueResult; readonly onClose: () => void }) => {
  const { result, words, post } = useView();
  const field = useRef<HTMLTextAreaElement>(null);
  const { key } = result;
  const { slot, target } = value;
  const name = written(result, slot);
  useLayoutEffect(() => field.current?.focus({ preventScroll: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // The keys belong to the text; only Escape and Control with Enter leave it.
    if (event.key !== 'Escape') event.stopPropagation();
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onClose();
  };
  return (
    <div class="editor">
      <label class="sr" for="value-field">
        {words.t('Value of {0}', name)}
      </label>
      <textarea
        id="value-field"
        ref={field}
        rows={Math.min(12, Math.max(3, value.text.split('\n').length))}
        spellcheck={false}
        dir="auto"
        defaultValue={value.text}
        onInput={(event) => post({ type: 'try', key, slot, text: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <p class="quiet">
        {value.format === 'yaml' ? words.t('A list or map in YAML.') : words.t('Inserted letter by letter.')}{' '}
        {target ? words.t('Tried here; written when you ask for it.') : words.t('Tried here; it cannot be written.')}
      </p>
      {target && result.tried?.includes(slot) && (
        <div class="editor-acts">
          <button type="button" class="button" onClick={() => post({ type: 'write', key })}>
            {writeWords(result, words)}
          </button>
          <button type="button" class="button secondary" onClick={onClose}>
            {words.t('Close')}
          </button>
        </div>
      )}
    </div>
  );
};
