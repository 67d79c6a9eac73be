import type { Explained } from '../words';

/** The filters that LiquidJS brings along, each with what it does. */
export const filters: readonly Explained[] = `
  abs the absolute value
  append another text behind it
  array_to_sentence_string the items with commas and a word before the last
  at_least no less than a number
  at_most no more than a number
  base64_decode Base64 as text
  base64_encode as Base64
  capitalize the first letter large, the others small
  ceil rounded up
  cgi_escape for the query of an address, blanks as +
  compact without the items that are nil
  concat with the items of another list behind it
  date a date in a pattern: "%Y-%m-%d"
  date_to_long_string a date as 07 November 2008
  date_to_rfc822 a date as in the head of a mail
  date_to_string a date as 07 Nov 2008
  date_to_xmlschema a date as 2008-11-07T13:07:54-08:00
  default another value when there is none
  divided_by divided by a number
  downcase in small letters
  escape < > & " ' as HTML entities
  escape_once HTML entities, but not of entities
  find the first item with a field of a value
  find_exp the first item for which an expression holds
  find_index the number of the first item with a field of a value
  find_index_exp the number of the first item for which an expression holds
  first the first item
  floor rounded down
  group_by lists of the items that are alike in a field
  group_by_exp lists of the items that are alike in an expression
  has whether an item has a field of a value
  has_exp whether an expression holds for an item
  hmac_sha256 a signature with a key
  inspect as JSON, rings left out
  join the items, with a text between them
  json as JSON
  jsonify as JSON
  last the last item
  lstrip without white space at its beginning
  map a field of every item
  minus a number taken off
  modulo the rest of a division
  newline_to_br line breaks as <br />
  normalize_whitespace runs of white space as one blank
  number_of_words how many words
  plus a number added
  pop without the last item
  prepend another text before it
  push with one item more
  raw as it is, never escaped
  reject the items without a field of a value
  reject_exp the items for which an expression does not hold
  remove without a text
  remove_first without the first of a text
  remove_last without the last of a text
  replace one text for another
  replace_first one text for another, the first time
  replace_last one text for another, the last time
  reverse from the end to the beginning
  round rounded to so many digits
  rstrip without white space at its end
  sample an item by chance
  sha256 a hash of the text
  shift without the first item
  size how many items or characters
  slice a part from an offset, so long
  slugify for a part of an address
  sort in order
  sort_natural in order, large and small letters alike
  split a list of the parts between a text
  squish trimmed, runs of white space as one blank
  strip without white space at both ends
  strip_html without tags of HTML
  strip_newlines without line breaks
  sum all items added
  times multiplied by a number
  to_integer as a whole number
  truncate cut to a length
  truncatewords cut to so many words
  uniq every item once
  unshift with one item more at its beginning
  upcase in large letters
  uri_escape for an address
  url_decode without the escapes of an address
  url_encode for the query of an address
  where the items with a field of a value
  where_exp the items for which an expression holds
  xml_escape < > & " ' as XML entities
`
  .trim()
  .split('\n')
  .map((line): Explained => {
    const [name = '', ...detail] = line.trim().split(' ');
    return [name, detail.join(' ')];
  });
