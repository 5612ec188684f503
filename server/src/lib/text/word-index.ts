// Finds which of many words a text contains, in one pass (Aho and Corasick, 1975): the time grows with the length of the text alone, whatever
// the words are. A state stands for the beginning of a word, and 0 for the empty one. Nearly every place of a text is at a short beginning:
// where the signs of ASCII lead from those stands in a table, and everything else is looked up.
import { EdgeTable, NO_STATE } from './edge-table.ts'

const ASCII_SIGNS = 128
/** States in the table, which takes half a kilobyte for each. */
const TABLE_STATES = 1 << 14
/** A text is read in slices of so many signs. */
const SLICE_SIGNS = 1 << 15

export class WordIndex {
  readonly #edges: EdgeTable
  /** For each state: the state of the longest ending of it that begins a word. */
  readonly #shorter: Int32Array
  /** For each state: which word it is; -1: none. */
  readonly #wordAt: Int32Array
  /** For each state: the next of its endings that is a word; 0: none. */
  readonly #nextWord: Int32Array
  /** For each sign: what it leads to from the empty beginning. States are inverted where a word ends in them. */
  readonly #root = new Int32Array(1 << 16)
  /** For each short state and sign of ASCII: what it leads to. */
  readonly #table: Int32Array
  readonly #slice = new Uint16Array(SLICE_SIGNS)
  readonly #sliceBytes = Buffer.from(this.#slice.buffer)

  /** @param words as they are looked for, none of them empty. Of equal ones the first counts. */
  constructor(words: readonly string[]) {
    this.#edges = new EdgeTable(words.reduce((sum, word) => sum + word.length, 0))
    const ends = addWords(words, this.#edges)
    const states = this.#edges.count + 1
    this.#wordAt = new Int32Array(states).fill(-1)
    ends.forEach((state, word) => {
      if (this.#wordAt[state] === -1) this.#wordAt[state] = word
    })
    this.#shorter = new Int32Array(states)
    this.#nextWord = new Int32Array(states)
    this.#table = new Int32Array(Math.min(states, TABLE_STATES) * ASCII_SIGNS)
    this.#link(states)
  }

  /**
   * Which words a text contains, as their places in the list.
   * @param most of them that are looked for
   */
  find(text: string, most: number): readonly number[] {
    const found = new Set<number>()
    let state = 0
    for (let from = 0; from < text.length && found.size < most; from += SLICE_SIGNS) {
      const length = this.#sliceBytes.write(text.slice(from, from + SLICE_SIGNS), 'utf16le') >> 1
      state = this.#read(length, state, found)
    }
    return [...found].slice(0, most)
  }

  /** Goes over the slice. @returns the state at its end */
  #read(length: number, from: number, found: Set<number>): number {
    const slice = this.#slice
    const table = this.#table
    const root = this.#root
    const tableEnd = table.length
    let row = from * ASCII_SIGNS
    for (let at = 0; at < length; at++) {
      const sign = slice[at] ?? 0
      const next =
        sign < ASCII_SIGNS && row < tableEnd
          ? (table[row + sign] ?? 0)
          : row === 0
            ? (root[sign] ?? 0)
            : this.#follow(row / ASCII_SIGNS, sign)
      if (next < 0) this.#noteWords(~next, found)
      row = (next < 0 ? ~next : next) * ASCII_SIGNS
    }
    return row / ASCII_SIGNS
  }

  #noteWords(state: number, found: Set<number>): void {
    for (let end = state; end !== 0; end = this.#nextWord[end] ?? 0) {
      const word = this.#wordAt[end] ?? -1
      if (word >= 0) found.add(word)
    }
  }

  /** What a sign leads to from a state: the longest beginning of a word that ends with it. */
  #follow(from: number, sign: number): number {
    for (let state = from; state !== 0; state = this.#shorter[state] ?? 0) {
      const next = this.#edges.get(state, sign)
      if (next !== NO_STATE) return this.#marked(next)
    }
    return this.#root[sign] ?? 0
  }

  /** A state, inverted where a word ends in it. */
  #marked(state: number): number {
    return (this.#wordAt[state] ?? -1) >= 0 || this.#nextWord[state] !== 0 ? ~state : state
  }

  /** In the order of the states: what holds of one hangs on shorter ones only. */
  #link(states: number): void {
    const { fromOf, signOf } = this.#edges
    for (let state = 1; state < states; state++) {
      const [from, sign] = [fromOf[state] ?? 0, signOf[state] ?? 0]
      if (from === 0) this.#root[sign] = this.#marked(state)
      else {
        const next = this.#follow(this.#shorter[from] ?? 0, sign)
        const shorter = next < 0 ? ~next : next
        this.#shorter[state] = shorter
        this.#nextWord[state] = (this.#wordAt[shorter] ?? -1) >= 0 ? shorter : (this.#nextWord[shorter] ?? 0)
      }
    }
    this.#fillTable()
  }

  /** What follows a state is what follows its longest ending, but where it goes on itself. */
  #fillTable(): void {
    const table = this.#table
    table.set(this.#root.subarray(0, ASCII_SIGNS))
    const { fromOf, signOf, count } = this.#edges
    // States go on in the order of their numbers, too, so each row is complete before it is copied.
    let child = 1
    for (let state = 0; state * ASCII_SIGNS < table.length; state++) {
      const row = state * ASCII_SIGNS
      const shorter = (this.#shorter[state] ?? 0) * ASCII_SIGNS
      if (state > 0) table.copyWithin(row, shorter, shorter + ASCII_SIGNS)
      for (; child <= count && fromOf[child] === state; child++) {
        const sign = signOf[child] ?? 0
        if (sign < ASCII_SIGNS) table[row + sign] = this.#marked(child)
      }
    }
  }
}

/** Adds all words sign by sign, so that shorter beginnings have lower numbers. @returns the state of each word */
function addWords(words: readonly string[], edges: EdgeTable): Int32Array {
  const reached = new Int32Array(words.length)
  let longer = [...words.keys()]
  for (let at = 0; longer.length > 0; at++) {
    longer = longer.filter((word) => (words[word] ?? '').length > at).sort((a, b) => (reached[a] ?? 0) - (reached[b] ?? 0))
    for (const word of longer) reached[word] = edges.getOrAdd(reached[word] ?? 0, (words[word] ?? '').charCodeAt(at))
  }
  return reached
}
