// How long the vendor of an attempt may take: as its channel says, else as the options say.
import * as relay from '@waystation/contract/options/relay'
import type { Attempt } from '../attempt.ts'
import type { OptionReader } from '../caller.ts'

/** Milliseconds. */
export interface TimeLimits {
  /** Longest wait for the answer's status and headers. */
  readonly firstByteMs: number
  /** Longest silence within the answer's body. */
  readonly idleMs: number
}

/** A proxy takes a drawing and makes it afterwards. Source: server-behaviour 9.1. */
const DRAWING_SECONDS = 60

type Limited = Pick<Attempt, 'channel' | 'isStreamed'> & Partial<Pick<Attempt, 'operation'>>

/** The time limits of an attempt. A whole answer is silent until it is there; its clients wait ten minutes, and then ask again. */
export function timeLimits({ channel: { setting }, isStreamed, operation }: Limited, options: OptionReader): TimeLimits {
  const whole = Math.min(options.get(relay.relayWholeFirstByteTimeoutSeconds), operation === 'drawing' ? DRAWING_SECONDS : Infinity)
  const firstByte = isStreamed
    ? (setting.first_byte_timeout_seconds ?? options.get(relay.relayFirstByteTimeoutSeconds))
    : (setting.whole_first_byte_timeout_seconds ?? whole)
  const idle = setting.idle_timeout_seconds ?? options.get(relay.relayIdleTimeoutSeconds)
  return { firstByteMs: firstByte * 1000, idleMs: idle * 1000 }
}
