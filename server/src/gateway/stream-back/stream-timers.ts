import * as relay from '@waystation/contract/options/relay'
import type { OptionReader } from '../types.ts'

/** The clocks of one stream; all of them stop when it is over. */
export class StreamTimers {
  readonly #options: OptionReader
  #total: NodeJS.Timeout | undefined
  #stall: NodeJS.Timeout | undefined
  #drain: NodeJS.Timeout | undefined

  constructor(options: OptionReader) {
    this.#options = options
  }

  startTotal(over: () => void): void {
    this.#total = setTimeout(over, this.#options.get(relay.relayTotalTimeoutSeconds) * 1000)
  }

  startStall(over: () => void): void {
    this.#stall ??= setTimeout(over, this.#options.get(relay.relayClientStallTimeoutSeconds) * 1000)
  }

  stopStall(): void {
    clearTimeout(this.#stall)
    this.#stall = undefined
  }

  startDrain(limitMs: number, over: () => void): void {
    this.#drain = setTimeout(over, limitMs)
  }

  clear(): void {
    for (const timer of [this.#total, this.#stall, this.#drain]) clearTimeout(timer)
  }
}
