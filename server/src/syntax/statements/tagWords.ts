import type { Known } from './read';
import type { Condition, Family, Ref } from './statement';
import type { Tag } from './tags';

/** What one tag says. `other`: nothing that another dialect can say; `why` is the end of a sentence about it. */
export type Word =
  | { readonly kind: 'value'; readonly ref: Ref; readonly escapes: boolean }
  | { readonly kind: 'if' | 'elseif'; readonly condition: Condition }
  | { readonly kind: 'each'; readonly ref: Ref; readonly item: string | undefined }
  | { readonly kind: 'include'; readonly name: string }
  | { readonly kind: 'else' | 'end' }
  | { readonly kind: 'other'; readonly why: string };

/** What stands round a tag. */
export interface Scope {
  /** What the items of the open loops are called, the outermost first. */
  readonly loops: readonly (string | undefined)[];
  readonly top: 'if' | 'each' | undefined;
  readonly known: Known;
}

const PATH = '[\\p{L}_$][\\p{L}\\p{N}_$]*(?:\\.[\\p{L}_$][\\p{L}\\p{N}_$]*)*';
const matcher = (source: string): RegExp => new RegExp(`^${source.replaceAll('PATH', PATH)}$`, 'u');

const other = (why: string): Word => ({ kind: 'other', why });
const MORE = 'does more than print a slot, decide by one or repeat';

export function wordOf(family: Family, tag: Exclude<Tag, { kind: 'text' }>, scope: Scope): Word {
  switch (family) {
    case 'jinja':
    case 'liquid':
      return tag.kind === 'statement' ? statement(family, tag.words, scope) : output(tag.words, scope);
    case 'handlebars':
      return tag.kind === 'raw' ? printed(handlebarsRef(tag.words, scope), false) : handlebars(tag.words, scope);
    case 'mustache':
      return tag.kind === 'raw' ? printed(mustacheRef(tag.words, scope), false) : mustache(tag.words, scope);
    default:
      return goTemplate(tag.words, scope);
  }
}

const printed = (ref: Ref | undefined, escapes: boolean): Word => (ref ? { kind: 'value', ref, escapes } : other(MORE));
const decided = (kind: 'if' | 'elseif', ref: Ref | undefined, not: boolean): Word =>
  ref ? { kind, condition: { ref, not } } : other(MORE);

// --- Jinja and Liquid ------------------------------------------------------------------------------------------------

/** A name: the item of a loop that is called so, the innermost first, else a slot. */
function named(path: string | undefined, { loops }: Scope): Ref | undefined {
  if (path === undefined || !matcher('PATH').test(path)) return undefined;
  const [root = '', ...rest] = path.split('.');
  const loop = loops.lastIndexOf(root);
  if (loop >= 0) return { kind: 'item', loop, path: rest.join('.') };
  if (/^(?:loop|forloop)$/.test(root) && loops.length > 0)
    return rest.join('.') === 'index0' ? { kind: 'index', loop: loops.length - 1 } : undefined;
  return { kind: 'slot', path };
}

const output = (words: string, scope: Scope): Word => printed(named(words, scope), false);

const EMPTY = /^(.+?)\s*(==|!=)\s*(?:blank|empty|nil|''|"")$/;

function statement(family: 'jinja' | 'liquid', words: string, scope: Scope): Word {
  const [, keyword = '', rest = ''] = /^(\w+)\s*([\s\S]*)$/.exec(words) ?? [];
  switch (keyword) {
    case 'if':
    case 'elif':
    case 'elsif': {
      const kind = keyword === 'if' ? 'if' : 'elseif';
      const not = family === 'jinja' ? /^not\s+(.+)$/.exec(rest)?.[1] : undefined;
      const compared = family === 'liquid' ? EMPTY.exec(rest) : null;
      if (compared) return decided(kind, named(compared[1], scope), compared[2] === '==');
      return decided(kind, named(not ?? rest, scope), not !== undefined);
    }
    case 'unless':
      return family === 'liquid' ? decided('if', named(rest, scope), true) : other(MORE);
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
    case 'endunless':
      return { kind: 'end' };
    default:
      return other(MORE);
  }
}

// --- Handlebars and Mustache -----------------------------------------------------------------------------------------

