import { Spans } from '../../text/spans';
import type { TemplateTree } from '../tree';
import { matchAt, NAME } from './braces';
import type { DialectId, Lookalike } from './dialect';

/**
 * Tags that only another engine reads: statements (`{% if %}`), blocks and partials (`{{#if}}`, `{{> p}}`), filters
 * (`{{ x | upper }}`), Go actions (`{{ .Name }}`). A plain `{{ name }}` proves nothing and is left to each dialect.
 *
 * One pass; a tag ends on a line not far away and before the next one opens, so that a missing end costs a bounded look.
 */
export function foreignTags(text: string): Lookalike[] {
  const found: Lookalike[] = [];
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    const second = text[at + 1];
    if (second !== '%' && second !== '{') continue;
    const closing = second === '%' ? '%}' : '}}';
    const end = endOfTag(text, at + 2, closing);
    if (end === undefined) {
      if (text[at + 2] !== '{') at++;
      continue;
    }
    const inner = text.slice(at + 2, end - 2);
    const foreign = second === '%' ? statement(inner) : expression(inner);
    if (!foreign) continue;
    found.push({ ...foreign, span: { start: at, end } });
    at = end - 1;
  }
  return found;
}

/** `{x}` and `${x}` round a plain name. */
export function plainTags(text: string): Lookalike[] {
  const found: Lookalike[] = [];
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    if (text[at - 1] === '{') continue;
    const end = matchAt(NAME, text, at + 1);
    if (end === at + 1 || text[end] !== '}' || text[end + 1] === '}') continue;
    const dollar = text[at - 1] === '$';
    found.push({
      name: text.slice(at + 1, end),
      span: { start: dollar ? at - 1 : at, end: end + 1 },
      writtenIn: dollar ? 'dollar-brace' : 'single-brace',
    });
  }
  return found;
}

/**
 * Plain slots with any braces, in a text whose own delimiters are others: `{{name}}` is text there, and may have been
 * meant. What else stands in braces was the reason for the other delimiters.
 */
export function literalTags({ text, slots }: TemplateTree): readonly Lookalike[] {
  const own = new Spans(slots.map(({ span }) => span));
  const doubled = [...text.matchAll(DOUBLED)].map((match): Lookalike => {
    const span = { start: match.index, end: match.index + match[0].length };
    return { name: match[1] ?? '', span, writtenIn: 'double-brace' };
  });
  return [...plainTags(text), ...doubled]
    .filter(({ span }) => !own.overlap(span))
    .sort((a, b) => a.span.start - b.span.start);
}

const DOUBLED = /(?<!\{)\{\{[ \t]{0,9}([\p{L}_][\p{L}\p{N}_]{0,99})[ \t]{0,9}\}\}(?!\})/gu;

type Foreign = { readonly name: string; readonly writtenIn: DialectId };

const LONGEST_TAG = 300;

/** Offset behind the closing mark; undefined when another tag opens or the tag grows too long before. */
function endOfTag(text: string, from: number, closing: string): number | undefined {
  const limit = Math.min(text.length, from + LONGEST_TAG);
  for (let at = from; at < limit; at++) {
    if (text.startsWith(closing, at)) return at + 2;
    if (text[at] === '{' && (text[at + 1] === '{' || text[at + 1] === '%')) return undefined;
  }
  return undefined;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const JINJA = words(
  'if elif else endif for endfor set endset macro endmacro call endcall filter endfilter block endblock include import from extends raw endraw with endwith',
);
const LIQUID = words(
  'assign capture endcapture comment endcomment unless endunless case when endcase elsif increment decrement cycle tablerow endtablerow render liquid',
);
const HANDLEBARS = words('if else each unless with lookup log');
const GO = words('range end if else with template define block break continue');

/** `{% word … %}`. */
function statement(inner: string): Foreign | undefined {
  const word = /^[-+]?\s{0,9}([a-z]+)\b/.exec(inner)?.[1] ?? '';
  if (JINJA.has(word)) return { name: word, writtenIn: 'jinja' };
  return LIQUID.has(word) ? { name: word, writtenIn: 'liquid' } : undefined;
}

/** `{{ … }}`, when it is more than a name. */
function expression(inner: string): Foreign | undefined {
  return section(inner) ?? action(inner) ?? filtered(inner);
}

/** `{{#if x}}`, `{{/if}}`, `{{else if x}}`, `{{> part}}`, `{{!-- … --}}`: handlebars for its own words, else mustache. */
function section(inner: string): Foreign | undefined {
  if (inner.startsWith('!--')) return { name: '!--', writtenIn: 'handlebars' };
  if (/^~?\s{0,9}else if \S/.test(inner)) return { name: 'else', writtenIn: 'handlebars' };
  const [, sigil = '', name = '', rest = ''] = /^~?([#^/>])\s{0,9}([\p{L}_][\p{L}\p{N}_.-]*)(.*)$/su.exec(inner) ?? [];
  // `{{#context#}}` is Dify's way to write a slot.
  if (name === '' || rest.endsWith('#')) return undefined;
  const helper = HANDLEBARS.has(name) || (sigil !== '/' && /^\s+[^\s~]/.test(rest));
  return { name, writtenIn: helper ? 'handlebars' : 'mustache' };
}

/** `{{ .Name }}`, `{{- range .Items }}`, `{{ if .Name }}`. */
function action(inner: string): Foreign | undefined {
  const body = inner.replace(/^- /, '').trim();
  const field = /^\$?\.([A-Z]\w*)/.exec(body);
  if (field) return { name: field[1] ?? '', writtenIn: 'go-template' };
  const [, word = '', rest = ''] = /^([a-z]+)\s+(\S.*)$/s.exec(body) ?? [];
  const refers = /(^|[\s(])\$?\.[A-Z]/.test(rest) || (word === 'range' && rest.startsWith('.'));
  return GO.has(word) && refers ? { name: word, writtenIn: 'go-template' } : undefined;
}

/** `{{ name | filter }}`. */
function filtered(inner: string): Foreign | undefined {
  const name = /^-?\s{0,9}([\p{L}_][\p{L}\p{N}_.]*)\s{0,9}\|\s{0,9}[a-z_]\w*/u.exec(inner)?.[1];
  return name === undefined ? undefined : { name, writtenIn: 'jinja' };
}
