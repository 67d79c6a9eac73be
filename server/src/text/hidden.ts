import type { Span } from './span';

/**
 * Characters that people do not see and models read. What belongs to the spelling of a language or to an emoji is none:
 * joiners in emoji and in scripts that need them, variation selectors, word breaks in scripts without spaces.
 */
export type HiddenKind =
  | 'mark'
  | 'tag'
  | 'bidi'
  | 'soft-hyphen'
  | 'filler'
  | 'zero-width'
  | 'joiner'
  | 'selectors'
  | 'control';

/** Neighbouring hidden characters of one kind. */
export interface Hidden {
  readonly kind: HiddenKind;
  readonly span: Span;
  /** Number of characters, a surrogate pair being one. */
  readonly count: number;
  /** What tag characters spell. */
  readonly decoded?: string;
}

/** Every code unit with which something hidden may begin, as ranges. */
const SUSPECTS = [
  '\\u0000-\\u0008\\u000b\\u000e-\\u001f\\u007f', // controls
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u3164\\uffa0', // soft hyphen, fillers, Arabic letter mark
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff', // zero width, directions
  '\\ufe00-\\ufe0f\\udb40', // selectors; first half of tags and of more selectors
];

/** The rest of a text is passed over by one search. */
const SUSPECT = new RegExp(`[${SUSPECTS.join('')}]`, 'g');

/** The hidden characters of `text` from `from` on, in order. A byte order mark at the very start of the text is one of them. */
export function hiddenIn(text: string, from = 0): readonly Hidden[] {
  const found: Hidden[] = [];
  if (from > 0 && text.charCodeAt(0) === 0xfeff) found.push({ kind: 'mark', span: { start: 0, end: 1 }, count: 1 });
  let done = from;
  for (const { index } of text.slice(from).matchAll(SUSPECT)) {
    const at = from + index;
    if (at < done) continue;
    const kind = kindAt(text, at);
    if (kind === undefined) continue;
    const run = kind === 'mark' ? { span: { start: 0, end: 1 }, count: 1 } : runOf(text, at, kind);
    done = run.span.end;
    if (kind === 'selectors' && run.count < FEWEST_SELECTORS) continue;
    if (kind === 'tag' && isFlag(text, run.span)) continue;
    found.push(kind === 'tag' ? { kind, ...run, decoded: decodeTags(text, run.span) } : { kind, ...run });
  }
  return found;
}

/** One or two selectors choose the shape of a letter or emoji; a longer row can only carry hidden bytes. */
const FEWEST_SELECTORS = 3;

function runOf(text: string, start: number, kind: HiddenKind): { span: Span; count: number } {
  let end = start;
  let count = 0;
  while (end < text.length && kindAt(text, end) === kind) {
    end += text.charCodeAt(end) === 0xdb40 ? 2 : 1;
    count++;
  }
  return { span: { start, end: Math.min(end, text.length) }, count };
}

/** What hides at an offset; undefined: nothing, or something that belongs there. */
function kindAt(text: string, at: number): HiddenKind | undefined {
  const c = text.charCodeAt(at);
  if (c < 0x20 || c === 0x7f) return c === 9 || c === 10 || c === 12 || c === 13 ? undefined : 'control';
  if (c === 0xad) return 'soft-hyphen';
  if (c === 0xfeff) return at === 0 ? 'mark' : 'zero-width';
  if (c === 0xdb40) return kindOfPlane14(text.charCodeAt(at + 1));
  if (c >= 0xfe00 && c <= 0xfe0f) return 'selectors';
  if ((c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069)) return 'bidi';
  if (c === 0x200e || c === 0x200f || c === 0x061c) return nearRightToLeft(text, at) ? undefined : 'zero-width';
  if (c === 0x200c || c === 0x200d) return joins(text, at) ? undefined : 'joiner';
  if (c === 0x200b) return UNSPACED.test(text.slice(Math.max(0, at - 2), at + 3)) ? undefined : 'zero-width';
  if (c === 0x2060 || (c >= 0x2061 && c <= 0x206f)) return 'zero-width';
  if (
    c === 0x115f ||
    c === 0x1160 ||
    c === 0x3164 ||
    c === 0xffa0 ||
    c === 0x034f ||
    c === 0x17b4 ||
    c === 0x17b5 ||
    c === 0x180e
  )
    return 'filler';
  return undefined;
}

/** Low surrogates of U+E0000 to U+E01EF: tag characters, then variation selectors. */
function kindOfPlane14(low: number): HiddenKind | undefined {
  if (low >= 0xdc00 && low <= 0xdc7f) return 'tag';
  return low >= 0xdd00 && low <= 0xddef ? 'selectors' : undefined;
}

const PICTURE = /(?:\p{Extended_Pictographic}|\ufe0f|\u20e3|[\u{1f3fb}-\u{1f3ff}])$/u;
const PICTURE_FIRST = /^\p{Extended_Pictographic}/u;
/** Scripts whose spelling needs joiners and non-joiners. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Scripts that are written without spaces, in which a zero width space marks where a line may break. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A joiner between two pictures, or beside a letter of a script that needs it. */
function joins(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + 1, at + 3);
  if (text.charCodeAt(at) === 0x200d && PICTURE.test(before) && PICTURE_FIRST.test(after)) return true;
  return JOINING.test(before) || JOINING.test(after);
}

const nearRightToLeft = (text: string, at: number): boolean =>
  RIGHT_TO_LEFT.test(text.slice(Math.max(0, at - 40), at + 40));

/** Tag characters behind a black flag, ended by the cancel tag, draw the flag of a region. */
function isFlag(text: string, { start, end }: Span): boolean {
  return (
    text.slice(Math.max(0, start - 2), start) === '\u{1f3f4}' &&
    end - start <= 16 &&
    text.charCodeAt(end - 1) === 0xdc7f
  );
}

function decodeTags(text: string, { start, end }: Span): string {
  let out = '';
  for (let at = start; at + 1 < end; at += 2) {
    const c = text.charCodeAt(at + 1) - 0xdc00;
    if (c >= 0x20 && c <= 0x7e) out += String.fromCharCode(c);
  }
  return out;
}
