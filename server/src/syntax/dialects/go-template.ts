import { bounded } from './bounded';
import { type Delimiters, type Dialect, type DialectOptions, delimitersIn } from './dialect';
import { escapingWith, hasEscapingFilter } from './escaping';
import { bindingsOf } from './go-template/bindings';
import { escapeText } from './go-template/escape';
import { fill } from './go-template/fill';
import { scan } from './go-template/scan';
import type { GoTree } from './go-template/tree';
import { completeWith } from './go-template/words';
import { foreignTags, literalTags, plainTags } from './lookalikes';
import { printedBy } from './printed';

/** What depends on the delimiters. */
const readWith = (delimiters: Delimiters) => ({
  open: delimiters[0],
  close: delimiters[1],
  scan: (text: string) => scan(text, delimiters),
  print: (name: string) => `${delimiters[0]} .${name} ${delimiters[1]}`,
  escape: (text: string) => escapeText(text, delimiters),
  complete: completeWith(delimiters),
});

/** A function that escapes, before what it escapes: `{{ html .body }}`. */
const ESCAPING_CALL = /^\{\{-?\s{0,9}(?:html|js|urlquery|printf\s{1,9}"%q")\s/;

const OWN: Delimiters = ['{{', '}}'];

const go: Dialect<GoTree> = {
  ...readWith(OWN),
  id: 'go-template',
  title: 'Go text/template',
  meaning: 'Go templates: `{{ .Name }}`, `{{ if }}`.',
  aliases: ['go', 'golang', 'gotemplate', 'text/template', 'tmpl'],
  files: ['*.tmpl', '*.gotmpl'],
  options: ['missing', 'delimiters.slot'],
  missing: ['empty', 'error'],
  configured,
  values: 'data',
  fill,
  bindings: bindingsOf,
  holds: (name) => /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(name),

  /** `{{else if .x}}` is written like that in Handlebars too. */
  lookalikes({ text }) {
    const foreign = foreignTags(text).filter(
      ({ writtenIn, name }) => writtenIn !== 'go-template' && !(writtenIn === 'handlebars' && name === 'else'),
    );
    return [...plainTags(text), ...foreign].sort((a, b) => a.span.start - b.span.start);
  },

  escaping: escapingWith('html', (tag) => hasEscapingFilter(tag) || ESCAPING_CALL.test(tag)),
  printed: (options) => printedBy(go, options, (character) => `{{ \`${character}\` }}`),

  /** Programs call a template by the name of its file, or by what it is defined as. */
  includeNames: (name) =>
    ['', '.tmpl', '.gotmpl', '.tpl', '.md', '.txt', '.prompt'].map((extension) => name + extension),

  grammar: {
    begin: '\\{\\{(?:- )?',
    end: '(?: -)?\\}\\}',
    includes: ['goComment', 'goAction', 'doubleBrace'],
    comment: ['{{/*', '*/}}'],
  },

  examples: [
    { text: 'Hello {{ .Name }}', values: { Name: 'Ada' }, output: 'Hello Ada' },
    {
      text: '{{ range .Items }}- {{ .Title }}\n{{ else }}none\n{{ end }}',
      values: { Items: [{ Title: 'a' }, { Title: 'b' }] },
      output: '- a\n- b\n',
    },
    {
      text: '{{ if .System }}{{ .System }}\n{{ end }}{{ .Prompt }}',
      values: { System: '', Prompt: 'Hi' },
      output: 'Hi',
    },
    {
      text: '{{ with .User }}\n{{- .Name | printf "%q" }}: {{ len .Tags }}\n{{- end }}',
      values: { User: { Name: 'Ada', Tags: ['x', 'y'] } },
      output: '"Ada": 2',
    },
    { text: 'Write {{"{{"}} .Name }} for {{ .Name }}', values: { Name: 'Ada' }, output: 'Write {{ .Name }} for Ada' },
  ],
};

/** text/template of Go with its own functions, for data that is a map. Whole numbers are `int`, all others `float64`. */
export const dialect = bounded<GoTree>(go);

function configured({ delimiters }: DialectOptions): Dialect {
  if (delimiters?.slot === undefined) return dialect;
  const pair = delimitersIn(delimiters.slot, OWN);
  const isOwn = pair[0] === OWN[0];
  return bounded<GoTree>({
    ...go,
    ...readWith(pair),
    key: `go-template ${pair.join(' ')}`,
    ...(isOwn ? {} : { lookalikes: literalTags }),
  });
}
