/** White space of ASCII, the no-break space and the byte order mark: what stands for nothing at the ends of a line, by its UTF-16 code. */
export const isBlank = (c: number): boolean => c === 32 || (c >= 9 && c <= 13) || c === 0xa0 || c === 0xfeff;
