/** What is known when a file was chosen to stand in for one of a prompt. Addresses are written alike. */
export interface Chosen {
  /** The file that was chosen. */
  readonly file: string;
  /** The files of the prompt, without its manifest. */
  readonly own: readonly string[];
  readonly manifest: string;
  /** The one that the panel is about. */
  readonly about: string;
}

/**
 * For which of the prompt's files it stands in: for another file with the same name, else for the one that the panel is
 * about. Several: nothing tells. A file of the prompt stands in for the one beside it, since with itself there is no difference.
 */
export function insteadOf({ file, own, manifest, about }: Chosen): readonly string[] {
  const others = own.filter((address) => address !== file);
  const named = [...others, manifest].find((address) => nameOf(address) === nameOf(file));
  if (named !== undefined) return [named];
  if (others.length <= 1) return [others[0] ?? own[0] ?? manifest];
  return own.includes(about) && about !== own[0] ? [about] : others;
}

const nameOf = (address: string): string => address.slice(address.lastIndexOf('/') + 1);
