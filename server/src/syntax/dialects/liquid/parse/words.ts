import { isDigit, isWord } from './characters';
import type { OperatorWord, Word } from './expressions';

/** In the order in which they are tried: the longer of two that begin alike comes first. */
const OPERATORS: readonly OperatorWord[] = ['==', '!=', '>=', '<=', '>', '<', 'contains', 'not', 'and', 'or'];
const LITERALS: readonly Word['word'][] = ['true', 'false', 'nil', 'null', 'empty', 'blank'];

/** The longest operator at an offset; a word must end there. */
export const operatorAt = (text: string, at: number, limit: number): OperatorWord | undefined =>
  wordAt(OPERATORS, text, at, limit);

/** The literal at an offset. */
export const literalAt = (text: string, at: number, limit: number): Word['word'] | undefined =>
  wordAt(LITERALS, text, at, limit);

function wordAt<W extends string>(words: readonly W[], text: string, at: number, limit: number): W | undefined {
  return words.find((word) => {
    const end = at + word.length;
    if (end > limit || !text.startsWith(word, at)) return false;
    return !isWord(word.charCodeAt(word.length - 1)) || end >= limit || !isWord(text.charCodeAt(end));
  });
}

/** How strongly an operator binds. Of two that bind alike, the right one goes first. */
export const PRECEDENCE: ReadonlyMap<OperatorWord, number> = new Map([
  ['==', 2],
  ['!=', 2],
  ['>', 2],
  ['<', 2],
  ['>=', 2],
  ['<=', 2],
  ['contains', 2],
  ['not', 1],
  ['and', 0],
  ['or', 0],
]);

/** Length of the number at an offset, 0 when there is none. */
export function numberLengthAt(text: string, at: number, limit: number): number {
  const peek = (offset: number): number => (at + offset >= limit ? 0 : text.charCodeAt(at + offset));
  let length = peek(0) === 43 || peek(0) === 45 ? 1 : 0;
  let hasPoint = false;
  let hasDigit = false;
  for (; at + length < limit; length++) {
    const code = peek(length);
    if (isDigit(code)) hasDigit = true;
    else if (code === 46 && peek(length + 1) !== 46) {
      if (hasPoint || !hasDigit) return 0;
      hasPoint = true;
    } else break;
  }
  return hasDigit && !isWord(peek(length)) ? length : 0;
}

/** Whether a slot of this name can be written as a plain tag. */
export function isSlotName(name: string): boolean {
  for (let at = 0; at < name.length; at++) if (!isWord(name.charCodeAt(at))) return false;
  const limit = name.length;
  const isNamed = limit > 0 && /[\p{L}_]/u.test(name) && numberLengthAt(name, 0, limit) === 0;
  return isNamed && operatorAt(name, 0, limit) === undefined && literalAt(name, 0, limit) === undefined;
}
