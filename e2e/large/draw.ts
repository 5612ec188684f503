// Numbers as good as random, and the same in every run.

/** Crockford's letters, as in a ULID. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TIME_LETTERS = 10
const ID_LETTERS = 26

export class Draw {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number below this one; the higher the power, the more often a small one. */
  below(limit: number, power = 1): number {
    return Math.floor(limit * this.next() ** power)
  }

  /** From the first to the second, both included. */
  between(least: number, most: number, power = 1): number {
    return least + this.below(most - least + 1, power)
  }

  isLucky(share: number): boolean {
    return this.next() < share
  }

  /** One of them; the higher the power, the more often one of the first. */
  pick<Value>(values: readonly Value[], power = 1): Value {
    const value = values[this.below(values.length, power)]
    if (value === undefined) throw new Error('there is nothing to pick from')
    return value
  }
}

/** A ULID of this millisecond; no two of one number. */
export function idOf(atMs: number, number: number): string {
  return `${inLetters(atMs, TIME_LETTERS)}${inLetters(number, ID_LETTERS - TIME_LETTERS)}`
}

function inLetters(value: number, length: number): string {
  let [text, left] = ['', value]
  for (let at = 0; at < length; at++) {
    text = LETTERS[left % LETTERS.length] + text
    left = Math.floor(left / LETTERS.length)
  }
  return text
}
