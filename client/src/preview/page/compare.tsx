// The prompt beside another of the same system: another scenario, another value of an axis, another version of itself.
import { useEffect, useMemo } from 'preact/hooks';
import type { CompareResult, RenderResult } from '../../../../server/src/protocol';
import type { Against } from '../messages';
import { CompareWith, choicesOf, idOf } from './compareWith';
import { type Comparison, compare, type LayerComparison } from './comparison';
import type { Part } from './differences';
import { Figure } from './figure';
import { idleOf } from './figures';
import { Trust } from './run';
import type { State } from './state';
import { layerOf, useView } from './view';
import type { Words } from './words';

export interface CompareProps extends Pick<State, 'compared' | 'picked' | 'unsaved'> {
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

export const Compare = ({ compared, picked, unsaved, chosen, onChoose }: CompareProps) => {
  const { result, words, post } = useView();
  const choices = useMemo(() => choicesOf(result, { picked, unsaved }, words), [result, picked, unsaved, words]);
  const own = choices.find(({ id }) => id === chosen) ?? choices[0];
  const id = own?.id;
  // A new rendering is compared anew: the other side may have changed with it.
  useEffect(() => {
    if (id !== undefined) post({ type: 'compare', key: result.key, against: JSON.parse(id) as Against });
  }, [post, result, id]);
  const answer = compared && idOf(compared.against) === id ? compared.answer : undefined;
  return (
    <section class="compare" aria-label={words.t('Compare')}>
      <CompareWith choices={choices} own={own} onChoose={onChoose} />
      {!own && (
        <p class="nothing-to">
          {words.t(
            'This system has one scenario and no axes, and nothing of it has changed since the last commit. Choose a revision or a file to compare with.',
          )}
        </p>
      )}
      {answer && 'reason' in answer && <p class="nothing-to">{answer.message}</p>}
      {answer && 'other' in answer && <Compared answer={answer} />}
    </section>
  );
};

const Compared = ({ answer }: { readonly answer: CompareResult }) => {
  const { result, words } = useView();
  const { other, comparison } = answer;
  const { layers, first } = useMemo(() => compare(result, other), [result, other]);
  const { firstToken, exact } = comparison;
  const token = firstToken === null ? undefined : words.t('token {0}', words.tokens(firstToken, exact));
  return (
    <>
      <Figures answer={answer} token={token} first={first} />
      <h2 class="sr">{words.t('Layers compared')}</h2>
      {layers.map((one) => (
        <LayerDifference
          key={one.layer?.id ?? ''}
          one={one}
          first={first && first.layer === (one.layer?.id ?? null) ? token : undefined}
        />
      ))}
    </>
  );
};

interface FiguresProps {
  readonly answer: CompareResult;
  /** The first token that differs, in words. */
  readonly token: string | undefined;
  readonly first: Comparison['first'];
}

const Figures = ({ answer: { other, comparison }, token, first }: FiguresProps) => {
  const { result, words } = useView();
  const { cache, cost, exact } = comparison;
  const warm = cost?.warm ?? undefined;
  const more = other.total.tokens - result.total.tokens;
  return (
    <dl class="figures">
      <Figure
        label={words.t('Prompt')}
        value={`${words.tokens(result.total.tokens, exact)} → ${words.tokens(other.total.tokens, exact)}`}
      >
        {signed(words, more)} tok
      </Figure>
      <Figure label={words.t('First difference')} value={token ?? words.t('none')}>
        {token && first && words.t('in {0}', layerOf(result, first.layer)?.title ?? words.t('Conversation'))}
      </Figure>
      <Figure
        label={words.t('Cache kept')}
        value={cache ? `${words.tokens(cache.kept, exact || cache.kept === 0)} tok` : words.t('nothing')}
      >
        {whyKept(result, comparison, words)}
      </Figure>
      {warm !== undefined && (
        <Figure label={words.t('Cost of the next request')} value={words.money(warm)}>
          {cost?.cold != null && words.t('{0} with a cold cache', words.money(cost.cold))}
        </Figure>
      )}
    </dl>
  );
};

/** Why the cache keeps what it keeps: the mark that is reached, or the first one that is not. */
function whyKept(
  result: RenderResult,
  { cache, firstToken, exact }: CompareResult['comparison'],
  words: Words,
): string {
  if (!cache) {
    const idle = idleOf(result);
    if (result.economics?.cache?.automatic) return words.t('the equal beginning is too short for the cache');
    return idle === undefined
      ? words.t('no mark in this selection')
      : words.t('marked {0}, {1}', words.tokens(result.cachedPrefix ?? 0, exact), idle);
  }
  const marks = marksOf(result);
  const [first] = marks;
  if (first === undefined)
    return cache.kept > 0 || firstToken === null
      ? words.t('the provider finds the equal beginning itself')
      : words.t('the equal beginning is too short for the cache');
  if (cache.kept > 0) return words.t('up to the mark at {0}', words.number(cache.kept));
  return marks.length === 1
    ? words.t('the only mark, at {0}, is behind the difference', words.number(first))
    : words.t('the first mark, at {0}, is behind the difference', words.number(first));
}

/** Tokens up to each mark. */
function marksOf({ messages }: RenderResult): readonly number[] {
  let at = 0;
  return messages
    .flatMap((message) => message.blocks)
    .flatMap((block) => {
      at += block.tokens;
      return block.cached ? [at] : [];
    });
}

const signed = (words: Words, n: number): string =>
  n === 0 ? '±0' : `${n < 0 ? '−' : '+'}${words.number(Math.abs(n))}`;

interface LayerDifferenceProps {
  readonly one: LayerComparison;
  /** The first token that differs, in words, when it lies in this layer. */
  readonly first: string | undefined;
}

const LayerDifference = ({ one, first }: LayerDifferenceProps) => {
  const { words } = useView();
  const { layer, equal, parts, more } = one;
  const title = layer?.title ?? words.t('Conversation');
  const [before, after] = atFirstDifference(folded(parts));
  return (
    <>
      {first && equal && <FirstDifference at={first} />}
      {/* biome-ignore lint/a11y/useSemanticElements: forty fieldsets or landmarks would be none */}
      <div
        class={equal ? 'message run diff same' : 'message run diff'}
        role="group"
        aria-label={title}
        data-trust={layer?.trust ?? 'none'}
      >
        <div class="run-head">
          <h3>
            <span class="name">{title}</span>
          </h3>
          <span class="meta">
            <Trust layer={layer} />
          </span>
          <span class="tok">
            {equal ? <span class="quiet">{words.t('equal')}</span> : <span class="n">{signed(words, more)} tok</span>}
          </span>
        </div>
        {!equal && (
          <div class={parts.some((part) => part.kind === 'same') ? 'text' : 'text whole'}>
            {before.map((part, i) => (
              <DifferentPart key={i} part={part} />
            ))}
            {first && <FirstDifference at={first} />}
            {after.map((part, i) => (
              <DifferentPart key={i} part={part} />
            ))}
          </div>
        )}
      </div>
    </>
  );
};

const FirstDifference = ({ at }: { readonly at: string }) => {
  const { words } = useView();
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has a name and figures of its own, which an hr cannot hold
    <div class="cache first-diff" role="separator" aria-label={`${words.t('First difference')}: ${at}`}>
      <span class="cache-label">
        <b>{words.t('First difference')}</b> <span class="n">{at}</span>
      </span>
    </div>
  );
};

