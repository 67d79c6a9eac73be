// Who may import what: the tables, and the laws that read them.
import { posix } from 'node:path';
import {
  breach,
  cyclesOf,
  importsOf,
  isBuiltin,
  isPackage,
  isRelative,
  type Law,
  type Program,
  page,
  product,
} from './program';
import { COMPUTED } from './source';

/** What a floor of the server may import: other floors (`rules`), or single files of them (`rules/run`). */
const floors: Readonly<Record<string, readonly string[]>> = {
  text: [],
  syntax: ['text'],
  model: ['text', 'syntax'],
  tokens: ['text'],
  render: ['text', 'syntax', 'model', 'tokens'],
  rules: ['text', 'syntax', 'model', 'tokens', 'render'],
  workspace: ['text', 'syntax', 'model', 'tokens', 'render', 'rules/rule', 'rules/run'],
  features: [
    'text',
    'syntax',
    'model',
    'tokens',
    'render',
    'rules/rule',
    'rules/run',
    'rules/hostile/hostile',
    'rules/facts/fences/fenceFix',
    'rules/facts/manifest/manifestEdit',
    'rules/facts/prefix',
    'workspace',
    'protocol',
  ],
  protocol: [],
  service: ['text', 'tokens', 'workspace'],
  lsp: ['text', 'tokens', 'workspace', 'features', 'service', 'protocol'],
  node: ['text', 'model', 'tokens', 'workspace', 'lsp', 'service'],
  cli: ['text', 'syntax', 'model', 'tokens', 'render', 'rules', 'workspace', 'features', 'protocol', 'service', 'node'],
};

interface Permit {
  /** The package, with everything below it. */
  readonly package: string;
  readonly to: RegExp;
  /** `to`, in words. */
  readonly where: string;
  readonly why: string;
}

const inClient = /^client\/src\/(?!preview\/page\/)/;
const inClientWords = 'client/src/, but not to the page of the preview';

/** Who may use which package in what is shipped. What is not here is used by nobody. */
const permits: readonly Permit[] = [
  {
    package: 'yaml',
    to: /^server\/src\/syntax\/yaml\.ts$/,
    where: 'server/src/syntax/yaml.ts',
    why: 'everybody else reads our own nodes, which have exact places',
  },
  {
    package: 'zod',
    to: /^server\/src\/model\/schema\.ts$/,
    where: 'server/src/model/schema.ts',
    why: 'the shape of the manifest is said once',
  },
  {
    package: 'vscode-languageserver',
    to: /^server\/src\/(?:lsp|node)\//,
    where: 'server/src/lsp/ and server/src/node/',
    why: 'what is below has no connection, and serves the command line too',
  },
  {
    package: 'vscode-languageserver-textdocument',
    to: /^server\/src\/lsp\//,
    where: 'server/src/lsp/',
    why: 'open documents come over the connection',
  },
  {
    package: 'vscode-languageserver-types',
    to: /^server\/src\/(?:features|lsp)\//,
    where: 'server/src/features/ and server/src/lsp/',
    why: 'rules and model speak of offsets and not of the protocol',
  },
  { package: 'vscode', to: inClient, where: inClientWords, why: 'the server runs in every editor' },
  { package: 'vscode-languageclient', to: inClient, where: inClientWords, why: 'it runs in the extension host' },
  {
    package: 'preact',
    to: page,
    where: 'client/src/preview/page/',
    why: 'only the page draws',
  },
];

const mayUseNode = (path: string): boolean => /^server\/src\/(?:node|cli)\//.test(path) || inClient.test(path);

/** Type imports between folders that close a circle, each with its reason. They are gone when the code runs. */
const excused: readonly { readonly from: string; readonly to: string; readonly why: string }[] = [
  ...['command', 'register'].map((name) => ({
    from: `client/src/commands/${name}.ts`,
    to: 'client/src/start.ts',
    why: 'a command is given the services that are put together where the extension starts',
  })),
];

const read: Law = {
  name: 'imports can be read',
  why: 'an import that is computed, or leads nowhere, cannot be judged by the other laws',
  *check(program) {
    for (const edge of importsOf(program, product)) {
      const { specifier } = edge.statement;
      if (specifier === COMPUTED) yield breach(edge, 'imports something computed');
      else if (isRelative(edge.statement) && edge.target === undefined && !/\.(?:css|json)$/.test(specifier))
        yield breach(edge, `imports ${specifier}, which is no source file`);
    }
  },
};

/** `server/src/rules/run.ts` → `rules`, `server/src/protocol.ts` → `protocol`. */
const floorOf = (path: string): string | undefined => /^server\/src\/([\w-]+)/.exec(path)?.[1];

