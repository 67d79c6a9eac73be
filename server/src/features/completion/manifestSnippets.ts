import { type CompletionItem, CompletionItemKind, InsertTextFormat, InsertTextMode } from 'vscode-languageserver-types';
import { LIFETIME, TRUST } from '../../model/scales';
import type { SourceFile } from '../../text/source';
import { rangeOf } from '../convert';
import type { ManifestCursor } from './manifestCursor';

interface Snippet {
  readonly label: string;
  readonly detail: string;
  /** The list or map of a system in which it stands. */
  readonly under: 'layers' | 'slots' | 'scenarios';
  /** Lines of a block entry; in a list the dash is put before them. */
  readonly lines: readonly string[];
}

/** A place to fill in, with what stands there until then. */
const stop = (place: number, text: string): string => `\${${place}:${text}}`;
const choice = (place: number, words: readonly string[]): string => `\${${place}|${words.join(',')}|}`;

const SNIPPETS: readonly Snippet[] = [
  {
    label: 'new layer',
    detail: 'a layer with what every layer says',
    under: 'layers',
    lines: [
      `id: ${stop(1, 'name')}`,
      `trust: ${choice(2, TRUST)}`,
      `lifetime: ${choice(3, LIFETIME)}`,
      `slots: [${stop(4, 'slot')}]`,
    ],
  },
  {
    label: 'new slot',
    detail: 'a slot with a sample',
    under: 'slots',
    lines: [
      `${stop(1, 'name')}:`,
      `  description: ${stop(2, 'What stands here.')}`,
      `  sample: ${stop(3, 'An example.')}`,
    ],
  },
  {
    label: 'new scenario',
    detail: 'values with which the prompt is shown and checked',
    under: 'scenarios',
    lines: [
      `${stop(1, 'name')}:`,
      `  description: ${stop(2, 'When it is like this.')}`,
      '  values:',
      `    ${stop(3, 'slot')}: ${stop(4, 'value')}`,
    ],
  },
];

/** Whole entries for the places where one begins: a layer, a slot, a scenario. */
export function manifestSnippets(
  file: SourceFile,
  { path, where, replaced, inFlow }: ManifestCursor,
): CompletionItem[] {
  const lineStart = file.text.lastIndexOf('\n', replaced.start - 1) + 1;
  const lead = file.text.slice(lineStart, replaced.start);
  const rest = path.slice(2);
  if (where !== 'key' || inFlow || path[0] !== 'systems') return [];
  return SNIPPETS.filter(({ under }) => rest[0] === under && fits(under, rest, lead)).map(
    ({ label, detail, lines, under }) => {
      // In a list the entry begins with a dash; where the author has typed it, its lines go on below the first word.
      const needsDash = under === 'layers' && !/-\s+$/.test(lead);
      const indent = ' '.repeat(lead.length + (needsDash ? 2 : 0));
      return {
        label,
        kind: CompletionItemKind.Snippet,
        detail,
        sortText: `~${label}`,
        filterText: label,
        insertTextFormat: InsertTextFormat.Snippet,
        // The indentation is written out, since not every editor adds that of the line.
        insertTextMode: InsertTextMode.asIs,
        textEdit: { range: rangeOf(file, replaced), newText: (needsDash ? '- ' : '') + lines.join(`\n${indent}`) },
      };
    },
  );
}

function fits(under: Snippet['under'], rest: readonly (string | number)[], lead: string): boolean {
  if (under !== 'layers') return rest.length === 1 && lead.trim() === '';
  return rest.length === 1 ? lead.trim() === '' : rest.length === 2 && /^\s*-\s+$/.test(lead);
}
