// How the rows of a message are headed: which headings share a line, which layers have been named before.
import type { RenderResult, WireMessage } from '../../../../server/src/protocol';
import { type BlockRow, type MarkRow, type Row, type Run, rowsOf } from './rows';

export interface RunCard {
  readonly kind: 'run';
  readonly run: Run;
  /** Stays the same while text changes: layer and number among the runs of that layer. */
  readonly key: string;
  readonly id: string;
  /** The first run of a message with one heading: role and layer share a line. */
  readonly merged: boolean;
  /** The layer is the one named last, as in a conversation; readers still hear it. */
  readonly bare: boolean;
  /** Not the first run of its layer. */
  readonly again: boolean;
}

export interface MessageCard {
  readonly message: WireMessage;
  /** One heading for message and layer. */
  readonly single: boolean;
  readonly rows: readonly (RunCard | MarkRow | BlockRow)[];
  /** A mark at the end of the message stands between the cards. */
  readonly after: MarkRow | undefined;
}

export function cardsOf({ messages }: Pick<RenderResult, 'messages'>): readonly MessageCard[] {
  const seen = new Set<string | null>();
  let named: string | null | undefined;
  return rowsOf(messages).map((rows, m) => {
    const message = messages[m] as WireMessage;
    const runs = rows.filter((row) => row.kind === 'run');
    const bare = message.conversation && named !== undefined && runs.every((run) => run.layer === named);
    named = message.conversation ? runs[0]?.layer : undefined;
    const card = headed(message, m, rows, seen, bare);
    for (const run of runs) seen.add(run.layer);
    return card;
  });
}

function headed(
  message: WireMessage,
  index: number,
  rows: readonly Row[],
  before: ReadonlySet<string | null>,
  bare: boolean,
): MessageCard {
  const last = rows.at(-1);
  const after = last?.kind === 'mark' ? last : undefined;
  const single = message.conversation || rows.filter((row) => row.kind === 'run').length === 1;
  const counts = new Map<string | null, number>();
  const inside = after ? rows.slice(0, -1) : rows;
  let runs = 0;
  const cards = inside.map((row, i) => {
    if (row.kind !== 'run') return row;
    const nth = counts.get(row.layer) ?? 0;
    counts.set(row.layer, nth + 1);
    const first = runs++ === 0;
    return {
      kind: 'run' as const,
      run: row,
      key: `${row.layer ?? ''} ${nth}`,
      id: `run-${index}-${i}`,
      merged: single && first,
      bare: bare || (message.conversation && !first),
      again: nth > 0 || before.has(row.layer),
    };
  });
  return { message, single, rows: cards, after };
}
