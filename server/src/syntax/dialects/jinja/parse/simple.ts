import type { Expression, Name } from './expressions';
import type { Head } from './head';
import type { Statement } from './nodes';
import { SyntaxFailure } from './problem';
import type { Reader } from './reader';

export function parseExtends({ reader, expressions, start }: Head): Statement {
  return { kind: 'extends', start, end: reader.tag.end, template: expressions.expression() };
}

export function parseInclude({ reader, expressions, start }: Head): Statement {
  const template = expressions.expression();
  const ignoreMissing = reader.isName('ignore') && reader.isFollowedByName('missing');
  if (ignoreMissing) {
    reader.next();
    reader.next();
  }
  const withContext = takeContext(reader) ?? true;
  return { kind: 'include', start, end: reader.tag.end, template, ignoreMissing, withContext };
}

export function parseImport({ reader, expressions, start }: Head): Statement {
  const template = expressions.expression();
  reader.expectName('as');
  const target = expressions.targetName();
  return { kind: 'import', start, end: reader.tag.end, template, target, withContext: takeContext(reader) ?? false };
}

/** `{% from template import a, b as c with context %}` */
export function parseFrom({ reader, expressions, start }: Head): Statement {
  const template = expressions.expression();
  reader.expectName('import');
  const names: { name: string; alias: Name }[] = [];
  let withContext: boolean | undefined;
  for (;;) {
    if (names.length > 0) reader.expectOperator(',');
    // Behind a comma, too, the list may end with the context.
    withContext = takeContext(reader);
    if (withContext !== undefined) break;
    const imported = expressions.targetName();
    if (imported.name.startsWith('_')) refuse(reader, 'names starting with an underline can not be imported', imported);
    const alias = reader.takeName('as') ? expressions.targetName() : imported;
    names.push({ name: imported.name, alias });
    withContext = takeContext(reader);
    if (withContext !== undefined || !reader.isOperator(',')) break;
  }
  return { kind: 'from', start, end: reader.tag.end, template, names, withContext: withContext ?? false };
}

export function parsePrint({ reader, expressions, start }: Head): Statement {
  const values: Expression[] = [];
  while (!reader.isEnd) {
    if (values.length > 0) reader.expectOperator(',');
    values.push(expressions.expression());
  }
  return { kind: 'print', start, end: reader.tag.end, values };
}

/** `with context` or `without context`, when it stands here. */
function takeContext(reader: Reader): boolean | undefined {
  const is = (reader.isName('with') || reader.isName('without')) && reader.isFollowedByName('context');
  if (!is) return undefined;
  const { value } = reader.next();
  reader.next();
  return value === 'with';
}

function refuse(reader: Reader, message: string, span: Name): never {
  const { start, end } = span;
  throw new SyntaxFailure({ kind: 'refused', message, span: { start, end }, tag: reader.range });
}
