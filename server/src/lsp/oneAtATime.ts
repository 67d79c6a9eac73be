/** Work that is done again and again, each time after the last has ended; what fails is as if it had ended. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve();

  run(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch(() => undefined);
    return this.#last;
  }
}
