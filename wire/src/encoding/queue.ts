/** First in, first out, each in constant time: `Array.shift` moves all that wait in a long array. */
export class Queue<Item> {
  #items: Item[]
  #taken = 0

  constructor(...items: Item[]) {
    this.#items = items
  }

  add(item: Item): void {
    if (this.#taken < this.#items.length) {
      this.#items.push(item)
      return
    }
    this.#items = [item]
    this.#taken = 0
  }

  /** The item that waits longest; undefined when none does. */
  take(): Item | undefined {
    return this.#taken < this.#items.length ? this.#items[this.#taken++] : undefined
  }
}

/** Queues by name. */
export class Queues<Item> {
  readonly #byName = new Map<string, Queue<Item>>()

  add(name: string, item: Item): void {
    const queue = this.#byName.get(name)
    if (queue === undefined) this.#byName.set(name, new Queue(item))
    else queue.add(item)
  }

  take(name: string): Item | undefined {
    return this.#byName.get(name)?.take()
  }

  clear(): void {
    this.#byName.clear()
  }
}
