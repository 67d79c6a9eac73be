import type { Delimiters } from '../dialect';
import { addedCalls, slipsIn } from './calls';
import { faultsOf, refusalOf } from './faults';
import { outlineOf } from './outline';
import { parseText } from './parse/parser';
import { slotsOf } from './slots';
import type { GoTree } from './tree';

/** Reads a text: its tree, its slots, its faults, and the templates that it brings in. */
export function scan(text: string, delimiters: Delimiters): GoTree {
  const parsed = parseText(text, delimiters);
  const { body, definitions, comments, problems } = parsed;
  const added = addedCalls(parsed);
  const slips = slipsIn(added);
  const faults = faultsOf(text, problems, delimiters);
  const refusal = refusalOf(text, problems, delimiters);
  return {
    syntax: 'go-template',
    text,
    body,
    definitions,
    added,
    slots: slotsOf(text, parsed),
    faults: slips.length === 0 ? faults : [...faults, ...slips].sort((a, b) => a.span.start - b.span.start),
    stretches: comments.map((span) => ({ kind: 'comment', span })),
    ...outlineOf(text, parsed),
    ...(refusal ? { refusal } : {}),
  };
}
