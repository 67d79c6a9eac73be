/** Why Go stops while it runs a template, in its own words. Thrown and caught inside of this dialect only. */
export class GoError {
  readonly message: string;
  /** The slot without a value that it comes from. */
  readonly hole: string | undefined;

  constructor(message: string, hole?: string) {
    this.message = message;
    this.hole = hole;
  }
}

export function fail(message: string): never {
  throw new GoError(message);
}
