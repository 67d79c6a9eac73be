// The text of a run. An edit draws anew the lines that it has changed: of a long prompt the rest stays as it is drawn.
import type { VNode } from 'preact';
import { useMemo, useRef } from 'preact/hooks';
import { areSameItems, isSameMark, isSameRun, looksOf } from './alike';
import { groupsOf } from './groups';
import { Escape } from './hostile';
import { type Item, itemsOf } from './items';
import type { Marked } from './place';
import type { Run } from './rows';
import { Text } from './text';
import { Cut, Hole, Nest, Stripped, Value } from './value';
import { layerOf, useView, type View } from './view';

/** The view for texts: the same one for as long as nothing else is shown beside them. Nothing is marked in it. */
export function useTextView(): View {
  const { words, result, whiteSpace, post } = useView();
  const looks = looksOf(result);
  return useMemo(
    () => ({ words, whiteSpace, post, result: { ...result, messages: [] }, marked: undefined, follow: false }),
    [words, whiteSpace, post, looks],
  );
}

interface RunTextProps {
  readonly run: Run;
  readonly view: View;
  readonly marked: Marked | undefined;
}

export const RunText = ({ run, view, marked }: RunTextProps) => {
  const own = marked && run.placed.some(({ path }) => marked.paths.includes(path)) ? marked : undefined;
  return useDrawn({ run, view, marked: own }, isRunDrawn, drawRun);
};

const isRunDrawn = (before: RunTextProps, now: RunTextProps): boolean =>
  before.view === now.view && isSameMark(before.marked, now.marked) && isSameRun(before.run, now.run);

function drawRun({ run, view, marked }: RunTextProps): VNode {
  const groups = groupsOf(itemsOf(run));
  const [first] = groups;
  return (
    <div class="text">
      {groups.length === 1 && first ? (
        <Items items={first.items} view={view} marked={marked} />
      ) : (
        groups.map(({ items, lines }, n) => (
          <div key={n} class="chunk group" style={{ '--lines': lines }}>
            <Items items={items} view={view} marked={marked} />
          </div>
        ))
      )}
    </div>
  );
}

interface ItemsProps {
  readonly items: readonly Item[];
  readonly view: View;
  readonly marked: Marked | undefined;
}

const Items = ({ items, view, marked }: ItemsProps) => {
  const own = marked && items.some((item) => isMarked(item, marked)) ? marked : undefined;
  return useDrawn({ items, view, marked: own }, areItemsDrawn, drawItems);
};

const areItemsDrawn = (before: ItemsProps, now: ItemsProps): boolean =>
  before.view === now.view && isSameMark(before.marked, now.marked) && areSameItems(before.items, now.items);

const drawItems = (props: ItemsProps): VNode => <ItemList {...props} />;

const ItemList = ({ items, view, marked }: ItemsProps) => {
  const own = marked ? { ...view, marked } : view;
  return (
    <>
      {items.map((item, i) => (
        <ItemView key={i} item={item} view={own} />
      ))}
    </>
  );
};

/** What was drawn before, for as long as the same would be drawn: what is the same node is not looked at again. */
function useDrawn<P>(props: P, isDrawn: (before: P, now: P) => boolean, draw: (props: P) => VNode): VNode {
  const last = useRef<{ readonly props: P; readonly drawn: VNode } | undefined>(undefined);
  const { current } = last;
  last.current = { props, drawn: current && isDrawn(current.props, props) ? current.drawn : draw(props) };
  return last.current.drawn;
}

function isMarked(item: Item, { paths }: Marked): boolean {
  if (item.kind === 'breaks') return false;
  if (item.kind === 'nest') return item.parts.some(({ path }) => paths.includes(path));
  return paths.includes(item.placed.path);
}

/**
 * One of thousands. It is handed the view, like everything in it: so many readers of the context would cost more than what
 * they draw.
 */
const ItemView = ({ item, view }: { readonly item: Item; readonly view: View }) => {
  switch (item.kind) {
    case 'value':
      return <Value view={view} placed={item.placed} block={item.block} />;
    case 'nest':
      return <Nest view={view} {...item} />;
    case 'hole':
      return <Hole view={view} placed={item.placed} />;
    case 'cut':
      return <Cut view={view} placed={item.placed} />;
    case 'escape':
      return <Escape view={view} placed={item.placed} />;
    case 'stripped':
      return <Stripped view={view} placed={item.placed} />;
    case 'breaks':
      if (item.text === '') return null;
      return (
        <span class="nl" data-breaks={'↵'.repeat(item.text.length)}>
          {item.text}
        </span>
      );
    case 'text': {
      const { segment, path, at } = item.placed;
      const guest = item.guest ? (layerOf(view.result, segment.layer)?.trust ?? 'none') : undefined;
      return (
        <span class={`seg-${segment.kind}`} data-path={path} data-at={at} data-guest={guest}>
          <Text view={view} placed={item.placed} />
        </span>
      );
    }
  }
};
