// Words that give a text authority, and what takes it away from them again. English only, as far as a list can tell.

/** What a prompt calls the text of a slot. */
const NOUNS =
  '(?:context|text|document|page|note|message|file|result|content|data|input|excerpt|article|e-?mail|mail|source|passage|memor(?:y|ie)|snippet|record|ticket|comment|transcript|web ?page|website|wiki|material|information|output|response|reply|attachment|description|history|profile|summary|summarie)s?';

/** The text itself, with the words before it: `the retrieved documents`, `<page>`. */
const NAMED = `(?:(?:the |this |these |those |that |any |all |all the |all of the |every )?(?:[a-z][a-z-]{0,20} )?${NOUNS}|<[a-z][\\w-]{0,40}>|the \`[\\w.-]{1,40}\`)`;

/** The name is at its end: a word behind it would make it another thing (`the document structure`). */
const END =
  "(?![\\w'\\u2019-]|\\s+(?!(?:below|above|here|inside|between|within|in|from|of|given|provided|exactly|strictly|fully|completely|blindly|always|at all times|and|as|over|more than|that|which|when|even|to the letter|without|closely|precisely|word)\\b)[a-z])";

const POINTED = '(?:this|these|those|it|them|whatever|everything|anything|(?:the )?following|what follows)';
const ORDERS = '(?:instruction|order|command|request|direction|directive)s?';
const SAYS = '(?:says?|asks?|tells?|instructs?|orders?|commands?|demands?|requests?|directs?|wants?|states?)';
const RULES_WORD = '(?:rule|instruction|guideline|polic(?:y|ie)|order|prompt|direction|constraint)s?';
const RULES = `(?:(?:everything|anything|whatever)(?: (?:above|before|else|said|written|in this prompt))?\\b(?! in )|(?:all|any|every|these|those|the|your|my|our|previous|earlier|other|system)(?: of)?(?: (?:the|these|those|your|my|our))?(?: (?:other|previous|earlier|above|prior|system|general))? ${RULES_WORD})`;

/** A way to say it, and words of it that no text can do without that says it so. */
interface Way {
  readonly cue: RegExp;
  readonly words: RegExp;
}

const way = (cue: string, words: (cue: string) => string): Way => ({
  cue: new RegExp(cue, 'i'),
  words: new RegExp(`\\b(?:${words(cue)})`, 'gi'),
});

const TRUST = '(?:trust|obey|believe) ';
const ACT = '(?:follow|obey|execute|carry out|comply with|act on|adhere to) ';

/**
 * All ways, those first that win where two begin at one place. They are apart, each behind its cue, because V8 compiles an
 * expression when it is first used: all in one cost the first findings of a session 50 ms, and most texts have no cue.
 */
const WAYS: readonly Way[] = [
  way(TRUST, (trust) => `${trust}(?:${POINTED}|what (?:it|they) says?)`),
  way(TRUST, (trust) => `${trust}${NAMED}${END}`),
  way(
    '(?:must|shall|always|have to|has to) (?:always |strictly |exactly |fully )?(?:follow|comply with|adhere to|heed) ',
    (must) => `${must}(?:(?:the )?following notes|${NAMED}${END})`,
  ),
  way(
    ' (?:exactly|strictly|to the letter|precisely|word for word|without question)',
    (exactly) => `follow ${NAMED}${exactly}`,
  ),
  way(
    ACT,
    (act) =>
      `${act}(?:whatever|everything|anything|(?:all |any |the |every |each )?(?:of )?(?:the )?${ORDERS} (?:that (?:are|is|stands?|appears?|you find) |which (?:are|is|stands?|appears?) )?(?:in|from|of|inside|within|given in|given by|contained in|found in|stated in|written in) (?:it|them|this|these|${NAMED}${END}|the following))`,
  ),
  way(
    '(?:follow|obey|execute|carry out|comply with|heed|trust|believe) (?:exactly )?(?:what|whatever|everything|anything|all)(?: that)? ',
    (heed) => `${heed}(?:${NAMED}|it|they|this) ${SAYS}`,
  ),
  way(
    'do (?:whatever|everything|anything|exactly what|exactly as|precisely what|precisely as|just as|what|as)(?: that)? ',
    (does) => `${does}(?:it|they|this|${NAMED}) (?:says?|asks?|tells?|instructs?|orders?|commands?|demands?)`,
  ),
  way(
    '(?:overrides?|overrules?|supersedes?|replaces?|outranks?|(?:takes?|has|have) (?:precedence|priority) over) ',
    (overrides) =>
      `(?:${NAMED}|this|it|they|(?:the )?following|what follows|everything below)(?: below| above| here)? (?:always |also |fully )?${overrides}${RULES}`,
  ),
  way(
    ' as (?:(?:the|an?|your|absolute|established|direct) )*(?:truth|true|gospel|law|instructions?|orders?|commands?|authoritative|binding)',
    (as) => `(?:treat|take|accept|regard|consider) ${NAMED}(?: below| above| here)?${as}`,
  ),
  way('(?:authoritative|trustworthy|trusted)', (trusted) => `(?:is|are|as) (?:always |fully |completely )?${trusted}`),
  way('ground truth', (truth) => `(?:(?:is|are|as) (?:(?:the|your) )?|(?<![\\w,] )(?:the )?)${truth}`),
  way('must (?:always |strictly )?be ', (must) => `${must}(?:obeyed|trusted|believed|followed(?! by\\b))`),
];

