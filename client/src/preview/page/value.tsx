// Slots in the text: their values, what is missing, what was cut off, what stands in their place.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Icon } from './icons';
import type { Item } from './items';
import { nameOf } from './place';
import type { Placed } from './rows';
import { Text } from './text';
import { reveal, slotOf, trustOf, type View, written } from './view';

interface ShellProps {
  readonly view: View;
  readonly placed: Placed;
  readonly slot: string;
  readonly block: boolean;
  readonly children: ComponentChildren;
}

/** A piece of the text, and what it needs to know to draw itself. */
interface PieceProps {
  readonly placed: Placed;
  readonly view: View;
}

/** The frame of a value: one group with the name of its slot and whether it may be obeyed. */
const Shell = ({ view, placed, slot, block, children }: ShellProps) => {
  const { result, words, marked } = view;
  const { segment, path } = placed;
  const name = written(result, slot);
  const redacted = segment.kind === 'redacted';
  const trust = slotOf(result, slot)?.trustWord ?? '';
  const label = [name, trust, redacted ? words.t('redacted') : ''].filter(Boolean).join(', ');
  const names = ['value', block && 'block', redacted && 'redacted', marked?.paths.includes(path) && 'marked-value'];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a value stands inside a line of text, where no fieldset may
    <span
      class={names.filter(Boolean).join(' ')}
      role="group"
      tabIndex={-1}
      aria-label={label}
      data-slot={slot}
      data-path={path}
      data-at={placed.at}
      data-trust={trustOf(result, { ...segment, slot })}
    >
      {block && (
        <span class="slot-name" aria-hidden="true">
          {name}
        </span>
      )}
      {children}
    </span>
  );
};

export const Value = ({ placed, view, block }: PieceProps & { readonly block: boolean }) => (
  <>
    <Shell view={view} placed={placed} slot={placed.segment.slot ?? ''} block={block}>
      <Text view={view} placed={placed} />
    </Shell>
    {placed.segment.kind === 'redacted' && <RedactedNote view={view} placed={placed} />}
  </>
);

/** A value with the values of other slots inside it. */
export const Nest = ({ view, slot, parts, block }: Extract<Item, { kind: 'nest' }> & Pick<PieceProps, 'view'>) => {
  const [first] = parts;
  if (!first) return null;
  return (
    <Shell view={view} placed={parts.find((part) => part.segment.slot === slot) ?? first} slot={slot} block={block}>
      {parts.map((part) => {
        if (part.segment.kind === 'hole') return <Hole key={part.path} view={view} placed={part} />;
        if (part.segment.slot === slot) {
          return (
            <span key={part.path} data-path={part.path} data-at={part.at}>
              <Text view={view} placed={part} />
            </span>
          );
        }
        return <Value key={part.path} view={view} placed={part} block={false} />;
      })}
    </Shell>
  );
};

export const Hole = ({ placed, view }: PieceProps) => {
  const { result, words, marked } = view;
  const { segment, path } = placed;
  const name = slotOf(result, segment.slot)?.written ?? (segment.text || (segment.slot ?? ''));
  const scenario = result.scenario ?? words.t('the defaults');
  return (
    <span
      class={marked?.paths.includes(path) ? 'hole marked-value' : 'hole'}
      data-slot={segment.slot}
      data-path={path}
      data-at={placed.at}
    >
      <span class="hole-name">{name}</span>
      <span class="hole-word">{words.t('no value')}</span>
      {slotOf(result, segment.slot) && (
        <button type="button" class="mini fill" aria-label={words.t('Fill {0} in {1}', name, scenario)}>
          {words.t('Fill')}
        </button>
      )}
    </span>
  );
};

/** Longer text that is not sent begins folded. */
const LONG = 400;

export const Cut = ({ placed, view }: PieceProps) => {
  const { result, words } = view;
  const [open, setOpen] = useState(false);
  const { segment, text } = placed;
  const name = written(result, segment.slot ?? '');
  return (
    <div class="cut">
      <div class="note">
        <Icon name="cut" />
        <span>
          <b>{words.t('Cut here.')}</b>{' '}
          {segment.limit ? words.t('{0} may hold {1}.', name, segment.limit) : words.t('{0} has a limit.', name)}{' '}
          {words.t('{0} more characters are not sent.', words.number(text.length))}
        </span>
        <button type="button" class="mini" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? words.t('Hide') : words.t('Show')}
        </button>
      </div>
      {open && <Gone view={view} placed={placed} />}
    </div>
  );
};

/** Text that is not sent: quiet and struck. */
export const Gone = ({ placed, view }: PieceProps) => (
  <div class="gone-text" data-path={placed.path} data-at={placed.at}>
    <Text view={view} placed={{ ...placed, text: placed.text.replace(/^\n+/, '').trimEnd() }} />
  </div>
);

/** Stripped lines, folded when there are many. */
export const Stripped = ({ placed, view }: PieceProps) => {
  const { words } = view;
  const text = placed.text.trim();
  if (text === '') return null;
  if (text.length <= LONG) return <Gone view={view} placed={placed} />;
  return (
    <details class="gone-fold">
      <summary>{words.t('{0} characters that are not sent', words.number(text.length))}</summary>
      <Gone view={view} placed={placed} />
    </details>
  );
};

const RedactedNote = ({ placed, view }: PieceProps) => {
  const { words, post } = view;
  const { sentAt } = placed.segment;
  return (
    <span class="note inline">
      <Icon name="redacted" />
      <b>{words.t('Redacted here.')}</b>
      {sentAt && (
        <>
          <span>{words.t('The value itself is sent elsewhere:')}</span>
          <button type="button" class="linkish mono" onClick={() => post(reveal(sentAt, true))}>
            {`${nameOf(sentAt.file)}:${sentAt.range.start.line + 1}`}
          </button>
        </>
      )}
    </span>
  );
};
