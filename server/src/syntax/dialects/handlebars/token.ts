/** Names of tokens, as the engine's own error messages have them. */
export type TokenType =
  | 'CONTENT'
  | 'COMMENT'
  | 'OPEN'
  | 'OPEN_UNESCAPED'
  | 'OPEN_BLOCK'
  | 'OPEN_INVERSE'
  | 'OPEN_INVERSE_CHAIN'
  | 'INVERSE'
  | 'OPEN_ENDBLOCK'
  | 'OPEN_PARTIAL'
  | 'OPEN_PARTIAL_BLOCK'
  | 'OPEN_RAW_BLOCK'
  | 'CLOSE_RAW_BLOCK'
  | 'END_RAW_BLOCK'
  | 'CLOSE'
  | 'CLOSE_UNESCAPED'
  | 'OPEN_SEXPR'
  | 'CLOSE_SEXPR'
  | 'EQUALS'
  | 'ID'
  | 'SEP'
  | 'STRING'
  | 'NUMBER'
  | 'BOOLEAN'
  | 'UNDEFINED'
  | 'NULL'
  | 'DATA'
  | 'OPEN_BLOCK_PARAMS'
  | 'CLOSE_BLOCK_PARAMS'
  | 'INVALID'
  | 'EOF'
  /** Not of the engine, which throws at once: no rule of its lexer matches here. */
  | 'LEXICAL_ERROR';

export interface Token {
  readonly type: TokenType;
  readonly start: number;
  readonly end: number;
  /** What it says: the text of a string without its quotes and backslashes, else as it is written. */
  readonly text: string;
  /** `{{~`, `~}}`: the white space on that side goes. */
  readonly stripLeft?: boolean;
  readonly stripRight?: boolean;
  /** `{{*`, `{{#*`. */
  readonly isDecorator?: boolean;
}
