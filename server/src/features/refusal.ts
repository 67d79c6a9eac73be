/** Something that was asked for and cannot be done. The message says why, to the person who asked. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
