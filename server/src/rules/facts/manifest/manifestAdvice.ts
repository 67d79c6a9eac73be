import type { Path } from '../../../model/manifest/manifest';
import type { PromptSystem } from '../../../model/system';
import { closest } from '../../../text/similar';
import type { Span } from '../../../text/span';
import type { Problem } from '../../rule';
import { replaceScalar } from './manifestEdit';

/** A name that does not exist, and those that do. */
export interface Instead {
  readonly name: string;
  readonly of: readonly string[];
}

/** Where an entry of the manifest is written. */
export function spanAt(system: PromptSystem, path: Path, part: 'key' | 'value'): Span | undefined {
  const place = system.manifest.place(path);
  return part === 'key' ? (place?.key ?? place?.value) : place?.value;
}

/** A problem at an entry, when the entry can be placed. */
export function* problem(
  system: PromptSystem,
  path: Path,
  part: 'key' | 'value',
  message: string,
  instead?: Instead | undefined,
): Generator<Problem> {
  const span = spanAt(system, path, part);
  if (span) yield withAdvice(system, span, message, instead);
}

/** A problem that proposes the name that was probably meant. */
export function withAdvice(system: PromptSystem, span: Span, message: string, instead: Instead | undefined): Problem {
  const { uri } = system.manifest.file;
  const meant = instead && closest(instead.name, instead.of);
  if (meant === undefined) return { uri, span, message };
  const edits = [replaceScalar(system.manifest, span, meant)];
  return {
    uri,
    span,
    message: `${message} Did you mean \`${meant}\`?`,
    fixes: [{ title: `Change to ${meant}`, edits }],
  };
}
