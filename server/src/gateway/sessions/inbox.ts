import type { MessageSocket } from '../../lib/net/message-socket.ts'

/** Messages that may wait for a step that takes time, and their bytes, before nothing more is read. */
const MAX_WAITING = 32
const MAX_WAITING_BYTES = 64 * 1024

/** The messages of one side, one after another: the next is taken when the last has been dealt with. */
export class Inbox {
  readonly #socket: MessageSocket
  readonly #take: (message: Buffer, isText: boolean) => Promise<void> | undefined
  readonly #waiting: { readonly message: Buffer; readonly isText: boolean }[] = []
  #waitingBytes = 0
  #work: Promise<void> | undefined
  #isHeld = false

  constructor(socket: MessageSocket, take: (message: Buffer, isText: boolean) => Promise<void> | undefined) {
    this.#socket = socket
    this.#take = take
    socket.onMessage((message, isText) => this.#came(message, isText))
  }

  #came(message: Buffer, isText: boolean): void {
    if (!this.#work) {
      const work = this.#take(message, isText)
      if (work) this.#work = this.#workOff(work)
      return
    }
    this.#waiting.push({ message, isText })
    this.#waitingBytes += message.length
    if (this.#waiting.length >= MAX_WAITING || this.#waitingBytes >= MAX_WAITING_BYTES) this.#socket.pause()
  }

  async #workOff(first: Promise<void>): Promise<void> {
    await first
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      this.#waitingBytes -= next.message.length
      await this.#take(next.message, next.isText)
    }
    this.#work = undefined
    if (!this.#isHeld) this.#socket.resume()
  }

  /** Resolves when what has come is dealt with. */
  get settled(): Promise<void> {
    return this.#work ?? Promise.resolve()
  }

  /** Is it left unread until `release`? What had been read before may still come. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Nothing more is read until `release`. */
  hold(): void {
    this.#isHeld = true
    this.#socket.pause()
  }

  release(): void {
    this.#isHeld = false
    this.#socket.resume()
  }
}
