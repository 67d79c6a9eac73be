import { goCondition, jinjaCondition, LITERAL, single } from './conditions';
import { filteredOf, type Stuff, unlikeFilter } from './filters';
import type { Known } from './read';
import type { Condition, Family, Filter, Ref } from './statement';
import type { Tag } from './tags';

/** What one tag says. `other`: nothing that another dialect can say; `why` is the end of a sentence about it. */
export type Word =
  | { readonly kind: 'value'; readonly ref: Ref; readonly filters: readonly Filter[]; readonly escapes: boolean }
  | { readonly kind: 'if' | 'elseif'; readonly condition: Condition }
  | { readonly kind: 'each'; readonly ref: Ref; readonly item: string | undefined }
  /** `decides`: what stands in it is sent only when there is something in the value. */
  | { readonly kind: 'with'; readonly ref: Ref; readonly item: string | undefined; readonly decides: boolean }
  | { readonly kind: 'include'; readonly name: string }
  | { readonly kind: 'else' | 'end' }
  | { readonly kind: 'other'; readonly why: string };

/** A loop, or a `with`, that a tag stands in. */
export interface Frame {
  /** What its item or its value is called in it. */
  readonly item: string | undefined;
  /** Of a `with`: what it is about. */
  readonly ref?: Ref;
}

/** What stands round a tag. */
export interface Scope {
  /** The outermost first. */
  readonly frames: readonly Frame[];
  readonly known: Known;
  /** The engine has the helpers of dotprompt. */
  readonly helpers: boolean;
}

const PATH = '[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*';
const matcher = (source: string): RegExp => new RegExp(`^${source.replaceAll('PATH', PATH)}$`, 'u');

const other = (why: string): Word => ({ kind: 'other', why });
const MORE = 'does more than print a slot, decide by one or repeat';

/** A name in a `with` is one of the value that it is about: what is left are slots, and items of loops. */
function settled(ref: Ref, frames: readonly Frame[]): Ref {
  if (ref.kind === 'slot') return ref;
  const about = ref.kind === 'item' ? frames[ref.loop]?.ref : undefined;
  if (about && about.kind !== 'index' && ref.kind === 'item')
    return { ...about, path: [about.path, ref.path].filter((path) => path !== '').join('.') };
  return { ...ref, loop: frames.slice(0, ref.loop).filter((frame) => !frame.ref).length };
}

const innermostLoop = (frames: readonly Frame[]): number => frames.findLastIndex((frame) => !frame.ref);

const frameCalled = (frames: readonly Frame[], name: string | undefined): number =>
  name === undefined ? -1 : frames.findLastIndex(({ item }) => item === name);

export function wordOf(family: Family, tag: Exclude<Tag, { kind: 'text' }>, scope: Scope): Word {
  switch (family) {
    case 'jinja':
    case 'liquid':
      return tag.kind === 'statement' ? statement(family, tag.words, scope) : output(family, tag.words, scope);
    case 'handlebars':
      return tag.kind === 'raw' ? handlebarsValue(tag.words, scope, false) : handlebars(tag.words, scope);
    case 'mustache':
      return tag.kind === 'raw' ? printed(mustacheRef(tag.words, scope), false) : mustache(tag.words, scope);
    default:
      return goTemplate(tag.words, scope);
  }
}

const printed = (ref: Ref | undefined, escapes: boolean, filters: readonly Filter[] = []): Word =>
  ref ? { kind: 'value', ref, filters, escapes } : other(MORE);
const decided = (kind: 'if' | 'elseif', condition: Condition | undefined): Word =>
  condition ? { kind, condition } : other(MORE);
const about = (ref: Ref | undefined, item: string | undefined, decides: boolean): Word =>
  ref && ref.kind !== 'index' ? { kind: 'with', ref, item, decides } : other(MORE);

// --- Jinja and Liquid ------------------------------------------------------------------------------------------------

/** A name: the item of a loop that is called so, the innermost first, else a slot. */
function named(path: string | undefined, { frames }: Scope): Ref | undefined {
  if (path === undefined || !matcher('PATH').test(path)) return undefined;
  const [root = '', ...rest] = path.split('.');
  const frame = frameCalled(frames, root);
  if (frame >= 0) return settled({ kind: 'item', loop: frame, path: rest.join('.') }, frames);
  const loop = innermostLoop(frames);
  if (/^(?:loop|forloop)$/.test(root) && loop >= 0)
    return rest.join('.') === 'index0' ? settled({ kind: 'index', loop }, frames) : undefined;
  return { kind: 'slot', path };
}