/** A name inside of a loop is one of its item; `../` leads out, `@root.` to the slots. */
function handlebarsRef(written: string, { loops }: Scope): Ref | undefined {
  let path = written;
  let loop = loops.length - 1;
  if (path === '@index' && loop >= 0) return { kind: 'index', loop };
  const isRoot = path.startsWith('@root.');
  if (isRoot) path = path.slice('@root.'.length);
  for (; path.startsWith('../'); path = path.slice(3)) loop--;
  const own = loops.lastIndexOf(path.split('.')[0]);
  if (!isRoot && own >= 0) return { kind: 'item', loop: own, path: path.split('.').slice(1).join('.') };
  path = path.replace(/^(?:this|\.)(?:[./]|$)/, '');
  if (path !== '' && !matcher('PATH').test(path)) return undefined;
  if (isRoot || loop < 0) return path === '' ? undefined : { kind: 'slot', path };
  return { kind: 'item', loop, path };
}

function handlebars(words: string, scope: Scope): Word {
  const [, mark = '', rest = ''] = /^([#/>^]?)\s*([\s\S]*)$/.exec(words) ?? [];
  if (mark === '/') return { kind: 'end' };
  if (mark === '>') return /^[^\s"'=]+$/.test(rest) ? { kind: 'include', name: rest } : other(MORE);
  if (words === 'else' || words === '^') return { kind: 'else' };
  const chained = /^else\s+(if|unless)\s+(\S+)$/.exec(words);
  if (chained) return decided('elseif', handlebarsRef(chained[2] ?? '', scope), chained[1] === 'unless');
  if (mark === '') return printed(handlebarsRef(words.replace(/^&\s*/, ''), scope), !words.startsWith('&'));
  const decides = mark === '#' ? /^(if|unless)\s+(\S+)$/.exec(rest) : null;
  if (decides) return decided('if', handlebarsRef(decides[2] ?? '', scope), decides[1] === 'unless');
  const repeats = mark === '#' ? /^each\s+(\S+)(?:\s+as\s+\|\s*(\S+)\s*\|)?$/.exec(rest) : null;
  const ref = repeats && handlebarsRef(repeats[1] ?? '', scope);
  return ref ? { kind: 'each', ref, item: repeats[2] } : other(MORE);
}

/** A name is looked up from the inside outwards: one that is no slot belongs to the item. */
function mustacheRef(path: string, { loops, known }: Scope): Ref | undefined {
  const loop = loops.length - 1;
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
  if (mark === '^') return decided('if', ref, true);
  const isList = ref?.kind === 'slot' ? scope.known.isList(ref.path) : undefined;
  if (isList === undefined) return other('opens a value of which nobody can tell whether it is a list');
  return isList && ref ? { kind: 'each', ref, item: undefined } : decided('if', ref, false);
}

// --- Go --------------------------------------------------------------------------------------------------------------

/** `.x` is one of the item inside of a loop, `$.x` always a slot, `$item.x` of the loop that names it so. */
function goRef(written: string | undefined, { loops }: Scope): Ref | undefined {
  if (written === undefined) return undefined;
  const loop = loops.length - 1;
  if (written === '.') return loop >= 0 ? { kind: 'item', loop, path: '' } : undefined;
  const [, variable, path = ''] = /^(\$[\p{L}\p{N}_]*)?(?:\.([\p{L}_][\p{L}\p{N}_.]*))?$/u.exec(written) ?? [];
  if (variable === undefined && path === '') return undefined;
  if (variable === undefined) return loop < 0 ? { kind: 'slot', path } : { kind: 'item', loop, path };
  if (variable === '$') return path === '' ? undefined : { kind: 'slot', path };
  const own = loops.lastIndexOf(variable.slice(1));
  return own >= 0 ? { kind: 'item', loop: own, path } : undefined;
}

function goTemplate(words: string, scope: Scope): Word {
  if (words === 'end') return { kind: 'end' };
  if (words === 'else') return { kind: 'else' };
  const decides = /^(else\s+)?if\s+(not\s+)?(\S+)$/.exec(words);
  if (decides) return decided(decides[1] ? 'elseif' : 'if', goRef(decides[3], scope), decides[2] !== undefined);
  const repeats = /^range\s+(?:(?:\$\w+\s*,\s*)?\$([\p{L}_][\p{L}\p{N}_]*)\s*:=\s*)?(\S+)$/u.exec(words);
  const ref = repeats && goRef(repeats[2], scope);
  if (ref) return { kind: 'each', ref, item: repeats[1] };
  const name = /^template\s+"([^"\\]+)"\s+[.$]$/.exec(words)?.[1];
  if (name !== undefined) return { kind: 'include', name };
  return printed(goRef(words, scope), false);
}
