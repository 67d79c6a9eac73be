import type { Value } from '../../piece';
import { printed } from '../javascript/data';
import type { Helper, HelperCall, Helpers } from './registered';

const text = (print: (call: HelperCall) => string): Helper => ({ kind: 'text', print });

const mark = (print: (call: HelperCall) => string): Helper => ({ kind: 'text', print, isMark: true });

const plain = (value: Value | undefined): string => (value === undefined ? 'undefined' : printed(value));

/** The helpers of dotprompt. Those that say something about the messages print marks, at which the text is divided. */
export const helpersOf: Helpers = new Map<string, Helper>([
  ['json', text(({ params, hash }) => JSON.stringify(params[0] ?? null, null, indentOf(hash.get('indent'))))],
  ['role', mark(({ params }) => `<<<dotprompt:role:${plain(params[0])}>>>`)],
  ['history', mark(() => '<<<dotprompt:history>>>')],
  ['section', mark(({ params }) => `<<<dotprompt:section ${plain(params[0])}>>>`)],
  [
    'media',
    mark(({ hash }) => {
      const type = hash.get('contentType');
      return `<<<dotprompt:media:url ${plain(hash.get('url'))}${type ? ` ${plain(type)}` : ''}>>>`;
    }),
  ],
  ['ifEquals', { kind: 'block', holds: ({ params: [a, b] }) => a === b }],
  ['unlessEquals', { kind: 'block', holds: ({ params: [a, b] }) => a !== b }],
]);

const indentOf = (value: Value | undefined): number | string =>
  typeof value === 'number' || typeof value === 'string' ? value : 0;
