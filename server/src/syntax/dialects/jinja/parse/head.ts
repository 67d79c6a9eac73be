import type { TagChunk } from './chunks';
import type { Body } from './nodes';
import type { ExpressionParser } from './operators';
import type { Reader } from './reader';

/** What the reader of one statement gets. */
export interface Head {
  /** Stands behind the keyword. */
  readonly reader: Reader;
  readonly expressions: ExpressionParser;
  readonly bodies: BodyReader;
  /** Offset of the opening tag. */
  readonly start: number;
}

/** What a statement needs of the reader of bodies. */
export interface BodyReader {
  readonly text: string;
  /** Reads the body behind a tag, up to one of the tags in `ends`. */
  body(open: TagChunk, ends: readonly string[]): ReadBody;
  /** Keeps the problem of a tag in the middle of a block, so that the block itself is kept. */
  note(failure: unknown): void;
}

export interface ReadBody {
  readonly body: Body;
  /** The end tag or the tag that goes on with the block (`else`); undefined: there is none. */
  readonly closing?: Closing;
}

/** Read up to behind its keyword. */
export interface Closing {
  readonly keyword: string;
  readonly tag: TagChunk;
  readonly reader: Reader;
}

const IF_ENDS: readonly string[] = ['elif', 'else', 'endif'];

/** The tags that end a block or go on with it, by its keyword. */
export const ENDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['if', IF_ENDS],
  ['for', ['endfor', 'else']],
  ...['with', 'autoescape', 'block', 'macro', 'call', 'filter', 'set'].map((keyword): [string, readonly string[]] => [
    keyword,
    [`end${keyword}`],
  ]),
]);
