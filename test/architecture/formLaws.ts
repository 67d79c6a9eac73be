// What the code of a file may do and look like, whoever imports it.
import { forbidden, importsOf, type Law, product } from './program';

/** Floors that would run in a browser as well as in Node. */
const pure = /^server\/src\/(?:text|syntax|model|rules|tokens|render|features|workspace|protocol|service)\b/;

/** Lines that a file may have. A test is a list of cases, and is allowed a longer one. */
const LONGEST = 300;
const LONGEST_TEST = 500;

interface Exception {
  readonly path: string;
  readonly why: string;
}

/** Files that are longer, each with the reason why it is not two. */
const longFiles: readonly (Exception & { readonly limit: number })[] = [
  {
    path: 'server/src/model/schema.ts',
    limit: 600,
    why: 'the manifest is one shape, read from top to bottom, and only this file may import zod',
  },
];

/** Files that hold something, and yet share nothing between those that use them. */
const holders: readonly Exception[] = [
  {
    path: 'client/src/extension.ts',
    why: 'VS Code calls two functions of it, and the second ends what the first began',
  },
  { path: 'server/src/node/tokenWorker.ts', why: 'it is the program of a thread' },
  {
    path: 'server/src/syntax/dialects/jinja/values/work.ts',
    why: 'the meter is there while one rendering runs, which never waits, and is put back when it ends',
  },
];

const hostGlobals: Law = {
  name: 'no globals of a host',
  why: 'the floors are given what they need, so they give the same answer everywhere',
  check: (program) =>
    forbidden(
      program,
      pure,
      /(?<![.\w$#])(?:process|Buffer|console|globalThis|setTimeout|setInterval|setImmediate|queueMicrotask)(?=\s*[.([])/g,
    ),
};

const network: Law = {
  name: 'no network',
  why: 'nothing of what somebody writes leaves their machine',
  *check(program) {
    const modules = /^(?:node:)?(?:https?|http2|net|tls|dgram|dns)(?:\/|$)/;
    for (const { source, statement } of importsOf(program, product)) {
      const { specifier, line } = statement;
      if (modules.test(specifier)) yield { file: source.path, line, what: `imports ${specifier}` };
    }
    yield* forbidden(program, product, /(?<![.\w$])(?:fetch|XMLHttpRequest|WebSocket|EventSource)(?=\s*\()/g);
  },
};

/** Programs that are started, each by one file. */
const starters: readonly Exception[] = [
  {
    path: 'server/src/node/git.ts',
    why: 'git is asked what was committed, with nothing that a repository can set',
  },
];

const programs: Law = {
  name: 'no programs are run',
  why: 'opening a folder must not start anything that stands in it',
  *check(program) {
    for (const { source, statement } of importsOf(program, product)) {
      const { specifier, line } = statement;
      if (!/^(?:node:)?child_process$/.test(specifier) || starters.some(({ path }) => path === source.path)) continue;
      yield { file: source.path, line, what: `imports ${specifier}` };
    }
  },
};

const codeFromText: Law = {
  name: 'no code from text',
  why: 'what stands in a workspace is read and never run',
  *check(program) {
    yield* forbidden(program, product, /(?<![.\w$])(?:eval|(?:new\s+)?Function)(?=\s*\()/g);
    for (const { source, statement } of importsOf(program, product)) {
      const { specifier, line } = statement;
      // The server's own program, read from beside it, is the only code that V8 is handed.
      if (!/^(?:node:)?vm$/.test(specifier) || source.path === 'server/src/node/launch.ts') continue;
      yield { file: source.path, line, what: `imports ${specifier}` };
    }
  },
};

const languageTables: Law = {
  name: 'no tables of all languages for a number',
  why: 'the first of these calls loads them, 10 ms and 6 MB of every start; `text/grouped` writes `12,345`',
  // Liquid writes dates in the language of the machine, as its engine does.
  check: (program) => forbidden(program, /^server\/src\/(?!syntax\/dialects\/liquid\/)/, /\.toLocaleString(?=\s*\()/g),
};

const moduleState: Law = {
  name: 'no state in modules',
  why: 'state belongs to an object that somebody made and can let go of; otherwise two workspaces share it',
  *check(program) {
    // A collection that is made empty can only be there to be filled later.
    const held =
      /^(?:export )?(?:(?:let|var) [\w$]+|const [\w$]+(?![\w$]|: readonly )[^=;\n]*= (?:new (?:Map|Set|Array)\b[^();\n]*\(\)|\[\](?=;)))/gm;
    const found = [...forbidden(program, product, held)];
    yield* found.filter(({ file }) => !holders.some(({ path }) => path === file));
    for (const { path } of holders)
      if (program.has(path) && !found.some(({ file }) => file === path))
        yield { file: path, what: 'has an exception that it does not need' };
  },
};

const weakMaps: Law = {
  name: 'no WeakMap that outlives its keys',
  why: 'nothing in it is freed before all memory is looked through, which every keystroke pays for; use `Kept`',
  check: (program) =>
    forbidden(
      program,
      product,
      /^(?:(?:export )?const [\w$]+| {2}(?:private )?(?:readonly )?#?[\w$]+)[^=;()\n]*= new WeakMap\b/gm,
    ),
};

const size: Law = {
  name: 'files are short',
  why: 'a file is read in one go',
  *check(program) {
    for (const { path, lineCount } of program.values()) {
      const usual = path.startsWith('test/') ? LONGEST_TEST : LONGEST;
      const exception = longFiles.find((one) => one.path === path);
      const limit = exception?.limit ?? usual;
      if (lineCount > limit) yield { file: path, what: `has ${lineCount} lines, and ${limit} are allowed` };
      else if (exception && lineCount <= usual) yield { file: path, what: 'has an exception that it does not need' };
    }
  },
};

const names: Law = {
  name: 'names say what is inside',
  why: 'a place for anything collects what nobody finds again',
  *check(program) {
    for (const { path } of program.values()) {
      const bad = path.split('/').find((part) => /^(?:utils?|helpers?|common|misc)(?:\.|$)/i.test(part));
      if (bad) yield { file: path, what: `has ${bad} in its path` };
    }
  },
};

export const formLaws: readonly Law[] = [
  hostGlobals,
  network,
  programs,
  codeFromText,
  languageTables,
  moduleState,
  weakMaps,
  size,
  names,
];
