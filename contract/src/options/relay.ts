// How long the gateway waits, how much it takes in, and what it does when something ends early. Ours; not known to other servers of
// this family.
import { z } from 'zod'
import { choice, flag, number, option } from './option.ts'

/** Largest body that may be allowed, in MB: bodies are held in memory while they are read and parsed. */
const MAX_BODY_MB = 256

const seconds = (least: number, most: number) => number(z.number().int().min(least).max(most))

export const relayRetryAfterSilence = option({
  key: 'relay.retry_after_silence',
  type: flag(),
  default: false,
  about: 'A channel that says nothing at all is given up for another one. It may bill the call all the same, so the default is off.',
  isReady: true,
})

export const relayConnectTimeoutSeconds = option({
  key: 'relay.connect_timeout_seconds',
  type: seconds(1, 300),
  default: 10,
  unit: 'seconds',
  about: 'Longest wait for a connection to the upstream.',
  isReady: true,
})

export const relayFirstByteTimeoutSeconds = option({
  key: 'relay.first_byte_timeout_seconds',
  type: seconds(1, 7200),
  default: 120,
  unit: 'seconds',
  about: 'Longest wait for the first byte of an answer.',
  isReady: true,
})

export const relayIdleTimeoutSeconds = option({
  key: 'relay.idle_timeout_seconds',
  type: seconds(1, 7200),
  default: 60,
  unit: 'seconds',
  about: 'Longest silence within an answer.',
  isReady: true,
})

export const relayTotalTimeoutSeconds = option({
  key: 'relay.total_timeout_seconds',
  type: seconds(1, 86_400),
  default: 7200,
  unit: 'seconds',
  about: 'Longest a call may take as a whole.',
  isReady: true,
})

export const relayClientStallTimeoutSeconds = option({
  key: 'relay.client_stall_timeout_seconds',
  type: seconds(1, 3600),
  default: 60,
  unit: 'seconds',
  about: 'Longest a client may leave its answer unread before it is taken for gone.',
  isReady: true,
})

export const relayMaxBodyMb = option({
  key: 'relay.max_body_mb',
  type: number(z.number().int().min(1).max(MAX_BODY_MB)),
  default: 64,
  unit: 'MB',
  writer: 'root', // bodies take memory from everybody
  about: 'Largest body of a model call, after decompression.',
  isReady: true,
})

export const relayMaxBodyObjects = option({
  key: 'relay.max_body_objects',
  type: number(z.number().int().min(1000).max(1_000_000)),
  default: 50_000,
  writer: 'root', // each of them takes time and memory from everybody
  about: 'Objects and lists in the body of a model call, at most.',
  isReady: true,
})

export const relayMaxBodyValues = option({
  key: 'relay.max_body_values',
  type: number(z.number().int().min(10_000).max(10_000_000)),
  default: 400_000,
  writer: 'root', // each of them takes time and memory from everybody
  about:
    'Values of any kind in the body of a model call, at most, and half as many texts and names. A batch of embeddings may have 300,000 numbers.',
  isReady: true,
})

export const relayBodyMemoryMb = option({
  key: 'relay.body_memory_mb',
  type: number(z.number().int().min(64).max(65_536)),
  default: 256,
  unit: 'MB',
  writer: 'root', // memory of the process
  about:
    'How much of large bodies (above 1 MB) may be received at once, and as much be read and sent on; further ones wait up to 5 seconds.',
  isReady: true,
})

export const relayDrainSecondsAfterClientLeft = option({
  key: 'relay.drain_seconds_after_client_left',
  type: seconds(0, 120),
  default: 60,
  unit: 'seconds',
  writer: 'root', // money: who pays for an answer that nobody reads
  about:
    'How long the upstream is listened to after the client left, where only the vendor can tell what the call costs (hidden reasoning, whole answers); 0: it is stopped at once.',
  isReady: true,
})

export const relayMaxKeptMbPerUser = option({
  key: 'relay.max_kept_mb_per_user',
  type: number(z.number().int().min(1).max(100_000)),
  default: 64,
  unit: 'MB',
  writer: 'root', // storage: what one user may fill
  about:
    'How much of what was asked and answered with the Responses API is kept for a user (30 days); beyond it their oldest answers go. A call in the background, or with store: true, that is larger is refused.',
  isReady: true,
})

export const relayStrictHolds = option({
  key: 'relay.strict_holds',
  type: flag(),
  default: true,
  writer: 'root', // money: it decides who bears what a vendor reports beyond the hold
  about: 'No balance and no token limit falls below zero: what a vendor reports beyond what can be paid is borne by the house.',
  isReady: true,
})

export const relayQuotaOverrun = option({
  key: 'relay.quota_overrun',
  type: choice(['cut', 'allow_step']),
  default: 'allow_step',
  writer: 'root',
  about:
    'When an answer outgrows its hold and no more can be held: cut it off, or let the last step overdraw the balance. The latter works only with relay.strict_holds switched off.',
  isReady: true,
})

export const relayAllowPrivateAddresses = option({
  key: 'relay.allow_private_addresses',
  type: flag(),
  default: true,
  writer: 'root', // it opens the inner network to whoever may edit channels
  about: 'Channels may lie at private addresses, as local models do.',
  isReady: true,
})

export const relayRecoverPolicy = option({
  key: 'relay.recover_policy',
  type: choice(['checkpoint', 'void', 'full']),
  default: 'checkpoint',
  writer: 'root',
  about: 'What a call costs that a crash cut off: what was produced up to the last checkpoint, nothing, or all that was held.',
  isReady: true,
})
