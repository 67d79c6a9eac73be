// What the tests of Liquid share: the engine itself, and what the preview makes of the same.
import assert from 'node:assert/strict';
import { Liquid, type LiquidOptions } from 'liquidjs';
import type { DialectOptions } from '../../../../server/src/syntax/dialects/dialect';
import { dialect } from '../../../../server/src/syntax/dialects/liquid';
import type { Filled, Value } from '../../../../server/src/syntax/piece';
import { contextWith, engineText } from '../partials';

export type Values = Readonly<Record<string, Value>>;
export type Partials = Readonly<Record<string, string>>;

export type Answer = { readonly output: string } | { readonly error: string };

export interface Asked {
  readonly text: string;
  readonly values?: Values;
  readonly partials?: Partials;
  readonly escapeHtml?: boolean;
  /** What else a program sets, in the words of the manifest. */
  readonly options?: DialectOptions;
}

/** What the engine prints or says. Paths of files are left out of its messages: they are those of a machine. */
export function askEngine({ text, values = {}, partials = {}, escapeHtml = false, options = {} }: Asked): Answer {
  const engine = new Liquid({
    templates: { ...partials },
    ...(escapeHtml ? { outputEscape: 'escape' } : {}),
    ...engineOptions(options),
  });
  try {
    // The engine counts in the values that it is given.
    return { output: engine.parseAndRenderSync(text, structuredClone(values)) };
  } catch (error) {
    assert.ok(error instanceof Error);
    return { error: `${error.name}: ${error.message}`.replace(/, file:[^,]*(?=, line:)/g, '') };
  }
}

function engineOptions({ delimiters, missing, strictFilters, lenientIf }: DialectOptions): LiquidOptions {
  const [tagDelimiterLeft = '', tagDelimiterRight = ''] = (delimiters?.statement ?? '{% %}').split(' ');
  const [outputDelimiterLeft = '', outputDelimiterRight = ''] = (delimiters?.slot ?? '{{ }}').split(' ');
  return {
    ...{ tagDelimiterLeft, tagDelimiterRight, outputDelimiterLeft, outputDelimiterRight },
    strictVariables: missing === 'error',
    strictFilters: strictFilters === true,
    lenientIf: lenientIf === true,
  };
}

export const fillIn = (text: string, values: Values = {}, partials: Partials = {}, escapeHtml = false): Filled =>
  dialect.fill(dialect.scan(text), contextWith(dialect, values, partials), { escapeHtml });

/** What the engine would print of what was filled, or say where it ended. */
export function answerOf(filled: Filled): Answer {
  const { stopped } = filled;
  return stopped ? { error: stopped.engine ?? stopped.message } : { output: engineText(filled) };
}
