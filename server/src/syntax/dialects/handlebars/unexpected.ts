// A token that cannot stand where it stands: what an author did, in words, and the edit that mends it.
import type { Span } from '../../../text/span';
import type { SyntaxFault } from '../../tree';
import { excerpt } from '../javascript/excerpt';
import { isSlotName } from './names';
import type { OpenBlock, Problem } from './problem';
import { endOfName } from './tag-lexer';
import type { Token } from './token';

type Unexpected = Extract<Problem, { kind: 'unexpected' | 'lexical' }>;

export function unexpectedFault(text: string, problem: Unexpected): SyntaxFault {
  const { token, tag } = problem;
  if (tag) return inTag(text, tag, token);
  if (problem.block) return openBlock(text, problem.block);
  if (problem.kind === 'lexical') return lexical(text, token);
  const span = { start: token.start, end: Math.max(token.end, token.start + 1) };
  const written = excerpt(text.slice(span.start, endOfTag(text, span.start)));
  if (token.type === 'OPEN_ENDBLOCK') return strayClose(text, { start: span.start, end: endOfTag(text, span.start) });
  const message = `\`${written}\` stands outside of a block or after another \`else\`, so Handlebars refuses the whole text; remove it.`;
  return { kind: 'stray', message, span };
}

/** A closing tag of a block that is not open. */
export function strayClose(text: string, span: Span): SyntaxFault {
  const written = excerpt(text.slice(span.start, span.end));
  const message = `\`${written}\` closes a block that is not open, so Handlebars refuses the whole text; remove it.`;
  return { kind: 'stray', message, span };
}

/** What cannot be read in a tag. */
function inTag(text: string, tag: Token, token: Token): SyntaxFault {
  const end = endOfTag(text, tag.start);
  const isClosed = text.startsWith('}}', end - 2) && end > tag.end;
  if (!isClosed) return unclosed(text, tag);
  if (token.type === 'CLOSE_UNESCAPED' && tag.type !== 'OPEN_UNESCAPED') return braceBehind(token);
  if (token.type === 'CLOSE' && tag.type === 'OPEN_UNESCAPED') return braceMissing(text, tag, token);
  const blank = sigilBehindBlank(text, tag, token);
  if (blank) return blank;
  return unreadable(text, { start: tag.start, end }, token);
}

/** A character or word that cannot stand where it does. */
function unreadable(text: string, span: Span, token: Token): SyntaxFault {
  const tag = excerpt(text.slice(span.start, span.end));
  if (token.type === 'NUMBER' && text[token.start - 1] === '.') {
    const number = `[${token.text}]`;
    return {
      kind: 'field',
      message: `\`${tag}\` holds a number in a path, so Handlebars refuses the whole text; write \`.${number}\`.`,
      span,
      fix: { title: `Write .${number}`, span: { start: token.start, end: token.end }, text: number },
    };
  }
  // Of a name that ends with a character that it cannot have, that character is meant.
  const at = token.type === 'INVALID' ? endOfName(text, token.start) : token.start;
  const end = token.type === 'INVALID' ? at + 1 : token.end;
  const what =
    at < span.end && token.type !== 'EOF' ? `\`${excerpt(text.slice(at, end))}\` in \`${tag}\`` : `\`${tag}\``;
  const how = at > token.start ? '; a name with such a character is written in brackets, as `[a b]`' : '';
  return { kind: 'field', message: `Handlebars cannot read ${what}, so it refuses the whole text${how}.`, span };
}

/** `{{x}}}`: three braces are one mark, which closes `{{{` only. */
function braceBehind(token: Token): SyntaxFault {
  const brace = { start: token.end - 1, end: token.end };
  return {
    kind: 'stray',
    message:
      'Handlebars reads `}}}` as one mark, which closes a `{{{` only, so it refuses the whole text; put a blank before the last brace.',
    span: brace,
    fix: { title: 'Put a blank before the brace', span: { start: brace.start, end: brace.start }, text: ' ' },
  };
}

/** `{{{x}}`. */
function braceMissing(text: string, tag: Token, token: Token): SyntaxFault {
  const written = excerpt(text.slice(tag.start, token.end));
  return {
    kind: 'unclosed',
    message: `\`${written}\` is opened with three braces and closed with two, so Handlebars refuses the whole text; close it with \`}}}\`.`,
    span: { start: tag.start, end: token.end },
    fix: { title: 'Close it with }}}', span: { start: token.end, end: token.end }, text: '}' },
  };
}

