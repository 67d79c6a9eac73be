// The page about JSON: what the command line prints, shown with the example of the README, and the own requests of the
// language server, taken from the file that types them.
import { readdirSync, readFileSync } from 'node:fs';
import { tokensFormat } from '../../server/src/cli/commands/tokens';
import { findingsOf, summaryOf } from '../../server/src/cli/findings';
import { differenceFormat } from '../../server/src/cli/formats/difference';
import { segmentsFormat } from '../../server/src/cli/formats/segments';
import { counted, folderTotals } from '../../server/src/cli/tokenCounts';
import { CALLS } from '../../server/src/features/costs/wireEconomics';
import { compare } from '../../server/src/features/requests/difference';
import { locate } from '../../server/src/features/requests/locate';
import { render } from '../../server/src/features/requests/render';
import { shownView } from '../../server/src/features/view';
import type { PromptSystem } from '../../server/src/model/system';
import { NOTIFICATIONS, REQUESTS } from '../../server/src/protocol';
import type { Snapshot } from '../../server/src/workspace/snapshot';
import { pathOf } from '../../test/support/memoryWorkspace';
import { firstExample, readFirstExample } from './firstExample';
import { block, code, GENERATED, page, table } from './markdown';

export async function jsonPage(): Promise<string> {
  const { snapshot, system, files } = await readFirstExample();
  const findings = findingsOf({ snapshot, files, isNamed: () => true, shown: pathOf });
  const result = render(snapshot, { system: system.key });
  const declared = declarations();
  const selections = [{ system, selections: [snapshot.shown(system)] }];
  const counts = counted({ snapshot, shown: pathOf }, selections, CALLS);
  if ('reason' in result) throw new Error(result.message);
  return page([
    GENERATED,
    '# JSON',
    'Each shape has a `version`. Within version 1 fields may be added and none is changed or taken away, so readers should ignore fields that they do not know. Positions are those of LSP: zero-based lines, and UTF-16 code units from the start of the line. Files are paths from the current folder, with `/`. The examples are what comes out of the example in the [README](../README.md).',
    '## strata check --format json',
    'One entry for each finding, by file and place. `severity` is `error`, `warning`, `info` or `hint`; `fixes` are the titles of the fixes that an editor offers. `summary` counts all findings, also those that `--level` leaves out.',
    json({ version: 1, findings, summary: summaryOf(findings, files.length) }),
    '## strata tokens --format json',
    'One entry for each system, in the scenario asked for; with `--all` one for each scenario, and for each value of an axis that makes a difference (`label` names it, `select` holds the values of all axes). `exact: false`: the numbers are estimates. `holes` are slots without a value; with any, `total` is a lower bound. A layer with the id `null` is text of no layer. `cachedPrefix` is what stands before the last breakpoint, be it long enough to be cached or not (`economics.cache` says what is written and kept), and null without one; `max` is what the budget of the layer allows in this selection (of a `proportional` one `perItem` times its items); it and `window` are null where no limit is known. `effectiveWindow` is what `budget.reserve` leaves of the window; `compaction` is where `budget.trigger` and `budget.stop` lie in it, null without a trigger.',
    'Tokens are counted in the prompt as it is sent, and each belongs to the layer in which it begins, so the layers add up to `total`. `joins` says by how much that differs from counting the text of each layer alone, since tokens grow together where two texts meet; null for an estimate.',
    '`worst` is the prompt with every slot at its `max`, null when no slot in it has one. A limit in characters is worth as many tokens as the value has for each of its characters now, so that `exact` is false then; `unlimited` names the slots that have no limit. `economics.stable` is the beginning that the next call has as well, and what ends it; `cache` what the provider writes and reads again, null where nothing is cached; `cost` what the input of a call costs, and `calls` that of several (`--calls`), of which the first is cold. Costs are null where no price is known; the built-in prices are in US dollars.',
    '`folders` sums up the systems by the folder of their manifest, each in the selection that is listed first. With `--since REV` every entry also has `since`: its `total`, whether that is `exact`, and its `layers` in that commit, null when there was no such prompt; `folders` have the sum then as `since` and whether it is exact as `sinceExact`, and `since.gone` lists the systems that are no more.',
    json(tokensFormat(counts, folderTotals(counts, undefined))),
    '## strata render --format segments',
    '`messages` hold blocks, blocks hold segments, and the texts of all segments that are not `removed` are what is sent. `kind` is `literal`, `value`, `tag` (text that a tag of the dialect makes from constants), `wrap`, `join`, `scope`, `redacted`, `hole` or `message`. A `cached` block may have a `mark`: `since` are the blocks from the mark before, `far` says that these are more than the provider looks back over, `refused` that it takes fewer marks, `idle` that nothing is cached up to here. A `removed` segment has a `reason`, `cut` or `strip`, and no tokens.',
    json(segmentsFormat(result, pathOf)),
    '## strata locate --format json',
    'The system and selection that are most like the prompt on standard input, and its pieces in order. `kind` is `text` (the author wrote it), `value` (it stands where a slot stands; without a slot it is of the conversation) or `unknown`; then `slots` may name slots of which it may be the value. `range` is in what was read, `source` in the template. What was read may also be a request as JSON, as sent or as a log holds it, or a text with `\\n` in it: then `read` says so (`kind` is `request` or `escapes`; `left` names what of a request is no text of the prompt), and the texts of the pieces are what is meant. Here the prompt is the one above, with another page.',
    json(await located()),
    '## strata diff --format json',
    '`first` is where the two requests differ first: a token counted from 1, a message counted from 0, and the words there; null when they are equal. `cache` is what a provider keeps of the first request when the second follows, null when nothing can be cached; `cost` is what the input of the second costs, with nothing in the cache (`cold`) and when it follows the first (`warm`). `messages` holds the lines of each message that differs. Here the last sentence was changed since the commit.',
    json(await compared()),
    '## Own requests of the language server',
    'Beside LSP, for clients that draw a preview of their own. Files are addresses (URIs) here. Parameters and results are typed below, as in `server/src/protocol.ts`; `strata/choose` answers nothing, and hints, hovers and code lenses follow it.',
    table(
      ['method', 'parameters', 'result'],
      [
        ...Object.entries(REQUESTS).map(([name, method]) => [
          code(method),
          code(typeName(name, 'Params')),
          ['Result', 'Failure']
            .map((end) => typeName(name, end))
            .filter((type) => declared.includes(`interface ${type} `))
            .map(code)
            .join(' or '),
        ]),
        ...Object.entries(NOTIFICATIONS).map(([name, method]) => [
          `${code(method)}, a notification from the server`,
          code(typeName(name, 'Params')),
          '',
        ]),
      ],
    ),
    block(declared, 'ts'),
  ]);
}

