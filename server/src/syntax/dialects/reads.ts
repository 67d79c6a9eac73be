import type { DialectId } from './dialect';
import { dialects } from './index.generated';

/** Every dialect that another one reads, also by way of a third. */
const READ: ReadonlyMap<DialectId, ReadonlySet<DialectId>> = new Map(
  dialects.map(({ id }) => [id, new Set(readFrom(id, []))]),
);

function readFrom(id: DialectId, seen: readonly DialectId[]): readonly DialectId[] {
  const own = dialects.find((dialect) => dialect.id === id)?.reads ?? [];
  const further = own.filter((other) => !seen.includes(other));
  return further.flatMap((other) => [other, ...readFrom(other, [...seen, ...further])]);
}

/** Whether what is written in a dialect is read by the engine of another one as it is. */
export const isReadBy = (dialect: DialectId, by: DialectId): boolean =>
  dialect === by || (READ.get(by)?.has(dialect) ?? false);

/** Whether one of two dialects reads the other: what is wrong with a tag of one, the other says itself. */
export const areRelated = (one: DialectId, other: DialectId): boolean => isReadBy(one, other) || isReadBy(other, one);
