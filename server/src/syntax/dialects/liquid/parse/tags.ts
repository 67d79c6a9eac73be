const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Words that open a statement. */
const STATEMENTS = words(
  'assign for capture case comment include render decrement increment cycle if layout block raw tablerow unless break ' +
    'continue echo liquid #',
);

export const isStatement = (name: string): boolean => STATEMENTS.has(name);

/** Words that go on with a block, or end it. */
export const END_TAGS = words(
  'else elsif when endif endunless endcase endfor endtablerow endcapture endcomment endraw endblock',
);

/** All words that a tag may begin with. */
export const TAGS: readonly string[] = [...STATEMENTS, ...END_TAGS];

/** What goes on with a block of this word, and what ends it. */
export const STOPS = {
  if: words('elsif else endif'),
  unless: words('elsif else endunless'),
  case: words('when else endcase'),
  for: words('else endfor'),
  tablerow: words('endtablerow'),
  capture: words('endcapture'),
  block: words('endblock'),
} as const;
