// The sources of the project as a graph, and what a law over them is.
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { COMPUTED, type ImportStatement, lineAt, type Source } from './source';

/** All sources, by path. */
export type Program = ReadonlyMap<string, Source>;

export interface Law {
  readonly name: string;
  /** Said with each breach. */
  readonly why: string;
  check(program: Program): Iterable<Breach>;
}

export interface Breach {
  readonly file: string;
  readonly line?: number;
  readonly what: string;
}

/** Which file, which law, why. */
export function report(law: Law, { file, line, what }: Breach): string {
  return `${file}${line === undefined ? '' : `:${line}`} ${what}. Law: ${law.name}; ${law.why}.`;
}

/** What is shipped. */
export const product = /^(?:server|client)\/src\//;
/** The page of the preview, which runs in a browser. */
export const page = /^client\/src\/preview\/page\//;

export interface Edge {
  readonly source: Source;
  readonly statement: ImportStatement;
  /** Path of the source that is imported; undefined for packages and for what is no source. */
  readonly target: string | undefined;
}

/** The imports of all files whose path fits. */
export function* importsOf(program: Program, where: RegExp): Generator<Edge> {
  for (const source of program.values()) {
    if (!where.test(source.path)) continue;
    for (const statement of source.imports) yield { source, statement, target: targetOf(program, source, statement) };
  }
}

export const isRelative = ({ specifier }: ImportStatement): boolean => specifier.startsWith('.');

const builtins: ReadonlySet<string> = new Set(builtinModules);
export const isBuiltin = (specifier: string): boolean =>
  specifier.startsWith('node:') || builtins.has(specifier.split('/')[0] ?? '');
export const isPackage = (statement: ImportStatement): boolean =>
  !isRelative(statement) && statement.specifier !== COMPUTED && !isBuiltin(statement.specifier);

export function breach({ source, statement }: Edge, what: string): Breach {
  return { file: source.path, line: statement.line, what };
}

/** Each place where the pattern stands in the code of the files whose path fits. */
export function* forbidden(program: Program, where: RegExp, pattern: RegExp): Generator<Breach> {
  for (const { path, code } of program.values()) {
    if (!where.test(path)) continue;
    for (const match of code.matchAll(pattern))
      yield { file: path, line: lineAt(code, match.index), what: `says \`${match[0].replace(/\s+/g, ' ')}\`` };
  }
}

function targetOf(program: Program, source: Source, statement: ImportStatement): string | undefined {
  if (!isRelative(statement)) return undefined;
  const path = posix.join(posix.dirname(source.path), statement.specifier);
  return [`${path}.ts`, `${path}.tsx`, path].find((one) => program.has(one));
}

/** The files of each circle of imports, one circle for each way back that is found. */
export function cyclesOf(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const chain: string[] = [];
  const visit = (file: string): void => {
    const at = chain.indexOf(file);
    if (at >= 0) cycles.push([...chain.slice(at), file]);
    if (at >= 0 || done.has(file)) return;
    chain.push(file);
    for (const next of edges.get(file) ?? []) visit(next);
    chain.pop();
    done.add(file);
  };
  for (const file of edges.keys()) visit(file);
  return cycles;
}
