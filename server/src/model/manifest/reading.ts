// Reads the nodes of a manifest by the shape of the schema. Total: what the schema refuses is left out (the smallest
// entry that can be), everything else is kept, and there is one fault for each cause.
import type { Value } from '../../syntax/piece';
import {
  behind,
  emptyEntry,
  emptyMap,
  entryOf,
  type YamlEntry,
  type YamlList,
  type YamlMap,
  type YamlNode,
} from '../../syntax/yaml/tree';
import type { Span } from '../../text/span';
import { kindOf, kindsOf } from '../kinds';
import type { ChoiceShape, Key, LeafShape, ListShape, MapShape, RecordShape, Shape } from '../shape';
import { ManifestFaults } from './faults';
import { regroup, strayFaults } from './indent';
import { namesMeant, withListedWords } from './nameLists';
import { article, type Subject } from './words';

/** A value that was read, or undefined: left out, with its fault told. */
type Read = { readonly value: Value } | undefined;
type Node = NonNullable<ReturnType<typeof behind>>;

const LONGEST_SHARED = 40;

export class ManifestReading {
  readonly faults: ManifestFaults;
  readonly #text: string;
  /** For lists that lost items: their items in the order of the data, those left out behind the others. */
  readonly orders = new Map<YamlNode, readonly number[]>();
  readonly #texts = new Map<string, string>();
  /** Maps of which a required key that is not there, or cannot be read, does not take the rest with it. */
  readonly #kept: ReadonlySet<YamlNode | undefined>;

  constructor(text: string, kept: readonly (YamlNode | undefined)[] = []) {
    this.faults = new ManifestFaults(text);
    this.#text = text;
    this.#kept = new Set(kept);
  }

