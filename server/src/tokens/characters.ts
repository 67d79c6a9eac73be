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

/** `\p{L}`. */
export const LETTER = UPPER | LOWER | CASELESS;

/**
 * First and last of the letters, marks and numbers that Unicode has only since its version 17. OpenAI's engine counts by
 * version 16, in which they are nothing; without this, a count would depend on how new the tables of the editor are.
 */
// biome-ignore format: a table
const TOO_NEW: readonly (readonly [number, number])[] = [
  [0x88f, 0x88f], [0xc5c, 0xc5c], [0xcdc, 0xcdc], [0x1acf, 0x1add], [0x1ae0, 0x1aeb], [0xa7ce, 0xa7cf], [0xa7d2, 0xa7d2],
  [0xa7d4, 0xa7d4], [0xa7f1, 0xa7f1], [0x10940, 0x10959], [0x10ec5, 0x10ec7], [0x10efa, 0x10efb], [0x11b60, 0x11b67],
  [0x11db0, 0x11ddb], [0x11de0, 0x11de9], [0x16ea0, 0x16eb8], [0x16ebb, 0x16ed3], [0x16ff2, 0x16ff6], [0x187f8, 0x187ff],
  [0x18d09, 0x18d1e], [0x18d80, 0x18df2], [0x1e6c0, 0x1e6de], [0x1e6e0, 0x1e6f5], [0x1e6fe, 0x1e6ff], [0x2b73a, 0x2b73f],
  [0x2cea2, 0x2cead], [0x323b0, 0x33479],
];

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
  /** By the first half of the pair, and in it by the second; made when it is met. */
  readonly #pairs: (Uint16Array | undefined)[] = [];

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

  /** The same for characters of exactly this kind, `limit` at most; it may end early. The engine runs over it at full speed. */
  sameEnd(text: string, from: number, kind: number, limit: number): number {
    const table = this.#table;
    let at = from;
    while (at < limit && table[text.charCodeAt(at)] === kind) at++;
    return at;
  }

  #learn(text: string, at: number, unit: number): number {
    if (at >= text.length) return 0;
    if (unit >= 0xd800 && unit <= 0xdfff) return isInsidePair(text, at + 1) ? this.#pair(text, at, unit) : OTHER;
    const kind = kindOf(String.fromCharCode(unit));
    this.#table[unit] = kind;
    return kind;
  }

  #pair(text: string, at: number, unit: number): number {
    this.#pairs[unit - 0xd800] ??= new Uint16Array(0x400);
    const table = this.#pairs[unit - 0xd800] as Uint16Array;
    const low = text.charCodeAt(at + 1) - 0xdc00;
    return table[low] || this.#learnPair(text, at, table, low);
  }

  #learnPair(text: string, at: number, table: Uint16Array, low: number): number {
    const kind = kindOf(text.slice(at, at + 2)) | PAIR;
    table[low] = kind;
    return kind;
  }
}

/** Whether `at` lies between the two halves of a surrogate pair. */
export function isInsidePair(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
}

function kindOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (TOO_NEW.some(([first, last]) => code >= first && code <= last)) return OTHER;
  for (const [property, kind] of properties) if (property.test(character)) return kind;
  return OTHER;
}
