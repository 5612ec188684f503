export const NO_STATE = -1

/** Where each sign leads from each state: a hash table in arrays of numbers, since a map for each state takes twenty times the room. */
export class EdgeTable {
  /** For each state: the one that it goes on from, and by which sign. State 0 goes on from none. */
  readonly fromOf: Int32Array
  readonly signOf: Uint16Array
  /** States that were added. */
  count = 0
  readonly #mask: number
  readonly #states: Int32Array

  /** @param most edges that it will have */
  constructor(most: number) {
    this.fromOf = new Int32Array(most + 1)
    this.signOf = new Uint16Array(most + 1)
    const size = 2 ** Math.ceil(Math.log2(2 * most + 2))
    this.#mask = size - 1
    this.#states = new Int32Array(size).fill(NO_STATE)
  }

  /** The state that follows; NO_STATE: none. */
  get(from: number, sign: number): number {
    return this.#states[this.#placeOf(from, sign)] ?? NO_STATE
  }

  /** The state that follows, which is a new one, with the next number, where there was none. */
  getOrAdd(from: number, sign: number): number {
    const place = this.#placeOf(from, sign)
    const known = this.#states[place] ?? NO_STATE
    if (known !== NO_STATE) return known
    this.count += 1
    this.fromOf[this.count] = from
    this.signOf[this.count] = sign
    this.#states[place] = this.count
    return this.count
  }

  /** The place of an edge; where there is none, the free one that it would take. */
  #placeOf(from: number, sign: number): number {
    const mixed = Math.imul(from, 0x9e3779b1) ^ Math.imul(sign, 0x85ebca6b)
    for (let place = (mixed ^ (mixed >>> 15)) & this.#mask; ; place = (place + 1) & this.#mask) {
      const state = this.#states[place] ?? NO_STATE
      if (state === NO_STATE || (this.fromOf[state] === from && this.signOf[state] === sign)) return place
    }
  }
}
