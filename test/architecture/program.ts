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

type Edges = ReadonlyMap<string, readonly string[]>;

/** The circles of imports: of files that all reach each other, the shortest way from one of them back to itself. */
export function cyclesOf(edges: Edges): string[][] {
  const cycles: string[][] = [];
  const told = new Set<string>();
  for (const file of [...edges.keys()].sort()) {
    if (told.has(file)) continue;
    const cycle = wayBack(edges, file);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const one of reachedFrom(edges, file).keys()) if (reachedFrom(edges, one).has(file)) told.add(one);
  }
  return cycles;
}

function wayBack(edges: Edges, file: string): string[] | undefined {
  const before = reachedFrom(edges, file);
  if (!before.has(file)) return undefined;
  const chain = [file];
  for (let at = before.get(file); at !== undefined && at !== file; at = before.get(at)) chain.unshift(at);
  return [file, ...chain];
}

/** Every file that is reached, with the file before it on the shortest way. */
function reachedFrom(edges: Edges, start: string): ReadonlyMap<string, string> {
  const before = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of edges.get(file) ?? []) {
      if (before.has(next)) continue;
      before.set(next, file);
      queue.push(next);
    }
  }
  return before;
}
