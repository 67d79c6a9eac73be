import type { SlotAppearance } from '../render/segment';
import { coreOf } from './facts/messageText';
import { tokenCount } from './facts/prefix';
import { written } from './facts/trust';
import type { RenderContext, Rule } from './rule';

/** A value that is shorter may stand twice. */
const FEWEST_TOKENS = 50;

export const rule: Rule = {
  code: 'slot.duplicate',
  level: 'warning',
  title: 'A long value that is sent twice',
  why: `The slot stands twice in one message, and its value is long. The model reads the same text again, and every call pays for it twice.`,
  howToFix: `Keep one of the two, and name it in the other place ("the document above"). Short values, lines, numbers and dates may stand as often as they like.`,
  examples: [
    {
      title: 'A document above and below the task',
      bad: `=== strata.yaml
version: 1
systems:
  ask:
    template: ask.prompt
    dialect: double-brace
    slots:
      report: { sample: { file: report.txt } }
      title: { type: line, sample: Report on the harbour and on the bridge that leads to it }
=== ask.prompt
{{title}}
{{report}}

Answer from the report.
{{title}}
⟦slot.duplicate⟧{{report}}⟦/⟧
=== report.txt
The ferry to the island leaves at ten in the morning and comes back at four in the afternoon. In winter it leaves one hour later. When the wind is stronger than twelve metres a second it does not leave at all, and nobody is told before the morning of that day. Tickets are sold on board.
`,
      good: `=== strata.yaml
version: 1
systems:
  ask:
    dialect: double-brace
    parts: [{ file: ask.prompt }, { file: again.prompt, message: user }]
    slots:
      report: { sample: { file: report.txt } }
      name: { sample: Ida }
=== ask.prompt
{{name}} wrote this; answer {{name}} by name.
{{report}}
=== again.prompt
{{report}}
=== report.txt
The ferry to the island leaves at ten in the morning and comes back at four in the afternoon. In winter it leaves one hour later. When the wind is stronger than twelve metres a second it does not leave at all, and nobody is told before the morning of that day. Tickets are sold on board.
`,
    },
  ],
  *render(context) {
    const first = new Map<string, SlotAppearance>();
    for (const appearance of context.layout.filled) {
      const { slot, message, use, place, redacted } = appearance;
      const type = context.system.slots.get(slot)?.type;
      if (
        (type !== undefined && type !== 'text' && type !== 'list' && type !== 'json') ||
        (use && use.role !== 'value') ||
        redacted
      )
        continue;
      const key = `${message} ${use?.path ?? slot}`;
      const before = first.get(key);
      if (!before) {
        first.set(key, appearance);
        continue;
      }
      // In a loop one tag appears again and again.
      if (before.place.uri === place.uri && before.place.span.start === place.span.start) continue;
      const tokens = longEnough(context, appearance);
      if (tokens === undefined) continue;
      yield {
        ...place,
        slot,
        message: `${written(context.system, slot)} already stands in this message, so its ${tokenCount(tokens, context.model)} are sent twice. Keep one of the two.`,
        related: [{ ...before.place, message: 'the first time' }],
      };
    }
  },
};

function longEnough({ layout, tokens }: RenderContext, appearance: SlotAppearance): number | undefined {
  const message = layout.messages[appearance.message];
  if (!message) return undefined;
  const { start, end } = coreOf(layout, message, appearance);
  if (end - start < FEWEST_TOKENS) return undefined;
  const count = tokens(appearance.message, start, end);
  return count !== undefined && count >= FEWEST_TOKENS ? count : undefined;
}
