// Text as it is sent. It enters the page as text nodes and in no other way.
import type { ComponentChild, ComponentChildren } from 'preact';
import { chunksOf } from './chunks';
import type { Marked } from './place';
import type { Placed } from './rows';
import type { View } from './view';

/** The text of a placed piece: in chunks when it is long, with the line of the editor's cursor marked. */
export const Text = ({ placed, view }: { readonly placed: Placed; readonly view: View }) => {
  const { marked, whiteSpace } = view;
  const chunks = chunksOf(placed.text);
  const own = marked?.paths.includes(placed.path) ? marked : undefined;
  if (chunks.length === 1) return <Line text={placed.text} at={placed.at} marked={own} whiteSpace={whiteSpace} />;
  return (
    <>
      {chunks.map(({ text, at, lines }, i) => (
        <span key={i} class="chunk" data-at={placed.at + at} style={{ '--lines': lines }}>
          <Line text={text} at={placed.at + at} marked={own} whiteSpace={whiteSpace} />
        </span>
      ))}
    </>
  );
};

interface LineProps {
  readonly text: string;
  readonly at: number;
  readonly marked: Marked | undefined;
  readonly whiteSpace: boolean;
}

const Line = ({ text, at, marked, whiteSpace }: LineProps) => {
  const shown = (part: string): ComponentChildren => (whiteSpace ? <WhiteSpace text={part} /> : part);
  const from = marked ? Math.max(0, marked.from - at) : text.length;
  const to = marked ? Math.min(text.length, marked.to - at) : 0;
  if (from >= to) return <>{shown(text)}</>;
  return (
    <>
      {shown(text.slice(0, from))}
      <mark class="marked">{shown(text.slice(from, to))}</mark>
      {shown(text.slice(to))}
    </>
  );
};

/** Spaces, tabs and line breaks made visible. They are drawn by the style sheet, so that the text stays what it is. */
const WhiteSpace = ({ text }: { readonly text: string }) => {
  const parts: ComponentChild[] = text.split(/(\n|\t| +)/).map((part, i) => {
    if (part === '\n')
      return (
        <span key={i} class="ws br">
          {part}
        </span>
      );
    if (part === '\t')
      return (
        <span key={i} class="ws tab">
          {part}
        </span>
      );
    if (part.startsWith(' '))
      return (
        <span key={i} class="ws spaces" data-dots={'·'.repeat(part.length)}>
          {part}
        </span>
      );
    return part;
  });
  return <>{parts}</>;
};
