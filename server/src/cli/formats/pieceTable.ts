import type { PromptSystem } from '../../model/system';
import type { WirePiece } from '../../protocol';
import { grouped } from '../../text/grouped';
import type { PrintedPieces } from './locateFormat';

/** Characters of a piece that a line shows. */
const SHOWN = 60;

/** The pieces of a prompt that was sent, one a line: its lines, whose it is, what it is, where that stands, the text. */
export function pieceTable(label: string, { pieces, read }: PrintedPieces, system: PromptSystem): string {
  const title = [system.id, label, readWords(read)].filter((word) => word !== '').join(' · ');
  const rows = pieces.map(({ range, layer, slot, slots, kind, source, text }) => [
    range.end.line === range.start.line ? `${range.start.line + 1}` : `${range.start.line + 1}-${range.end.line + 1}`,
    layer ?? '-',
    whatOf(system, kind, slot, slots),
    source ? `${source.file}:${source.range.start.line + 1}` : '-',
    shortened(text),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...rows.map((row) => [...(row[column] ?? '')].length)));
  const lines = rows.map((row) => row.map((cell, column) => pad(cell, widths[column] ?? 0)).join('  '));
  return [title, ...lines, '', summary(pieces), ''].join('\n');
}

/** How the prompt stood in what was read, when not by itself. */
function readWords(read: PrintedPieces['read']): string {
  if (!read) return '';
  if (read.kind === 'escapes') return 'read with its escapes as what they stand for';
  const messages = read.messages === 1 ? '1 message' : `${read.messages} messages`;
  const left = read.left.length > 0 ? `, without ${read.left.join(', ')}` : '';
  return `read as a request with ${messages}${left}`;
}

function whatOf(
  { dialects: [dialect] }: PromptSystem,
  kind: WirePiece['kind'],
  slot: string | undefined,
  slots: readonly string[] = [],
): string {
  const written = (name: string): string => (dialect?.holds(name) ? dialect.print(name) : name);
  if (kind === 'text') return 'text';
  if (kind === 'value') return slot === undefined ? 'conversation' : written(slot);
  return slots.length === 0 ? '?' : `? ${slots.map(written).join(' ')}`;
}

function shortened(text: string): string {
  const characters = [...text.slice(0, 10 * SHOWN).replace(/\s+/g, ' ')];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : characters.join('');
}

const pad = (text: string, width: number): string => text + ' '.repeat(Math.max(0, width - [...text].length));

function summary(pieces: readonly WirePiece[]): string {
  const of = (kind: WirePiece['kind']): string =>
    grouped(pieces.reduce((sum, piece) => sum + (piece.kind === kind ? piece.text.length : 0), 0));
  return `${of('text')} characters of text, ${of('value')} of values, ${of('unknown')} unknown`;
}
