// Jinja2 itself, asked through one python3 process that reads a case per line and answers each with a line.
import { spawnSync } from 'node:child_process';
import type { DialectOptions } from '../../../../server/src/syntax/dialects/dialect';
import type { Value } from '../../../../server/src/syntax/piece';

/** What a program sets on Jinja2. */
export type Options = Omit<DialectOptions, 'functions' | 'strictFilters' | 'lenientIf'>;

export interface Case {
  readonly text: string;
  readonly values: Readonly<Record<string, Value>>;
  readonly options: Options;
  /** Other texts by the names that the text gives them. */
  readonly texts: Readonly<Record<string, string>>;
}

export type Answer =
  | { readonly output: string }
  | { readonly error: string; readonly message: string; readonly line: number | null; readonly syntax?: boolean };

const PROGRAM = `
import sys, json, signal, traceback
from jinja2 import Environment, DictLoader, TemplateSyntaxError
from jinja2 import Undefined, StrictUndefined, ChainableUndefined, DebugUndefined

UNDEFINED = {'error': StrictUndefined, 'chain': ChainableUndefined, 'show': DebugUndefined}

def slow(*unused):
    raise TimeoutError('slow')

signal.signal(signal.SIGALRM, slow)
for line in sys.stdin.buffer:
    case = json.loads(line)
    options = case['options']
    delimiters = options.get('delimiters', {})
    slot = delimiters.get('slot', '{{ }}').split()
    statement = delimiters.get('statement', '{% %}').split()
    comment = delimiters.get('comment', '{# #}').split()
    signal.alarm(10)
    try:
        environment = Environment(
            loader=DictLoader({**case['texts'], 'main': case['text']}),
            trim_blocks=options.get('trimBlocks', False),
            lstrip_blocks=options.get('lstripBlocks', False),
            undefined=UNDEFINED.get(options.get('missing'), Undefined),
            variable_start_string=slot[0], variable_end_string=slot[1],
            block_start_string=statement[0], block_end_string=statement[1],
            comment_start_string=comment[0], comment_end_string=comment[1],
            line_statement_prefix=options.get('lineStatement'),
            line_comment_prefix=options.get('lineComment'),
            keep_trailing_newline=options.get('keepFinalNewline', False),
            autoescape=options.get('escapeHtml', False))
        answer = {'output': environment.get_template('main').render(**case['values'])}
    except TemplateSyntaxError as error:
        answer = {'error': type(error).__name__, 'message': error.message, 'line': error.lineno, 'syntax': True}
    except BaseException as error:
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == '<template>']
        answer = {'error': type(error).__name__, 'message': str(error), 'line': lines[-1] if lines else None}
        if isinstance(error, SyntaxError):
            answer['syntax'] = True
    signal.alarm(0)
    try:
        written = json.dumps(answer)
    except ValueError:
        written = json.dumps({'error': 'ValueError', 'message': 'json', 'line': None})
    print(written)
`;

const NAMES_PROGRAM = `
import sys, json
from jinja2 import Environment, meta
environment = Environment()
for line in sys.stdin.buffer:
    try:
        names = sorted(meta.find_undeclared_variables(environment.parse(json.loads(line))))
    except Exception:
        names = None
    print(json.dumps(names))
`;

const VERSION = 'import jinja2; print(jinja2.__version__)';

/** The first Python that has Jinja2: the one on the path, or Debian's. */
const python = ['python3', '/usr/bin/python3']
  .map((command) => ({ command, run: spawnSync(command, ['-c', VERSION], { encoding: 'utf8' }) }))
  .find(({ run }) => run.status === 0);

/** What is missing for a comparison with Jinja2; false when nothing is. */
export const missing: string | false = python ? false : 'no python3 with Jinja2, so Jinja2 itself was not asked';

function ask<A>(program: string, questions: readonly unknown[]): readonly A[] {
  const input = questions.map((question) => JSON.stringify(question)).join('\n');
  const run = spawnSync(python?.command ?? '', ['-c', program], { input, encoding: 'utf8', maxBuffer: 1 << 30 });
  const answers = run.stdout.trim().split('\n');
  if (answers.length !== questions.length) throw new Error(`Jinja2 answered ${answers.length} times: ${run.stderr}`);
  return answers.map((line) => JSON.parse(line) as A);
}

export const askJinja = (cases: readonly Case[]): readonly Answer[] => ask(PROGRAM, cases);

/** The names that a text asks of its program, as Jinja2 finds them; null for a text that it refuses. */
export const askNames = (texts: readonly string[]): readonly (readonly string[] | null)[] => ask(NAMES_PROGRAM, texts);
