// The request as the provider gets it: JSON as text, with the edges of the layers beside the strings.
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { WireBlock, WireSegment } from '../../../../server/src/protocol';
import { promptText } from '../text';
import { type Body, bodyOf, jsonOf, type Provider } from './body';
import { Chunks } from './chunked';
import { Icon } from './icons';
import { Pick } from './pick';
import { MarkStanding } from './prompt';
import { isBlank } from './rows';
import { layerOf, trustOf, useView } from './view';

type Form = Provider | 'plain';

export const Request = () => {
  const { result, words, post } = useView();
  const [form, setForm] = useState<Form>('anthropic');
  const body = useMemo(() => (form === 'plain' ? undefined : bodyOf(result, form)), [result, form]);
  const copied = (): string => (body ? `${JSON.stringify(jsonOf(body), null, 2)}\n` : promptText(result));
  return (
    <section class="request" aria-label={words.t('Request')}>
      <div class="view-bar">
        <Pick label={words.t('As')} value={form} shown boxed onChange={(chosen) => setForm(chosen as Form)}>
          <option value="anthropic">{words.t('Anthropic messages')}</option>
          <option value="openai">{words.t('OpenAI messages')}</option>
          <option value="plain">{words.t('Plain text')}</option>
        </Pick>
        <button type="button" class="button secondary" onClick={() => post({ type: 'copy', text: copied() })}>
          {words.t('Copy')}
        </button>
        <span class="quiet">
          {result.holes.length > 0
            ? words.t('Slots without a value stand as they are written.')
            : words.t('What the provider adds round messages is not shown.')}
        </span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls or is long must be reachable with keys */}
      {/* biome-ignore lint/a11y/useSemanticElements: it is no form */}
      <div class="json" role="group" aria-label={words.t('Body of the request')} tabIndex={0}>
        {body ? <Entry body={body} depth={0} last /> : <Plain text={promptText(result)} />}
      </div>
    </section>
  );
};

const Plain = ({ text }: { readonly text: string }) => (
  <div class="json-plain">
    <Chunks text={text} />
  </div>
);

interface EntryProps {
  readonly name?: string;
  readonly body: Body;
  readonly depth: number;
  readonly last: boolean;
}

/** A value with its key, on lines of its own. */
const Entry = ({ name, body, depth, last }: EntryProps) => {
  const comma = last ? '' : ',';
  const key = name === undefined ? undefined : <Key name={name} />;
  switch (body.kind) {
    case 'word':
      return (
        <Line depth={depth}>
          {key}
          <span class="j-str">{JSON.stringify(body.text)}</span>
          {comma}
        </Line>
      );
    case 'mark':
      return <MarkLine at={body.at} mark={body.mark} depth={depth} comma={comma} />;
    case 'text':
      return (
        <>
          <Line depth={depth}>{key}"</Line>
          <TextRuns segments={body.segments} depth={depth + 1} />
          <Line depth={depth}>"{comma}</Line>
        </>
      );
    case 'list':
    case 'map': {
      const [open, close] = body.kind === 'list' ? ['[', ']'] : ['{', '}'];
      const entries: readonly (readonly [string | undefined, Body])[] =
        body.kind === 'list' ? body.items.map((item) => [undefined, item] as const) : body.entries;
      return (
        <>
          <Line depth={depth}>
            {key}
            {open}
          </Line>
          {entries.map(([inner, value], i) => (
            <Entry
              key={i}
              {...(inner === undefined ? {} : { name: inner })}
              body={value}
              depth={depth + 1}
              last={i === entries.length - 1}
            />
          ))}
          <Line depth={depth}>
            {close}
            {comma}
          </Line>
        </>
      );
    }
  }
};

const Line = ({ depth, children }: { readonly depth: number; readonly children: ComponentChildren }) => (
  <div class="json-line" style={{ '--depth': depth }}>
    {children}
  </div>
);

const Key = ({ name }: { readonly name: string }) => (
  <>
    <span class="j-key">{JSON.stringify(name)}</span>:{' '}
  </>
);

interface MarkLineProps {
  readonly at: number;
  readonly mark: WireBlock['mark'];
  readonly depth: number;
  readonly comma: string;
}

const MarkLine = ({ at, mark, depth, comma }: MarkLineProps) => {
  const { result, words } = useView();
  const tokens = words.tokens(at, result.total.exact);
  const idle = mark?.idle;
  return (
    <Line depth={depth}>
      <span class="j-cache">
        <Key name="cache_control" />
        {'{ '}
        <Key name="type" />
        <span class="j-str">"ephemeral"</span>
        {' }'}
      </span>
      {comma}
      <span class="cache-label">
        <Icon name="cache" />
        {idle === undefined ? words.t('{0} tok cached up to here', tokens) : words.t('marked {0}, {1}', tokens, idle)}
        {mark && <MarkStanding mark={mark} />}
      </span>
    </Line>
  );
};

interface TextRunsProps {
  readonly segments: readonly WireSegment[];
  readonly depth: number;
}

/** A text as a JSON string; where another layer begins, a new piece with its edge. */
const TextRuns = ({ segments, depth }: TextRunsProps) => {
  const { result, words } = useView();
  const runs = byLayer(segments);
  return (
    <>
      {runs.map(({ layer: id, segments: own }, i) => {
        const layer = layerOf(result, id);
        return (
          // biome-ignore lint/a11y/useSemanticElements: forty fieldsets would be none
          <div
            key={i}
            class="json-text"
            role="group"
            aria-label={layer ? `${layer.title}, ${layer.trustWord}` : words.t('no layer')}
            title={layer?.title}
            data-trust={layer?.trust ?? 'none'}
            style={{ '--depth': depth }}
          >
            {own.map((segment, n) => (
              <Piece key={n} segment={segment} />
            ))}
          </div>
        );
      })}
    </>
  );
};

const Piece = ({ segment }: { readonly segment: WireSegment }) => {
  const { result } = useView();
  const text = JSON.stringify(segment.text).slice(1, -1);
  if (segment.kind !== 'value') return <Chunks text={text} />;
  return (
    <span class="value" data-trust={trustOf(result, segment)}>
      <Chunks text={text} />
    </span>
  );
};

/** Neighbours of one layer. Another layer inside a line is a guest there, and white space alone begins nothing. */
function byLayer(segments: readonly WireSegment[]): { layer: string | null; segments: WireSegment[] }[] {
  const runs: { layer: string | null; segments: WireSegment[] }[] = [];
  for (const segment of segments) {
    const last = runs.at(-1);
    const startsLine = last?.segments.at(-1)?.text.endsWith('\n') ?? true;
    if (last && (last.layer === segment.layer || !startsLine || isBlank(segment.text))) last.segments.push(segment);
    else runs.push({ layer: segment.layer, segments: [segment] });
  }
  return runs;
}
