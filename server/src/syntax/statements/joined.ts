import { inDelimiters } from '../dialects/delimiters';
import type { Dialect, DialectOptions } from '../dialects/dialect';
import type { Family } from './statement';

/** A piece of a text that is being written. A `block` is a tag that prints nothing by itself. */
export interface Out {
  readonly kind: 'text' | 'value' | 'block';
  readonly text: string;
}

interface Writing {
  readonly family: Family;
  readonly dialect: Dialect;
  readonly options: DialectOptions;
  /** The line break of the file. */
  readonly eol: string;
}

/**
 * The pieces as one text whose engine sends the literal text as it is given: what it leaves out beside its tags is put in
 * once more. Where a tag stands at the beginning of a line it gets that line for itself, as people write such tags.
 */
export function joined(pieces: readonly Out[], { family, dialect, options, eol }: Writing): string {
  let out = '';
  for (const [i, { kind, text }] of pieces.entries()) {
    if (kind !== 'block') {
      out += kind === 'value' ? inDelimiters(text, dialect, options) : text;
      continue;
    }
    const next = pieces[i + 1];
    const follows = next?.kind === 'text' ? next.text : '';
    const takesLine = family === 'handlebars' || family === 'mustache';
    out += inDelimiters(takesLine ? lineOf(text, out, i) : marked(text, out, follows), dialect, options);
  }
  return out;

  /** A tag alone on its line takes the line with it; with words behind it on the line it would not. */
  function lineOf(tag: string, before: string, at: number): string {
    return (before === '' || before.endsWith('\n')) && !isInline(at) ? tag + eol : tag;
  }

  /** Whether words follow on the line, and then another tag of a block. */
  function isInline(at: number): boolean {
    let words = false;
    for (let i = at + 1; i < pieces.length; i++) {
      const { kind, text } = pieces[i] as Out;
      if (kind === 'block') return words;
      if (text.includes('\n')) return false;
      words ||= text.trim() !== '';
    }
    return words;
  }

  /** A mark behind the tag takes the line break, as long as nothing else would go with it. */
  function marked(tag: string, before: string, follows: string): string {
    const open = family === 'jinja' && options.lstripBlocks && /(?:^|\n)[ \t]+$/.test(before) ? '+' : '';
    const opened = tag.replace(/^\{%/, `{%${open}`);
    const breaks = family === 'jinja' && options.trimBlocks === true;
    if (breaks && follows.startsWith('\n')) return opened.replace(/%\}$/, '+%}');
    const isAlone = (before === '' || before.endsWith('\n')) && /^\S/.test(follows);
    if (!isAlone) return opened;
    return (breaks ? opened : opened.replace(/ ?([%#}]\})$/, ' -$1')) + eol;
  }
}
