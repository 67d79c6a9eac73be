// Texts with marks in them. The marks belong to no dialect and to no YAML, so they collide with nothing:
// `⟦code⟧ … ⟦/⟧` round a range, `‸` for a cursor, a line `=== path` where a file begins.

export interface Mark {
  readonly code: string;
  readonly start: number;
  readonly end: number;
}

export interface FixtureFile {
  readonly path: string;
  /** Without its marks. */
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly cursors: readonly number[];
}

/** Files of a fixture in their order. Text before the first `=== path` line is the file `first`. */
export function parseFixture(source: string, first = 'a.prompt'): readonly FixtureFile[] {
  const files: { path: string; lines: string[] }[] = [];
  for (const line of source.split(/(?<=\n)/)) {
    const header = /^=== (\S+)\r?\n?$/.exec(line);
    if (header) files.push({ path: header[1] as string, lines: [] });
    else if (files.length > 0) files.at(-1)?.lines.push(line);
    else files.push({ path: first, lines: [line] });
  }
  return files.map(({ path, lines }) => ({ path, ...withoutMarks(lines.join('')) }));
}

/** The text of each file by its path, without marks. */
export function textsOf(files: readonly FixtureFile[]): Record<string, string> {
  return Object.fromEntries(files.map(({ path, text }) => [path, text]));
}

/** The one cursor of a fixture, and the file it stands in. */
export function cursorOf(files: readonly FixtureFile[]): { readonly path: string; readonly offset: number } {
  const all = files.flatMap(({ path, cursors }) => cursors.map((offset) => ({ path, offset })));
  const [cursor] = all;
  if (!cursor || all.length > 1) throw new Error(`a fixture with one cursor has ${all.length}`);
  return cursor;
}

/** Writes marks into a text again, so that what was found can be compared with what is written. */
export function withMarks(text: string, marks: readonly Mark[]): string {
  const cuts = marks.flatMap(({ code, start, end }, i) => [
    { at: start, order: -end, text: `⟦${code}⟧`, i },
    { at: end, order: Number.MAX_SAFE_INTEGER - start, text: '⟦/⟧', i },
  ]);
  cuts.sort((a, b) => a.at - b.at || b.order - a.order || a.i - b.i);
  let out = '';
  let at = 0;
  for (const cut of cuts) {
    out += text.slice(at, cut.at) + cut.text;
    at = cut.at;
  }
  return out + text.slice(at);
}

function withoutMarks(source: string): Omit<FixtureFile, 'path'> {
  let text = '';
  const marks: Mark[] = [];
  const cursors: number[] = [];
  const open: { code: string; start: number }[] = [];
  for (const [piece, code] of source.matchAll(/⟦([^⟧\n]*)⟧|‸|[^⟦‸]+|⟦/gu)) {
    if (piece === '‸') cursors.push(text.length);
    else if (code === '/') {
      const opened = open.pop();
      if (!opened) throw new Error('a fixture closes a mark that it has not opened');
      marks.push({ ...opened, end: text.length });
    } else if (code !== undefined) open.push({ code, start: text.length });
    else text += piece;
  }
  if (open.length > 0) throw new Error(`a fixture leaves ⟦${open.at(-1)?.code}⟧ open`);
  marks.sort((a, b) => a.start - b.start || a.end - b.end || (a.code < b.code ? -1 : 1));
  return { text, marks, cursors };
}
