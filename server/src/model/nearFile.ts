import { folderOf, nameOf, relativePath, resolveAddress } from '../text/address';
import { closest } from '../text/similar';
import type { Lookup } from './lookup';

/**
 * The file that a path in `from` was meant to name: one of its folder with nearly its name or another extension, else
 * the only one of its name anywhere below the folder of `from`. As a path that can be written there; undefined when none
 * is near, or while the folders have not been listed.
 */
export function nearFile(lookup: Lookup, from: string, path: string): string | undefined {
  const written = path.slice(0, path.lastIndexOf('/') + 1);
  const name = path.slice(written.length);
  if (name === '' || path.startsWith('/') || /[*?{}[\]]/.test(path)) return undefined;
  // A way up and down again may lead into the same folder; what is listed is named without it.
  const plain = relativePath(folderOf(from), resolveAddress(from, path));
  const slash = plain.lastIndexOf('/') + 1;
  const folder = plain.slice(0, slash);
  const isAbove = plain.startsWith('../');
  const listed = lookup.glob?.(from, isAbove ? `${folder}*` : '**/*')?.filter((other) => other !== plain);
  if (!listed) return undefined;
  const beside = listed.filter((other) => other.startsWith(folder) && !other.includes('/', slash));
  const names = beside.map((other) => other.slice(slash));
  const near = closest(name, names) ?? onlyOne(names.filter((other) => stemOf(other) === stemOf(name)));
  if (near !== undefined) return written + near;
  return onlyOne(listed.filter((other) => other.endsWith(`/${name}`) || other === name));
}

/** A copy of a file that may not be read: the only file of its name in the folder of `from`, or below it, as a path from there. */
export function copyBelow(lookup: Lookup, from: string, path: string): string | undefined {
  const name = nameOf(path);
  const listed = lookup.glob?.(from, '**/*') ?? [];
  return onlyOne(listed.filter((other) => other === name || other.endsWith(`/${name}`)));
}

/** Where a copy of it would be put, when there is no file yet. */
export const placeForCopy = (from: string, path: string): string => resolveAddress(from, nameOf(path));

/** The file beside one of some addresses that was meant by them, as an address. */
export function nearAddress(lookup: Lookup, from: string, tried: readonly string[]): string | undefined {
  const base = folderOf(from);
  for (const uri of tried) {
    const folder = folderOf(uri);
    const path = relativePath(base, `${folder}/*`);
    const beside = lookup.glob?.(from, path) ?? [];
    const near = closest(
      nameOf(uri),
      beside.map((other) => other.slice(other.lastIndexOf('/') + 1)),
    );
    if (near !== undefined) return `${folder}/${encodeURIComponent(near)}`;
  }
  return undefined;
}

const onlyOne = (paths: readonly string[]): string | undefined => (paths.length === 1 ? paths[0] : undefined);

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '');
