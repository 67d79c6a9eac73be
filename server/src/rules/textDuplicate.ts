import type { Location } from '../model/system';
import type { Layout, Line, MessageLayout } from '../render/layout';
import type { SlotAppearance } from '../render/segment';
import { isBlank } from '../text/blank';
import type { Span } from '../text/span';
import { coreOf, sourceOf } from './facts/messageText';
import { isAnnouncement, isStructure, type Paragraph, paragraphsOf } from './facts/paragraph';
import { tokenCount } from './facts/prefix';
import { written } from './facts/trust';
import type { Problem, RenderContext, Rule } from './rule';

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
    {
      title: 'A paragraph under two headings',
      bad: `=== strata.yaml
version: 1
systems:
  guide:
    dialect: single-brace
    template: guide.prompt
=== guide.prompt
# Manner
Answer in the language of the last message. Use short sentences, and a list when there are more than three things. Say openly when you do not know something, and name the office that knows it.

# Language
⟦text.duplicate⟧Answer in the language of the last message. Use short sentences, and a list when there are more than three things. Say openly when you do not know something, and name the office that knows it.⟦/⟧
`,
      good: `=== strata.yaml
version: 1
systems:
  guide:
    dialect: single-brace
    template: guide.prompt
=== guide.prompt
# Manner
Answer in the language of the last message. Use short sentences, and a list when there are more than three things. Say openly when you do not know something, and name the office that knows it.

# Language
Answer in the language of the first message. Use short sentences, and a list when there are more than three things. Say openly when you do not know something, and name the office that knows it.
`,
    },
    {
      title: 'A value in two messages',
      bad: `=== strata.yaml
version: 1
systems:
  guide:
    dialect: single-brace
    parts: [{ file: role.prompt }, { slot: ⟦text.duplicate⟧page⟦/⟧, message: user }, { slot: ⟦text.duplicate⟧note⟦/⟧, message: user }]
    slots: { page: { type: text }, note: { type: text } }
    scenarios: { one: { values: { page: { file: page.txt }, note: { file: page.txt } } } }
=== role.prompt
You guide visitors through the harbour. They look at this page:
{page}
=== page.txt
The ferry to the island leaves at ten in the morning and comes back at four in the afternoon. In winter it leaves one hour later, and when the wind is strong it does not leave at all.
`,
      good: `=== strata.yaml
version: 1
systems:
  guide:
    dialect: single-brace
    parts: [{ file: role.prompt }, { slot: note, message: user }]
    slots: { page: { sample: { file: page.txt } }, note: { sample: { file: page.txt } } }
=== role.prompt
You guide visitors through the harbour. They look at this page:
{page}
=== page.txt
The ferry to the island leaves at ten in the morning and comes back at four in the afternoon. In winter it leaves one hour later, and when the wind is strong it does not leave at all.
`,
    },
  ],
  *render(context) {
    const seen = new Map<string, Copy>();
    const repeated = new Map<string, { readonly copy: Copy; readonly before: Copy; tokens: number }>();
    for (const paragraph of alikeParagraphs(context)) {
      const { message, start, end, text } = paragraph;
      const copy = copyOf(context, paragraph);
      if (!copy) continue;
      const before = seen.get(text);
      if (!before) {
        seen.set(text, copy);
        continue;
      }
      if (!isWorthTelling(before, copy)) continue;
      const tokens = context.tokens(message.message, start, end);
      if (tokens === undefined || tokens < FEWEST_TOKENS) continue;
      // A value has one tag: it is told as a whole, or by the longest of its paragraphs.
      const key = `${copy.uri} ${copy.span.start} ${copy.value?.slot ?? ''}`;
      const known = repeated.get(key);
      if (known) known.tokens = Math.max(known.tokens, tokens);
      else repeated.set(key, { copy, before, tokens });
    }
    for (const { copy, before, tokens } of repeated.values()) yield problemOf(context, copy, before, tokens);
  },
};

/** A paragraph where it is written, or where the tag of its value stands. */
interface Copy extends Location {
  readonly message: number;
  readonly value?: SlotAppearance;
}

function copyOf({ layout }: RenderContext, { message, start, end }: LongParagraph): Copy | undefined {
  const literal = sourceOf(layout, message, start, end);
  if (literal) return { ...literal, message: message.message };
  const value = layout.filled.find(
    (one) => one.message === message.message && one.start <= start && one.end >= end && !one.redacted,
  );
  return value && { ...value.place, message: message.message, value };
}

/** What `slot.duplicate` says, what a loop makes, and samples that happen to be the same are no loss. */
function isWorthTelling(before: Copy, copy: Copy): boolean {
  if (!before.value && !copy.value) return true;
  if (before.uri === copy.uri && before.span.start === copy.span.start) return false;
  // What the template says itself, a sample says again because the value does.
  if (!before.value || !copy.value) return true;
  if (before.value.slot === copy.value.slot) return before.message !== copy.message;
  return before.value.from !== 'sample' && copy.value.from !== 'sample';
}

