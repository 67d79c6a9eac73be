import { isUtf8 } from 'node:buffer';

/**
 * Text of a file. A byte order mark stays. What is no UTF-8 becomes U+FFFD, as every reader shows it, and the offset of
 * the first such byte is told.
 */
export function decodeUtf8(bytes: Buffer): { readonly text: string; readonly invalidByte?: number } {
  const text = bytes.toString('utf8');
  return isUtf8(bytes) ? { text } : { text, invalidByte: firstInvalidByte(bytes) };
}

/** Offset of the first byte that does not belong to a well-formed UTF-8 sequence; the length when all do. */
export function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

/** Length of the well-formed sequence that begins here (Unicode standard, table 3-7); 0 when there is none. */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] as number;
  if (first < 0x80) return 1;
  const second = bytes[at + 1];
  const follows = (from: number): boolean => {
    const byte = bytes[from];
    return byte !== undefined && byte >= 0x80 && byte <= 0xbf;
  };
  if (second === undefined || first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return follows(at + 1) ? 2 : 0;
  const low = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const high = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < low || second > high) return 0;
  if (first < 0xf0) return follows(at + 2) ? 3 : 0;
  return follows(at + 2) && follows(at + 3) ? 4 : 0;
}
