import type { Span } from './span';

/** Text that some program or model takes for the beginning of a message. */
export interface RoleMarker {
  /** `line`: a line such as `# user:`. `element`: `<message role="user">`. `token`: a chat token. `directive`: dotprompt. */
  readonly kind: 'line' | 'element' | 'token' | 'directive';
  readonly span: Span;
}

/** Chat control tokens of the models met most; inside of a message they are plain text that may be read as more. */
const TOKEN =
  /<\|(?:im_start|im_end|im_sep|start_header_id|end_header_id|eot_id|eom_id|begin_of_text|end_of_text|endoftext|endofprompt|system|user|assistant|tool|end|start|channel|message|return|call|fim_prefix|fim_middle|fim_suffix|python_tag)\|>|\[\/?INST\]|<<\/?SYS>>|<(?:start|end)_of_turn>/g;
const ELEMENT = /<message\s[^<>]{0,200}role\s{0,9}=/gi;
const DIRECTIVE = /<<<dotprompt:|\{\{\s{0,9}role\s{1,9}["']/g;
const LINE =
  /^[ \t]{0,20}(?:#{1,3}[ \t]{0,20})?(?:system|user|assistant|developer|tool|function|human|ai)[ \t]{0,20}(?:\[[^\]\r\n]{0,80}\][ \t]{0,20})?:[ \t]{0,20}$/gim;

/** Tokens with which chat formats mark turns and documents (`<|im_start|>`, `[INST]`), as the models that publish theirs write them. */
export const controlTokensIn = (text: string): readonly Span[] =>
  text.includes('<') || text.includes('[') ? spansOf(text, TOKEN) : [];

/** Markers with which a text begins messages, of all kinds. A sentence that ends in `user:` is none. */
export function roleMarkersIn(text: string): readonly RoleMarker[] {
  const mark = (kind: RoleMarker['kind'], spans: readonly Span[]): RoleMarker[] =>
    spans.map((span) => ({ kind, span }));
  return [
    ...mark('line', spansOf(text, LINE)),
    ...mark('element', spansOf(text, ELEMENT)),
    ...mark('directive', spansOf(text, DIRECTIVE)),
    ...mark('token', controlTokensIn(text)),
  ];
}

function spansOf(text: string, pattern: RegExp): Span[] {
  return [...text.matchAll(pattern)].map((hit) => ({ start: hit.index, end: hit.index + hit[0].length }));
}