function output(family: 'jinja' | 'liquid', words: string, scope: Scope): Word {
  const filtered = filteredOf(words, family, (name) => stuffOf(named(name, scope), scope.known));
  return filtered ? printed(named(filtered.name, scope), false, filtered.filters) : other(unlikeFilter(words) ?? MORE);
}

function stuffOf(ref: Ref | undefined, known: Known): Stuff {
  if (ref?.kind === 'item') return 'item';
  if (ref?.kind !== 'slot') return undefined;
  return known.isList(ref.path) === true ? 'list' : known.typeOf(ref.path) === 'text' ? 'text' : undefined;
}

function statement(family: 'jinja' | 'liquid', words: string, scope: Scope): Word {
  const [, keyword = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(words) ?? [];
  switch (keyword) {
    case 'if':
    case 'elif':
    case 'elsif':
      return decided(
        keyword === 'if' ? 'if' : 'elseif',
        jinjaCondition(rest, family, (name) => named(name, scope)),
      );
    case 'unless':
      return family === 'liquid' ? decided('if', single(named(rest, scope), true)) : other(MORE);
    case 'with': {
      const [, item, value] = /^([\p{L}_][\p{L}\p{N}_]*)\s*=\s*(\S+)$/u.exec(rest) ?? [];
      return family === 'jinja' && item !== undefined ? about(named(value, scope), item, false) : other(MORE);
    }
    case 'for': {
      const [, item, list] = /^([\p{L}_][\p{L}\p{N}_]*)\s+in\s+(\S+)$/u.exec(rest) ?? [];
      const ref = named(list, scope);
      return ref && item !== undefined ? { kind: 'each', ref, item } : other(MORE);
    }
    case 'include': {
      const name = /^(["'])([^"']+)\1$/.exec(rest)?.[2];
      return name === undefined ? other(MORE) : { kind: 'include', name };
    }
    case 'else':
      return rest === '' ? { kind: 'else' } : other(MORE);
    case 'endif':
    case 'endfor':
    case 'endwith':
    case 'endunless':
      return { kind: 'end' };
    default:
      return other(MORE);
  }
}

// --- Handlebars and Mustache -----------------------------------------------------------------------------------------

/** A name inside of a loop is one of its item; `../` leads out, `@root.` to the slots. */
function handlebarsRef(written: string | undefined, { frames }: Scope): Ref | undefined {
  if (written === undefined) return undefined;
  let path = written;
  let frame = frames.length - 1;
  const loop = innermostLoop(frames);
  if (path === '@index' && loop >= 0) return settled({ kind: 'index', loop }, frames);
  const isRoot = path.startsWith('@root.');
  if (isRoot) path = path.slice('@root.'.length);
  for (; path.startsWith('../'); path = path.slice(3)) frame--;
  const own = frameCalled(frames, path.split('.')[0]);
  if (!isRoot && own >= 0)
    return settled({ kind: 'item', loop: own, path: path.split('.').slice(1).join('.') }, frames);
  path = path.replace(/^(?:this|\.)(?:[./]|$)/, '');
  if (path !== '' && !matcher('PATH').test(path)) return undefined;
  if (isRoot || frame < 0) return path === '' ? undefined : { kind: 'slot', path };
  return settled({ kind: 'item', loop: frame, path }, frames);
}

function handlebars(words: string, scope: Scope): Word {
  const [, mark = '', rest = ''] = /^([#/>^]?)\s*([\s\S]*)$/.exec(words) ?? [];
  if (mark === '/') return { kind: 'end' };
  if (mark === '>') return /^[^\s"'=]+$/.test(rest) ? { kind: 'include', name: rest } : other(MORE);
  if (words === 'else' || words === '^') return { kind: 'else' };
  const chained = /^else\s+([\s\S]+)$/.exec(words)?.[1];
  if (chained !== undefined) return decided('elseif', handlebarsCondition(chained, scope));
  if (mark === '') return handlebarsValue(words.replace(/^&\s*/, ''), scope, !words.startsWith('&'));
  const [, block, name, item] = /^(each|with)\s+(\S+)(?:\s+as\s+\|\s*(\S+)\s*\|)?$/.exec(rest) ?? [];
  const ref = handlebarsRef(name, scope);
  if (mark !== '#') return other(MORE);
  if (block === 'with') return isNumber(ref, scope) ? other(MORE) : about(ref, item, true);
  if (block === 'each') return ref ? { kind: 'each', ref, item } : other(MORE);
  return decided('if', handlebarsCondition(rest, scope));
}

/** A `with` is about a zero as well, which is nothing to an `if`. */
const isNumber = (ref: Ref | undefined, { known }: Scope): boolean =>
  ref?.kind === 'slot' && known.typeOf(ref.path) === 'number';

const COMPARED = new RegExp(`^(ifEquals|unlessEquals)\\s+(\\S+)\\s+${LITERAL}$`, 'u');

function handlebarsCondition(words: string, scope: Scope): Condition | undefined {
  const [, word, name] = /^(if|unless)\s+(\S+)$/.exec(words) ?? [];
  if (word !== undefined) return single(handlebarsRef(name, scope), word === 'unless');
  const [, helper, compared, double, quote] = COMPARED.exec(words) ?? [];
  const isThere = helper !== undefined && scope.helpers;
  return isThere ? single(handlebarsRef(compared, scope), helper === 'unlessEquals', double ?? quote) : undefined;
}

/** `items.length` is how many there are. */
function handlebarsValue(words: string, scope: Scope, escapes: boolean): Word {
  const list = handlebarsRef(/^(.+)\.length$/.exec(words)?.[1], scope);
  if (list?.kind === 'slot' && scope.known.isList(list.path) === true) return printed(list, false, LENGTH);
  return printed(handlebarsRef(words, scope), escapes);
}

const LENGTH: readonly Filter[] = [{ name: 'length', of: [] }];

/** A name is looked up from the inside outwards: one that is no slot belongs to the item. */
function mustacheRef(path: string, { frames, known }: Scope): Ref | undefined {
  const loop = frames.length - 1;
  if (path === '.') return loop >= 0 ? { kind: 'item', loop, path: '' } : undefined;
  if (!matcher('PATH').test(path)) return undefined;
  return loop < 0 || known.has(path.split('.')[0] ?? '') ? { kind: 'slot', path } : { kind: 'item', loop, path };
}

function mustache(words: string, scope: Scope): Word {
  const [, mark = '', rest = ''] = /^([#/>^&]?)\s*([\s\S]*)$/.exec(words) ?? [];
  if (mark === '/') return { kind: 'end' };
  if (mark === '>') return { kind: 'include', name: rest };
  const ref = mustacheRef(rest, scope);
  if (mark === '' || mark === '&') return printed(ref, mark === '');
  if (mark === '^') return decided('if', single(ref, true));
  const isList = ref?.kind === 'slot' ? scope.known.isList(ref.path) : undefined;
  if (isList === undefined) return other('opens a value of which nobody can tell whether it is a list');
  return isList && ref ? { kind: 'each', ref, item: undefined } : decided('if', single(ref, false));
}

// --- Go --------------------------------------------------------------------------------------------------------------

/** `.x` is one of the item inside of a loop, `$.x` always a slot, `$item.x` of the loop that names it so. */
function goRef(written: string | undefined, { frames }: Scope): Ref | undefined {
  if (written === undefined) return undefined;
  const frame = frames.length - 1;
  const itemOf = (loop: number, path: string): Ref => settled({ kind: 'item', loop, path }, frames);
  if (written === '.') return frame >= 0 ? itemOf(frame, '') : undefined;
  const [, variable, path = ''] = /^(\$[\p{L}\p{N}_]*)?(?:\.([\p{L}_][\p{L}\p{N}_.]*))?$/u.exec(written) ?? [];
  if (variable === undefined && path === '') return undefined;
  if (variable === undefined) return frame < 0 ? { kind: 'slot', path } : itemOf(frame, path);
  if (variable === '$') return path === '' ? undefined : { kind: 'slot', path };
  const own = frameCalled(frames, variable.slice(1));
  return own >= 0 ? itemOf(own, path) : undefined;
}

function goTemplate(words: string, scope: Scope): Word {
  if (words === 'end') return { kind: 'end' };
  if (words === 'else') return { kind: 'else' };
  const decides = /^(else\s+)?if\s+([\s\S]+)$/.exec(words);
  if (decides)
    return decided(
      decides[1] ? 'elseif' : 'if',
      goCondition(decides[2] ?? '', (name) => goRef(name, scope)),
    );
  const [, block, item, name] =
    /^(range|with)\s+(?:(?:\$\w+\s*,\s*)?\$([\p{L}_][\p{L}\p{N}_]*)\s*:=\s*)?(\S+)$/u.exec(words) ?? [];
  const ref = goRef(name, scope);
  if (block === 'with' && !words.includes(',')) return about(ref, item, true);
  if (block === 'range' && ref) return { kind: 'each', ref, item };
  const included = /^template\s+"([^"\\]+)"\s+[.$]$/.exec(words)?.[1];
  if (included !== undefined) return { kind: 'include', name: included };
  const counted = goRef(/^len\s+(\S+)$/.exec(words)?.[1], scope);
  if (counted?.kind === 'slot' && scope.known.isList(counted.path) === true) return printed(counted, false, LENGTH);
  return printed(goRef(words, scope), false);
}
