// A prompt that is what a system renders, letter by letter: nothing of it has to be searched for.
import type { Span } from '../text/span';
import { type Anchor, type Captured, trimmed } from './anchors';
import { ownValues } from './between';
import { isMask, type MaskedText } from './masked';

/** The rendering that is the prompt, with all its values; one of a declared scenario before others. */
export function sameAs(renderings: readonly MaskedText[], prompt: string): MaskedText | undefined {
  const same = renderings.filter((masked) => valuesOf(masked, prompt) !== undefined);
  return same.find(({ rendered }) => rendered.selection.scenario !== null) ?? same[0];
}

function valuesOf(masked: MaskedText, prompt: string): readonly Span[] | undefined {
  const { text, runs } = masked;
  const masks = runs.filter((run) => isMask(text, run));
  return ownValues(text, prompt, { start: 0, end: text.length }, { start: 0, end: prompt.length }, masks);
}

/** All the text between the values of a rendering, where it stands in a prompt that is the same. */
export function ownAnchors(masked: MaskedText, other: Captured): readonly Anchor[] {
  const anchors: Anchor[] = [];
  const masks = masked.runs.filter((run) => isMask(masked.text, run));
  const found = valuesOf(masked, other.text) ?? [];
  // White space at the beginning may be missing.
  const move = (found[0]?.start ?? 0) - (masks[0]?.start ?? 0);
  let at = { masked: Math.max(0, -move), found: Math.max(0, move) };
  if (masks.length === 0) at = { masked: blanksBefore(masked.text), found: blanksBefore(other.text) };
  const upTo = (masked1: number, found1: number): void => {
    const length = Math.min(masked1 - at.masked, found1 - at.found);
    if (length > 0)
      anchors.push({
        masked: { start: at.masked, end: at.masked + length },
        found: { start: at.found, end: at.found + length },
      });
  };
  masks.forEach((mask, i) => {
    const value = found[i] as Span;
    upTo(mask.start, value.start);
    at = { masked: mask.end, found: value.end };
  });
  upTo(masked.text.length, other.text.length);
  return anchors;
}

const blanksBefore = (text: string): number => trimmed(text, { start: 0, end: text.length }).start;
