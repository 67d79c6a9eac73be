import { LIFETIME_WORDS, TRUST_WORDS } from '../model/words';
import type { Span } from '../text/span';
import type { Snapshot } from '../workspace/snapshot';
import { keyAt, kindWords, shapesAt, wordsIn } from './completion/manifestShape';
import { code, paragraphs, plain } from './markdown';

/** Documentation of the key, or of the word, at a place of a manifest or head. */
export function manifestHover(
  snapshot: Snapshot,
  uri: string,
  offset: number,
): { readonly markdown: string; readonly span: Span } | undefined {
  const document = snapshot.manifest(uri);
  const at = document?.at(offset);
  if (!document || !at || document.kind === 'provider') return undefined;
  if (at.part === 'key') {
    const key = keyAt(at.path, document.kind);
    if (!key) return undefined;
    const facts = [
      kindWords(key.shape),
      key.required ? 'required' : undefined,
      key.default === undefined ? undefined : `default ${code(JSON.stringify(key.default))}`,
    ];
    return {
      markdown: paragraphs([
        `**${plain(key.name)}** · ${facts
          .filter((f) => f !== undefined)
          .map(plainButCode)
          .join(' · ')}`,
        key.description,
      ]),
      span: at.span,
    };
  }
  const written = document.file.text.slice(at.span.start, at.span.end);
  const word = wordsIn(shapesAt(at.path, document.kind)).find((w) => String(w.value) === written);
  const meaning = word?.description ?? meaningOf(written);
  return word && meaning !== undefined
    ? { markdown: paragraphs([`**${plain(written)}**`, meaning]), span: at.span }
    : undefined;
}

const plainButCode = (text: string): string => (text.includes('`') ? text : plain(text));

function meaningOf(word: string): string | undefined {
  if (Object.hasOwn(TRUST_WORDS, word)) return TRUST_WORDS[word as keyof typeof TRUST_WORDS].sentence;
  return Object.hasOwn(LIFETIME_WORDS, word) ? LIFETIME_WORDS[word as keyof typeof LIFETIME_WORDS] : undefined;
}
