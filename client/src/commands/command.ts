import type { Services } from '../start';

/** One command of the palette. Its file in this folder is all that adds it; `package.json` says where it is shown. */
export interface CommandFeature {
  readonly id: `strata.${string}`;
  /** As in `package.nls.json`, without the category. */
  readonly title: string;
  /** `$(name)` for an icon of VS Code, `name` for `client/media/name-light.svg` and `name-dark.svg`. */
  readonly icon?: string;
  /** When-clause under which it can run. */
  readonly enablement?: string;
  run(services: Services, ...args: readonly unknown[]): unknown;
}
