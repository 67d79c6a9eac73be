// What became of the hostile values: a summary above the prompt, and in the prompt what breaks out of its place.
import type { RenderResult } from '../../../../server/src/protocol';
import { Icon } from './icons';
import type { Placed } from './rows';
import { Text } from './text';
import { useView, type View, written } from './view';
import type { Words } from './words';

export const HostileSummary = () => {
  const { result, words } = useView();
  const { hostile } = result;
  if (!hostile) return null;
  const escaped = hostile.filter((one) => one.escapes).length;
  const unclear = hostile.filter((one) => one.unclear).length;
  const title = summary(hostile.length, escaped, unclear, words);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and takes no name from its text
    <div
      class={escaped + unclear > 0 ? 'banner hostile' : 'banner hostile held'}
      role="group"
      aria-label={words.t('Hostile values')}
    >
      <Icon name={escaped + unclear > 0 ? 'warning' : 'check'} />
      <div class="banner-text">
        <b>{title}</b>{' '}
        <span class="quiet">
          {words.t(
            'They are made for the fences, headings, lists and role lines of this template. Nothing here is sent.',
          )}
        </span>
      </div>
      {hostile.length > 0 && (
        <ul class="verdicts">
          {hostile.map((one) => (
            <Verdict key={one.slot} {...one} />
          ))}
        </ul>
      )}
    </div>
  );
};

function summary(all: number, escaped: number, unclear: number, words: Words): string {
  if (all === 0) return words.t('No slot here may hold anything: there is nothing to try.');
  if (escaped === 0 && unclear > 0)
    return all === 1
      ? words.t('The hostile value could not be followed.')
      : words.t('{0} of {1} hostile values could not be followed.', words.number(unclear), words.number(all));
  if (all === 1) return escaped === 1 ? words.t('The hostile value escapes.') : words.t('The hostile value is held.');
  if (escaped === 0)
    return all === 2
      ? words.t('Both hostile values are held.')
      : words.t('All {0} hostile values are held.', words.number(all));
  if (escaped === all)
    return all === 2
      ? words.t('Both hostile values escape.')
      : words.t('All {0} hostile values escape.', words.number(all));
  if (escaped === 1) return words.t('1 of {0} hostile values escapes.', words.number(all));
  return words.t('{0} of {1} hostile values escape.', words.number(escaped), words.number(all));
}

const Verdict = ({ slot, escapes, unclear, says }: NonNullable<RenderResult['hostile']>[number]) => {
  const { result, words } = useView();
  const held = unclear ? '' : words.t('is held:');
  return (
    <li class={escapes ? 'bad-value' : unclear ? 'unclear-value' : 'good-value'}>
      <Icon name={escapes || unclear ? 'warning' : 'check'} />
      <span>
        <button type="button" class="linkish mono" onClick={() => show(slot)}>
          {written(result, slot)}
        </button>{' '}
        <span class="sr">{escapes ? words.t('escapes:') : held} </span>
        <Says text={says} />
      </span>
    </li>
  );
};

/** Brings what a slot has become into view: what escapes of it, else its value. */
function show(slot: string): void {
  const name = CSS.escape(slot);
  const place =
    document.querySelector<HTMLElement>(`.escape[data-slot="${name}"]`) ??
    document.querySelector<HTMLElement>(`.value[data-slot="${name}"]`);
  place?.scrollIntoView({ block: 'center' });
  place?.focus({ preventScroll: true });
}

/** The end of a value that breaks out, over the edge of its layer, with what can be done about it. */
export const Escape = ({ placed, view }: { readonly placed: Placed; readonly view: View }) => {
  const { result, words, post } = view;
  const { segment, path } = placed;
  const { escapes } = segment;
  if (!escapes) return null;
  const { slot } = escapes;
  const name = written(result, slot);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a value stands inside a line of text, where no fieldset may
    <div
      class="escape"
      role="group"
      tabIndex={-1}
      aria-label={words.t('{0} escapes', name)}
      data-slot={slot}
      data-path={path}
      data-at={placed.at}
    >
      <div class="escape-text">
        <Text view={view} placed={placed} />
      </div>
      <div class="note">
        <Icon name="warning" />
        <span>
          <b>{words.t('Escapes:')}</b> <span class="mono">{name}</span> <Says text={escapes.forges} />.{' '}
          <span class="quiet">
            {escapes.fix ? words.t('The model may read this as instructions.') : escapes.advice}
          </span>
        </span>
        {escapes.fix && (
          <button type="button" class="mini" onClick={() => post({ type: 'fix', path })}>
            {escapes.fix.title}
          </button>
        )}
      </div>
    </div>
  );
};

/** A sentence of the server: what stands in it between single back-quotes is text of the prompt. */
const Says = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<!`)`([^`]+)`(?!`)/).map((part, i) =>
      i % 2 === 1 ? (
        <code key={i} class="mono">
          {part}
        </code>
      ) : (
        part
      ),
    )}
  </>
);
