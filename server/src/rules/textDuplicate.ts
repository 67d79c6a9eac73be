import type { Location } from '../model/system';
import { MASK, skeletonOf, sourceOf } from './facts/messageText';
import { paragraphsOf } from './facts/paragraph';
import { tokenCount } from './facts/prefix';
import type { Rule } from './rule';

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
    const { layout, rendered, system } = context;
    // Without an engine nobody knows which branches exclude each other.
    if (system.unsupported.length > 0) return;
    const seen = new Map<string, Location>();
    for (const message of layout.messages) {
      if (rendered.messages[message.message]?.conversation) continue;
      const skeleton = skeletonOf(layout, message);
      for (const { start, end } of paragraphsOf(message)) {
        if (end - start < FEWEST_CHARACTERS || skeleton[start] === MASK) continue;
        const place = sourceOf(layout, message, start, end);
        if (!place) continue;
        const text = message.text.slice(start, end).trim();
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
    }
  },
};
