import { width } from '../values/limits';
import { textLike } from '../values/make';
import { escapedText } from '../values/markup';
import { raise } from '../values/show';
import { lengthInCharacters } from '../values/text';
import type { Traced } from '../values/value';
import { integer, text } from './arguments';
import { REQUIRED } from './bind';
import { type Method, method, namedMethod } from './method';
import { centered } from './strings';

/** Methods of a text that fill it up to a width. */
export const paddingMethods: readonly (readonly [string, Method])[] = [
  ['zfill', method('zfill', { width: REQUIRED }, zeroFilled)],
  [
    'center',
    method('center', { width: REQUIRED, fillchar: ' ' }, (self, given) =>
      padded(self, given, (source, size, fill) => centered(source, size, fill)),
    ),
  ],
  [
    'ljust',
    method('ljust', { width: REQUIRED, fillchar: ' ' }, (self, given) =>
      padded(self, given, (source, size, fill) => source + missing(source, size, fill)),
    ),
  ],
  [
    'rjust',
    method('rjust', { width: REQUIRED, fillchar: ' ' }, (self, given) =>
      padded(self, given, (source, size, fill) => missing(source, size, fill) + source),
    ),
  ],
  [
    'expandtabs',
    namedMethod('expandtabs', { tabsize: 8 }, (self, { tabsize }) =>
      textLike(withoutTabs(text(self), integer(tabsize)), self),
    ),
  ],
];

function zeroFilled(self: Traced, given: { readonly width: Traced }): Traced {
  const source = text(self);
  const zeros = missing(source, integer(given.width), '0');
  const sign = source.startsWith('-') || source.startsWith('+') ? 1 : 0;
  return textLike(source.slice(0, sign) + zeros + source.slice(sign), self);
}

function padded(
  self: Traced,
  given: { readonly width: Traced; readonly fillchar: Traced },
  pad: (source: string, size: number, fill: string) => string,
): Traced {
  const fill = text(self.markup ? escapedText(given.fillchar) : given.fillchar);
  if (lengthInCharacters(fill) !== 1) raise('TypeError', 'The fill character must be exactly one character long');
  return textLike(pad(text(self), integer(given.width), fill), self, given.fillchar);
}

const missing = (source: string, size: number, fill: string): string =>
  fill.repeat(Math.max(0, width(size) - lengthInCharacters(source)));

function withoutTabs(source: string, size: number): string {
  width(size);
  let column = 0;
  let result = '';
  for (const character of source) {
    if (character === '\t') {
      const blanks = size > 0 ? size - (column % size) : 0;
      result += ' '.repeat(blanks);
      column += blanks;
    } else {
      result += character;
      column = character === '\n' || character === '\r' ? 0 : column + 1;
    }
  }
  return result;
}
