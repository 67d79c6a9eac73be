import {
  parseAutoescape,
  parseBlock,
  parseCall,
  parseFilter,
  parseFor,
  parseIf,
  parseMacro,
  parseSet,
  parseWith,
} from './blocks';
import type { BodyReader, Head } from './head';
import type { Statement } from './nodes';
import { ExpressionParser } from './operators';
import type { Reader } from './reader';
import { parseExtends, parseFrom, parseImport, parseInclude, parsePrint } from './simple';

/** Reads the statement whose keyword is the current token. Throws when its head cannot be read. */
export function parseStatement(keyword: string, reader: Reader, bodies: BodyReader): Statement | undefined {
  const read = BLOCKS.get(keyword) ?? SIMPLE.get(keyword);
  if (!read) return undefined;
  const { start } = reader.tag;
  reader.next();
  const statement = read({ reader, expressions: new ExpressionParser(reader), bodies, start });
  if (SIMPLE.has(keyword)) reader.expectEnd();
  return statement;
}

const BLOCKS: ReadonlyMap<string, (head: Head) => Statement> = new Map([
  ['if', parseIf],
  ['for', parseFor],
  ['set', parseSet],
  ['with', parseWith],
  ['autoescape', parseAutoescape],
  ['block', parseBlock],
  ['macro', parseMacro],
  ['call', parseCall],
  ['filter', parseFilter],
]);

const SIMPLE: ReadonlyMap<string, (head: Head) => Statement> = new Map([
  ['extends', parseExtends],
  ['include', parseInclude],
  ['import', parseImport],
  ['from', parseFrom],
  ['print', parsePrint],
]);