function problemOf({ system, model }: RenderContext, copy: Copy, before: Copy, tokens: number): Problem {
  const { uri, span, value } = copy;
  const count = tokenCount(tokens, model);
  const message = value
    ? `What ${written(system, value.slot)} holds already stands in the same request${before.value && before.value.slot !== value.slot ? `, in ${written(system, before.value.slot)}` : ''}, so ${count} are sent twice. Send it in one of the two places.`
    : `This paragraph already stands in the same request, so ${count} are sent twice. Keep one of the two.`;
  return {
    uri,
    span,
    ...(value ? { slot: value.slot } : {}),
    message,
    related: [{ uri: before.uri, span: before.span, message: 'the first time' }],
  };
}

interface LongParagraph {
  readonly message: MessageLayout;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Long paragraphs that stand there more than once, in order. Texts are made and compared only where some of their characters agree. */
function alikeParagraphs({ layout, rendered }: RenderContext): readonly LongParagraph[] {
  const bySample = new Map<
    number,
    { message: MessageLayout; start: number; end: number; from: number; to: number }[]
  >();
  for (const message of layout.messages) {
    if (rendered.messages[message.message]?.conversation) continue;
    const paragraphs = paragraphsOf(message).map((paragraph) => withoutFrame(message, paragraph));
    for (const { start, end } of [...paragraphs, ...valuesIn(layout, message, paragraphs)]) {
      if (end - start < FEWEST_CHARACTERS) continue;
      let from = start;
      let to = end;
      while (from < to && isBlank(message.text.charCodeAt(from))) from++;
      while (to > from && isBlank(message.text.charCodeAt(to - 1))) to--;
      const sample = sampleOf(message.text, from, to);
      const alike = bySample.get(sample);
      if (alike) alike.push({ message, start, end, from, to });
      else bySample.set(sample, [{ message, start, end, from, to }]);
    }
  }
  return (
    [...bySample.values()]
      // Nearly all groups are pairs that differ: two texts are compared without reading either to its end.
      .filter((alike) => alike.length > 2 || (alike.length === 2 && isEqualText(alike[0], alike[1])))
      .flatMap((alike) => {
        const byText = new Map<string, LongParagraph[]>();
        for (const { message, start, end, from, to } of alike) {
          const text = message.text.slice(from, to);
          const same = byText.get(text);
          if (same) same.push({ message, start, end, text });
          else byText.set(text, [{ message, start, end, text }]);
        }
        return [...byText.values()].filter((same) => same.length > 1).flat();
      })
      .sort((a, b) => a.message.message - b.message.message || a.start - b.start)
  );
}

type Stretch = { readonly message: MessageLayout; readonly from: number; readonly to: number };

const isEqualText = (a: Stretch | undefined, b: Stretch | undefined): boolean =>
  a?.message.text.slice(a.from, a.to) === b?.message.text.slice(b?.from, b?.to);

/** A title is not longer. */
const LONGEST_TITLE = 80;

/**
 * A paragraph without the headings, banners, tags and titles (`Notes:`) that name or enclose it: the same text may stand
 * under two of them.
 */
function withoutFrame({ text }: MessageLayout, { lines, start, end }: Paragraph): Span {
  const short = (line: Line | undefined): string =>
    line && line.end - line.start <= LONGEST_TITLE ? text.slice(line.start, line.end) : '';
  const isFrame = (line: Line | undefined): boolean => isStructure(short(line));
  let first = 0;
  let last = lines.length - 1;
  while (first < last && (isFrame(lines[first]) || isAnnouncement(short(lines[first])))) first++;
  while (last > first && isFrame(lines[last])) last--;
  return { start: lines[first]?.start ?? start, end: lines[last]?.end ?? end };
}

/** Values that are no paragraph by themselves: text stands before or behind them, or blank lines in them. */
function valuesIn(layout: Layout, message: MessageLayout, paragraphs: readonly Span[]): readonly Span[] {
  const values = layout.filled
    .filter((one) => one.message === message.message && one.end - one.start >= FEWEST_CHARACTERS && !one.redacted)
    .map((one) => coreOf(layout, message, one));
  if (values.length === 0) return values;
  const known = new Set(paragraphs.map(({ start, end }) => `${start} ${end}`));
  return values.filter(({ start, end }) => !known.has(`${start} ${end}`));
}

/** Characters that are looked at before two paragraphs are compared. */
const SAMPLES = 64;

/** A number for the length of a text and some of its characters: equal texts have the same. */
function sampleOf(text: string, from: number, to: number): number {
  let sample = to - from;
  const step = Math.max(1, Math.floor((to - from) / SAMPLES));
  for (let at = from; at < to; at += step) sample = (Math.imul(sample, 31) + text.charCodeAt(at)) | 0;
  return sample;
}
