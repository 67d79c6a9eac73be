// Random texts of Jinja that are written with other delimiters than its own, or with statements that are lines.
import type { Value } from '../../../../server/src/syntax/piece';
import { Random } from '../support';
import type { Case, Options } from './reference';
import { Templates } from './templates';

/** What programs set: square brackets, ERB, LaTeX, single characters, and marks of which one begins another. */
export const SETTINGS: readonly Options[] = [
  { delimiters: { slot: '[[ ]]', statement: '[% %]', comment: '[# #]' } },
  { delimiters: { slot: '<%= %>', statement: '<% %>', comment: '<%# %>' } },
  { delimiters: { slot: '$\x7b }' } },
  { delimiters: { slot: '{ }', statement: '<< >>', comment: '<# #>' } },
  { delimiters: { slot: '((( )))', statement: '((* *))', comment: '((= =))' } },
  { delimiters: { slot: '$$ $$', statement: '@ @', comment: '/* */' } },
  {
    delimiters: { slot: '\\VAR{ }', statement: '\\BLOCK{ }', comment: '\\#{ }' },
    lineStatement: '%%',
    lineComment: '%#',
  },
  { lineStatement: '#' },
  { lineStatement: '#', lineComment: '##' },
  { lineStatement: '%', lineComment: '//' },
  { delimiters: { slot: '[[ ]]' }, lineStatement: '>>>', lineComment: '#' },
];

/** A text in other marks. Statements become lines now and then, where lines may be statements. */
function respelled(text: string, { delimiters = {}, lineStatement, lineComment }: Options, random: Random): string {
  const pairs = new Map<string, string>();
  const add = (own: string, other: string | undefined): void => {
    const [open = '', close = ''] = own.split(' ');
    const [newOpen = '', newClose = ''] = (other ?? own).split(' ');
    pairs.set(open, newOpen).set(close, newClose);
  };
  add('{{ }}', delimiters.slot);
  add('{% %}', delimiters.statement);
  add('{# #}', delimiters.comment);
  let out = '';
  let isLine = false;
  for (const part of text.split(/(\{\{|\}\}|\{%|%\}|\{#|#\})/)) {
    if (part === '{%' && lineStatement !== undefined && random.chance(0.6)) {
      isLine = true;
      const margin = random.pick(['', '  ', '\t']);
      out += `${out === '' || out.endsWith('\n') ? '' : random.pick(['\n', '\n', '\n', '\r\n'])}${margin}${lineStatement}`;
    } else if (part === '%}' && isLine) {
      isLine = false;
      if (/[-+]$/.test(out)) out = out.slice(0, -1);
      out += random.pick(['\n', '\n', '\n', ' \n', ':\n', '\n\n  ', '\r\n', ' \t\n\n', '']);
    } else out += pairs.get(part) ?? part;
    if (lineComment !== undefined && random.chance(0.05))
      out += `${random.pick(['', ' ', '\n'])}${lineComment} note${random.pick(['', '\n'])}`;
  }
  return out;
}

export function makeCases(seed: number, count: number): readonly Case[] {
  const random = new Random(seed);
  const templates = new Templates(random);
  return Array.from({ length: count }, (_, i) => {
    const one = templates.case();
    const options = { ...one.options, ...SETTINGS[i % SETTINGS.length] };
    const text = random.chance(0.15) ? templates.broken(one.text) : one.text;
    const texts: Record<string, string> = {};
    for (const [name, other] of Object.entries(one.texts)) texts[name] = respelled(other, options, random);
    return { text: respelled(text, options, random), values: one.values as Record<string, Value>, texts, options };
  });
}
