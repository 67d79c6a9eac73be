import type { LiquidDate } from './date';

/** A directive: flags, width, modifier and letter. */
const DIRECTIVE = /%([-_0^#:]+)?(\d+)?([EO])?(.)/;

/** Widths beyond this are cut: nobody reads such a date. */
const WIDEST = 10_000;

/** A date as a pattern of `strftime` asks for it. An unknown letter leaves its directive as it is written. */
export function strftime(date: LiquidDate, pattern: string): string {
  let written = '';
  let rest = pattern;
  for (let match = DIRECTIVE.exec(rest); match; match = DIRECTIVE.exec(rest)) {
    written += rest.slice(0, match.index) + directive(date, match);
    rest = rest.slice(match.index + match[0].length);
  }
  return written + rest;
}

function directive(date: LiquidDate, [whole, flagged = '', size, , letter = '']: RegExpExecArray): string {
  const read = READ.get(letter);
  if (!read) return whole;
  const flags = new Set(flagged);
  const width = Math.min(Number(size) || 0, WIDEST);
  let text = String(read(date, { flags, width }));
  if (flags.has('^')) text = text.toUpperCase();
  else if (flags.has('#')) text = changeCase(text);
  const fill = flags.has('_') ? ' ' : flags.has('0') ? '0' : SPACED.has(letter) ? ' ' : '0';
  const wanted = flags.has('-') ? 0 : width || (WIDTHS.get(letter) ?? 0);
  // A sign stands in front of what a number is filled up with.
  if (fill === '0' && text.startsWith('-')) return `-${text.slice(1).padStart(wanted - 1, fill)}`;
  return text.padStart(wanted, fill);
}

/** What has a small letter becomes upper case, all else lower case. */
const changeCase = (text: string): string => (/[a-z]/.test(text) ? text.toUpperCase() : text.toLowerCase());

const SPACED: ReadonlySet<string> = new Set('aAbBceklpP');

const WIDTHS: ReadonlyMap<string, number> = new Map([
  ...[...'CdeHIklmMSUWy'].map((letter) => [letter, 2] as const),
  ...[...'jL'].map((letter) => [letter, 3] as const),
  ['Y', 4] as const,
]);

interface Wanted {
  readonly flags: ReadonlySet<string>;
  readonly width: number;
}

type Read = (date: LiquidDate, wanted: Wanted) => string | number;

const hour12: Read = ({ shown }) => shown.getHours() % 12 || 12;

const READ: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['a', (date) => date.named({ weekday: 'short' })],
  ['A', (date) => date.named({ weekday: 'long' })],
  ['b', (date) => date.named({ month: 'short' })],
  ['h', (date) => date.named({ month: 'short' })],
  ['B', (date) => date.named({ month: 'long' })],
  ['c', ({ shown }) => shown.toLocaleString()],
  ['C', ({ shown }) => Math.floor(shown.getFullYear() / 100)],
  ['d', ({ shown }) => shown.getDate()],
  ['e', ({ shown }) => shown.getDate()],
  ['H', ({ shown }) => shown.getHours()],
  ['I', hour12],
  ['j', ({ shown }) => dayOfYear(shown)],
  ['k', ({ shown }) => shown.getHours()],
  ['l', hour12],
  ['L', ({ shown }) => shown.getMilliseconds()],
  ['m', ({ shown }) => shown.getMonth() + 1],
  ['M', ({ shown }) => shown.getMinutes()],
  ['N', ({ shown }, { width }) => fractionOf(shown, width || 9)],
  ['p', ({ shown }) => (shown.getHours() < 12 ? 'AM' : 'PM')],
  ['P', ({ shown }) => (shown.getHours() < 12 ? 'am' : 'pm')],
  ['q', ({ shown }) => ordinal(shown.getDate())],
  ['s', ({ date }) => Math.floor(date.getTime() / 1000)],
  ['S', ({ shown }) => shown.getSeconds()],
  ['u', ({ shown }) => shown.getDay() || 7],
  ['U', ({ shown }) => weekOfYear(shown, 0)],
  ['w', ({ shown }) => shown.getDay()],
  ['W', ({ shown }) => weekOfYear(shown, 1)],
  ['x', ({ shown }) => shown.toLocaleDateString()],
  ['X', ({ shown }) => shown.toLocaleTimeString()],
  ['y', ({ shown }) => ((shown.getFullYear() % 100) + 100) % 100],
  ['Y', ({ shown }) => shown.getFullYear()],
  ['z', (date, { flags }) => date.offset(flags.has(':'))],
  ['Z', (date, { flags }) => date.zone || date.offset(flags.has(':'))],
  ['t', () => '\t'],
  ['n', () => '\n'],
  ['%', () => '%'],
]);

const fractionOf = (date: Date, width: number): string =>
  String(date.getMilliseconds()).padStart(3, '0').slice(0, width).padEnd(width, '0');

function dayOfYear(date: Date): number {
  const february = isLeap(date.getFullYear()) ? 29 : 28;
  const days = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].slice(0, date.getMonth());
  return days.reduce((all, count) => all + count, date.getDate());
}

const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Days before the first of the day that weeks begin with belong to week 0. */
const weekOfYear = (date: Date, begin: number): number =>
  Math.floor((dayOfYear(date) - 1 - ((date.getDay() - begin + 7) % 7) + 7) / 7);

function ordinal(day: number): string {
  if (day >= 11 && day <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][day % 10] ?? 'th';
}
