// The kinds of characters that the split patterns of the encodings tell apart, as bits, so that one test answers
// "is it one of these".

/** Lu and Lt. */
export const UPPER = 1;
/** Ll. */
export const LOWER = 2;
/** Lm and Lo: letters without case, such as CJK. */
export const CASELESS = 4;
/** M: accents and other marks. */
export const MARK = 8;
/** N. */
export const NUMBER = 16;
/** Carriage return and line feed. */
export const NEWLINE = 32;
/**
 * The rest of `White_Space`. Not what JavaScript's `\s` means: the published tokenizers use Unicode's property, which
 * has U+0085 and lacks U+FEFF.
 */
export const SPACE = 64;
/** Everything else, lone surrogates included. */
export const OTHER = 128;
/** Set beside the kind when the character takes two UTF-16 units. */
export const PAIR = 256;

export const LETTER = UPPER | LOWER | CASELESS;

const properties: readonly (readonly [RegExp, number])[] = [
  [/[\r\n]/u, NEWLINE],
  [/\p{Ll}/u, LOWER],
  [/\p{Lu}|\p{Lt}/u, UPPER],
  [/\p{L}/u, CASELESS],
  [/\p{N}/u, NUMBER],
  [/\p{White_Space}/u, SPACE],
  [/\p{M}/u, MARK],
];

/** Looks kinds up. Each kind is found out once and then read from a table, 128 KB in size. */
export class Characters {
  readonly #table = new Uint16Array(0x10000);
  readonly #astral = new Map<number, number>();

  /** The kind of the character that begins at `at`; 0 behind the end of the text. */
  at(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    return this.#table[unit] || this.#learn(text, at, unit);
  }

  /** The kind of the character that ends at `at`. */
  before(text: string, at: number): number {
    return this.at(text, at > 1 && isInsidePair(text, at - 1) ? at - 2 : at - 1);
  }

  /** Where the run of characters of these kinds ends that begins at `from`. */
  runEnd(text: string, from: number, kinds: number): number {
    let at = from;
    for (;;) {
      const kind = this.at(text, at);
      if ((kind & kinds) === 0) return at;
      at += kind & PAIR ? 2 : 1;
    }
  }

  #learn(text: string, at: number, unit: number): number {
    if (at >= text.length) return 0;
    if (unit >= 0xd800 && unit <= 0xdfff) return isInsidePair(text, at + 1) ? this.#learnAstral(text, at) : OTHER;
    const kind = kindOf(String.fromCharCode(unit));
    this.#table[unit] = kind;
    return kind;
  }

  #learnAstral(text: string, at: number): number {
    const code = text.codePointAt(at) ?? 0;
    let kind = this.#astral.get(code);
    if (kind === undefined) {
      kind = kindOf(String.fromCodePoint(code)) | PAIR;
      this.#astral.set(code, kind);
    }
    return kind;
  }
}

/** Whether `at` lies between the two halves of a surrogate pair. */
export function isInsidePair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

function kindOf(character: string): number {
  for (const [property, kind] of properties) if (property.test(character)) return kind;
  return OTHER;
}
