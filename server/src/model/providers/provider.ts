// Files of other tools, read as they are. A format is one file of this folder; `npm run generate` lists them.
import type { Value } from '../../syntax/piece';
import { parseYaml, type Yaml } from '../../syntax/yaml';
import { emptyMap } from '../../syntax/yaml/tree';
import { nameOf } from '../../text/address';
import type { SourceFile } from '../../text/source';
import type { Span } from '../../text/span';
import { headOfFile } from '../body';
import type { Division } from '../division';
import type { ManifestFault } from '../manifest/manifest';
import type { Manifest, Slot, System } from '../schema';

/** Where an entry of a provided system stands, by its path: `['systems', 'ask', 'slots', 'question']`. */
export type Places = ReadonlyMap<string, { readonly key?: Span; readonly value?: Span }>;

/** What a file of another tool says, in the words of a manifest. */
export interface Provided {
  /** Systems by their names. A template is the file itself, or a string in it (`name#key`). */
  readonly systems: Readonly<Record<string, System>>;
  readonly places: Places;
  readonly division?: Division;
  /** Levels of findings that the format makes less sure than a manifest does. */
  readonly rules?: NonNullable<Manifest['rules']>;
  /** What is wrong with the file as its own tool reads it. */
  readonly faults?: readonly ManifestFault[];
  /** Offset up to which the text decides about all this: what is typed behind it changes nothing. Absent: all of it does. */
  readonly decidedBy?: number;
}

/** The files that stand beside another one, by their paths from its folder; undefined until one is read. */
export type Beside = (path: string) => SourceFile | 'missing' | undefined;

/** The text of such a file, when it is there. */
export const fileOf = (found: ReturnType<Beside>): SourceFile | undefined => (found === 'missing' ? undefined : found);

export interface Provider {
  /** What the format is called. */
  readonly title: string;
  /** Names of files that may be of this format, in small letters: `*.prompty`, `skprompt.txt`. */
  readonly files: readonly string[];
  /**
   * What stands in such a file, for names that other files have too (`*.yaml`): a text without it is not read. Without
   * this the name alone says it, and the files are looked for in the workspace. The client asks it of every open file.
   */
  readonly holds?: RegExp;
  /** Reads what no other format claims: it is asked when all the others have declined. */
  readonly isLast?: true;
  /** What is read of it, for the documentation: words and no sentence. */
  readonly reads: string;
  /** What a file says; undefined when it is none of this format. Total: broken text is read as far as that goes. */
  read(file: SourceFile, beside: Beside): Provided | undefined;
}

/** Whether a file has one of the names of a format. */
export function isCalledAs({ files }: Provider, uri: string): boolean {
  const name = nameOf(uri).toLowerCase();
  return files.some((one) => (one.startsWith('*') ? name.endsWith(one.slice(1)) : name === one));
}

export type Data = { readonly [key: string]: Value };

export const isData = (value: Value | undefined): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isText = (value: Value | undefined): value is string => typeof value === 'string';

export const listOf = (value: Value | undefined): readonly Value[] => (Array.isArray(value) ? value : []);

/** A value of a map, its own keys alone. */
export const get = (data: Value | undefined, key: string): Value | undefined =>
  isData(data) && Object.hasOwn(data, key) ? data[key] : undefined;

/** The value at a path of keys and indices. */
export function at(data: Value | undefined, path: readonly (string | number)[]): Value | undefined {
  let value = data;
  for (const step of path) value = typeof step === 'number' ? listOf(value)[step] : get(value, step);
  return value;
}

/** The YAML head of a file, as data with places; undefined when it has none. */
export function readFrontMatter(file: SourceFile): { readonly yaml: Yaml; readonly bodyStart: number } | undefined {
  const head = headOfFile(file);
  return head && { yaml: parseYaml(file.text, head.yamlSpan), bodyStart: head.bodyStart };
}

/** Collects the slots of one system with the places where they are declared. */
export class SlotList {
  readonly slots: Record<string, Slot> = emptyMap<Slot>();
  readonly #places = new Map<string, { key?: Span; value?: Span }>();
  readonly #system: string;

  constructor(system: string) {
    this.#system = system;
  }

  add(name: string, slot: Slot, place: { readonly key?: Span; readonly value?: Span } | undefined): void {
    if (name === '' || Object.hasOwn(this.slots, name)) return;
    this.slots[name] = slot;
    this.put(['slots', name], place);
  }

  /** Where else in the system something stands. */
  put(path: readonly (string | number)[], place: { readonly key?: Span; readonly value?: Span } | undefined): void {
    if (place) this.#places.set(placeKey(['systems', this.#system, ...path]), place);
  }

  get places(): Places {
    return this.#places;
  }

  /** As an entry of a system: nothing when the file declares none. */
  get entry(): { readonly slots?: Record<string, Slot> } {
    return Object.keys(this.slots).length > 0 ? { slots: this.slots } : {};
  }
}

export const placeKey = (path: readonly (string | number)[]): string => JSON.stringify(path);

/** The types of a manifest by what JSON Schema and the tools call them; a map has none: it is passed as it is. */
const TYPES: Readonly<Record<string, NonNullable<Slot['type']>>> = {
  string: 'text',
  integer: 'number',
  number: 'number',
  float: 'number',
  int: 'number',
  boolean: 'boolean',
  bool: 'boolean',
  array: 'list',
  list: 'list',
};

/** The type of a slot, as an entry. */
export function typeEntry(name: Value | undefined): Pick<Slot, 'type'> {
  const type = isText(name) && Object.hasOwn(TYPES, name.toLowerCase()) ? TYPES[name.toLowerCase()] : undefined;
  return type === undefined ? {} : { type };
}

/** A description that says something. */
export const describedAs = (text: Value | undefined): Pick<Slot, 'description'> =>
  isText(text) && text.trim() !== '' ? { description: text.trim() } : {};
