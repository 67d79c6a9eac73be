// A grammar for each dialect, for files that say by their name or language which one they are written in: Markdown, a YAML
// head, and over both the tags of the dialect alone. The tags of engines are those of the grammar that knows all of them.
import { readFileSync } from 'node:fs';
import type { Dialect } from '../../server/src/syntax/dialects/dialect';
import { dialects } from '../../server/src/syntax/dialects/index.generated';

const COMMON = 'text.prompt-template';

export async function generate(): Promise<ReadonlyMap<string, string>> {
  const configuration = JSON.parse(readFileSync('syntaxes/language-configuration.json', 'utf8'));
  const files = dialects.flatMap((dialect): [string, unknown][] => {
    const path = `syntaxes/${dialect.id}.generated`;
    const { comment } = dialect.grammar;
    const grammar: [string, unknown] = [`${path}.tmLanguage.json`, grammarOf(dialect)];
    if (!comment) return [grammar];
    return [
      grammar,
      [`${path}.language-configuration.json`, { comments: { blockComment: comment }, ...configuration }],
    ];
  });
  return new Map(files.map(([path, content]) => [path, `${JSON.stringify(content, null, 2)}\n`]));
}

function grammarOf({ id, title, grammar }: Dialect): unknown {
  const scopeName = `${COMMON}.${id}`;
  const { includes = [] } = grammar;
  const slots = includes.includes('doubleBrace') ? [] : [slotPattern(grammar)];
  const tags = [...includes.map((name) => ({ include: `${COMMON}#${name}` })), ...slots];
  return {
    name: `Prompt Template (${title})`,
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