/** What `strata locate` prints for the example, sent with another page. */
async function located(): Promise<object> {
  const { snapshot, system } = await readFirstExample();
  const text = messageText(snapshot, system).replace('Order 1042 was sent on Monday.', 'Order 1043 waits for payment.');
  const result = locate(snapshot, { system: system.key, text });
  if ('reason' in result) throw new Error(result.message);
  const pieces = result.pieces.map(({ source, ...piece }) => ({
    ...piece,
    ...(source ? { source: { file: pathOf(source.file), range: source.range } } : {}),
  }));
  return { version: 1, system: system.id, scenario: result.scenario, select: result.select, pieces };
}

function messageText(snapshot: Snapshot, system: PromptSystem): string {
  return snapshot.rendered(system, snapshot.shown(system)).texts[0] ?? '';
}

/** What `strata diff` prints for the example, with another last sentence in the commit. */
async function compared(): Promise<object> {
  const template = 'support.prompt';
  const text = firstExample[template]?.replace('Never promise a date.', 'Be brief.') ?? '';
  const sides = [await readFirstExample({ ...firstExample, [template]: text }), await readFirstExample()];
  const [before, after] = sides.map(({ snapshot, system }) => ({ snapshot, view: shownView(snapshot, system) }));
  if (!before || !after) throw new Error('a comparison has two sides');
  const comparison = compare(before, after);
  const names = { system: 'support', from: 'commit 1f0c2ab', to: 'the files as they are' };
  return differenceFormat(names, comparison);
}

/** `render` → `RenderParams`. */
const typeName = (request: string, end: string): string =>
  `${request.charAt(0).toUpperCase()}${request.slice(1)}${end}`;

/** The interfaces and unions of the protocol, as they stand there. */
function declarations(): string {
  const parts = readdirSync('server/src/protocol').sort();
  const paths = ['server/src/protocol.ts', ...parts.map((name) => `server/src/protocol/${name}`)];
  const sources = paths.map((path) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n'));
  const found = sources.flatMap((source) => [
    ...source.matchAll(
      /^(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?export (?:interface [^{]+\{\}|interface [\s\S]*?^\}|type \w+ =[^;]*;)/gm,
    ),
  ]);
  return `${found.map(([text]) => text.replace(/^export /m, '').replaceAll('readonly ', '')).join('\n\n')}\n`;
}

const json = (value: unknown): string => block(`${compact(value, 0)}\n`, 'json');

/** JSON with one line for what fits in one. */
function compact(value: unknown, indent: number): string {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || line.length + indent <= 110) return line;
  const pad = ' '.repeat(indent + 2);
  const inner = Array.isArray(value)
    ? value.map((item) => pad + compact(item, indent + 2))
    : entriesOf(value).map(([key, item]) => `${pad}${JSON.stringify(key)}: ${compact(item, indent + 2)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${inner.join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = entriesOf(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** As `JSON.stringify` sees them: without what is undefined. */
const entriesOf = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, item]) => item !== undefined);