const floorsLaw: Law = {
  name: 'floors',
  why: 'text goes in at the bottom and leaves at the top as LSP, and no floor looks up',
  *check(program) {
    for (const { path } of program.values()) {
      const floor = floorOf(path);
      if (floor && !floors[floor]) yield { file: path, what: `stands on "${floor}", which is no floor` };
    }
    for (const edge of importsOf(program, /^server\/src\//)) {
      const from = floorOf(edge.source.path);
      const to = edge.target === undefined ? undefined : floorOf(edge.target);
      if (!edge.target || !from || !to || to === from) continue;
      const allowed = floors[from] ?? [];
      const file = edge.target.slice('server/src/'.length).replace(/\.tsx?$/, '');
      if (!allowed.includes(to) && !allowed.includes(file))
        yield breach(edge, `imports ${edge.target}; ${from} may import ${allowed.join(', ') || 'nothing'}`);
    }
  },
};

const packagesLaw: Law = {
  name: 'single importers',
  why: 'a package that is used in one place can be understood, replaced and kept small',
  *check(program) {
    for (const edge of importsOf(program, product)) {
      const { specifier } = edge.statement;
      if (!isPackage(edge.statement)) continue;
      const permit = permits.find((one) => specifier === one.package || specifier.startsWith(`${one.package}/`));
      if (!permit) yield breach(edge, `imports ${specifier}, which nothing that is shipped may use`);
      else if (!permit.to.test(edge.source.path))
        yield breach(edge, `imports ${specifier}, which belongs to ${permit.where}, because ${permit.why}`);
    }
  },
};

/** What is shipped reads manifests by what was generated from the schema. */
const SCHEMA = 'server/src/model/schema.ts';

const schemaLaw: Law = {
  name: 'the schema is not shipped',
  why: 'building it takes a tenth of the start of the server, and all that it says is generated as plain data',
  *check(program) {
    for (const edge of importsOf(program, product))
      if (edge.target === SCHEMA && !edge.statement.typeOnly)
        yield breach(edge, `imports more than types of ${SCHEMA}`);
  },
};

const nodeLaw: Law = {
  name: 'Node built-ins',
  why: 'the floors are given files, clocks and threads, so they work in every host',
  *check(program) {
    for (const edge of importsOf(program, product)) {
      const { specifier } = edge.statement;
      if (isBuiltin(specifier) && !mayUseNode(edge.source.path))
        yield breach(
          edge,
          `imports ${specifier}; only server/src/node/, server/src/cli/ and client/src/ (not the page) may`,
        );
    }
  },
};

const clientLaw: Law = {
  name: 'two programs',
  why: 'the extension and the server agree on protocol.ts alone, and on nothing that is not shipped',
  *check(program) {
    for (const edge of importsOf(program, product)) {
      const { target } = edge;
      if (target === undefined || target === 'server/src/protocol.ts') continue;
      const own = edge.source.path.startsWith('client/') ? 'client/src/' : 'server/src/';
      if (!target.startsWith(own)) yield breach(edge, `imports ${target}`);
    }
  },
};

const pageLaw: Law = {
  name: 'the page stands alone',
  why: 'it runs in a browser, where neither the editor nor Node is',
  *check(program) {
    for (const edge of importsOf(program, page)) {
      const { target } = edge;
      if (target === undefined || page.test(target) || target === 'server/src/protocol.ts') continue;
      const host = /^client\/src\/preview\/[^/]+$/.test(target) ? chainToHost(program, target) : [target];
      if (host.length > 0) yield breach(edge, `imports ${host.join(' → ')}`);
    }
  },
};

/** The shortest way from a file to something that only the extension host has; empty when there is none. */
function chainToHost(program: Program, start: string): readonly string[] {
  const chains: string[][] = [[start]];
  const seen = new Set([start]);
  for (const chain of chains) {
    const last = chain.at(-1) ?? start;
    for (const { source, statement, target } of importsOf(program, /^client\//)) {
      if (source.path !== last) continue;
      if (/^vscode\b/.test(statement.specifier) || isBuiltin(statement.specifier))
        return [...chain, statement.specifier];
      if (target === undefined || seen.has(target)) continue;
      seen.add(target);
      chains.push([...chain, target]);
    }
  }
  return [];
}

const cyclesLaw: Law = {
  name: 'no cycles',
  why: 'files that need each other can only be understood and changed together (types of one folder may name each other)',
  *check(program) {
    const edges = new Map<string, string[]>();
    const unused = new Set(excused.filter(({ from }) => program.has(from)));
    for (const { source, statement, target } of importsOf(program, /./)) {
      if (target === undefined) continue;
      const excuse = excused.find(({ from, to }) => from === source.path && to === target);
      if (excuse) unused.delete(excuse);
      const inOneFolder = posix.dirname(target) === posix.dirname(source.path);
      if (statement.typeOnly && (inOneFolder || excuse)) continue;
      edges.set(source.path, [...(edges.get(source.path) ?? []), target]);
    }
    for (const cycle of cyclesOf(edges)) yield { file: cycle[0] ?? '', what: `needs itself: ${cycle.join(' → ')}` };
    for (const { from, to } of unused) yield { file: from, what: `is excused for importing ${to}, and does not` };
  },
};

export const importLaws: readonly Law[] = [
  read,
  floorsLaw,
  packagesLaw,
  schemaLaw,
  nodeLaw,
  clientLaw,
  pageLaw,
  cyclesLaw,
];
