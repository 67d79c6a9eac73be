// The prompt as it is sent: a card for each message, in it the runs of its layers, and the lines where the cache ends.
import type { WireMessage } from '../../../../server/src/protocol';
import { messageText } from '../text';
import type { MessageCard } from './cards';
import { Icon, IconButton } from './icons';
import type { BlockRow, MarkRow } from './rows';
import { RunView } from './run';
import { useTextView } from './runText';
import { useView, type View } from './view';

export const Prompt = ({ cards }: { readonly cards: readonly MessageCard[] }) => {
  const view = useTextView();
  return (
    <>
      {cards.map((card, i) => (
        <Message key={i} card={card} view={view} />
      ))}
    </>
  );
};

interface MessageProps {
  readonly card: MessageCard;
  /** For its texts. */
  readonly view: View;
}

const Message = ({ card, view }: MessageProps) => {
  const { words } = useView();
  const { message, rows, single, after } = card;
  return (
    <>
      <article
        class={message.conversation ? 'message talk' : 'message'}
        aria-label={words.t('{0} message, {1} tokens', message.role, words.number(message.tokens))}
      >
        {!single && <MessageHead message={message} />}
        {rows.map((row) => {
          if (row.kind === 'mark') return <Mark key={`mark ${row.number}`} row={row} />;
          if (row.kind === 'block') return <BlockEnd key={`block ${row.number}`} row={row} />;
          return <RunView key={row.key} card={row} role={message.role} view={view} />;
        })}
        {rows.length === 0 && <p class="nothing quiet">{words.t('This message holds no text.')}</p>}
      </article>
      {after && <Mark row={after} />}
    </>
  );
};

const MessageHead = ({ message }: { readonly message: WireMessage }) => {
  const { words, post } = useView();
  const { role, blocks, tokens } = message;
  return (
    <header class="message-head">
      <h2 class="role">{role}</h2>
      {blocks.length > 1 && <span class="quiet">{words.t('{0} blocks', blocks.length)}</span>}
      <span class="sum">
        <span class="acts">
          <IconButton
            label={words.t('Copy the {0} message', role)}
            icon="copy"
            onClick={() => post({ type: 'copy', text: messageText(message) })}
          />
        </span>
        <Tokens n={tokens} />
      </span>
    </header>
  );
};

const Tokens = ({ n }: { readonly n: number }) => {
  const { result, words } = useView();
  return (
    <span class="tok">
      <span class="n">{words.tokens(n, result.total.exact)}</span>
      <span class="unit"> tok</span>
    </span>
  );
};

const BlockEnd = ({ row }: { readonly row: BlockRow }) => {
  const { words } = useView();
  return (
    <div class="block-end">
      <span class="quiet">{words.t('block {0}', row.number)}</span>
      <Tokens n={row.tokens} />
    </div>
  );
};

/** How a mark stands to the look-back and to the limit of the provider: what is wrong with it strongly. */
export const MarkStanding = ({ mark, last = false }: { readonly mark: MarkRow['mark']; readonly last?: boolean }) => {
  const { result, words } = useView();
  const { since, far, refused } = mark;
  const { lookback, marks } = result.model;
  const near = far === undefined && since !== undefined && lookback !== undefined;
  return (
    <>
      {[far, refused].map((wrong) => wrong !== undefined && <strong key={wrong}>{wrong}</strong>)}
      {near && <span class="quiet">{words.t('{0} of {1} blocks of look-back', since, lookback)}</span>}
      {last && marks !== undefined && marks > 0 && (
        <span class="quiet">{words.t('the provider takes {0} marks', marks)}</span>
      )}
    </>
  );
};

/** Where the cache ends: a strong line at the last mark, thin ones before it. */
const Mark = ({ row }: { readonly row: MarkRow }) => {
  const { result, words } = useView();
  const last = row.number === row.of;
  const { idle, far, refused } = row.mark;
  const ends = idle === undefined ? words.t('Cache ends here') : words.t('Marked, not cached');
  const name = last ? ends : words.t('Cache mark {0} of {1}', row.number, row.of);
  const tokens = words.tokens(row.at, result.total.exact);
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has a name and figures of its own, which an hr cannot hold
    <div
      class={last ? 'cache last' : 'cache'}
      role="separator"
      aria-label={`${name}: ${[words.t('{0} tokens', tokens), idle, far, refused].filter((said) => said !== undefined).join(', ')}`}
    >
      <span class="cache-label">
        <Icon name="cache" />
        <span class="cache-name">{name}</span>
        <span class="n">{tokens} tok</span>
        {idle !== undefined && <span class="quiet">{idle}</span>}
        <MarkStanding mark={row.mark} last={last} />
        <span class="quiet">{words.t('{0}, reused {1}', row.mark.name, row.mark.reuseWord)}</span>
      </span>
      {last && idle === undefined && row.at < result.total.tokens && (
        <span class="cache-after quiet">{words.t('below: sent anew with each request')}</span>
      )}
    </div>
  );
};
