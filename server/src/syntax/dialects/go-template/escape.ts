import { literally } from '../../../text/pattern';
import type { Delimiters } from '../dialect';

/**
 * The text, written so that Go prints it unchanged: only `{{` means something, and stands as a text in a tag of its own.
 * So does its beginning at the very end, which would make another tag of what follows.
 */
export function escapeText(text: string, [open, close]: Delimiters): string {
  const beginnings = [...open].slice(0, -1).map((_, i) => literally([...open].slice(0, i + 1).join('')));
  const atEnd = beginnings.length === 0 ? '' : `|(?:${beginnings.reverse().join('|')})(?![\\s\\S])`;
  return text.replace(new RegExp(literally(open) + atEnd, 'g'), (braces) => open + JSON.stringify(braces) + close);
}
