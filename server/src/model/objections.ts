// What a map of the manifest may be refused for although each of its values is all right by itself. The schema asks it,
// and so does the reading, which runs without the library of the schema.

export interface Objection {
  /** The key whose value is refused. */
  readonly key: string;
  /** The second half of a sentence about it: `is only for a part with slot`. */
  readonly message: string;
}

export type Objector = keyof typeof OBJECTORS;

/** The part of a prompt as it is written, as far as it is looked at here. */
interface WrittenPart {
  readonly slot?: unknown;
  readonly file?: unknown;
  readonly fallback?: unknown;
  readonly ifAbsent?: unknown;
  readonly messages?: unknown;
  readonly message?: unknown;
}

/** By the title of the map. */
export const OBJECTORS = {
  *part({ slot, file, fallback, ifAbsent, messages, message }: WrittenPart): Generator<Objection> {
    if (ifAbsent && slot === undefined) yield { key: 'ifAbsent', message: 'is only for a part with slot' };
    if (fallback !== undefined && file === undefined)
      yield { key: 'fallback', message: 'is only for a part with file' };
    if (messages && message)
      yield { key: 'message', message: 'is not for the conversation, which brings its own roles' };
  },
};
