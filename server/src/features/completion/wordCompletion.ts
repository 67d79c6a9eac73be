import { type CompletionItem, CompletionItemKind, InsertTextFormat } from 'vscode-languageserver-types';
import type { TextContext } from '../../rules/rule';
import type { Completions, Word } from '../../syntax/dialects/dialect';
import type { SourceFile } from '../../text/source';
import { innerText } from '../../workspace/hosted';
import { rangeOf } from '../convert';

/** What the dialect of a text has besides slots for a place, in offsets of the file that people see. */
export function wordsAt(context: TextContext, offset: number): Completions | undefined {
  const inner = innerText(context);
  const { dialect, tree } = inner?.text ?? context;
  const at = inner ? inner.embedded.toInner(offset) : offset;
  if (!dialect?.complete || !tree || at === undefined) return undefined;
  const completions = withAdded(dialect.complete(tree, at), context);
  if (!completions || !inner) return completions;
  const { embedded } = inner;
  return {
    ...completions,
    span: embedded.toHost(completions.span),
    words: completions.words.map((word) => ({ ...word, insert: embedded.typed(word.insert ?? word.label) })),
  };
}

/** What the program adds to its engine is offered where filters are, and where names are. */
function withAdded(completions: Completions | undefined, { system }: TextContext): Completions | undefined {
  const added = system?.options.functions ?? [];
  const takesFilters = completions?.words.some(({ kind }) => kind === 'filter') === true;
  if (!completions || added.length === 0 || !(takesFilters || completions.slots)) return completions;
  const kind = takesFilters ? 'filter' : 'name';
  const words = added.map((label): Word => ({ label, kind, detail: 'of the program' }));
  return { ...completions, words: [...completions.words, ...words] };
}

/** They follow the slots; what closes a block that is open comes first of all. */
const RANKS: Readonly<Record<Word['kind'], string>> = { closing: '', filter: '3', name: '3', tag: '4' };

const KINDS: Readonly<Record<Word['kind'], CompletionItemKind>> = {
  closing: CompletionItemKind.Keyword,
  tag: CompletionItemKind.Keyword,
  filter: CompletionItemKind.Function,
  name: CompletionItemKind.Variable,
};

export function wordItems(
  file: SourceFile,
  offset: number,
  { span, words }: Completions,
  snippets: boolean,
): readonly CompletionItem[] {
  const written = file.text.slice(span.start, offset);
  // An editor compares the text from the start of the range to the cursor; the braces and blanks in it are no word.
  const lead = /^[^\p{L}\p{N}_$@#/.]*/u.exec(written)?.[0] ?? '';
  return words.map((word, index) => ({
    label: word.label,
    kind: KINDS[word.kind],
    sortText: `${RANKS[word.kind]}${word.kind === 'closing' ? ` ${index}` : word.label}`,
    filterText: lead + word.label,
    insertTextFormat: word.snippet && snippets ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(file, span), newText: textOf(word, snippets) },
    ...(word.detail === undefined ? {} : { detail: word.detail }),
  }));
}

/** What is written; in an editor without snippets their stops are left out. */
function textOf({ label, insert = label, snippet }: Word, snippets: boolean): string {
  if (!snippet || snippets) return insert;
  return insert.replace(
    /\$\{\d+(?::([^{}]*)|\|([^,|{}]*)[^{}]*)?\}|\$\d/g,
    (_, name: string, first: string) => name ?? first ?? '',
  );
}
