// The layers as a table: the numbers of the bar for everybody, and the way to each layer.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { WireLayer } from '../../../../server/src/protocol';
import { csvOf } from './csv';
import { looseTokens } from './figures';
import { Glyph } from './icons';
import { light } from './light';
import { anchorOf } from './run';
import { useView } from './view';

export interface RailProps {
  readonly goTo: (layer: string | null) => void;
  /** The layer that is being read. */
  readonly current: string | null | undefined;
  readonly open: boolean;
  readonly onToggle: (open: boolean) => void;
}

/** From this width on the table stands beside the prompt. */
const BESIDE = '(min-width: 860px)';

export const Rail = ({ goTo, current, open, onToggle }: RailProps) => {
  const { result, words } = useView();
  const beside = useMedia(BESIDE);
  const root = useRef<HTMLElement>(null);
  const { layers } = result;
  const empty = layers.filter((layer) => layer.tokens === 0).length;
  return (
    <nav class="rail" aria-label={words.t('Layers')} ref={root} onKeyDown={(event) => move(event, root.current)}>
      <details class="table-box" open={beside || open} onToggle={(e) => !beside && onToggle(e.currentTarget.open)}>
        <summary>
          {words.t('Layers')}{' '}
          <span class="quiet">
            {words.number(layers.length)}
            {empty > 0 && words.t(', {0} without text', words.number(empty))}
          </span>
        </summary>
        <div class="table-scroll">
          <Table goTo={goTo} current={current} />
        </div>
        <div class="table-foot">
          <CopyTable />
        </div>
      </details>
    </nav>
  );
};

const Table = ({ goTo, current }: Pick<RailProps, 'goTo' | 'current'>) => {
  const { result, words } = useView();
  const loose = looseTokens(result);
  const first = result.layers.find((layer) => layer.tokens > 0);
  return (
    <table class="layers">
      <caption class="sr">{words.t('Tokens of every layer')}</caption>
      <TableHead />
      <tbody>
        {result.layers.map((layer) => (
          <Row
            key={layer.id}
            layer={layer}
            tokens={layer.tokens}
            first={layer === first}
            goTo={goTo}
            current={current}
          />
        ))}
        {loose > 0 && <Row layer={undefined} tokens={loose} first={!first} goTo={goTo} current={current} />}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{words.t('Prompt')}</th>
          <td class="word" />
          <td class="word" />
          <td class="num">{words.tokens(result.total.tokens, result.total.exact)}</td>
          <td class="num share" />
        </tr>
      </tfoot>
    </table>
  );
};

const TableHead = () => {
  const { words } = useView();
  const columns = [
    ['', words.t('Layer')],
    ['word', words.t('Trust')],
    ['word', words.t('Lifetime')],
    ['num', words.t('Tokens')],
    ['num share', words.t('Share')],
  ];
  return (
    <thead>
      <tr>
        {columns.map(([name, title]) => (
          <th key={title} scope="col" class={name}>
            {title}
          </th>
        ))}
      </tr>
    </thead>
  );
};

interface RowProps extends Pick<RailProps, 'goTo' | 'current'> {
  /** Absent: the text of no layer. */
  readonly layer: WireLayer | undefined;
  readonly tokens: number;
  /** The one stop of the Tab key. */
  readonly first: boolean;
}

const Row = ({ layer, tokens, first, goTo, current }: RowProps) => {
  const { result, words } = useView();
  const id = layer?.id ?? null;
  const trust = layer?.trust ?? 'none';
  const trustWord = layer?.trustWord ?? words.t('no layer');
  const names = [tokens === 0 && 'empty', current === id && 'current'].filter(Boolean).join(' ');
  return (
    <tr
      class={names}
      data-layer={id ?? ''}
      data-trust={trust}
      onMouseEnter={() => light(id)}
      onMouseLeave={() => light(undefined)}
    >
      <th scope="row">
        <span class="edge" aria-hidden="true" />
        <Glyph trust={trust} />
        <RowName layer={layer} link={tokens > 0} first={first} goTo={goTo} current={current} />
        <span class="sr">, {trustWord}</span>
      </th>
      <td class="word">{trustWord}</td>
      <td class="word">{layer?.lifetimeWord ?? ''}</td>
      <td class={layer?.over ? 'num over' : 'num'}>
        {tokens > 0 ? words.tokens(tokens, result.total.exact) : '–'}
        {layer?.max !== undefined && <span class="of"> / {words.number(layer.max)}</span>}
      </td>
      <td class="num share">{tokens > 0 ? words.share(tokens, result.total.tokens) : ''}</td>
    </tr>
  );
};

/** The name of a layer; a way to it when it has text. */
const RowName = ({ layer, link, first, goTo, current }: Omit<RowProps, 'tokens'> & { readonly link: boolean }) => {
  const { words } = useView();
  const id = layer?.id ?? null;
  const title = layer?.title ?? words.t('Conversation');
  if (!link) return <span class="name">{title}</span>;
  const go = (event: Event): void => {
    event.preventDefault();
    goTo(id);
  };
  return (
    <a
      href={`#${anchorOf(id)}`}
      tabIndex={first ? 0 : -1}
      aria-current={current === id ? 'true' : undefined}
      onClick={go}
    >
      {title}
    </a>
  );
};

const CopyTable = () => {
  const { result, words, post } = useView();
  return (
    <button type="button" class="linkish small" onClick={() => post({ type: 'copy', text: csvOf(result) })}>
      {words.t('Copy as CSV')}
    </button>
  );
};

/** One stop of the Tab key for the whole table; up and down inside. */
function move(event: KeyboardEvent, root: HTMLElement | null): void {
  const links = [...(root?.querySelectorAll<HTMLElement>('tbody a') ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: links.length - 1 }[event.key];
  const link = to === undefined ? undefined : links[to];
  if (!link) return;
  event.preventDefault();
  for (const other of links) other.tabIndex = other === link ? 0 : -1;
  link.focus();
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = (): void => setMatches(list.matches);
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return matches;
}
