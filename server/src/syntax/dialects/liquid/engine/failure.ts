/** An error of the engine while it renders. Without a place, it is one of the statement that runs. */
export class EngineFailure {
  readonly message: string;
  readonly error: string;
  /** Line and column as the engine adds them to the message, when they are none of the statement's. */
  readonly place: string | undefined;
  /** The slot that nothing gives a value for, when that is why. */
  readonly hole: string | undefined;

  constructor(message: string, error = 'RenderError', place?: string, hole?: string) {
    this.message = message;
    this.error = error;
    this.place = place;
    this.hole = hole;
  }
}

/** Ends the rendering as LiquidJS does, with its words; the statement that was being run gives the place. */
export function fail(message: string): never {
  throw new EngineFailure(message);
}
