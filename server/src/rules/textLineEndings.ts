import { bodyOf } from '../model/body';
import type { SourceFile } from '../text/source';
import { marksOf } from './facts/prefix';
import type { FileEdit, RenderContext, Rule } from './rule';

export const rule: Rule = {
  code: 'text.line-endings',
  level: 'info',
  title: 'Mixed line endings in the cached prefix',
  why: `Some lines of the cached text end with CR and LF, others with LF alone. Nobody sees it, and an editor or a checkout that makes them equal changes the bytes of the prefix: the cache begins anew although no word has changed.`,
  howToFix: `Let all lines of the texts before the breakpoint end alike, and keep them so in version control.`,
  examples: [
    {
      title: 'One line that came from another system',
      bad: `=== strata.yaml
version: 1
systems:
  tide:
    template: tide.prompt
    dialect: single-brace
    slots: { question: { sample: When is high water? } }
    cache: { breakpoints: [{ slot: mark }] }
=== tide.prompt
You answer questions about tides.
Give times in local time.⟦text.line-endings⟧\r
⟦/⟧Be brief.
{mark}
{question}
`,
      fixed: `=== strata.yaml
version: 1
systems:
  tide:
    template: tide.prompt
    dialect: single-brace
    slots: { question: { sample: When is high water? } }
    cache: { breakpoints: [{ slot: mark }] }
=== tide.prompt
You answer questions about tides.
Give times in local time.
Be brief.
{mark}
{question}
`,
      good: `=== strata.yaml
version: 1
systems:
  tide:
    template: tide.prompt
    dialect: single-brace
    slots: { question: { sample: When is high water? } }
    cache: { breakpoints: [{ slot: mark }] }
=== tide.prompt
You answer questions about tides.\r
Be brief.\r
{mark}\r
{question}\r
`,
    },
  ],
  *render(context) {
    const { system, lookup } = context;
    const files = prefixFiles(context);
    if (files.size === 0) return;
    const read = [...files].flatMap((uri): SourceFile[] => {
      const found = lookup.at(uri);
      return found.kind === 'file' ? [found.file] : [];
    });
    const counts = read.map((file) => endingsOf(file, bodyOf(file, system.entry.trim === true).span.start));
    const crlf = counts.reduce((sum, one) => sum + one.crlf.length, 0);
    const lf = counts.reduce((sum, one) => sum + one.lf.length, 0);
    if (crlf === 0 || lf === 0) return;
    for (const [i, file] of read.entries()) {
      const odd = crlf < lf ? counts[i]?.crlf : counts[i]?.lf;
      const first = odd?.[0];
      if (!odd || first === undefined) continue;
      const width = crlf < lf ? 2 : 1;
      yield {
        uri: file.uri,
        span: { start: first, end: first + width },
        message: `${odd.length === 1 ? 'One line ends' : `${odd.length} lines end`} with ${crlf < lf ? 'CR LF' : 'LF'} here and the others of the cached prefix with ${crlf < lf ? 'LF' : 'CR LF'}, so the same words are not the same bytes. Let all lines end alike.`,
        get fixes() {
          const edits = odd.map(
            (at): FileEdit => ({
              uri: file.uri,
              span: { start: at, end: at + width },
              text: crlf < lf ? '\n' : '\r\n',
            }),
          );
          return [{ title: `Let all lines of this file end with ${crlf < lf ? 'LF' : 'CR LF'}`, edits, safe: true }];
        },
      };
    }
  },
};

/** Files whose literal text stands before the last mark. */
function prefixFiles({ rendered }: RenderContext): ReadonlySet<string> {
  const files = new Set<string>();
  const last = marksOf(rendered).at(-1);
  if (!last) return files;
  for (const [index, message] of rendered.messages.entries()) {
    if (index > last.message) break;
    let at = 0;
    for (const segment of message.blocks.flatMap((block) => block.segments)) {
      if (segment.removed || (index === last.message && at >= last.offset)) continue;
      if (segment.kind === 'literal') files.add(segment.source.uri);
      at += segment.text.length;
    }
  }
  files.delete(rendered.system.manifest.kind === 'manifest' ? rendered.system.manifest.file.uri : '');
  return files;
}

/** Offsets of the line breaks of both kinds. */
function endingsOf(
  { text }: SourceFile,
  from: number,
): { readonly crlf: readonly number[]; readonly lf: readonly number[] } {
  const crlf: number[] = [];
  const lf: number[] = [];
  if (!text.includes('\r')) return { crlf, lf: text.includes('\n', from) ? [text.indexOf('\n', from)] : lf };
  for (let at = text.indexOf('\n', from); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (at > from && text[at - 1] === '\r') crlf.push(at - 1);
    else lf.push(at);
  }
  return { crlf, lf };
}
