/**
 * Words that say of a text that it is data: a label. Prompts are written in many languages; the list
 * holds the words that such labels use in the ones met most, and errs towards taking a text for a label.
 */
const WORDS = [
  'data',
  'untrusted',
  'not (?:to be (?:taken|read|treated) )?(?:as )?(?:an? |any |the )?(?:instruction|order|command|rule)s?',
  'no (?:instruction|order|command)s?',
  "(?:do not|don't|never|must not|not to be) (?:be )?(?:follow|obey|execut|act on|treat)[a-z]*",
  'follows? nothing',
  '(?:ignore|disregard) (?:(?:any|all|every|the) )?(?:instruction|order|command)s?',
  '(?:user|customer|caller)[- ](?:supplied|provided|submitted|written)',
  'third[- ]party',
  'for reference only',
];

/** The same in other languages than English, as a part of longer words too where they inflect. */
const OTHER_WORDS = [
  'Daten',
  'keine (?:Anweisung|Befehl)\\p{L}*',
  'données',
  "(?:pas|aucune) (?:des |d['’])?instructions?",
  'datos',
  'no (?:son )?instrucciones',
  'dados',
  'não (?:são )?instruções',
  'dati',
  'non (?:sono )?istruzioni',
  'gegevens',
  'geen (?:instructies|opdrachten)',
  'ikke (?:instruks|instruktion|ordre)\\p{L}*',
  'inte instruktion\\p{L}*',
  'dane',
  'nie (?:są )?(?:instrukcj|polece)\\p{L}*',
  'данн\\p{L}*',
  'не (?:инструкц|указан)\\p{L}*',
];

/** Written without spaces between words, so that no word boundary can be asked for. */
const WORDS_WITHOUT_SPACES = ['数据', '資料', '资料', '不是指令', 'データ', '指示では', '데이터'];

const ENGLISH = `\\b(?:${WORDS.join('|')})\\b`;
const OTHERS = `(?<![\\p{L}\\p{N}_])(?:${OTHER_WORDS.join('|')})(?![\\p{L}\\p{N}_])|${WORDS_WITHOUT_SPACES.join('|')}`;

// Two patterns: the English one needs no Unicode classes, which makes it several times as fast, and it mostly decides.
const LABELS = [new RegExp(ENGLISH, 'i'), new RegExp(OTHERS, 'iu')];

/** Whether a text says in words that something is data. */
export const saysItIsData = (text: string): boolean => LABELS.some((label) => label.test(text));

/** A sentence is not looked at beyond this many characters on either side of the name in it. */
const REACH = 300;

/** Sentences that are looked at for one name; a text made by a program must not make the search long. */
const MOST_SENTENCES = 200;

/**
 * Whether a sentence of the text says of `name` that it is data. The name is looked for first, since it is rare: the
 * words that make a label are many, and looking for them in a whole prompt takes long. `text` and `name` in lower case.
 */
export function saysOfName(text: string, name: string): boolean {
  let looked = 0;
  for (let at = text.indexOf(name); at >= 0 && looked < MOST_SENTENCES; ) {
    if (!isWordAt(text, at, name.length)) {
      at = text.indexOf(name, at + 1);
      continue;
    }
    const { start, end } = sentenceAround(text, at, at + name.length);
    if (saysItIsData(text.slice(start, end))) return true;
    looked++;
    at = text.indexOf(name, Math.max(end, at + 1));
  }
  return false;
}

/** Whether what stands there is a word of its own; its plural counts as well. */
function isWordAt(text: string, at: number, length: number): boolean {
  if (WORD.test(text[at - 1] ?? '')) return false;
  const end = at + length;
  return !WORD.test(text[text[end] === 's' ? end + 1 : end] ?? '');
}

const WORD = /[\p{L}\p{N}_]/u;

function sentenceAround(text: string, from: number, to: number): { readonly start: number; readonly end: number } {
  let start = from;
  while (start > 0 && from - start < REACH && !endsSentence(text, start - 1)) start--;
  let end = to;
  while (end < text.length && end - to < REACH && !endsSentence(text, end)) end++;
  return { start, end };
}

/** A full stop inside of a word or number (`v2.txt`) ends nothing. */
function endsSentence(text: string, at: number): boolean {
  const c = text[at];
  if (c === '\n' || c === '!' || c === '?' || c === '。') return true;
  return c === '.' && (at + 1 >= text.length || /\s/.test(text[at + 1] as string));
}
