// A limit on bytes in memory for one purpose: in all, and for each user. A caller without room waits in line for a while.

/** Why there was no room: this user has too much under way, or everybody together has. */
export type NoRoom = 'user' | 'process'

export interface ByteLimits {
  readonly process: number
  readonly user: number
}

/** A reserved part of the budget. Give it back exactly when the bytes are freed. */
export interface Share {
  /** Takes more, without waiting. */
  grow(bytes: number): NoRoom | undefined
  /** Shrinks to so many bytes and gives the rest back. */
  shrinkTo(bytes: number): void
  /** Gives everything back; a second time changes nothing. */
  release(): void
}

interface Waiter {
  readonly userId: number
  readonly bytes: number
  readonly admit: () => void
}

export class ByteBudget {
  readonly #limits: () => ByteLimits
  readonly #byUser = new Map<number, number>()
  readonly #waiting: Waiter[] = []
  #used = 0

  constructor(limits: () => ByteLimits) {
    this.#limits = limits
  }

  get usedBytes(): number {
    return this.#used
  }

  /** Room for so many bytes, at once or within the time; else why there is none. */
  async take(userId: number, bytes: number, waitMs: number): Promise<Share | NoRoom> {
    const full = this.#fullFor(userId, bytes)
    // In line: earlier waiters whose bytes fit come first.
    if (full === undefined && !this.#waiting.some((waiter) => this.#fullFor(waiter.userId, waiter.bytes) === undefined))
      return this.share(userId, bytes)
    if (waitMs <= 0 || this.#isHopeless(bytes)) return full ?? 'process'
    return new Promise((resolve) => {
      const waiter: Waiter = {
        userId,
        bytes,
        admit: () => {
          clearTimeout(timer)
          resolve(this.share(userId, bytes))
        },
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1)
        resolve(this.#fullFor(userId, bytes) ?? 'process')
      }, waitMs)
      this.#waiting.push(waiter)
    })
  }

  /** A share of so many bytes, whether or not there is room; the start of one that grows. */
  share(userId: number, bytes: number): Share {
    let held = bytes
    this.#add(userId, bytes)
    const giveBack = (gone: number) => {
      if (gone <= 0) return
      held -= gone
      this.#add(userId, -gone)
      this.#admitWaiting()
    }
    return {
      grow: (more) => {
        const full = this.#fullFor(userId, more)
        if (full !== undefined) return full
        held += more
        this.#add(userId, more)
        return undefined
      },
      shrinkTo: (bytes) => giveBack(held - bytes),
      release: () => giveBack(held),
    }
  }

  #fullFor(userId: number, bytes: number): NoRoom | undefined {
    const limits = this.#limits()
    if ((this.#byUser.get(userId) ?? 0) + bytes > limits.user) return 'user'
    return this.#used + bytes > limits.process ? 'process' : undefined
  }

  #isHopeless(bytes: number): boolean {
    const limits = this.#limits()
    return bytes > limits.user || bytes > limits.process
  }

  #add(userId: number, bytes: number): void {
    this.#used += bytes
    const sum = (this.#byUser.get(userId) ?? 0) + bytes
    if (sum === 0) this.#byUser.delete(userId)
    else this.#byUser.set(userId, sum)
  }

  /** A user at their limit does not block others. */
  #admitWaiting(): void {
    for (let at = 0; at < this.#waiting.length; ) {
      const waiter = this.#waiting[at]
      if (!waiter) return
      if (this.#fullFor(waiter.userId, waiter.bytes) !== undefined) {
        at += 1
        continue
      }
      this.#waiting.splice(at, 1)
      waiter.admit()
    }
  }
}
