// A run: the lines of one layer, with its edge, and above them its name, whether it may be obeyed, and what it costs.
import type { WireLayer } from '../../../../server/src/protocol';
import type { RunCard } from './cards';
import { Glyph, Icon, IconButton } from './icons';
import { nameOf, sourceAt } from './place';
import { isBlank, type Run, sentText } from './rows';
import { RunText } from './runText';
import { layerOf, reveal, useView, useWords, type View } from './view';

export interface RunProps {
  readonly card: RunCard;
  readonly role: string;
  /** For its text. */
  readonly view: View;
}

export const RunView = (props: RunProps) => {
  const { result, marked } = useView();
  const { run, id, again } = props.card;
  const layer = layerOf(result, run.layer);
  return (
    // biome-ignore lint/a11y/useSemanticElements: forty fieldsets or landmarks would be none
    <div
      class={run.stripped ? 'run stripped' : 'run'}
      role="group"
      aria-labelledby={`${id}-name`}
      tabIndex={-1}
      id={again ? undefined : anchorOf(run.layer)}
      data-layer={run.layer ?? ''}
      data-trust={layer?.trust ?? 'none'}
    >
      <RunHead {...props} layer={layer} />
      <RunText run={run} view={props.view} marked={marked} />
    </div>
  );
};

/** Where a link to a layer leads. */
export const anchorOf = (layer: string | null): string => `layer-${layer ?? ''}`;

const RunHead = (props: RunProps & { readonly layer: WireLayer | undefined }) => {
  const words = useWords();
  const { card, role, layer } = props;
  const { run, id, merged, bare, again } = card;
  const title = layer?.title ?? words.t('Conversation');
  const names = ['run-head', merged && 'merged', bare && !merged && 'sr'];
  return (
    <div class={names.filter(Boolean).join(' ')}>
      {merged ? (
        <h2 class="role">{role}</h2>
      ) : (
        <span class="crumb" aria-hidden="true">
          {role} ›
        </span>
      )}
      <h3 id={`${id}-name`} class={bare ? 'sr' : ''}>
        <span class="name">{title}</span>
        {again && layer && !bare && <span class="quiet">{words.t('continued')}</span>}
      </h3>
      <span class={bare ? 'meta sr' : 'meta'}>
        <Trust layer={layer} />
        {run.stripped && <span class="gone">{words.t('stripped, not sent')}</span>}
      </span>
      <Guests run={run} />
      <span class="sum">
        <Acts run={run} title={title} />
        <Here run={run} />
        {!run.stripped && <Amount run={run} layer={again ? undefined : layer} />}
      </span>
    </div>
  );
};

export const Trust = ({ layer }: { readonly layer: WireLayer | undefined }) => {
  const words = useWords();
  if (!layer) return <span>{words.t('no layer')}</span>;
  return (
    <>
      <span class="trust" data-trust={layer.trust}>
        <Glyph trust={layer.trust} />
        {layer.trustWord}
      </span>
      <span class="life">{layer.lifetimeWord}</span>
    </>
  );
};

const Guests = ({ run }: { readonly run: Run }) => {
  const { result, words } = useView();
  if (run.guests.size === 0) return null;
  return (
    <span class="guests">
      {[...run.guests].map(([id, tokens]) => {
        const layer = layerOf(result, id);
        return (
          <span key={id} class="guest" data-trust={layer?.trust ?? 'none'}>
            <span class="sr">{words.t('inside:')} </span>
            <Glyph trust={layer?.trust ?? 'none'} />
            {layer?.title ?? words.t('no layer')} <span class="n">{words.tokens(tokens, result.total.exact)}</span>
          </span>
        );
      })}
    </span>
  );
};

/** The way back to the editor, while its cursor stands in this run. */
const Here = ({ run }: { readonly run: Run }) => {
  const { marked, post } = useView();
  // A segment may be divided between runs: the one that holds the marked line, not one that ends where it begins.
  const placed =
    marked &&
    run.placed.find(
      ({ path, at, text }) =>
        marked.paths.includes(path) && marked.from < at + Math.max(1, text.length) && marked.to >= at,
    );
  if (!marked || !placed) return null;
  const source = sourceAt(placed.segment, marked.from);
  return (
    <button type="button" class="here linkish" onClick={() => post(reveal(source, true))}>
      <Icon name="editor" />
      {`${nameOf(source.file)}:${source.range.start.line + 1}`}
    </button>
  );
};

const Acts = ({ run, title }: { readonly run: Run; readonly title: string }) => {
  const { words, post } = useView();
  const first = run.placed.find((placed) => !isBlank(placed.text)) ?? run.placed[0];
  return (
    <span class="acts">
      {run.placed.some(({ segment, text }) => !segment.removed && text !== '') && (
        <IconButton
          label={words.t('Copy {0}', title)}
          icon="copy"
          class="copy-layer"
          tabIndex={-1}
          onClick={() => post({ type: 'copy', text: run.placed.map(sentText).join('') })}
        />
      )}
      {first && (
        <IconButton
          label={words.t('Go to the source of {0}', title)}
          icon="source"
          tabIndex={-1}
          onClick={() => post(reveal(sourceAt(first.segment, first.at), true))}
        />
      )}
    </span>
  );
};

/** Tokens of the run; against the limit of its layer where the run is all of it. */
const Amount = ({ run, layer }: { readonly run: Run; readonly layer: WireLayer | undefined }) => {
  const { result, words } = useView();
  const exact = result.total.exact && !run.divided;
  const max = layer && layer.tokens === run.tokens ? layer.max : undefined;
  return (
    <span class={max !== undefined && layer?.over ? 'tok over' : 'tok'}>
      <span class="n">{words.tokens(run.tokens, exact)}</span>
      {max !== undefined && <span class="of"> / {words.number(max)}</span>}
      <span class="unit"> tok</span>
    </span>
  );
};
