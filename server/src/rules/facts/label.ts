/**
 * Words that say of a text that it is data (DESIGN section 2, "label"). Prompts are written in many languages; the list
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
const EVERY_LABEL = [new RegExp(ENGLISH, 'gi'), new RegExp(OTHERS, 'giu')];

/** Whether a text says in words that something is data. */
export const saysItIsData = (text: string): boolean => LABELS.some((label) => label.test(text));

/** A sentence is not looked at beyond this many characters on either side of the words that make it a label. */
const REACH = 300;

/** The sentences of a text that say in words that something is data, in lower case. */
export function labelSentences(text: string): readonly string[] {
  return [...new Set(EVERY_LABEL.flatMap((label) => sentencesWith(text, label)))];
}

function sentencesWith(text: string, label: RegExp): string[] {
  const sentences: string[] = [];
  let done = -1;
  for (const hit of text.matchAll(label)) {
    if (hit.index < done) continue;
    let start = hit.index;
    while (start > 0 && hit.index - start < REACH && !endsSentence(text, start - 1)) start--;
    let end = hit.index + hit[0].length;
    while (end < text.length && end - hit.index < REACH && !endsSentence(text, end)) end++;
    sentences.push(text.slice(start, end).toLowerCase());
    done = end;
  }
  return sentences;
}

/** A full stop inside of a word or number (`v2.txt`) ends nothing. */
function endsSentence(text: string, at: number): boolean {
  const c = text[at];
  if (c === '\n' || c === '!' || c === '?' || c === '。') return true;
  return c === '.' && (at + 1 >= text.length || /\s/.test(text[at + 1] as string));
}
