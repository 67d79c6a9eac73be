/** The bytes of a text in UTF-8; half a surrogate pair is a replacement character. */
export function utf8(text: string): readonly number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    const point = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), 0x80 | (point & 63));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    else {
      bytes.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
    }
  }
  return bytes;
}

/** The text of bytes in UTF-8. Each longest beginning of a character that is none is a replacement character. */
export function textOfUtf8(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++] ?? 0;
    if (first < 0x80) {
      text += String.fromCharCode(first);
      continue;
    }
    const more =
      first >= 0xc2 && first <= 0xdf ? 1 : first >= 0xe0 && first <= 0xef ? 2 : first >= 0xf0 && first <= 0xf4 ? 3 : 0;
    let point = first & (0x3f >> more);
    let read = 0;
    while (read < more && isNext(first, bytes[at], read)) {
      point = (point << 6) | ((bytes[at++] ?? 0) & 63);
      read++;
    }
    text += more > 0 && read === more ? String.fromCodePoint(point) : '\ufffd';
  }
  return text;
}

/** Whether a byte goes on with a character: behind some first bytes, the second one has a narrower range. */
function isNext(first: number, byte: number | undefined, read: number): boolean {
  if (byte === undefined) return false;
  if (read > 0) return byte >= 0x80 && byte <= 0xbf;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  return byte >= least && byte <= most;
}
