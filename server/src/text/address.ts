// Addresses of files. Inside Strata an address is a URI in one spelling, so that equal files have equal addresses.

/** Characters that stay as they are in a path segment; everything else is percent-encoded, as VS Code does. */
const PLAIN = /^[A-Za-z0-9\-._~]$/;
const ALL_PLAIN = /^[A-Za-z0-9\-._~]*$/;

/**
 * The one spelling of a URI: percent-encoding made equal, drive letters in lower case, `.` and `..` resolved. A URI that
 * cannot be read (`untitled:Untitled-1`) is returned as it is.
 */
export function normalizeAddress(uri: string): string {
  const parts = split(uri);
  if (!parts) return uri;
  return parts.prefix + parts.segments.map(encodeSegment).join('/');
}

/** An address, and a path, in which nothing is to be decoded, encoded or left out. */
const PLAIN_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/\/(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/;
const PLAIN_PATH = /^(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*$/;

/** The address of `path`, as it is written in the file at `from`: relative to its folder, with forward slashes. */
export function resolveAddress(from: string, path: string): string {
  if (PLAIN_PATH.test(path) && PLAIN_ADDRESS.test(from)) return `${folderOf(from)}/${path}`;
  const parts = split(from);
  if (!parts) return path;
  const base = path.startsWith('/') ? [] : parts.segments.slice(0, -1);
  return (
    parts.prefix +
    withoutDots([...base, ...path.split('/')])
      .map(encodeSegment)
      .join('/')
  );
}

/** The folder of an address, without a final slash. */
export function folderOf(uri: string): string {
  const slash = uri.lastIndexOf('/');
  return slash < 0 ? uri : uri.slice(0, slash);
}

/** Last segment of an address, decoded. */
export function nameOf(uri: string): string {
  return decode(uri.slice(uri.lastIndexOf('/') + 1));
}

/** Whether an address lies in a folder, however deep. */
export function isInside(folder: string, uri: string): boolean {
  return uri.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Whether an address lies in one of many folders, however deep. */
export function isInsideOneOf(folders: ReadonlySet<string>, uri: string): boolean {
  if (folders.size === 0) return false;
  for (let at = uri, folder = folderOf(at); folder !== at; at = folder, folder = folderOf(at))
    if (folders.has(folder)) return true;
  return false;
}

/** How a file in or below `folder` is written from there; an address elsewhere is written with `..` where that is possible. */
export function relativePath(folder: string, uri: string): string {
  const from = split(`${folder.replace(/\/$/, '')}/x`);
  const to = split(uri);
  if (!from || !to || from.prefix !== to.prefix) return uri;
  const base = from.segments.slice(0, -1);
  let same = 0;
  while (same < base.length && same < to.segments.length - 1 && base[same] === to.segments[same]) same++;
  return [...base.slice(same).map(() => '..'), ...to.segments.slice(same)].join('/');
}

interface Split {
  /** Scheme and authority, up to and with the slash before the first segment. */
  readonly prefix: string;
  /** Decoded segments of the path. */
  readonly segments: readonly string[];
}

function split(uri: string): Split | undefined {
  // Between scheme and path stands an authority, an empty one (`file:///`), or none (`memfs:/`).
  const match = /^([A-Za-z][A-Za-z0-9+.-]*:(?:\/\/[^/?#]*)?\/)([^?#]*)/.exec(uri);
  if (!match) return undefined;
  const segments = withoutDots((match[2] as string).split('/').map(decode));
  const first = segments[0];
  if (first !== undefined && /^[A-Z]:$/.test(first))
    return { prefix: match[1] as string, segments: [first.toLowerCase(), ...segments.slice(1)] };
  return { prefix: match[1] as string, segments };
}

function withoutDots(segments: readonly string[]): string[] {
  const out: string[] = [];
  for (const segment of segments) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') out.pop();
    else out.push(segment);
  }
  return out;
}

function decode(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function encodeSegment(segment: string): string {
  // Nearly every name is plain, and addresses are resolved for every question that a rule asks.
  if (ALL_PLAIN.test(segment)) return segment;
  let out = '';
  for (const c of segment) {
    if (PLAIN.test(c)) out += c;
    else
      out += encodeURIComponent(isLone(c) ? '\uFFFD' : c).replace(
        /[!'()*]/g,
        (x) => `%${x.charCodeAt(0).toString(16).toUpperCase()}`,
      );
  }
  return out;
}

const isLone = (c: string): boolean => c.length === 1 && c >= '\uD800' && c <= '\uDFFF';
