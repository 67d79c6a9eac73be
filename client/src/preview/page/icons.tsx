// Small drawings of our own, on 16 units with one stroke, and the shape that each trust has beside its word.
import type { WireTrust } from '../../../../server/src/protocol';

const PATHS = {
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3l3.2 3.2',
  whiteSpace: 'M8.5 13V3M11.5 13V3M13 3H7a2.75 2.75 0 0 0 0 5.5h1.5',
  source: 'M6 3.5H3.5v9h9V10M9 3.5h3.5V7M12.5 3.5 7.5 8.5',
  warning: 'M8 2.5 14 13H2zM8 6.5v3.2M8 11.4v.1',
  cut: 'M5 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM6.4 5.6 13.5 11M6.4 10.4 13.5 5',
  redacted: 'M2 8s2.3-4 6-4 6 4 6 4-2.3 4-6 4-6-4-6-4zM3 13 13 3',
  cache: 'M2.5 5 8 2.5 13.5 5 8 7.5zM2.5 8 8 10.5 13.5 8M2.5 11 8 13.5 13.5 11',
  more: 'M3.2 8a.3.3 0 1 0 .6 0 .3.3 0 1 0-.6 0zM7.7 8a.3.3 0 1 0 .6 0 .3.3 0 1 0-.6 0zM12.2 8a.3.3 0 1 0 .6 0 .3.3 0 1 0-.6 0z',
  breakOut: 'M9 3.5H3.5v9h9V7M8 8l5.5-5.5M10 2.5h3.5V6',
  check: 'M3 8.5 6.5 12 13 4.5',
  edit: 'M3 13l.7-2.8 7-7a1.4 1.4 0 0 1 2 2l-7 7zM9.5 4.5l2 2',
  locked: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  unlocked: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 4.8-1',
  up: 'M8 13V3.5M4 7.5l4-4 4 4',
  down: 'M8 3v9.5M4 8.5l4 4 4-4',
  close: 'M4 4l8 8M12 4l-8 8',
  editor: 'M10 3.5 5.5 8l4.5 4.5',
} as const;

export const Icon = ({ name }: { readonly name: keyof typeof PATHS }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

/** Square, bubble, ring, hatched diamond; a dash for text of no layer. */
export const Glyph = ({ trust }: { readonly trust: WireTrust | 'none' }) => (
  <svg class="glyph" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
    {trust === 'instructions' && <rect x="1.5" y="1.5" width="9" height="9" rx="1.5" class="fill" />}
    {trust === 'request' && <path d="M1.6 2.6h8.8v5.4H6L3.6 10.2V8h-2z" class="stroke" />}
    {trust === 'facts' && <circle cx="6" cy="6" r="4.4" class="stroke" />}
    {trust === 'facts' && <circle cx="6" cy="6" r="1.9" class="fill" />}
    {trust === 'data' && <path d="M6 .9 11.1 6 6 11.1.9 6z" class="stroke" />}
    {trust === 'data' && <path d="M3.6 6.2 6.2 3.6M5.8 8.4 8.4 5.8" class="stroke thin" />}
    {trust === 'none' && <path d="M2 6h8" class="stroke" />}
  </svg>
);

export interface IconButtonProps {
  readonly label: string;
  readonly icon: keyof typeof PATHS;
  readonly class?: string;
  readonly pressed?: boolean;
  readonly expanded?: boolean;
  readonly tabIndex?: number;
  readonly onClick: () => void;
}

export const IconButton = ({
  label,
  icon,
  class: name = '',
  pressed,
  expanded,
  tabIndex,
  onClick,
}: IconButtonProps) => (
  <button
    type="button"
    class={`icon-button ${name}`}
    aria-label={label}
    aria-pressed={pressed}
    aria-expanded={expanded}
    title={label}
    tabIndex={tabIndex}
    onClick={onClick}
  >
    <Icon name={icon} />
  </button>
);