/** `{{ #if x}}`: the sigil has to touch the braces. */
function sigilBehindBlank(text: string, tag: Token, token: Token): SyntaxFault | undefined {
  const between = text.slice(tag.end, token.start);
  if (tag.type !== 'OPEN' || between === '' || between.trim() !== '' || !/^[#/^>&!{]/.test(text.slice(token.start))) {
    return undefined;
  }
  const span = { start: tag.start, end: endOfTag(text, tag.start) };
  return {
    kind: 'field',
    message: `\`${excerpt(text.slice(span.start, span.end))}\` has a blank before its sign, so Handlebars refuses the whole text; write \`{{${text[token.start]}\`.`,
    span,
    fix: { title: 'Remove the blank', span: { start: tag.end, end: token.start }, text: '' },
  };
}

function unclosed(text: string, tag: Token): SyntaxFault {
  const end = endOfTag(text, tag.start);
  const met = text.startsWith('{{', end)
    ? { span: { start: end, end: end + 2 }, message: 'the next tag opens here' }
    : { span: { start: end, end }, message: end < text.length ? 'the line ends here' : 'the text ends here' };
  const [written = '', name = ''] = /^\{+~?[#^/>&]?[>*]?\s*([^\s{}]*)/.exec(text.slice(tag.start, end)) ?? [];
  const nameEnd = tag.start + Math.max(written.trimEnd().length, 1);
  const close = tag.type === 'OPEN_UNESCAPED' ? '}}}' : '}}';
  let there = 0;
  while (there < close.length && text[nameEnd + there] === '}') there++;
  const blank = there === 0 && text[tag.start + 2] === ' ' ? ' ' : '';
  const shown = text.slice(tag.start, nameEnd);
  const isPlain = (tag.type === 'OPEN' || tag.type === 'OPEN_UNESCAPED') && isSlotName(name);
  const fix = { title: `Close ${shown}`, span: { start: nameEnd, end: nameEnd + there }, text: blank + close };
  return {
    kind: 'unclosed',
    message: `The tag \`${excerpt(shown)}\` is never closed, so Handlebars refuses the whole text; close it with \`${close}\`.`,
    span: { start: tag.start, end: nameEnd },
    related: met,
    ...(isPlain ? { fix } : {}),
  };
}

function lexical(text: string, token: Token): SyntaxFault {
  if (text[token.start] === '\0') {
    const message = 'Handlebars cannot read a NUL character and refuses the whole text; remove it.';
    const span = { start: token.start, end: token.start + 1 };
    return { kind: 'stray', message, span, fix: { title: 'Remove the character', span, text: '' } };
  }
  const isComment = text.startsWith('{{', token.start);
  const span = { start: token.start, end: Math.min(text.length, token.start + (isComment ? 5 : 1)) };
  const met = { span: { start: text.length, end: text.length }, message: 'the text ends here' };
  const what = isComment ? 'This comment is never closed' : 'This text cannot be read to its end';
  const how = isComment ? '; close it with `--}}`' : '';
  return { kind: 'unclosed', message: `${what}, so Handlebars refuses the whole text${how}.`, span, related: met };
}

/** A block that is still open where the text ends. */
function openBlock(text: string, { span, nameSpan, name }: OpenBlock): SyntaxFault {
  const word = name === undefined ? '' : excerpt(text.slice(nameSpan.start, nameSpan.end));
  const isRaw = text.startsWith('{{{{', span.start);
  const close = isRaw ? `{{{{/${word}}}}}` : `{{/${word}}}`;
  return {
    kind: 'unclosed',
    message: `The block \`${excerpt(text.slice(span.start, span.end))}\` is never closed, so Handlebars refuses the whole text; close it with \`${close}\`.`,
    span,
    related: { span: { start: text.length, end: text.length }, message: 'the text ends here' },
  };
}

/** Where a tag ends: behind its closing mark on its line, else before the next opening or the end of the line. */
function endOfTag(text: string, start: number): number {
  const limit = Math.min(text.length, start + LONGEST);
  for (let at = start + 2; at < limit; at++) {
    if (text.startsWith('}}', at)) return at + 2;
    if (text[at] === '\n' || (text.startsWith('{{', at) && at > start + 3)) return at;
  }
  return limit;
}

const LONGEST = 400;
