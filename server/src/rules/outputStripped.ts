import type { Segment } from '../render/segment';
import type { RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'output.stripped',
  level: 'warning',
  title: 'Stripping takes out more than it should',
  why: `The program takes lines out of the prompt before it sends it, from one mark up to another. In this selection the lines between hold text of another layer too, which the model then never reads. It happens when the second mark is missing, or when a part was put in between.`,
  howToFix: `Put the other text behind a line that begins with \`until\`, or before the line that begins with \`from\`.`,
  examples: [
    {
      title: 'A mark that never comes',
      bad: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: output, trust: instructions, lifetime: static, starts: "OUTPUT FORMAT:" }
      - { id: tools, trust: instructions, lifetime: profile, starts: "Tools:" }
    strip: { from: "OUTPUT FORMAT:", until: "===" }
=== quest.prompt
You keep the quests of a small town.

OUTPUT FORMAT:
One JSON object.

⟦output.stripped⟧Tools:
lamp, rope
⟦/⟧`,
      good: `=== strata.yaml
version: 1
systems:
  quest:
    template: quest.prompt
    dialect: single-brace
    layers:
      - { id: role, trust: instructions, lifetime: static }
      - { id: output, trust: instructions, lifetime: static, starts: "OUTPUT FORMAT:" }
      - { id: tools, trust: instructions, lifetime: profile, starts: "=== TOOLS" }
    strip: { from: "OUTPUT FORMAT:", until: "===" }
=== quest.prompt
You keep the quests of a small town.

OUTPUT FORMAT:
One JSON object.

=== TOOLS ===
lamp, rope
`,
    },
  ],
  *render(context) {
    const removed = strippedSegments(context);
    const own = removed.find((segment) => segment.text.trim() !== '')?.layer;
    const other = removed.find(
      (segment) => segment.kind !== 'join' && segment.layer !== own && segment.text.trim() !== '',
    );
    if (!other || own === undefined) return;
    const strip = context.system.entry.strip;
    const until = strip?.until === undefined ? '' : ` No line before it begins with \`${strip.until}\`.`;
    yield {
      ...other.source,
      ...(other.layer === null ? {} : { layer: other.layer }),
      message: `The lines from \`${strip?.from ?? ''}\` on are taken out before sending, and this text of ${other.layer ?? 'no layer'} goes with them.${until} Put it behind such a line, or before the first one.`,
      related: [{ ...context.place(['strip', 'from']), message: 'what is taken out is declared here' }],
    };
  },
};

function strippedSegments({ rendered }: RenderContext): readonly Segment[] {
  if (!rendered.system.entry.strip) return [];
  return (rendered.messages[0]?.blocks ?? []).flatMap((block) =>
    block.segments.filter((segment) => segment.removed === 'strip'),
  );
}
