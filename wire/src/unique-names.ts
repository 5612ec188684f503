/** Names that stand once each: one that is taken already gets a number at its end, which makes no other name that is taken. */
export class UniqueNames {
  readonly #taken = new Set<string>()
  /** By the name that was asked for, the number that its last copy was given: a thousand alike must not look through a thousand each. */
  readonly #copies = new Map<string, number>()

  /** A name that nobody has yet: `first` where it is free, else `name` with a number. */
  make(name: string, first = name): string {
    let made = first
    if (this.#taken.has(made)) {
      let count = this.#copies.get(name) ?? 1
      do {
        count += 1
        made = `${name}_${count}`
      } while (this.#taken.has(made))
      this.#copies.set(name, count)
    }
    this.#taken.add(made)
    return made
  }

  /** Somebody has this name as it is. */
  add(name: string): void {
    this.#taken.add(name)
  }
}
