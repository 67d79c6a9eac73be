// The faults of a manifest in words, with their fixes. `manifestReading.ts` says what is wrong; how it is told stands here.
import { lineEnd, quoted, trimmedEnd } from '../../syntax/yaml/text';
import type { YamlEntry, YamlMap, YamlNode } from '../../syntax/yaml/tree';
import { listed } from '../../text/listed';
import { closest } from '../../text/similar';
import { type Span, span as spanOf } from '../../text/span';
import type { Key, LeafShape, MapShape, Shape, Word } from '../shape';
import type { ManifestFault } from './manifest';
import {
  decapitalized,
  found,
  inside,
  meantElsewhere,
  owning,
  type Subject,
  short,
  starting,
  whatIsWanted,
} from './words';

type Code = ManifestFault['code'];
type Node = Exclude<YamlNode, { kind: 'alias' }>;

/** Nobody reads more, and each costs a look at its neighbours. */
const MOST = 500;

export class ManifestFaults {
  readonly all: ManifestFault[] = [];
  readonly #text: string;
  /** An anchor is read once for every alias of it; its faults are told once. */
  readonly #told = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** A value of another kind than the one that is wanted. */
  wrongKind(at: Node, shape: Shape, subject: Subject): void {
    const wanted = whatIsWanted(shape);
    if (at.kind === 'scalar' && at.style === 'none') {
      const span = subject.key ?? this.#dashBefore(at.span);
      this.#tell('manifest.schema', span, `${starting(subject)} has no value yet. It is ${wanted}.`);
      return;
    }
    const fix = this.#convert(at, shape);
    this.#tell(
      'manifest.schema',
      this.#firstLine(at.span),
      `${starting(subject)} is ${wanted}, not ${found(at)}.`,
      fix,
    );
  }

  /** Returns the word that was meant, where one is near. */
  notOneOf(at: Node, shape: LeafShape, subject: Subject): Word | undefined {
    const words = (shape.words ?? []).map((word) => String(word.value));
    const value = at.kind === 'scalar' ? String(at.value) : this.#slice(at.span);
    const meant = meantElsewhere(value, words) ?? closest(value, words);
    const ending = meant === undefined ? `, not \`${short(value)}\`.` : `: did you mean \`${meant}\`?`;
    const wanted = words.length === 1 ? words[0] : `one of ${words.join(', ')}`;
    this.#tell('manifest.schema', at.span, `${starting(subject)} is ${wanted}${ending}`, this.#change(at.span, meant));
    return shape.words?.find((word) => String(word.value) === meant);
  }

  /** A value of the right kind that the schema does not take. `objection` goes on with `must …` or `is …`. */
  refused(span: Span, subject: Subject, objection: string, better?: string): void {
    const fix = this.#change(span, better);
    this.#tell('manifest.schema', this.#firstLine(span), `${starting(subject)} ${objection}.`, fix);
  }

  missing(at: YamlMap, key: Key, subject: Subject): void {
    const wanted = whatIsWanted(key.shape);
    const means = wanted === 'text' ? `: ${decapitalized(key.description)}` : `. It is ${wanted}.`;
    const only = key.shape.kind === 'leaf' && key.shape.words?.length === 1 ? key.shape.words[0] : undefined;
    const start = at.entries[0]?.key.span.start;
    const first = start === undefined ? undefined : spanOf(start, start);
    const fix =
      only && first && !at.flow
        ? this.#replace(first, `${key.name}: ${only.value}\n`, `Add ${key.name}: ${only.value}`, true)
        : {};
    this.#tell(
      'manifest.schema',
      subject.key ?? this.#firstEntry(at),
      `${owning(subject)} has no \`${key.name}\`${means}`,
      fix,
    );
  }

  noneOf(at: YamlMap, keys: readonly string[], subject: Subject): void {
    const span = subject.key ?? this.#firstEntry(at);
    const owner = owning(subject);
    this.#tell('manifest.schema', span, `${owner} has none of ${keys.join(', ')}. It must have exactly one of them.`);
  }

  severalOf(found: readonly { name: string; span: Span }[], keys: readonly string[], subject: Subject): void {
    const second = found[1];
    const first = found[0];
    if (!first || !second) return;
    const owner = owning(subject);
    const names = listed(
      found.map((f) => f.name),
      'and',
    );
    this.#tell(
      'manifest.schema',
      second.span,
      `${owner} has ${names}, but exactly one of ${keys.join(', ')} may be there. The first is used.`,
      {
        related: [{ span: first.span, message: 'the first' }],
      },
    );
  }

  /** Faults that somebody else has put into words. */
  add(faults: Iterable<ManifestFault>): void {
    for (const { code, span, message, ...more } of faults) this.#tell(code, span, message, more);
  }

  /**
   * Returns the key that was meant, so that it is not told to be missing as well. Where the map cannot do without it,
   * the slip is an error.
   */
  unknownKey(
    entry: YamlEntry,
    before: YamlEntry | undefined,
    shape: MapShape,
    subject: Subject,
    isNeeded: (key: Key) => boolean,
  ): string | undefined {
    if (this.all.length >= MOST) return undefined;
    const { span } = entry.key;
    const keys = [...shape.keys.keys()];
    if (entry.name === '<<') {
      this.#tell('manifest.unknown-key', span, 'Merging with << is not part of YAML 1.2. Write the keys out.');
      return undefined;
    }
    if (!entry.colon && before && this.#loneWords(entry, before)) return undefined;
    if (subject.kind === 'key' && subject.name === 'strata' && ['template', 'parts', 'join'].includes(entry.name)) {
      const message = `A head describes the file that it stands in, so it has no \`${entry.name}\`. An assembly is declared in strata.yaml.`;
      this.#tell('manifest.unknown-key', span, message);
      return undefined;
    }
    const meant = closest(entry.name, keys);
    const key = meant === undefined ? undefined : shape.keys.get(meant);
    const needed = key && isNeeded(key);
    const question = `: did you mean \`${meant}\`${needed ? ', which must be there' : ''}?`;
    const ending = meant === undefined ? `. Its keys are ${listed(keys)}.` : question;
    this.#tell('manifest.unknown-key', span, `\`${short(entry.name)}\` is no key of ${inside(subject)}${ending}`, {
      ...this.#rename(span, meant),
      ...(needed ? { level: 'error' as const } : {}),
    });
    return meant;
  }

  /** In braces a comma ends an entry: `{ stable: one of a few, in practice }` holds a key `in practice`. */
  #loneWords(entry: YamlEntry, before: YamlEntry): boolean {
    if (before.value.kind !== 'scalar' || before.value.style !== 'plain' || !/\s/.test(entry.name)) return false;
    const span = spanOf(before.value.span.start, entry.key.span.end);
    this.#tell(
      'manifest.unknown-key',
      entry.key.span,
      `YAML reads \`${short(entry.name)}\` as a key, because a comma ends an entry in braces. Put the whole text in quotes.`,
      this.#quote(span),
    );
    return true;
  }

  unknownName(entry: YamlEntry, words: readonly Word[], noun: string): void {
    if (this.all.length >= MOST) return;
    const meant = closest(
      entry.name,
      words.map((word) => String(word.value)),
    );
    const ending = meant === undefined ? '.' : `: did you mean \`${meant}\`?`;
    const message = `There is no ${noun} \`${short(entry.name)}\`${ending}`;
    this.#tell('manifest.unknown-key', entry.key.span, message, this.#rename(entry.key.span, meant));
  }

  badName(key: YamlNode, name: string, objection: string): void {
    const better = name
      .slice(0, 64)
      .trim()
      .replace(/[^\p{L}\p{N}_.$-]+/gu, '-')
      .replace(/^[^\p{L}\p{N}_$]+|-+$/gu, '');
    this.#tell(
      'manifest.schema',
      this.#firstLine(key.span),
      `\`${short(name)}\` ${objection}.`,
      better === '' ? {} : this.#rename(key.span, better),
    );
  }

  /** The text that was meant where YAML read something else because of missing quotes, and how to tell it. */
  unquoted(at: Node, subject: Subject): { readonly text: string; tell(): void } | undefined {
    if (at.kind === 'scalar' && at.style === 'none') return this.#comment(at.span, subject);
    const text = this.#slice(at.span);
    if (text.includes('\n')) return undefined;
    if (at.kind === 'scalar') {
      if (at.value === null) return undefined;
      // `title: 2024`: a number to YAML.
      const message = `${starting(subject)} is text, not ${found(at)}. Put it in quotes.`;
      return { text, tell: () => this.#tell('manifest.schema', at.span, message, this.#quote(at.span)) };
    }
    if (!at.flow && !(at.kind === 'map' && at.entries[0]?.key.kind === 'map')) return undefined;
    const read = at.kind === 'map' ? 'a map' : 'a list';
    const message = `YAML reads \`${short(text)}\` as ${read}, but ${inside(subject)} is text. Put it in quotes.`;
    return { text, tell: () => this.#tell('manifest.unquoted-slot', at.span, message, this.#quote(at.span)) };
  }

  /** `starts: ## Tools`: the value is a comment to YAML. */
  #comment(at: Span, subject: Subject): { readonly text: string; tell(): void } | undefined {
    const match = /^[ \t]*(#[^\r\n]*)/.exec(this.#text.slice(at.start, lineEnd(this.#text, at.start)));
    if (!match) return undefined;
    const start = at.start + match[0].length - (match[1]?.length ?? 0);
    const span = spanOf(start, trimmedEnd(this.#text, start, at.start + match[0].length));
    const text = this.#slice(span);
    const message = `YAML reads \`${short(text)}\` as a comment, so ${inside(subject)} is empty. Put it in quotes.`;
    return { text, tell: () => this.#tell('manifest.unquoted-slot', span, message, this.#quote(span)) };
  }

  /** A slot in braces where any value may stand: no data is written like this. */
  bracedSlot(at: Node): string | undefined {
    if (at.kind !== 'map') return undefined;
    const only = at.entries[0];
    const alone = at.flow && at.entries.length === 1 && only?.colon === false;
    if (!alone && only?.key.kind !== 'map') return undefined;
    const meant = this.#slice(at.span);
    if (meant.includes('\n')) return undefined;
    this.#tell(
      'manifest.unquoted-slot',
      at.span,
      `YAML reads \`${short(meant)}\` as a map. If it is text, put it in quotes.`,
      this.#quote(at.span),
    );
    return meant;
  }

  // --- Fixes and places ------------------------------------------------------------------------------------------

  #tell(code: Code, span: Span, message: string, more: Partial<ManifestFault> = {}): void {
    const key = `${code} ${span.start} ${span.end} ${message}`;
    if (this.#told.has(key) || this.all.length >= MOST) return;
    this.#told.add(key);
    this.all.push({ code, span, message, ...more });
  }

  /** A value of the wrong kind that needs little to be right: one item for a list, `yes` for true. */
  #convert(at: Node, shape: Shape): Partial<ManifestFault> {
    if (at.kind !== 'scalar' || this.#slice(at.span).includes('\n')) return {};
    const text = String(at.value);
    const list = shape.kind === 'choice' ? shape.branches[0] : shape;
    if (list?.kind === 'list' && (list.item.kind === 'leaf' || list.item.kind === 'choice'))
      return this.#replace(at.span, `[${this.#slice(at.span)}]`, 'Make it a list');
    if (shape.kind !== 'leaf') return {};
    if (shape.type === 'number' && /^-?\d+(\.\d+)?$/.test(text))
      return this.#replace(at.span, text, 'Take off the quotes');
    if (shape.type !== 'boolean') return {};
    const yes = /^(yes|on|true)$/i.test(text);
    return yes || /^(no|off|false)$/i.test(text) ? this.#change(at.span, String(yes)) : {};
  }

  #quote(span: Span): Partial<ManifestFault> {
    return this.#replace(span, quoted(this.#slice(span)), 'Put it in quotes', true);
  }

  #rename(span: Span, to: string | undefined): Partial<ManifestFault> {
    return to === undefined ? {} : this.#replace(span, to, `Rename to ${to}`);
  }

  #change(span: Span, to: string | undefined): Partial<ManifestFault> {
    return to === undefined ? {} : this.#replace(span, to, `Change to ${to}`);
  }

  #replace(span: Span, text: string, title: string, safe = false): Partial<ManifestFault> {
    return { fixes: [{ title, edits: [{ span, text }], ...(safe ? { safe } : {}) }] };
  }

  #slice(span: Span): string {
    return this.#text.slice(span.start, span.end);
  }

  /** A collection over many lines is pointed at by its first line. */
  #firstLine(span: Span): Span {
    const end = Math.min(span.end, lineEnd(this.#text, span.start));
    return spanOf(span.start, Math.max(span.start, trimmedEnd(this.#text, span.start, end)));
  }

  /** An item of a list with nothing in it is pointed at by its dash. */
  #dashBefore(span: Span): Span {
    const dash = this.#text.lastIndexOf('-', span.start);
    const between = this.#text.slice(dash + 1, span.start);
    return dash < 0 || between.trim() !== '' ? span : spanOf(dash, dash + 1);
  }

  #firstEntry(at: YamlMap): Span {
    const first = at.entries[0];
    return this.#firstLine(first && !at.flow ? spanOf(first.key.span.start, first.value.span.end) : at.span);
  }
}
