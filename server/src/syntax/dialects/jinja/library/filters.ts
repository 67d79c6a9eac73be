import { quoted } from '../../python/repr';
import { truth } from '../values/compare';
import { constant } from '../values/make';
import { objectName, raise, UNSUPPORTED } from '../values/show';
import { Undefined } from '../values/value';
import { noElement, ownAttribute } from './access';
import { filter, REQUIRED } from './bind';
import type { Filter } from './host';
import { layoutFilters } from './layout-filters';
import { listFilters } from './list-filters';
import { markupFilters } from './markup-filters';
import { numberFilters } from './number-filters';
import { selectFilters } from './select-filters';
import { textFilters } from './text-filters';

const byDefault = filter('do_default', { default_value: '', boolean: false }, (input, given) =>
  input.value instanceof Undefined || (truth(given.boolean) && !truth(input)) ? given.default_value : input,
);

const attribute = filter('do_attr', { name: REQUIRED }, (input, { name }, host) => {
  if (typeof name.value !== 'string') return raise('TypeError', 'attribute name must be string');
  const own = input.value instanceof Undefined ? undefined : ownAttribute(input, name.value, host);
  const owner = objectName(input.value);
  const message = `${quoted(owner)} has no attribute ${quoted(name.value)}`;
  return own ?? constant(new Undefined(message, { shown: noElement(owner, name.value) }));
});

/** Filters of Jinja's own that a preview cannot do. */
const elsewhere = (name: string, why: string): readonly [string, Filter] => [
  name,
  () => raise(UNSUPPORTED, `it does not run the filter \`${name}\`: ${why}`),
];

/** The filters that Jinja brings along. A program may have more. */
export const FILTERS: ReadonlyMap<string, Filter> = new Map([
  ...textFilters,
  ...layoutFilters,
  ...markupFilters,
  ...numberFilters,
  ...listFilters,
  ...selectFilters,
  ['default', byDefault],
  ['d', byDefault],
  ['attr', attribute],
  elsewhere('random', 'it gives another value each time'),
  elsewhere('pprint', 'it is made for looking into values while a program is written'),
  elsewhere('urlize', 'it makes links of HTML'),
]);