  read(node: YamlNode, shape: Shape, subject: Subject): Read {
    const at = behind(node);
    // An alias that stands for nothing has its own fault.
    if (!at) return undefined;
    const names = namesMeant(this.#text, at, shape, subject);
    if (names) {
      this.faults.add(names.faults);
      return this.#list(names.list, names.shape, subject);
    }
    switch (shape.kind) {
      case 'any':
        return { value: this.#any(at, new Map()) };
      case 'choice':
        return this.#choice(at, shape, subject);
      case 'leaf':
        return this.#leaf(at, shape, subject);
      case 'map':
        return at.kind === 'map' ? this.#map(at, shape, subject) : this.#wrong(at, shape, subject);
      case 'record':
        return at.kind === 'map' ? this.#record(at, shape, subject) : this.#wrong(at, shape, subject);
      case 'list':
        return at.kind === 'list' ? this.#list(at, shape, subject) : this.#wrong(at, shape, subject);
    }
  }

  #wrong(at: Node, shape: Shape, subject: Subject): undefined {
    this.faults.wrongKind(at, shape, subject);
    return undefined;
  }

  #map(at: YamlMap, shape: MapShape, subject: Subject): Read {
    const out = emptyEntry<Value>();
    const keySpans = new Map<string, Span>();
    let whole = true;
    let before: YamlEntry | undefined;
    for (const entry of this.#entries(at, shape)) {
      const key = shape.keys.get(entry.name) ?? this.#mistyped(at, entry, before, shape, subject);
      if (key && !(entry.duplicate && key.name === entry.name)) {
        keySpans.set(key.name, entry.key.span);
        // What stands below a mistyped key could not be found again.
        const isFound = key.name === entry.name || key.shape.kind === 'leaf' || key.shape.kind === 'choice';
        const inner = { kind: 'key', name: key.name, key: entry.key.span } as const;
        const read = isFound ? this.read(entry.value, key.shape, inner) : undefined;
        if (read) out[key.name] = read.value;
        else if (key.required) whole = false;
      }
      before = entry;
    }
    for (const key of shape.keys.values()) {
      if (!key.required || keySpans.has(key.name)) continue;
      whole = false;
      this.faults.missing(at, key, subject);
    }
    if (!this.#oneOnly(at, shape, out, keySpans, subject)) whole = false;
    if (whole) this.#objections(shape, out, keySpans);
    return whole || this.#kept.has(at) ? { value: out } : undefined;
  }

  /** The entries of a map, each where it was meant to stand. */
  #entries(at: YamlMap, shape: MapShape | RecordShape): readonly YamlEntry[] {
    const { entries, strays } = regroup(at, shape);
    this.faults.add(strayFaults(this.#text, strays));
    if (shape.kind === 'record') return entries;
    const listed = withListedWords(this.#text, entries === at.entries ? at : { ...at, entries }, shape);
    this.faults.add(listed.faults);
    return listed.entries;
  }

  /**
   * The key that was meant by an unknown one, where the map cannot do without it: its value is read as if it stood
   * there, so that one slip is one fault and the rest is used.
   */
  #mistyped(
    at: YamlMap,
    entry: YamlEntry,
    before: YamlEntry | undefined,
    shape: MapShape,
    subject: Subject,
  ): Key | undefined {
    const lacks = (name: string): boolean => entryOf(at, name) === undefined;
    const isNeeded = ({ name, required }: Key): boolean =>
      lacks(name) && (required || (shape.exactlyOne.includes(name) && shape.exactlyOne.every(lacks)));
    const key = shape.keys.get(this.faults.unknownKey(entry, before, shape, subject, isNeeded) ?? '');
    return key && isNeeded(key) ? key : undefined;
  }

  /** Exactly one of some keys: of several the first is kept. False when there is none. */
  #oneOnly(
    at: YamlMap,
    shape: MapShape,
    out: Record<string, Value>,
    spans: Map<string, Span>,
    subject: Subject,
  ): boolean {
    if (shape.exactlyOne.length === 0) return true;
    const found = shape.exactlyOne
      .flatMap((name) => ({ name, span: spans.get(name) }))
      .filter((f): f is { name: string; span: Span } => f.span !== undefined)
      .sort((a, b) => a.span.start - b.span.start);
    if (found.length === 0) {
      this.faults.noneOf(at, shape.exactlyOne, subject);
      return false;
    }
    const kept = found.find((f) => out[f.name] !== undefined);
    for (const other of found) if (other !== kept) delete out[other.name];
    if (found.length > 1) this.faults.severalOf(found, shape.exactlyOne, subject);
    return kept !== undefined;
  }

  #objections(shape: MapShape, out: Record<string, Value>, spans: Map<string, Span>): void {
    for (const { key, message } of shape.refuse(out)) {
      const span = spans.get(key);
      if (span) this.faults.refused(span, { kind: 'key', name: key, key: span }, message);
      delete out[key];
    }
  }

