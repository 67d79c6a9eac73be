import type { Arguments, Expression, Path } from './ast';

/** Helpers that the library itself brings along. */
export const BUILT_IN: ReadonlySet<string> = new Set([
  'if',
  'unless',
  'each',
  'with',
  'lookup',
  'log',
  'helperMissing',
  'blockHelperMissing',
]);

/** Words that are something else than a name when they stand alone in a tag. */
const RESERVED: ReadonlySet<string> = new Set([...BUILT_IN, 'this', 'true', 'false', 'null', 'undefined']);

const NAME = /^[\p{L}_$][\p{L}\p{M}\p{N}_$-]*$/u;

/** Whether a slot of this name can be written as a plain tag: `{{else-if}}` is an `else`. */
export const isSlotName = (name: string): boolean => NAME.test(name) && !RESERVED.has(name) && !/^else\b/.test(name);

/** Whether the engine looks a path up in one context only, and never among block parameters: `./x`, `../x`, `this.x`. */
export const isScoped = ({ original }: Path): boolean => /^\.|this\b/.test(original);

/** Whether a path is one name, so that it may be the name of a helper. */
export const isSimple = (path: Path): boolean => path.parts.length === 1 && path.depth === 0 && !isScoped(path);

/** `{{- x -}}`: Jinja and others strip white space like that, here it calls a helper that nobody has. */
export const isDash = (callee: Expression): boolean => callee.kind === 'path' && callee.original === '-';

export const hasArguments = ({ params, hash }: Arguments): boolean => params.length > 0 || hash !== undefined;
