import { dialectOf } from '../model/resolve';
import type { Dialect, DialectId, Lookalike } from '../syntax/dialects/dialect';
import { fenceAt, fencesOf } from '../syntax/fences';
import { foreignIn, quotedTags, spansOf } from './facts/foreign';
import { replaceScalar } from './facts/manifest/manifestEdit';
import { type Misread, misreadIn } from './facts/misread';
import type { Fix, Problem, Rule, TextContext } from './rule';

/** Places shown beside the first one. */
const MOST_RELATED = 5;

export const rule: Rule = {
  code: 'syntax.wrong-dialect',
  level: 'warning',
  title: 'Tags of another engine',
  why: `The manifest says which engine reads this file, and the file holds tags that only another engine reads. They are sent to the model as they are written, or make the engine fail.`,
  howToFix: `When the file is right, change \`dialect\` in the manifest to the engine that the program uses. When the manifest is right, write the tags as its dialect does. Tags in code fences and in back-quotes are taken for examples and are never reported.`,
  examples: [
    {
      title: 'A loop of Jinja in a file of plain slots',
      bad: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: double-brace
=== chat.prompt
Answer {{name}}, who asked before:
⟦syntax.wrong-dialect⟧{% for question in history %}⟦/⟧
- {{question}}
{% endfor %}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: jinja
=== chat.prompt
Answer {{name}}, who asked before:
{% for question in history %}
- {{question}}
{% endfor %}
`,
      good: `=== strata.yaml
version: 1
systems:
  chat:
    template: chat.prompt
    dialect: double-brace
=== chat.prompt
Answer {{name}}, who asked before:
{{history}}
Never print \`{% for %}\` or another tag of a template.
`,
    },
    {
      title: 'All slots in two braces, none in the declared dialect',
      bad: `=== strata.yaml
version: 1
systems:
  mail:
    template: mail.prompt
    dialect: dollar-brace
=== mail.prompt
Write a short mail to ⟦syntax.wrong-dialect⟧{{recipient}}⟦/⟧ about {{topic}}.
`,
      fixed: `=== strata.yaml
version: 1
systems:
  mail:
    template: mail.prompt
    dialect: dollar-brace
=== mail.prompt
Write a short mail to \${recipient} about \${topic}.
`,
      good: `=== strata.yaml
version: 1
systems:
  mail:
    template: mail.prompt
    dialect: dollar-brace
=== mail.prompt
Write a short mail to \${recipient}. Keep placeholders such as {{topic}} as they are.
`,
    },
  ],
  *text(context) {
    const { dialect, tree, file } = context;
    if (!dialect || !tree) return;
    const misread = misreadIn(context);
    if (misread) {
      yield misreadProblem(context, dialect, misread);
      return;
    }
    const tags = foreignIn(context).tags;
    const plain = tags.length > 0 ? [] : misplacedSlots(context);
    const all = tags.length > 0 ? tags : plain;
    const [first, ...others] = all;
    if (!first) return;
    const written = file.text.slice(first.span.start, first.span.end).replace(/\s+/g, ' ');
    const engine = dialectOf(first.writtenIn)?.title ?? first.writtenIn;
    const spans = spansOf(all);
    const stops = tree.faults.some((fault) => spans.overlap(fault.span));
    // `{{ a | upper }}` is a slot of Liquid too, which skips a filter that it does not know.
    const isRead = tree.slots.some(({ span }) => first.span.start <= span.start && span.end <= first.span.end);
    const unread = isRead ? 'so something else is printed than is meant' : 'so the model reads it as it is written';
    const effect = stops ? 'so the engine fails on it' : unread;
    const isGiven = context.system?.manifest.kind === 'provider';
    const advice = isGiven
      ? `Write it as ${dialect.title} does.`
      : `Change the dialect in the manifest, or write it as ${dialect.title} does.`;
    const more = others.length === 0 ? '' : ` ${others.length} more in this file.`;
    yield {
      uri: file.uri,
      span: first.span,
      ...(stops ? { level: 'error' as const } : {}),
      message: `\`${written}\` is ${engine}, but this file is read as ${dialect.title}, ${effect}. ${advice}${more}`,
      related: others.slice(0, MOST_RELATED).map((tag) => ({ uri: file.uri, span: tag.span, message: 'another one' })),
      fixes: [...rewrite(context, plain), ...changeDialect(context, first.writtenIn)],
    };
  },
};

/** The whole text is written in another dialect: one finding, and one change of the manifest. */
function misreadProblem(context: TextContext, dialect: Dialect, { writtenIn, reason, first }: Misread): Problem {
  const { file, system, tree } = context;
  const stops = (tree?.faults.length ?? 0) > 0;
  const effect = stops ? 'so the engine refuses it' : 'so the model reads tags in place of values';
  const place = system?.manifest.place([...system.path, 'dialect'])?.value;
  return {
    uri: file.uri,
    span: first,
    ...(stops ? { level: 'error' as const } : {}),
    message: `The dialect of ${system?.id} is probably wrong: ${reason}, which is ${writtenIn.title}, but the manifest says ${dialect.title}, ${effect}. Change the dialect to ${writtenIn.id}.`,
    ...(system && place
      ? { related: [{ uri: system.manifest.file.uri, span: place, message: `here it says ${dialect.id}` }] }
      : {}),
    fixes: changeDialect(context, writtenIn.id),
  };
}

/**
 * `{{name}}` proves nothing by itself: it may be an example. It is taken for a slot of the wrong dialect when the file
 * holds no slot of its own dialect at all, and never where doubled braces are how a literal brace is written.
 */
function misplacedSlots(context: TextContext): readonly Lookalike[] {
  const { tree, dialect, system, file } = context;
  if (!tree || !dialect || dialect.id === 'py-format' || tree.slots.length > 0) return [];
  const candidates = foreignIn(context).plain.filter(
    (tag) => tag.writtenIn === 'double-brace' && !system?.slots.has(tag.name),
  );
  if (candidates.length === 0) return [];
  const samples = fencesOf(file.text);
  const quoted = quotedTags(file.text, candidates);
  return candidates.filter((tag) => fenceAt(samples, tag.span.start) < 0 && !quoted.has(tag));
}

function rewrite({ file, dialect }: TextContext, plain: readonly Lookalike[]): Fix[] {
  if (!dialect || plain.length === 0 || !plain.every((tag) => dialect.holds(tag.name))) return [];
  const first = dialect.print((plain[0] as Lookalike).name);
  return [
    {
      title: plain.length === 1 ? `Write ${first}` : `Write ${first} and ${plain.length - 1} more as ${dialect.title}`,
      edits: plain.map((tag) => ({ uri: file.uri, span: tag.span, text: dialect.print(tag.name) })),
    },
  ];
}

function changeDialect({ system }: TextContext, writtenIn: DialectId): Fix[] {
  if (!system || typeof system.entry.dialect !== 'string') return [];
  const place = system.manifest.place([...system.path, 'dialect'])?.value;
  return place
    ? [
        {
          title: `Change the dialect to ${writtenIn}`,
          edits: [replaceScalar(system.manifest, place, writtenIn)],
        },
      ]
    : [];
}
