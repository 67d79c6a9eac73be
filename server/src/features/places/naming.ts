import { yamlText } from '../../rules/facts/manifest/manifestEdit';
import type { FileEdit } from '../../rules/rule';
import type { Snapshot } from '../../workspace/snapshot';
import type { Occurrence } from './occurrences';

/**
 * The edit that writes a new name where an old one stands. In a manifest it keeps the quotes that are there, and gets
 * some where it would not be read as this text without them.
 */
export function named(snapshot: Snapshot, { uri, span, scalar }: Occurrence, newName: string): FileEdit {
  if (!scalar) return { uri, span, text: newName };
  const text = snapshot.file(uri)?.text ?? '';
  const quote = span.start > scalar.span.start ? text[scalar.span.start] : undefined;
  const before = text.slice(span.start, span.end);
  const isWhole = scalar.rest === '';
  if (quote === '"' && (isWhole || !before.includes('\\')))
    return { uri, span, text: JSON.stringify(newName).slice(1, -1) };
  if (quote === "'") return { uri, span, text: newName.replaceAll("'", "''") };
  if (quote === undefined && !/^[|>]/.test(before) && isPlain(before, newName)) return { uri, span, text: newName };
  return { uri, span: scalar.span, text: yamlText(newName + scalar.rest) };
}

/** Whether a name can stand without quotes where another one does. A number stays one, and nothing else becomes one. */
const isPlain = (before: string, newName: string): boolean =>
  yamlText(newName) === newName || (NUMBER.test(before) && NUMBER.test(newName));

/** As JavaScript writes numbers, so that it is the same text again when it is read. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{0,14}[1-9])?$/;