  #record(at: YamlMap, shape: RecordShape, subject: Subject): Read {
    const out = emptyMap<Value>();
    if (at.entries.length === 0 && shape.empty !== undefined) {
      this.faults.refused(at.span, subject, shape.empty);
    }
    const noun = shape.value.title ?? '';
    for (const entry of this.#entries(at, shape)) {
      if (entry.duplicate) continue;
      const refused = shape.names.words ? undefined : shape.names.refuse(entry.name);
      if (shape.names.words && !shape.names.words.some((word) => word.value === entry.name)) {
        this.faults.unknownName(entry, shape.names.words, noun);
        continue;
      }
      if (refused !== undefined) this.faults.badName(entry.key, entry.name, refused);
      // A name with nothing behind it (`kb:`) declares an entry without details, where none are needed.
      const bare = entry.value.kind === 'scalar' && entry.value.style === 'none' && needsNothing(shape.value);
      const named: Subject = noun
        ? { kind: 'named', name: `${noun} ${entry.name}`, key: entry.key.span }
        : { kind: 'key', name: entry.name, key: entry.key.span };
      const read = bare ? { value: emptyMap<Value>() } : this.read(entry.value, shape.value, named);
      if (read && refused === undefined) out[entry.name] = read.value;
    }
    return { value: out };
  }

  #list(at: YamlList, shape: ListShape, subject: Subject): Read {
    if (at.items.length === 0 && shape.empty !== undefined) {
      this.faults.refused(at.span, subject, shape.empty);
      return undefined;
    }
    const kept: number[] = [];
    const lost: number[] = [];
    const out: Value[] = [];
    const noun = shape.item.title;
    at.items.forEach((item, index) => {
      const name = noun ? article(noun) : `an item of ${subject.name}`;
      const read = this.read(item, shape.item, { kind: 'item', name, key: undefined });
      if (read) out.push(read.value);
      (read ? kept : lost).push(index);
    });
    if (lost.length > 0) this.orders.set(at, [...kept, ...lost]);
    return out.length === 0 && shape.empty !== undefined ? undefined : { value: out };
  }

  #choice(at: Node, shape: ChoiceShape, subject: Subject): Read {
    const kind = kindOf(at);
    const branch = shape.branches.find((b) => kindsOf(b).includes(kind));
    if (branch) return this.read(at, branch, subject);
    // Text that should be quoted is looked at by the branch for text.
    const text = shape.branches.find((b) => b.kind === 'leaf' && b.type === 'text' && !b.words);
    if (text?.kind === 'leaf' && shape.branches.length === 2) return this.#leaf(at, text, subject, shape);
    return this.#wrong(at, shape, subject);
  }

  #leaf(at: Node, shape: LeafShape, subject: Subject, wanted: Shape = shape): Read {
    const right = at.kind === 'scalar' && kindOf(at) === shape.type;
    if (shape.words) {
      if (!right) return this.#wrong(at, wanted, subject);
      const word = shape.words.find(({ value }) => value === at.value);
      if (word) return { value: word.value };
      // It is read as the word that was meant, so that one slip is one fault and the rest is used.
      return this.faults.notOneOf(at, shape, subject);
    }
    const unquoted = right || shape.type !== 'text' ? undefined : this.faults.unquoted(at, subject);
    if (!right && !unquoted) return this.#wrong(at, wanted, subject);
    const value = right ? this.#shared(at.value) : (unquoted?.text ?? '');
    const refused = shape.refuse(value);
    if (refused === undefined) {
      unquoted?.tell();
      return { value };
    }
    // A name in the braces of a slot: the name is what was meant.
    const bare = typeof value === 'string' && value.length < 100 ? value.replace(/^[${%[\s]+|[}%\]\s]+$/g, '') : value;
    const better = typeof bare === 'string' && bare !== value && shape.refuse(bare) === undefined ? bare : undefined;
    this.faults.refused(at.span, subject, refused, better);
    return better === undefined ? undefined : { value: better };
  }

  /** Short texts of a manifest are nearly all said many times: names of layers and slots. Each is held once. */
  #shared(value: Value): Value {
    if (typeof value !== 'string' || value.length > LONGEST_SHARED) return value;
    const known = this.#texts.get(value);
    if (known === undefined) this.#texts.set(value, value);
    return known ?? value;
  }

  /** Any value is right, but a slot in its braces is text that should be quoted, however deep it stands. */
  #any(node: YamlNode, known: Map<YamlNode, Value>): Value {
    const at = behind(node);
    if (!at) return null;
    if (at.kind === 'scalar') return at.value;
    const earlier = known.get(at);
    if (earlier !== undefined) return earlier;
    const meant = this.faults.bracedSlot(at);
    let value: Value;
    if (meant !== undefined) value = meant;
    else if (at.kind === 'list') value = at.items.map((item) => this.#any(item, known));
    else {
      const map = emptyMap<Value>();
      for (const entry of at.entries) if (!entry.duplicate) map[entry.name] = this.#any(entry.value, known);
      value = map;
    }
    known.set(at, value);
    return value;
  }
}

const needsNothing = (shape: Shape): boolean =>
  shape.kind === 'map' && shape.exactlyOne.length === 0 && ![...shape.keys.values()].some((key) => key.required);
