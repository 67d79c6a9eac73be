// A captured prompt, piece by piece: which layer, slot and line each came from, and what is from nowhere.
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { LocateResult, WirePiece } from '../../../../server/src/protocol';
import type { Failure, FromPage } from '../messages';
import { ChooseRequest, CountRequests } from './capturedRequests';
import { Chunks } from './chunked';
import { Icon } from './icons';
import { nameOf } from './place';
import { Trust } from './run';
import { layerOf, reveal, useView, written } from './view';

export interface LocateProps {
  /** The captured prompt that came last from the clipboard or a file. */
  readonly captured: { readonly text: string } | undefined;
  readonly located: LocateResult | Failure | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** Milliseconds after the last key before the text is looked up. */
const REST = 250;

export const Locate = ({ captured, located, text, onText }: LocateProps) => {
  const { result, words, post } = useView();
  const { key } = result;
  const [request, choose] = useRequest(text, located);
  useEffect(() => {
    if (captured) onText(captured.text);
  }, [captured, onText]);
  useEffect(() => {
    if (text.trim() === '') return undefined;
    const later = setTimeout(
      () => post({ type: 'locate', key, text, ...(request === undefined ? {} : { request }) }),
      REST,
    );
    return () => clearTimeout(later);
  }, [post, key, text, request]);
  const found = text.trim() !== '' && located && 'pieces' in located && located.key === key ? located : undefined;
  return (
    <section class="locate" aria-label={words.t('Locate')}>
      <label class="field-label" for="capture">
        {words.t('A sentence or a whole captured prompt')}
      </label>
      <textarea
        id="capture"
        rows={7}
        spellcheck={false}
        dir="auto"
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      <div class="view-bar">
        <Capture from="clipboard" label={words.t('From the clipboard')} />
        <Capture from="file" label={words.t('From a file …')} />
        <span class="quiet" role="status">
          {found ? summary(found, words.t, words.number) : ''}
        </span>
      </div>
      {located && 'reason' in located && <p class="nothing-to">{located.message}</p>}
      {found?.requests && <ChooseRequest requests={found.requests} onChoose={choose} />}
      {found && <Found found={found} />}
    </section>
  );
};

/** The request of a text that holds several which somebody has chosen; of another text there is none yet. */
function useRequest(text: string, located: LocateProps['located']) {
  const before = located && 'pieces' in located ? located.requests?.shown : undefined;
  const [chosen, setChosen] = useState({ text, request: before });
  const choose = (request: number): void => setChosen({ text, request });
  return [chosen.text === text ? chosen.request : undefined, choose] as const;
}

const Capture = ({ from, label }: { readonly from: 'clipboard' | 'file'; readonly label: string }) => {
  const { post } = useView();
  return (
    <button type="button" class="button secondary" onClick={() => post({ type: 'capture', from })}>
      {label}
    </button>
  );
};

function summary(
  { pieces, scenario, label }: LocateResult,
  t: (message: string, ...args: (string | number)[]) => string,
  number: (n: number) => string,
): string {
  const known = pieces.filter(({ kind }) => kind !== 'unknown').length;
  const found = t('{0} of {1} pieces found', number(known), number(pieces.length));
  const like = scenario ?? label;
  return like === '' || known === 0 ? found : `${found}, ${t('most like {0}', like)}`;
}

/** How the prompt stood in what was captured, when not by itself, and what of that was not looked at. */
const ReadAs = ({ found: { read, requests } }: { readonly found: LocateResult }) => {
  const { words } = useView();
  if (!read) return null;
  if (read.kind === 'escapes')
    return <p class="quiet read-as">{words.t('Read with its escapes as what they stand for: \\n is a line break.')}</p>;
  const { messages, left } = read;
  return (
    <p class="quiet read-as">
      {requests && <CountRequests requests={requests} />}
      {messages === 1
        ? words.t('Read as a request with 1 message.')
        : words.t('Read as a request with {0} messages.', words.number(messages))}{' '}
      {left.length > 0 && (
        <>
          {words.t('Not looked at:')} <span class="mono">{left.slice(0, MOST_LEFT).join(', ')}</span>
          {left.length > MOST_LEFT && ' …'}
        </>
      )}
    </p>
  );
};

/** Members of a request that are named. */
const MOST_LEFT = 12;

const Found = ({ found }: { readonly found: LocateResult }) => {
  const { words } = useView();
  return (
    <>
      <ReadAs found={found} />
      <Keep found={found} />
      <h2 class="sr">{words.t('Where each piece comes from')}</h2>
      <ol class="found">
        {found.pieces.map((piece, i) => (
          <PieceRow key={i} piece={piece} />
        ))}
      </ol>
    </>
  );
};

const PieceRow = ({ piece }: { readonly piece: WirePiece }) => {
  const { result, words } = useView();
  const { kind, slot, source } = piece;
  const layer = layerOf(result, piece.layer);
  const unknown = kind === 'unknown';
  const title = unknown
    ? words.t('Nothing in this system')
    : (layer?.title ?? (kind === 'value' && !slot ? words.t('Conversation') : words.t('no layer')));
  return (
    <li
      class={unknown ? 'message run unknown' : 'message run'}
      data-trust={unknown ? 'none' : (layer?.trust ?? 'none')}
    >
      <div class="run-head">
        <h3>
          <span class="name">{title}</span>
        </h3>
        <span class="meta">
          {unknown ? <Unknown piece={piece} /> : <Trust layer={layer} />}
          {slot && <span class="mono">{written(result, slot)}</span>}
        </span>
        {source && <Way source={source} />}
      </div>
      <PieceText text={piece.text} />
    </li>
  );
};

/** Characters of a piece that are shown before somebody asks for all of it. */
const SHOWN = 800;

const PieceText = ({ text }: { readonly text: string }) => {
  const { words } = useView();
  const [all, setAll] = useState(false);
  const short = all || text.length <= SHOWN * 1.5;
  return (
    <div class="text">
      <Chunks text={short ? text : text.slice(0, SHOWN)} />
      {!short && (
        <button type="button" class="mini more-text" onClick={() => setAll(true)}>
          {words.t('{0} more characters', words.number(text.length - SHOWN))}
        </button>
      )}
    </div>
  );
};

const Unknown = ({ piece: { slots } }: { readonly piece: WirePiece }) => {
  const { result, words } = useView();
  const names = (slots ?? []).map((slot) => written(result, slot)).join(', ');
  return (
    <span class="why">
      <Icon name="warning" />{' '}
      {names === ''
        ? words.t('added by something else, or from another version')
        : words.t('perhaps values of {0}, which nothing tells apart', names)}
    </span>
  );
};

const Way = ({ source }: { readonly source: NonNullable<WirePiece['source']> }) => {
  const { post } = useView();
  return (
    <button type="button" class="linkish mono tok" onClick={() => post(reveal(source, true))}>
      {`${nameOf(source.file)}:${source.range.start.line + 1}`}
    </button>
  );
};

/** What stood in the slots, kept as a scenario. */
const Keep = ({ found }: { readonly found: LocateResult }) => {
  const { result, words, post } = useView();
  const values = useMemo(() => valuesOf(found), [found]);
  const [name, setName] = useState('captured');
  const [kept, setKept] = useState<string>();
  const count = Object.keys(values).length;
  if (count === 0) return null;
  const taken = result.scenarios.includes(name.trim());
  const keep: FromPage = {
    type: 'keep',
    key: found.key,
    kept: { scenario: name.trim(), values, select: found.select },
  };
  const keepIt = (): void => {
    setKept(name.trim());
    post(keep);
  };
  return (
    <div class="view-bar keep">
      <label>
        {words.t('Scenario')}{' '}
        <input
          type="text"
          value={name}
          aria-invalid={taken && kept !== name.trim()}
          aria-describedby={taken ? 'taken' : undefined}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="button" class="button" disabled={taken || name.trim() === ''} onClick={keepIt}>
        {count === 1 ? words.t('Keep 1 value as a scenario') : words.t('Keep {0} values as a scenario', count)}
      </button>
      {taken && (
        <span class="quiet" id="taken" aria-live="polite">
          {kept === name.trim() ? words.t('Kept, and shown.') : words.t('There is a scenario of this name.')}
        </span>
      )}
    </div>
  );
};

/** The first value of every slot. */
function valuesOf({ pieces }: LocateResult): Record<string, string> {
  const values = new Map<string, string>();
  for (const { kind, slot, text } of pieces)
    if (kind === 'value' && slot !== undefined && !values.has(slot)) values.set(slot, text);
  return Object.fromEntries(values);
}
