/** What the buffer shrinks back to after a long piece. */
const ROOM = 4096;

/** A reusable buffer that holds the UTF-8 form of one piece of a text at a time. */
export class Utf8Buffer {
  bytes = new Uint8Array(ROOM);

  /** Writes `text[start, end)` to the start of `bytes` and returns how many bytes that took. */
  write(text: string, start: number, end: number): number {
    this.#fit((end - start) * 3);
    const bytes = this.bytes;
    let n = 0;
    for (let i = start; i < end; i++) {
      const unit = text.charCodeAt(i);
      if (unit < 0x80) {
        bytes[n++] = unit;
      } else if (unit < 0x800) {
        bytes[n++] = 0xc0 | (unit >> 6);
        bytes[n++] = 0x80 | (unit & 63);
      } else {
        const code = scalarAt(text, i, end);
        if (code > 0xffff) {
          bytes[n++] = 0xf0 | (code >> 18);
          bytes[n++] = 0x80 | ((code >> 12) & 63);
          i++;
        } else {
          bytes[n++] = 0xe0 | (code >> 12);
        }
        bytes[n++] = 0x80 | ((code >> 6) & 63);
        bytes[n++] = 0x80 | (code & 63);
      }
    }
    return n;
  }

  #fit(size: number): void {
    if (this.bytes.length < size || (this.bytes.length > 16 * ROOM && size < ROOM)) {
      this.bytes = new Uint8Array(Math.max(size, ROOM));
    }
  }
}

/** How many bytes of UTF-8 the character at `at` takes. */
export function utf8Width(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  return scalarAt(text, at, end) > 0xffff ? 4 : 3;
}

/** The character at `at`; half a surrogate pair is U+FFFD, as every encoder of UTF-8 writes it. */
function scalarAt(text: string, at: number, end: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit > 0xdfff) return unit;
  const low = unit < 0xdc00 && at + 1 < end ? text.charCodeAt(at + 1) : 0;
  return low >= 0xdc00 && low <= 0xdfff ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00) : 0xfffd;
}
