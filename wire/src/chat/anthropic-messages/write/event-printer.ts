import type { JsonObject } from '../../../encoding/json.ts'
import type { Frame } from '../../../encoding/sse.ts'
import { joinRests } from '../../reply/join-rests.ts'
import { fillMissing } from './fill-missing.ts'

/** Prints the events of one stream as frames, which are named by their `type`, and numbers its blocks from 0 without gaps. */
export class EventPrinter {
  /** By the type of a frame, the unread fields that wait for the next such frame. */
  readonly #pending = new Map<string, JsonObject>()
  #blocks = 0

  print(type: string, event: JsonObject): Frame {
    const rest = this.#pending.size === 0 ? undefined : this.#pending.get(type)
    if (rest !== undefined) {
      this.#pending.delete(type)
      fillMissing(event, rest)
    }
    return { event: type, data: JSON.stringify(event) }
  }

  startBlock(index: number, block: JsonObject): Frame {
    return this.print('content_block_start', { type: 'content_block_start', index, content_block: block })
  }

  growBlock(index: number, delta: JsonObject): Frame {
    return this.print('content_block_delta', { type: 'content_block_delta', index, delta })
  }

  stopBlock(index: number): Frame {
    return this.print('content_block_stop', { type: 'content_block_stop', index })
  }

  /** The number of the next block. */
  takeIndex(): number {
    return this.#blocks++
  }

  /** Keeps unread fields for the next frame of their type. */
  carry(type: string, fields: JsonObject): void {
    this.#pending.set(type, joinRests(this.#pending.get(type), fields))
  }
}
