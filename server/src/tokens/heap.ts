/** A binary heap of numbers, the smallest on top. */
export class MinHeap {
  #items = new Float64Array(256);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(value: number): void {
    if (this.#size === this.#items.length) {
      const larger = new Float64Array(this.#size * 2);
      larger.set(this.#items);
      this.#items = larger;
    }
    const items = this.#items;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = items[parent] as number;
      if (above <= value) break;
      items[at] = above;
      at = parent;
    }
    items[at] = value;
  }

  /** Takes the smallest number away. The heap must not be empty. */
  pop(): number {
    const items = this.#items;
    const top = items[0] as number;
    const size = --this.#size;
    const value = items[size] as number;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (items[child + 1] as number) < (items[child] as number)) child++;
      const below = items[child] as number;
      if (below >= value) break;
      items[at] = below;
      at = child;
    }
    items[at] = value;
    return top;
  }
}
