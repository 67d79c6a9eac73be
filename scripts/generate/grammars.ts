// A grammar for each dialect, for files that say by their name or language which one they are written in: Markdown, a YAML
// head, and over both the tags of the dialect alone. The tags of engines are those of the grammar that knows all of them.
import { readFileSync } from 'node:fs';
import { DIALECT } from '../../server/src/model/schema';
import { dialects } from '../../server/src/syntax/dialects/index.generated';

interface Parts {
  /** Patterns of the common grammar, in the order in which they are tried. */
  readonly includes: readonly string[];
  /** How a comment is written, for the command that makes one. */
  readonly comment?: readonly [string, string];
}

const MUSTACHE = ['mustacheComment', 'mustacheSection', 'tripleBrace', 'doubleBrace'];

/** What an engine has beside slots. A dialect that is not here has slots only, and says itself how they begin and end. */
const ENGINES: Readonly<Record<string, Parts>> = {
  'py-format': { includes: ['doubledBrace'] },
  mustache: { includes: MUSTACHE, comment: ['{{!', '}}'] },
  handlebars: { includes: ['escapedTag', 'handlebarsComment', ...MUSTACHE], comment: ['{{!--', '--}}'] },
  dotprompt: { includes: ['escapedTag', 'handlebarsComment', ...MUSTACHE], comment: ['{{!--', '--}}'] },
  jinja: { includes: ['jinjaComment', 'raw', 'statements', 'doubleBrace'], comment: ['{#', '#}'] },
  liquid: {
    includes: ['liquidComment', 'raw', 'statements', 'doubleBrace'],
    comment: ['{% comment %}', '{% endcomment %}'],
  },
  'go-template': { includes: ['goComment', 'goAction', 'doubleBrace'], comment: ['{{/*', '*/}}'] },
};

const COMMON = 'text.prompt-template';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  const configuration = JSON.parse(readFileSync('syntaxes/language-configuration.json', 'utf8'));
  const files = DIALECT.flatMap((id): [string, unknown][] => {
    const comment = ENGINES[id]?.comment;
    const grammar: [string, unknown] = [`syntaxes/${id}.generated.tmLanguage.json`, grammarOf(id)];
    if (!comment) return [grammar];
    const withComments = { comments: { blockComment: comment }, ...configuration };
    return [grammar, [`syntaxes/${id}.generated.language-configuration.json`, withComments]];
  });
  return new Map(files.map(([path, content]) => [path, `${JSON.stringify(content, null, 2)}\n`]));
}

function grammarOf(id: string): unknown {
  const dialect = dialects.find((one) => one.id === id);
  const scopeName = `${COMMON}.${id}`;
  const engine = ENGINES[id]?.includes ?? [];
  const slots = engine.includes('doubleBrace') || !dialect ? [] : [slotPattern(dialect.grammar)];
  const tags = [...engine.map((name) => ({ include: `${COMMON}#${name}` })), ...slots];
  return {
    name: `Prompt Template (${dialect?.title ?? id})`,
    scopeName,
    injections: { [`L:${scopeName} - meta.embedded - comment - string.unquoted.raw`]: { patterns: tags } },
    patterns: [{ include: `${COMMON}#head` }, { include: 'text.html.markdown' }],
  };
}

/** A slot that is not closed ends with its line, so that one that is being typed does not colour the rest of the file. */
function slotPattern({ begin, end }: { readonly begin: string; readonly end: string }): unknown {
  const delimiter = (side: string) => ({ 0: { name: `punctuation.definition.slot.${side}.prompt-template` } });
  return {
    name: 'meta.slot.prompt-template',
    begin,
    end: `${end}|$`,
    beginCaptures: delimiter('begin'),
    endCaptures: delimiter('end'),
    patterns: [
      { name: 'keyword.operator.conversion.prompt-template', match: '![rsa](?=[:}])' },
      { name: 'string.other.format.prompt-template', match: ':[^{}\\n]*(?=\\})' },
      { include: `${COMMON}#expression` },
    ],
  };
}
