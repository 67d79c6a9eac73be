import { CODE_TITLES } from '../model/codes.generated';
import type { ManifestDocument, Path } from '../model/manifest/manifest';
import { LIFETIME_WORDS, TRUST_WORDS } from '../model/words';
import { grouped } from '../text/grouped';
import type { Span } from '../text/span';
import { tokenizerOf } from '../tokens/estimate';
import { type CacheFacts, modelFacts, type PriceFacts } from '../tokens/models';
import type { Snapshot } from '../workspace/snapshot';
import { keyAt, kindWords, shapesAt, wordsIn } from './completion/manifestShape';
import { code, paragraphs, plain } from './markdown';

interface KeyHover {
  readonly markdown: string;
  readonly span: Span;
}

/** Documentation of the key, or of the word, at a place of a manifest or head. */
export function manifestHover(snapshot: Snapshot, uri: string, offset: number): KeyHover | undefined {
  const document = snapshot.manifest(uri);
  const at = document?.at(offset);
  if (!document || !at || document.kind === 'provider') return undefined;
  if (at.part === 'key') {
    const key = keyAt(at.path, document.kind);
    if (!key) return nameHover(snapshot, document, at.path, at.span);
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
  if (at.path.at(-1) === 'model') return modelHover(document, written.replace(/^(["'])(.*)\1$/, '$2'), at.span);
  const word = wordsIn(shapesAt(at.path, document.kind)).find((w) => String(w.value) === written);
  const meaning = word?.description ?? meaningOf(written);
  return word && meaning !== undefined
    ? { markdown: paragraphs([`**${plain(written)}**`, meaning]), span: at.span }
    : undefined;
}

/** A key that is a name of something: of a rule, of a model. */
function nameHover(snapshot: Snapshot, document: ManifestDocument, path: Path, span: Span): KeyHover | undefined {
  const name = String(path.at(-1));
  const parent = path.at(-2);
  if (parent === 'rules' && Object.hasOwn(CODE_TITLES, name)) {
    const title = CODE_TITLES[name as keyof typeof CODE_TITLES];
    const page = snapshot.rulePages === undefined ? undefined : `[What it finds](${snapshot.rulePages}/${name}.md)`;
    return { markdown: paragraphs([`**${plain(name)}** · rule`, `${plain(title)}.`, page]), span };
  }
  return parent === 'models' && path.length === 2 ? modelHover(document, name, span) : undefined;
}

/** What is known of a model, with what the manifest says laid over it. */
function modelHover(document: ManifestDocument, id: string, span: Span): KeyHover | undefined {
  const facts = modelFacts(id, document.data.models);
  if (!facts) return undefined;
  const { window, cache, price, date, source } = facts;
  const { label, exact, assumed } = tokenizerOf(facts);
  const about = [
    window === undefined ? undefined : `Window of ${grouped(window)} tokens.`,
    assumed
      ? `Nothing says how it counts tokens: ${code(label)}.`
      : `Tokens are ${exact ? 'counted' : 'estimated'} with ${code(label)}.`,
    cache && cacheLine(cache),
    price && priceLine(price, document.data.models?.[id]?.price ? '' : '$'),
  ];
  const from = source === undefined ? undefined : `Table of ${date}, from ${plain(source)}.`;
  return {
    markdown: paragraphs([`**${plain(id)}** · model`, about.filter((one) => one !== undefined).join(' '), from]),
    span,
  };
}

/** Prices of the table are dollars, those of a manifest whatever its author counts in. */
function priceLine({ input, cacheRead }: PriceFacts, sign: string): string | undefined {
  if (input === undefined) return undefined;
  const price = (value: number): string => `${sign}${Number(value.toPrecision(6))}`;
  const read = cacheRead === undefined ? '' : `, read from the cache ${price(cacheRead)}`;
  return `A million tokens of input cost ${price(input)}${read}.`;
}

function cacheLine({ minimum, breakpoints, automatic }: CacheFacts): string {
  const from = minimum === undefined ? '' : ` of ${grouped(minimum)} tokens and more`;
  const marks = breakpoints === undefined || breakpoints === 0 ? '' : ` at up to ${breakpoints} marks`;
  return automatic || breakpoints === 0
    ? `It finds a prefix${from} again by itself${marks && `, or${marks}`}.`
    : `It keeps a prefix${from}${marks}.`;
}

const plainButCode = (text: string): string => (text.includes('`') ? text : plain(text));

function meaningOf(word: string): string | undefined {
  if (Object.hasOwn(TRUST_WORDS, word)) return TRUST_WORDS[word as keyof typeof TRUST_WORDS].sentence;
  return Object.hasOwn(LIFETIME_WORDS, word) ? LIFETIME_WORDS[word as keyof typeof LIFETIME_WORDS] : undefined;
}
