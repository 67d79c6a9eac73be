// Filters with arguments of every kind, most of them sensible.
import type { Random } from '../support';

type Make = (random: Random, operand: () => string) => string;

const none = (names: string): readonly Make[] => names.split(' ').map((name) => () => name);
const one = (names: string): readonly Make[] => names.split(' ').map((name) => (_, operand) => `${name}: ${operand()}`);
const two = (names: string): readonly Make[] =>
  names.split(' ').map((name) => (_, operand) => `${name}: ${operand()}, ${operand()}`);

const PROPERTIES = ['"k"', '"name"', '"in.z"', '"ok"', '"size"', '"[k]"', '"first"', '"x y"', 'key', '""'];
const EXPRESSIONS = [
  '"i.k"',
  '"i.k == 1"',
  '"i contains x"',
  '"i"',
  '"i | size"',
  '"i.name | upcase"',
  '"i ! "',
  '"i > num"',
  '""',
];
const FORMATS = [
  '"%Y-%m-%d"',
  '"%a %b %-d %e %H:%M:%S %L %j %U %W"',
  '"%s %z %:z %Z %q %C %y %P%p %I%l"',
  '"%^a %#B %010Y %_5d %N %3N %%"',
  '"%Q %"',
];
const DATES = [
  '"2024-03-05T10:11:12Z"',
  '"2024-12-31"',
  '1700000000',
  '"March 3, 2021"',
  '"1700000000"',
  '"nope"',
  '"2020-02-29T23:59:59+09:00"',
];

const MAKERS: readonly Make[] = [
  ...none(
    'upcase downcase capitalize strip lstrip rstrip strip_newlines squish normalize_whitespace escape escape_once',
  ),
  ...none(
    'xml_escape newline_to_br strip_html url_encode url_decode cgi_escape uri_escape slugify size first last reverse',
  ),
  ...none(
    'sort sort_natural uniq compact sum abs ceil floor round json jsonify inspect to_integer number_of_words raw',
  ),
  ...none(
    'base64_encode base64_decode sha256 join pop shift array_to_sentence_string truncate truncatewords map where date',
  ),
  ...one(
    'append prepend plus minus times divided_by modulo at_least at_most round default join split remove remove_first',
  ),
  ...one(
    'remove_last concat push unshift truncate truncatewords slice slugify hmac_sha256 strip lstrip rstrip json date',
  ),
  ...one(
    'number_of_words array_to_sentence_string sum map sort sort_natural uniq unknown first replace capitalize size',
  ),
  ...two('replace replace_first replace_last truncate truncatewords slice divided_by at_least default append slugify'),
  ...['map', 'sort', 'sort_natural', 'sum', 'where', 'reject', 'group_by', 'has', 'find', 'find_index', 'uniq'].map(
    (name): Make =>
      (random, operand) =>
        `${name}: ${random.pick(PROPERTIES)}${random.chance(0.4) ? `, ${operand()}` : ''}`,
  ),
  ...['where_exp', 'reject_exp', 'group_by_exp', 'has_exp', 'find_exp', 'find_index_exp'].map(
    (name): Make =>
      (random) =>
        `${name}: "i", ${random.pick(EXPRESSIONS)}`,
  ),
  (random) =>
    `date: ${random.pick(FORMATS)}${random.pick(['', '', ', 90', ', "Asia/Tokyo"', ', "No/Where"', ', nil'])}`,
  (random) =>
    random.pick([
      'date_to_xmlschema',
      'date_to_rfc822',
      'date_to_string',
      'date_to_long_string',
      'date_to_string: "ordinal"',
      'date_to_long_string: "ordinal", "US"',
    ]),
  (random) => `append: "" | default: ${random.pick(DATES)}`,
  (random) =>
    `slice: ${random.pick(['0', '-1', '1', '-3', '"1"', '"-1"'])}${random.pick(['', ', 2', ', 0', ', "2"', ', -1'])}`,
  (random) => `split: ${random.pick(['","', '""', '" "', '"a"', 'x'])}`,
  (random) =>
    `truncate: ${random.pick(['3', '5', '0', '-1', '"4"', '2'])}${random.pick(['', ', ""', ', "…"', ', "🙂🙂🙂"'])}`,
  (_, operand) => `default: ${operand()}, allow_false: true`,
  (_, operand) => `append: a: ${operand()}`,
  (random) => `json: ${random.pick(['2', '"--"', '20', 'true'])}`,
  (random) => `slugify: ${random.pick(['"raw"', '"pretty"', '"ascii"', '"latin"', '"none"', '"default", true'])}`,
  (random) => `number_of_words: ${random.pick(['"cjk"', '"auto"', '"x"'])}`,
  () => 'group_by: "k" | map: "name" | join: "/"',
  () => 'sort: "k" | map: "name"',
];

export function filterChain(random: Random, operand: () => string): string {
  let chain = '';
  if (random.chance(0.08))
    chain += ` | default: ${random.pick(DATES)} | append: "" | replace: x, ${random.pick(DATES)}`;
  for (let count = 1 + random.below(3); count > 0; count--) {
    chain += ` ${random.chance(0.1) ? '' : ' '}|${random.pick([' ', '', '\n'])}${random.pick(MAKERS)(random, operand)}`;
  }
  return chain;
}
