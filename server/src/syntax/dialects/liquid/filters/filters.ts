import { DATES } from './date';
import type { Filter } from './filter';
import { HTML } from './html';
import { LISTS } from './lists';
import { MATH } from './math';
import { SEARCH } from './search';
import { TEXT } from './text';
import { URLS } from './url';
import { VALUES } from './values';

/** The filters that the engine brings along. A program may add others, and those are unknown here. */
export const FILTERS: ReadonlyMap<string, Filter> = new Map([
  ...HTML,
  ...MATH,
  ...URLS,
  ...LISTS,
  ...SEARCH,
  ...DATES,
  ...TEXT,
  ...VALUES,
]);
