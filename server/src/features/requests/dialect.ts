import { bodyOf } from '../../model/body';
import { DIALECT } from '../../model/dialects.generated';
import { dialectOf } from '../../model/resolve';
import type { PromptSystem } from '../../model/system';
import type { DialectParams, DialectResult, WireDetected, WireEdit } from '../../protocol';
import { replaceScalar } from '../../rules/facts/manifest/manifestEdit';
import { type Detected, detectAll } from '../../syntax/detect';
import type { Dialect } from '../../syntax/dialects/dialect';
import { isReadBy } from '../../syntax/dialects/reads';
import { normalizeAddress } from '../../text/address';
import type { Snapshot } from '../../workspace/snapshot';
import { locationOf } from '../convert';

/** In which dialect a file is read and who says so; for a file of a manifest, the edit that makes it another one. */
export function dialect(snapshot: Snapshot, { uri, choose }: DialectParams): DialectResult | null {
  const address = normalizeAddress(uri);
  const file = snapshot.file(address);
  if (!file) return null;
  const known = { version: 1 as const, dialects: all.map(({ id, title }) => ({ id, title })) };
  const [system] = snapshot.systemsOf(address);
  if (!system) {
    const reading = snapshot.reading(address);
    if (!reading) return null;
    const { by, reason = null, also } = reading;
    return { ...known, ...named(reading.dialect), by, reason, also: also.map(wire) };
  }
  const [own] = system.dialects;
  const { also, best } = detectAll(bodyOf(file, false).text);
  const isOwn = (id: string): boolean => system.dialects.some((one) => isReadBy(id, one.id));
  const other = [...(best ? [best] : []), ...also].filter((one) => !isOwn(one.dialect));
  const edit = choose == null ? undefined : edited(snapshot, system, choose);
  return {
    ...known,
    ...named(own),
    by: system.manifest.kind === 'provider' ? 'provider' : 'manifest',
    reason: null,
    also: other.map(wire),
    ...(edit ? { edit } : {}),
  };
}

/** In the order in which people find them elsewhere. */
const all: readonly Dialect[] = DIALECT.flatMap((id) => dialectOf(id) ?? []);

const named = (one: Dialect | undefined): Pick<DialectResult, 'dialect' | 'title'> => ({
  dialect: one?.id ?? null,
  title: one?.title ?? null,
});

const wire = ({ dialect: id, reason }: Detected): WireDetected => ({
  dialect: id,
  title: all.find((one) => one.id === id)?.title ?? id,
  reason,
});

/** The manifest's `dialect`, written anew; undefined where several passes stand there, or nothing that can be written. */
function edited(snapshot: Snapshot, { manifest, path, entry }: PromptSystem, choose: string): WireEdit | undefined {
  const place = manifest.place([...path, 'dialect'])?.value;
  if (!place || typeof entry.dialect !== 'string' || manifest.kind === 'provider') return undefined;
  const { span, text, uri } = replaceScalar(manifest, place, choose);
  const { range } = locationOf(snapshot, { uri, span });
  return { source: { file: uri, range }, text };
}
