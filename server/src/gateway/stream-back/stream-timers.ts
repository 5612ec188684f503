import * as relay from '@waystation/contract/options/relay'
import type { CallOff } from '../../lib/clock.ts'
import type { Gateway } from '../gateway.ts'

/** The clocks of one stream; all of them stop when it is over. */
export class StreamTimers {
  readonly #gateway: Pick<Gateway, 'options' | 'clock'>
  #total: CallOff | undefined
  #stall: CallOff | undefined
  #drain: CallOff | undefined

  constructor(gateway: Pick<Gateway, 'options' | 'clock'>) {
    this.#gateway = gateway
  }

  startTotal(over: () => void): void {
    this.#total = this.#after(relay.relayTotalTimeoutSeconds, over)
  }

  startStall(over: () => void): void {
    this.#stall ??= this.#after(relay.relayClientStallTimeoutSeconds, over)
  }

  stopStall(): void {
    this.#stall?.()
    this.#stall = undefined
  }

  startDrain(limitMs: number, over: () => void): void {
    this.#drain = this.#gateway.clock.after(limitMs, over)
  }

  clear(): void {
    for (const callOff of [this.#total, this.#stall, this.#drain]) callOff?.()
  }

  #after(limitSeconds: typeof relay.relayTotalTimeoutSeconds, over: () => void): CallOff {
    const { options, clock } = this.#gateway
    return clock.after(options.get(limitSeconds) * 1000, over)
  }
}
