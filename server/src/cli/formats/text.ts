import type { Level } from '../../rules/rule';
import type { PrintedFinding, Summary } from '../findings';
import { printable } from '../printable';

const COLOURS: Readonly<Record<Level, string>> = { error: '31', warning: '33', info: '36', hint: '90' };

/** `path:line:column  level  message  code`, aligned within each file, and a line that sums up. Lines and columns count from 1. */
export function textFormat(findings: readonly PrintedFinding[], summary: Summary, colour: boolean): string {
  const paint = (text: string, code: string): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const groups = new Map<string, PrintedFinding[]>();
  for (const finding of findings) {
    const group = groups.get(finding.file);
    if (group) group.push(finding);
    else groups.set(finding.file, [finding]);
  }
  const blocks = [...groups.values()].map((group) => {
    const places = group.map(
      ({ file, range }) => `${printable(file)}:${range.start.line + 1}:${range.start.character + 1}`,
    );
    const width = Math.max(...places.map((p) => p.length));
    const levels = Math.max(...group.map((f) => f.severity.length));
    return group
      .map(({ severity, message, code }, i) => {
        const level = paint(severity.padEnd(levels), COLOURS[severity]);
        return `${(places[i] ?? '').padEnd(width)}  ${level}  ${printable(message)}  ${paint(code, '90')}\n`;
      })
      .join('');
  });
  return [...blocks, `${sentence(summary)}\n`].join('\n');
}

/** `2 errors, 1 warning in 3 files`. */
function sentence({ errors, warnings, infos, hints, files }: Summary): string {
  const counts = [
    plural(errors, 'error'),
    plural(warnings, 'warning'),
    infos > 0 ? plural(infos, 'info') : '',
    hints > 0 ? plural(hints, 'hint') : '',
  ];
  return `${counts.filter((c) => c !== '').join(', ')} in ${plural(files, 'file')}`;
}

const plural = (n: number, word: string): string => `${n} ${word}${n === 1 ? '' : 's'}`;
