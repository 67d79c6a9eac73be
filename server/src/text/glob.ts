// Patterns of paths as manifests write them: `prompts/*.md`, `**/chat-?.txt`, `{ask,run}/system.txt`. Matched without
// regular expressions, since a pattern comes from the workspace and must not be able to keep the server busy.

/** Alternatives that one pattern may stand for; what is over it is not looked at. */
const MOST_ALTERNATIVES = 64;

/** Whether a path is written as a pattern. */
export const isGlob = (path: string): boolean => /[*?]|\{[^{}]*,[^{}]*\}/.test(path);

/** The folders before the first pattern, without a final slash: where the search begins. */
export function globBase(pattern: string): string {
  const segments = pattern.split('/');
  const first = segments.findIndex(isGlob);
  return segments.slice(0, first < 0 ? segments.length - 1 : first).join('/');
}

/** Whether a path with forward slashes matches: `*` and `?` stay within a segment, `**` is any number of segments. */
export function matchesGlob(pattern: string, path: string): boolean {
  const segments = path.split('/');
  return alternatives(pattern).some((one) => matchSegments(one.split('/'), segments));
}

/** `{a,b}` written out. */
function alternatives(pattern: string): string[] {
  let open = [pattern];
  for (;;) {
    const next: string[] = [];
    let changed = false;
    for (const one of open) {
      const braces = /\{([^{}]*,[^{}]*)\}/.exec(one);
      if (!braces) next.push(one);
      else {
        changed = true;
        for (const choice of (braces[1] as string).split(','))
          next.push(one.slice(0, braces.index) + choice + one.slice(braces.index + braces[0].length));
      }
    }
    open = next.slice(0, MOST_ALTERNATIVES);
    if (!changed) return open;
  }
}

/** Matches lists with wildcards by remembering the last wildcard only: quadratic at worst, never exponential. */
function matchList<T>(
  pattern: readonly T[],
  items: readonly T[],
  isWild: (p: T) => boolean,
  same: (p: T, item: T) => boolean,
): boolean {
  let p = 0;
  let i = 0;
  let wild = -1;
  let from = 0;
  while (i < items.length) {
    if (p < pattern.length && isWild(pattern[p] as T)) {
      wild = p++;
      from = i;
    } else if (p < pattern.length && same(pattern[p] as T, items[i] as T)) {
      p++;
      i++;
    } else if (wild >= 0) {
      p = wild + 1;
      i = ++from;
    } else return false;
  }
  while (p < pattern.length && isWild(pattern[p] as T)) p++;
  return p === pattern.length;
}

const matchSegments = (pattern: readonly string[], path: readonly string[]): boolean =>
  matchList(pattern, path, (p) => p === '**', matchName);

const matchName = (pattern: string, name: string): boolean =>
  matchList(
    [...pattern],
    [...name],
    (p) => p === '*',
    (p, c) => p === '?' || p === c,
  );
