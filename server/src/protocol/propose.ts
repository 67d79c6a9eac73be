// A manifest for templates that have none, as `strata init` proposes it.

export interface ProposeParams {
  /** Address of the folder in which the manifest is to stand, or of a single template. */
  readonly uri: string;
}

export interface ProposeResult {
  readonly version: 1;
  /** Address of the file that the manifest would be. */
  readonly manifest: string;
  /** There is one already. */
  readonly exists: boolean;
  /** The proposed manifest; null when there is no template that no manifest names. */
  readonly text: string | null;
  /** The templates that it is about, as paths from its folder. */
  readonly templates: readonly string[];
  /** There are more templates than one manifest should hold; these are left out. */
  readonly more: boolean;
}
