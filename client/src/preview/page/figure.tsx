// One number that says what it is.
import type { ComponentChildren } from 'preact';

export interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly children?: ComponentChildren;
}

export const Figure = ({ label, value, children }: FigureProps) => (
  <div class="figure">
    <dt>{label}</dt>
    <dd>
      <span class="big">{value}</span>
      {children && <span class="quiet">{children}</span>}
    </dd>
  </div>
);