/** Equal text that is longer than this is folded between two differences. */
const LONG = 600;
const AROUND = 200;

type FoldedPart = Part & { readonly left?: number };

/** What stands before the line with the first difference, and the rest. */
function atFirstDifference(parts: readonly FoldedPart[]): readonly [readonly FoldedPart[], readonly FoldedPart[]] {
  const at = parts.findIndex(({ kind }) => kind !== 'same');
  const last = parts[at - 1];
  if (!last) return [[], parts];
  const line = last.text.lastIndexOf('\n') + 1;
  const [above, begun] = [last.text.slice(0, line), last.text.slice(line)].map((text) => ({ ...last, text }));
  const some = (part: FoldedPart | undefined): FoldedPart[] => (part && part.text !== '' ? [part] : []);
  return [
    [...parts.slice(0, at - 1), ...some(above)],
    [...some(begun), ...parts.slice(at)],
  ];
}

/** Long stretches that are the same with their middle left out. */
function folded(parts: readonly Part[]): readonly FoldedPart[] {
  return parts.flatMap((part, i) => {
    if (part.kind !== 'same' || part.text.length <= LONG) return [part];
    const head = i === 0 ? '' : part.text.slice(0, AROUND);
    const tail = i === parts.length - 1 ? '' : part.text.slice(-AROUND);
    const gap = { ...part, text: '', left: part.text.length - head.length - tail.length };
    return [{ ...part, text: head }, gap, { ...part, text: tail }].filter((one) => one.text !== '' || 'left' in one);
  });
}

const DifferentPart = ({ part }: { readonly part: FoldedPart }) => {
  const { words } = useView();
  if (part.left !== undefined)
    return <div class="left-out">{words.t('{0} equal characters', words.number(part.left))}</div>;
  if (part.kind === 'same') return <span>{part.text}</span>;
  const Tag = part.kind === 'added' ? 'ins' : 'del';
  return (
    <Tag>
      <span class="sr">{part.kind === 'added' ? words.t('added:') : words.t('removed:')} </span>
      {part.text}
    </Tag>
  );
};
