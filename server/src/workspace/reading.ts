import { bodyOf, treeOf } from '../model/body';
import { dialectOf } from '../model/resolve';
import type { TextContext } from '../rules/rule';
import { type Detected, type Detection, detectAll } from '../syntax/detect';
import type { Dialect } from '../syntax/dialects/dialect';
import { Kept } from '../text/kept';
import type { SourceFile } from '../text/source';
import { dialectOfLanguage } from './names';

/** In which dialect a template is read that no manifest names. */
export interface Reading {
  /** Undefined: nothing in the text speaks for one, or two remain. */
  readonly dialect: Dialect | undefined;
  /** `chosen`: somebody said so, here or by the language of the file. `detected`: it is a guess, for `reason`. */
  readonly by: 'chosen' | 'detected' | 'nothing';
  /** What speaks for it, as the end of a sentence. */
  readonly reason: string | undefined;
  /** What else the text seems to be written in: with any of these it has two dialects. */
  readonly also: readonly Detected[];
}

const detections = new Kept<SourceFile, Detection>();

/**
 * How a template that no manifest names is read. `chosen` is the dialect that somebody picked, `language` the id of the
 * editor's language for the file; without either the text speaks for itself, which is asked once for each text.
 */
export function readingOf(file: SourceFile, chosen: string | undefined, language: string | undefined): Reading {
  let detection = detections.get(file);
  if (!detection) {
    detection = detectAll(bodyOf(file, false).text, file.uri);
    detections.set(file, detection);
  }
  const { best, also } = detection;
  const said = dialectOf(chosen ?? dialectOfLanguage(language) ?? '');
  if (said) return { dialect: said, by: 'chosen', reason: undefined, also: [] };
  const dialect = best && dialectOf(best.dialect);
  return { dialect, by: dialect ? 'detected' : 'nothing', reason: best?.reason, also };
}

/** A template that no manifest names, as it is read. */
export function undeclaredText(file: SourceFile, { dialect }: Reading): TextContext {
  return {
    file,
    bodyStart: bodyOf(file, false).span.start,
    dialect,
    tree: dialect ? treeOf(file, false, dialect) : undefined,
    system: undefined,
  };
}
