// Words and numbers of the interface, in the language of the editor.

export interface Words {
  /** The text in the editor's language; `{0}`, `{1}` stand for the arguments. */
  t(message: string, ...args: readonly (string | number)[]): string;
  number(n: number): string;
  /** Tokens as a number; an estimate carries `≈`. */
  tokens(n: number, exact: boolean): string;
  /** A part of a whole: `12 %`, `< 0.1 %`. */
  share(part: number, of: number): string;
  /** Dollars with two digits; four where two would show nothing. */
  money(dollars: number): string;
  time(at: number): string;
}

/** Space that does not break and is narrower than the space between words. */
const THIN_SPACE = '\u202f';

export function createWords(locale: string, bundle: Readonly<Record<string, string>>): Words {
  const language = supported(locale);
  const whole = new Intl.NumberFormat(language);
  const tenth = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const cents = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const fine = new Intl.NumberFormat(language, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return {
    t: (message, ...args) =>
      (Object.hasOwn(bundle, message) ? (bundle[message] as string) : message).replace(/\{(\d)\}/g, (slot, n) =>
        args[Number(n)] === undefined ? slot : String(args[Number(n)]),
      ),
    number: (n) => whole.format(n),
    tokens: (n, exact) => (exact ? whole.format(n) : `≈${THIN_SPACE}${whole.format(n)}`),
    share: (part, of) => {
      const percent = of > 0 ? (part / of) * 100 : 0;
      if (percent > 0 && percent < 0.1) return `< ${tenth.format(0.1)} %`;
      if (percent > 99.9 && percent < 100) return `> ${tenth.format(99.9)} %`;
      return `${percent < 10 || (percent > 99 && percent < 100) ? tenth.format(percent) : whole.format(Math.round(percent))} %`;
    },
    money: (dollars) => `$${dollars > 0 && dollars < 0.01 ? fine.format(dollars) : cents.format(dollars)}`,
    time: (at) => clock.format(at),
  };
}

function supported(locale: string): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf([locale]).length > 0 ? locale : 'en';
  } catch {
    return 'en';
  }
}
