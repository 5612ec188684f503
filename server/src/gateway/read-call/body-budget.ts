// How much of callers' bodies is in memory at once (decision D41). Small bodies are not counted: they are
// freed within a millisecond.
import { getHeapStatistics } from 'node:v8'
import { AppError } from '@waystation/contract/errors'
import { relayBodyMemoryMb, relayMaxBodyMb } from '@waystation/contract/options/body-limits'
import { ByteBudget, type NoRoom, type Share } from '../../lib/bodies/byte-budget.ts'
import { WorkQueue } from '../../lib/work-queue.ts'
import type { OptionReader } from '../caller.ts'
import type { BodyRoom } from '../types.ts'

const MEBIBYTE = 1024 * 1024

/** What a user may have of a budget at once, at least, whatever the limit on one body. */
const MIN_USER_BYTES = 64 * MEBIBYTE
/** Maximum wait for room. */
const WAIT_MS = 5000
/** Bodies whose call is under way may take this part of the heap. */
const HEAP_PART = 8

export class BodyBudget {
  /** One heavy piece of work per turn of the event loop. */
  readonly workQueue = new WorkQueue()
  readonly #receiving: ByteBudget
  readonly #working: ByteBudget
  readonly #underWay: ByteBudget

  constructor(options: OptionReader) {
    const workLimits = () => ({
      process: options.get(relayBodyMemoryMb) * MEBIBYTE,
      user: Math.max(MIN_USER_BYTES, options.get(relayMaxBodyMb) * MEBIBYTE),
    })
    this.#receiving = new ByteBudget(workLimits)
    this.#working = new ByteBudget(workLimits)
    this.#underWay = new ByteBudget(() => {
      const limits = workLimits()
      const all = Math.max(2 * limits.process, getHeapStatistics().heap_size_limit / HEAP_PART)
      return { process: all, user: Math.max(limits.user, all / 2) }
    })
  }

  /** Room for a body with a content-length. Waits. Throws too_many_large_bodies or overloaded. */
  async receive(userId: number, bytes: number): Promise<Share> {
    return given(await this.#receiving.take(userId, bytes, WAIT_MS))
  }

  /** Room for a body of unknown length, to be grown as it comes in. */
  receiveUnknown(userId: number): Share {
    return this.#receiving.share(userId, 0)
  }

  /** Room for reading a large body and sending it on. Waits. Throws too_many_large_bodies or overloaded. */
  async work(userId: number, bytes: number): Promise<BodyRoom> {
    const working = given(await this.#working.take(userId, bytes, WAIT_MS))
    const kept = await this.#underWay.take(userId, bytes, 0)
    if (typeof kept === 'string') working.release()
    const underWay = given(kept)
    return {
      shrinkTo(size) {
        working.shrinkTo(size)
        underWay.shrinkTo(size)
      },
      answered: () => working.release(),
      release() {
        working.release()
        underWay.release()
      },
    }
  }

  /** Bytes that are counted now, for metrics. */
  get usedBytes(): { readonly receiving: number; readonly working: number; readonly underWay: number } {
    return { receiving: this.#receiving.usedBytes, working: this.#working.usedBytes, underWay: this.#underWay.usedBytes }
  }
}

/** Why there is no room, as an error for the caller. */
export function noRoomError(why: NoRoom): AppError {
  return new AppError(why === 'user' ? 'too_many_large_bodies' : 'overloaded')
}

function given(share: Share | NoRoom): Share {
  if (typeof share === 'string') throw noRoomError(share)
  return share
}
