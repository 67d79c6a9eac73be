import type { Range, TextEdit } from 'vscode-languageserver-types';
import { headOf } from '../syntax/head';
import { editsWithin, formatYaml } from '../syntax/yaml/format';
import { type Span, shift, span } from '../text/span';
import { isManifestName } from '../workspace/names';
import type { Snapshot } from '../workspace/snapshot';
import { rangeOf, spanOf } from './convert';

/**
 * Brings a manifest, or what a head says to Strata, into one form. Only white space changes. A body is never touched:
 * every blank of it is sent; nor are the other keys of a head, which belong to somebody else.
 */
export function formatting(snapshot: Snapshot, uri: string, ranges?: readonly Range[]): TextEdit[] {
  const file = snapshot.file(uri);
  const own = file && ownYaml(snapshot, uri, file.text);
  if (!file || !own) return [];
  const text = file.text.slice(own.yaml.start, own.yaml.end);
  const back = (inner: Span): Span => shift(inner, own.yaml.start);
  const inside = (outer: Span): Span => shift(outer, -own.yaml.start);
  let edits = editsWithin(text, formatYaml(text), inside(own.ours));
  if (ranges) edits = ranges.flatMap((range) => editsWithin(text, edits, inside(spanOf(file, range))));
  return [...new Set(edits)].map((edit) => ({ range: rangeOf(file, back(edit.span)), newText: edit.text }));
}

/** The YAML of a file, and the stretch of it that is ours. */
function ownYaml(
  snapshot: Snapshot,
  uri: string,
  text: string,
): { readonly yaml: Span; readonly ours: Span } | undefined {
  const whole = span(0, text.length);
  if (isManifestName(uri)) return { yaml: whole, ours: whole };
  const head = headOf(text);
  const document = snapshot.manifest(uri);
  const system = Object.keys(document?.data.systems ?? {})[0];
  const place = system === undefined ? undefined : document?.place(['systems', system]);
  if (!head || document?.kind !== 'head' || !place?.key) return undefined;
  return { yaml: head.yamlSpan, ours: span(place.key.start, Math.max(place.key.end, place.value?.end ?? 0)) };
}
