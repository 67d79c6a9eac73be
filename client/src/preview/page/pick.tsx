// A choice among a few names.
import type { ComponentChildren } from 'preact';
import { useView } from './view';

export const options = (values: readonly string[]) =>
  values.map((value) => (
    <option key={value} value={value}>
      {value}
    </option>
  ));

export interface PickProps {
  readonly label: string;
  readonly value: string;
  readonly strong?: boolean;
  readonly shown?: boolean;
  readonly changed?: boolean;
  /** With a frame, where it does not stand in a row of its own kind. */
  readonly boxed?: boolean;
  readonly title?: string;
  readonly onChange: (value: string) => void;
  readonly children: ComponentChildren;
}

/** A native select: keyboard, screen reader and long lists for nothing. */
export const Pick = ({ label, value, strong, shown, changed, boxed, title, onChange, children }: PickProps) => {
  const { words } = useView();
  const names = ['pick', strong && 'strong', changed && 'changed', boxed && 'boxed'].filter(Boolean);
  return (
    <label class={names.join(' ')} title={title}>
      <span class={shown ? 'pick-label' : 'sr'}>
        {label}
        {changed && <span class="sr"> ({words.t('changed')})</span>}
      </span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {children}
      </select>
    </label>
  );
};
