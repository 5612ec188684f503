// Numbers as good as random, and the same in every run.
import { encodeTime } from 'ulid'
import { randomNumbers } from '../../wire/testing/draws/random.ts'

/** Letters of a ULID behind those of its time. */
const NUMBER_LETTERS = 16

export class Draw {
  /** From 0 up to 1. */
  readonly next: () => number

  constructor(seed: number) {
    this.next = randomNumbers(seed).next
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
  return `${encodeTime(atMs)}${encodeTime(number, NUMBER_LETTERS)}`
}
