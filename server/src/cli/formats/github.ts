import type { Level } from '../../rules/rule';
import type { PrintedFinding } from '../findings';

const COMMANDS: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
  hint: 'notice',
};

/**
 * Workflow commands, which GitHub Actions shows beside the lines of a change. Columns are for a range in one line: over
 * several lines the runner takes them for a mistake (`ValidateLinesAndColumns`) and leaves them out.
 */
export function githubFormat(findings: readonly PrintedFinding[]): string {
  return findings
    .map(({ file, range, code, severity, message }) => {
      const { start, end } = range;
      const columns = start.line === end.line ? [`col=${start.character + 1}`, `endColumn=${end.character + 1}`] : [];
      const properties = [
        `file=${property(file)}`,
        `line=${start.line + 1}`,
        `endLine=${end.line + 1}`,
        ...columns,
        `title=${property(code)}`,
      ];
      return `::${COMMANDS[severity]} ${properties.join(',')}::${data(message)}\n`;
    })
    .join('');
}

const data = (text: string): string => text.replace(/%/g, '%25').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
const property = (text: string): string => data(text).replace(/:/g, '%3A').replace(/,/g, '%2C');
