import { byteLength } from '../characters';
import { quoted } from '../quote';

export type Keyword =
  | 'block'
  | 'break'
  | 'continue'
  | 'define'
  | 'else'
  | 'end'
  | 'if'
  | 'nil'
  | 'range'
  | 'template'
  | 'with';

export type TokenKind =
  | Keyword
  | 'error'
  | 'bool'
  | 'char'
  | 'character'
  | 'complex'
  | 'assign'
  | 'declare'
  | 'dot'
  | 'eof'
  | 'field'
  | 'identifier'
  | 'leftParen'
  | 'number'
  | 'pipe'
  | 'rawString'
  | 'rightDelim'
  | 'rightParen'
  | 'space'
  | 'string'
  | 'variable';

/** A token of an action. For an error, `text` is what Go says; else it is what is written. */
export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const WORDS: readonly Keyword[] = [
  'block',
  'break',
  'continue',
  'define',
  'else',
  'end',
  'if',
  'nil',
  'range',
  'template',
  'with',
];

export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(WORDS.map((word) => [word, word]));

/** A token as the messages of Go show it. */
export function inWords({ kind, text }: Token): string {
  if (kind === 'eof') return 'EOF';
  if (kind === 'error') return text;
  if (kind === 'dot' || KEYWORDS.has(kind)) return `<${text}>`;
  const isLong = byteLength(text) > LONGEST_SHOWN;
  return isLong ? `${quoted([...text].slice(0, LONGEST_SHOWN).join(''), '"')}...` : quoted(text, '"');
}

const LONGEST_SHOWN = 10;
