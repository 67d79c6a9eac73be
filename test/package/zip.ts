// Reads a zip archive: as much of the format as a .vsix has.
import { inflateRawSync } from 'node:zlib';

/** Signature and length of the record at the end, which says where the directory of the archive stands. */
const END = 0x06054b50;
const END_LENGTH = 22;
const DEFLATED = 8;

/** The files of an archive by their path; folders have no entry of their own. */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = endRecord(archive);
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
    const name = archive.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    if (!name.endsWith('/')) files.set(name, contentOf(archive, at));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return files;
}

function endRecord(archive: Buffer): number {
  for (let at = archive.length - END_LENGTH; at >= 0; at--) if (archive.readUInt32LE(at) === END) return at;
  throw new Error('This is no zip archive.');
}

/** The content of the file whose entry in the directory stands at `entry`. */
function contentOf(archive: Buffer, entry: number): Buffer {
  const method = archive.readUInt16LE(entry + 10);
  const length = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const packed = archive.subarray(start, start + length);
  return method === DEFLATED ? inflateRawSync(packed) : packed;
}
