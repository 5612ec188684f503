import type { JsonObject } from '../../../encoding/json.ts'
import type { Frame } from '../../../encoding/sse.ts'
import { joinRests } from '../../reply/join-rests.ts'
import { fillMissing } from './fill-missing.ts'

/** Prints the events of one stream as frames, which are named by their `type`, and numbers its blocks from 0 without gaps. */
export class EventPrinter {
  /** By the type of a frame, the unread fields that wait for the next such frame. */
  readonly #pending = new Map<string, JsonObject>()
  #blocks = 0
  /** A block that is written when another one follows it. */
  #held: { readonly block: JsonObject; readonly path: string } | undefined

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

  /** The number of the next block. What was held for it is written before it. */
  takeIndex(frames: Frame[]): number {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) frames.push(this.startBlock(this.#blocks, held.block), this.stopBlock(this.#blocks++))
    return this.#blocks++
  }

  /** Agents take the last block for the answer: one that only the vendor reads is written where another follows it. */
  hold(block: JsonObject, path: string): void {
    this.#held = { block, path }
  }

  /** The place of a part whose block is held, since no other has followed it. */
  get heldPath(): string | undefined {
    return this.#held?.path
  }

  /** Keeps unread fields for the next frame of their type. */
  carry(type: string, fields: JsonObject): void {
    this.#pending.set(type, joinRests(this.#pending.get(type), fields))
  }
}
