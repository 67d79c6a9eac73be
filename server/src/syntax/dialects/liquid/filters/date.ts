// Dates as the engine reads and writes them: in the time zone and the language of the machine.
import { fail } from '../engine/failure';
import { isNil, numeric, plain, primitive, stringify } from '../values/convert';
import { constant, made } from '../values/make';
import { type LiquidValue, type Traced, Unknown } from '../values/value';
import type { Filter, Filters } from './filter';
import { strftime } from './strftime';

const PATTERN = '%A, %B %-e, %Y at %-l:%M %P %z';
const MINUTE = 60_000;

/** A moment, and how it is shown somewhere. */
export class LiquidDate {
  readonly date: Date;
  /** A date whose local parts are those of the zone. */
  readonly shown: Date;
  /** Name of the zone; empty when it was given as a number of minutes. */
  readonly zone: string;
  readonly #minutes: number;
  readonly #locale: string;

  constructor(moment: string | number, zone: string | number | undefined, locale: string) {
    this.date = new Date(moment);
    this.#locale = locale;
    const here = this.date.getTimezoneOffset();
    this.#minutes = typeof zone === 'string' ? minutesOf(zone, this.date) : (zone ?? here);
    this.zone = typeof zone === 'string' ? zone : zone === undefined ? hereZone() : '';
    this.shown = new Date(this.date.getTime() + (here - this.#minutes) * MINUTE);
  }

  get isValid(): boolean {
    return !Number.isNaN(this.shown.getTime());
  }

  named(parts: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.#locale, parts).format(this.shown);
  }

  offset(hasColon: boolean): string {
    const minutes = Math.abs(this.#minutes);
    const two = (number: number): string => String(number).padStart(2, '0');
    return `${this.#minutes > 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${hasColon ? ':' : ''}${two(minutes % 60)}`;
  }
}

const hereZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const hereLocale = (): string => new Intl.DateTimeFormat().resolvedOptions().locale;

function minutesOf(zone: string, date: Date): number {
  const there = new Date(date.toLocaleString('en-US', { timeZone: zone }));
  const utc = new Date(date.toLocaleString('en-US', { timeZone: 'UTC' }));
  return (utc.getTime() - there.getTime()) / MINUTE;
}

/** The date that a value stands for; undefined when it is none, and unknown when only the program's clock tells. */
function dateOf(input: Traced, zone: Traced | undefined, locale: string): LiquidDate | Unknown | undefined {
  const value = plain(input.value);
  if (isNil(value)) return undefined;
  if (value === 'now' || value === 'today') return new Unknown('only the program knows what time it is');
  const place = zoneOf(zone?.value);
  const read = primitive(value);
  const isSeconds = typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  const moment = isSeconds ? Number(read) * 1000 : typeof read === 'string' ? read : Number(read);
  try {
    const date = new LiquidDate(moment, place, locale);
    return date.isValid ? date : undefined;
  } catch (error) {
    return fail(error instanceof RangeError ? error.message : String(error));
  }
}

/** The name of a zone, or minutes; what is neither is a number for JavaScript all the same. */
function zoneOf(zone: LiquidValue): string | number | undefined {
  if (isNil(zone)) return undefined;
  return typeof zone === 'string' ? zone : numeric(zone);
}

/** Costs as much as some thousand characters: names of days and months are asked of the language of the machine. */
const COST = 4096;

const write = (
  pattern: (date: LiquidDate, ...args: readonly Traced[]) => string,
  { locale, zoneAt = -1 }: { readonly locale?: string; readonly zoneAt?: number } = {},
): Filter => {
  return (input, args, { session }) => {
    session.reading(COST);
    const date = dateOf(input, args[zoneAt], locale ?? hereLocale());
    if (!date) return input;
    if (date instanceof Unknown) return constant(date);
    const text = pattern(date, ...args);
    session.reading(text.length * 8);
    return made(strftime(date, text), input, ...args);
  };
};

/** `5 May 2024` and its like: with an ordinal, and with the month first as in America. */
const longDate = (month: string): Filter =>
  write((date, kind, style) => {
    if (kind?.value !== 'ordinal') return `%d ${month} %Y`;
    const day = date.shown.getDate();
    return style?.value === 'US' ? `${month} ${day}%q, %Y` : `${day}%q ${month} %Y`;
  });

const patternOf = (pattern: Traced | undefined): string => {
  const value = plain(pattern?.value);
  return isNil(value) ? PATTERN : stringify(value);
};

export const DATES: Filters = [
  ['date', write((_, pattern) => patternOf(pattern), { zoneAt: 1 })],
  ['date_to_xmlschema', write(() => '%Y-%m-%dT%H:%M:%S%:z')],
  ['date_to_rfc822', write(() => '%a, %d %b %Y %H:%M:%S %z', { locale: 'en-US' })],
  ['date_to_string', longDate('%b')],
  ['date_to_long_string', longDate('%B')],
];
