import { type Hidden, type HiddenKind, hiddenIn } from '../text/hidden';
import type { Fix, Level, Problem, Rule, TextContext } from './rule';

/** Above this many places a file is full of them, and one finding says so. */
const MOST_FINDINGS = 10;

export const rule: Rule = {
  code: 'text.hidden',
  level: 'error',
  title: 'Characters that people do not see',
  why: `Some characters take no room on the screen, and the model reads them all the same: tag characters spell whole sentences, bidirectional controls show text in another order than it has, soft hyphens and zero width characters cut words that a filter or a search looks for. They come in with pasted text, or on purpose. A byte order mark at the start of a file is only worth knowing about.`,
  howToFix: `Remove them. Joiners and selectors in emoji, and joiners in Persian, Arabic and Indic text, belong there and are never reported.`,
  examples: [
    {
      title: 'A sentence in tag characters',
      bad: 'Be kind.\u27e6text.hidden\u27e7\u{e0068}\u{e0069}\u27e6/\u27e7 Answer in one line.\n',
      fixed: 'Be kind. Answer in one line.\n',
      good: 'Be kind \u{1f468}\u200d\u{1f469}\u200d\u{1f467} \u2764\ufe0f \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}, \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645, \u0915\u094d\u200d\u0937.\n',
    },
    {
      title: 'A soft hyphen, and an override of the direction',
      bad: 'Never ig\u27e6text.hidden\u27e7\u00ad\u27e6/\u27e7nore a warning. Read \u27e6text.hidden\u27e7\u202e\u27e6/\u27e7txt.exe with care.\n',
      fixed: 'Never ignore a warning. Read txt.exe with care.\n',
    },
    {
      title: 'A byte order mark',
      bad: '\u27e6text.hidden\u27e7\ufeff\u27e6/\u27e7You answer questions about tides.\n',
      fixed: 'You answer questions about tides.\n',
    },
  ],
  *text(context) {
    const found = hiddenIn(context.file.text, context.bodyStart);
    const inside = found.filter((hidden) => hidden.kind !== 'mark');
    for (const hidden of found)
      if (hidden.kind === 'mark' || inside.length <= MOST_FINDINGS) yield problemOf(context, hidden);
    if (inside.length > MOST_FINDINGS) yield problemOfMany(context, inside);
  },
};

const LEVELS: Readonly<Record<HiddenKind, Level>> = {
  mark: 'info',
  tag: 'error',
  bidi: 'error',
  selectors: 'error',
  'soft-hyphen': 'warning',
  filler: 'warning',
  'zero-width': 'warning',
  joiner: 'warning',
  control: 'warning',
};

const NAMES: Readonly<Record<HiddenKind, readonly [one: string, many: string]>> = {
  mark: ['byte order mark', 'byte order marks'],
  tag: ['tag character', 'tag characters'],
  bidi: ['bidirectional control', 'bidirectional controls'],
  selectors: ['variation selector', 'variation selectors'],
  'soft-hyphen': ['soft hyphen', 'soft hyphens'],
  filler: ['invisible filler', 'invisible fillers'],
  'zero-width': ['zero width character', 'zero width characters'],
  joiner: [
    'joiner outside of an emoji or a script that needs it',
    'joiners outside of an emoji or a script that needs them',
  ],
  control: ['control character', 'control characters'],
};

function problemOf(context: TextContext, hidden: Hidden): Problem {
  const { uri } = context.file;
  return {
    uri,
    span: hidden.span,
    level: LEVELS[hidden.kind],
    message: messageOf(context.file.text, hidden),
    fixes: [removal(uri, [hidden], `Remove ${counted(hidden.count, hidden.kind)}`)],
  };
}

function messageOf(text: string, hidden: Hidden): string {
  const what = counted(hidden.count, hidden.kind);
  if (hidden.kind === 'mark')
    return 'The file begins with a byte order mark, which a program may send to the model. Save it as UTF-8 without one, unless the program needs it.';
  if (hidden.decoded)
    return `${what} spell "${hidden.decoded}" here: people do not see it, the model reads it. Remove ${hidden.count === 1 ? 'it' : 'them'}.`;
  const code = (text.codePointAt(hidden.span.start) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `${what} (U+${code}) that nobody sees, and the model reads ${hidden.count === 1 ? 'it' : 'them'}. Remove ${hidden.count === 1 ? 'it' : 'them'}.`;
}

function problemOfMany(context: TextContext, all: readonly Hidden[]): Problem {
  const { uri } = context.file;
  const order: readonly Level[] = ['error', 'warning'];
  const level = order.find((l) => all.some((hidden) => LEVELS[hidden.kind] === l)) ?? 'warning';
  const first = all.find((hidden) => LEVELS[hidden.kind] === level) as Hidden;
  const count = all.reduce((sum, hidden) => sum + hidden.count, 0);
  const kinds = [...new Set(all.map((hidden) => NAMES[hidden.kind][1]))].join(', ');
  const spelled = all
    .map((hidden) => hidden.decoded ?? '')
    .join('')
    .slice(0, 200);
  return {
    uri,
    span: first.span,
    level,
    message: `${count} hidden characters in ${all.length} places of this file (${kinds}); the model reads them.${spelled === '' ? '' : ` They spell "${spelled}".`} Remove them all.`,
    fixes: [removal(uri, all, `Remove all ${count} hidden characters`)],
  };
}

const counted = (count: number, kind: HiddenKind): string => `${count} ${NAMES[kind][count === 1 ? 0 : 1]}`;

function removal(uri: string, all: readonly Hidden[], title: string): Fix {
  return {
    title,
    edits: all.map(({ span }) => ({ uri, span, text: '' })),
    safe: all.every((hidden) => hidden.kind !== 'mark'),
  };
}
