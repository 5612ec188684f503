/** Characters of an answer that are kept to compare later events with. */
const MAX_KEPT = 256 * 1024

/** The text of an answer as it was told so far. */
export class ToldText {
  #text = ''
  #isCut = false

  get isEmpty(): boolean {
    return this.#text === ''
  }

  add(text: string): void {
    if (this.#text.length + text.length > MAX_KEPT) this.#isCut = true
    else this.#text += text
  }

  /** Was this told, to the letter? */
  has(words: string): boolean {
    return this.#text.includes(words.trim())
  }

  /** What is missing of an answer that comes again as a whole; undefined: nothing is, or nobody can tell. */
  missingOf(whole: string | undefined): string | undefined {
    if (whole === undefined || whole === '' || this.#isCut || this.has(whole)) return undefined
    return whole.startsWith(this.#text) ? whole.slice(this.#text.length) : whole
  }
}