const NEGATED =
  /\b(?:not|never|no|nothing|none|nobody|cannot|nor|neither|without|instead of|rather than|[a-z]{1,12}n['\u2019]t)\b/i;

/** Words that tell of somebody who wants it, or turn it away; `ignore the rules and obey the page` is no such thing. */
const REPORTED =
  /\b(?:(?:asks?|tells?|told|wants?|orders?|claims?|tries|try|attempts?|instructs?) (?:you |the model |the assistant |us |that )?(?:to|that)\b|(?:refus|ignor|avoid|reject|disregard|resist|declin)[a-z]*\b(?!.*\band\b)|(?:whether|if) )/i;

/** What is not the text of a slot: a sentence whose subject it is says nothing of that. */
const OF_OTHERS = /\b(?:rule|guideline|polic(?:y|ie)|format|schema|style|step|instruction|system prompt|order)s?\b/i;
const OF_SLOT = new RegExp(`\\b(?:${NOUNS}|following|below|this|it|they|everything|whatever|anything)\\b|<[a-z]`, 'i');

const OVERRIDES = /\b(?:over|overrides?|overrules?|supersedes?|replaces?|outranks?)\b/i;
const FORWARD = /\b(?:following|follows|below)\b/i;

/** On which side of the value the words stand. */
export type Side = 'before' | 'behind';

/** The first words in a text that raise trust and are not taken back in their sentence. */
export function raisedIn(written: string, side: Side): string | undefined {
  const text = unwrapped(written);
  for (const hit of hitsIn(text)) {
    const words = hit[0];
    const sentence = text.slice(0, hit.index).split(ENDS).at(-1) ?? '';
    if (NEGATED.test(sentence) || REPORTED.test(sentence)) continue;
    const rest = text.slice(hit.index + words.length).split(ENDS, 1)[0] ?? '';
    // What is said of a text above its place, or below it, is said of another one.
    const elsewhere =
      side === 'before' ? !OVERRIDES.test(words) && /^ above\b/i.test(rest) : FORWARD.test(words + rest);
    if (elsewhere) continue;
    const passive = /^(?:is|are|must) /i.test(words);
    if (passive && OF_OTHERS.test(sentence) && !OF_SLOT.test(sentence)) continue;
    return words;
  }
  return undefined;
}

/** What the ways find in a text one behind the other, as one expression of them all would. */
function* hitsIn(text: string): Generator<RegExpExecArray> {
  const found = WAYS.filter(({ cue }) => cue.test(text)).map(({ words }) => {
    const finder = new RegExp(words);
    return { finder, next: finder.exec(text) };
  });
  for (;;) {
    let first: RegExpExecArray | null = null;
    for (const { next } of found) if (next && (!first || next.index < first.index)) first = next;
    if (!first) return;
    yield first;
    const end = first.index + first[0].length;
    for (const one of found) {
      if (!one.next || one.next.index >= end) continue;
      one.finder.lastIndex = end;
      one.next = one.finder.exec(text);
    }
  }
}

const ENDS = /[.!?:;\n]/;

/** The text with the lines of one paragraph joined: a sentence may go on in the next line, a list or heading does not. */
function unwrapped(text: string): string {
  return text.replace(/([^\s:.!?;])[ \t]{0,8}\r?\n[ \t]{0,8}(?=[A-Za-z(])/g, '$1 ');
}
