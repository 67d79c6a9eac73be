import type { Location } from '../model/system';
import type { MessageLayout } from '../render/layout';
import { MASK, skeletonOf, sourceOf } from './facts/messageText';
import { paragraphsOf } from './facts/paragraph';
import { tokenCount } from './facts/prefix';
import type { RenderContext, Rule } from './rule';

/** Shorter paragraphs are formulas that may come again. */
const FEWEST_CHARACTERS = 160;
const FEWEST_TOKENS = 40;

export const rule: Rule = {
  code: 'text.duplicate',
  level: 'info',
  title: 'A long paragraph that is sent twice',
  why: `The same paragraph reaches the model twice in one request: a part that is included twice, or a text that was copied and then forgotten. It costs its tokens twice, and when one copy is changed the two contradict each other.`,
  howToFix: `Keep one of them. Paragraphs in texts that are never sent together are not compared.`,
  examples: [
    {
      title: 'A paragraph in two parts',
      bad: `=== strata.yaml
version: 1
systems:
  guide:
    dialect: single-brace
    parts: [{ file: role.prompt }, { file: manner.prompt }]
=== role.prompt
You guide visitors through the harbour.

Answer in the language of the last message. Use short sentences, and a list when there are more than three things. Say openly when you do not know something, and name the office that knows it.
=== manner.prompt
⟦text.duplicate⟧Answer in the language of the last message. Use short sentences, and a list when there are more than three things. Say openly when you do not know something, and name the office that knows it.⟦/⟧
`,
      good: `=== strata.yaml
version: 1
systems:
  guide:
    dialect: single-brace
    axes: { kind: [short, long] }
    parts: [{ file: role.prompt, when: { kind: short } }, { file: manner.prompt, when: { kind: long } }]
=== role.prompt
Be brief.

Be brief.

Answer in the language of the last message. Use short sentences, and a list when there are more than three things. Say openly when you do not know something, and name the office that knows it.
=== manner.prompt
Answer in the language of the last message. Use short sentences, and a list when there are more than three things. Say openly when you do not know something, and name the office that knows it.
`,
    },
  ],
  *render(context) {
    const { layout, system } = context;
    // Without an engine nobody knows which branches exclude each other.
    if (system.unsupported.length > 0) return;
    const seen = new Map<string, Location>();
    for (const { message, start, end, text } of alikeParagraphs(context)) {
      const place = sourceOf(layout, message, start, end);
      if (!place) continue;
      const before = seen.get(text);
      if (!before) {
        seen.set(text, place);
        continue;
      }
      const tokens = context.tokens(message.message, start, end);
      if (tokens === undefined || tokens < FEWEST_TOKENS) continue;
      yield {
        ...place,
        message: `This paragraph already stands in the same request, so ${tokenCount(tokens, context.model)} are sent twice. Keep one of the two.`,
        related: [{ ...before, message: 'the first time' }],
      };
    }
  },
};

interface LongParagraph {
  readonly message: MessageLayout;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Long paragraphs that have the length of another one. The texts of the others need not be compared, nor even made. */
function alikeParagraphs({ layout, rendered }: RenderContext): readonly LongParagraph[] {
  const byLength = new Map<
    number,
    { message: MessageLayout; start: number; end: number; from: number; to: number }[]
  >();
  for (const message of layout.messages) {
    if (rendered.messages[message.message]?.conversation) continue;
    const skeleton = skeletonOf(layout, message);
    for (const { start, end } of paragraphsOf(message)) {
      if (end - start < FEWEST_CHARACTERS || skeleton[start] === MASK) continue;
      let from = start;
      let to = end;
      while (from < to && isBlank(message.text.charCodeAt(from))) from++;
      while (to > from && isBlank(message.text.charCodeAt(to - 1))) to--;
      const alike = byLength.get(to - from);
      if (alike) alike.push({ message, start, end, from, to });
      else byLength.set(to - from, [{ message, start, end, from, to }]);
    }
  }
  return [...byLength.values()]
    .filter((alike) => alike.length > 1)
    .flatMap((alike) =>
      alike.map(({ message, start, end, from, to }) => ({ message, start, end, text: message.text.slice(from, to) })),
    )
    .sort((a, b) => a.message.message - b.message.message || a.start - b.start);
}

const isBlank = (c: number): boolean => c === 32 || (c >= 9 && c <= 13) || c === 0xa0 || c === 0xfeff;
