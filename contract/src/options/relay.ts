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
  about:
    'Retry on another channel if a channel does not respond at all. The first channel may still bill the call, so this is off by default.',
  isReady: true,
})

export const relayConnectTimeoutSeconds = option({
  key: 'relay.connect_timeout_seconds',
  type: seconds(1, 300),
  default: 10,
  unit: 'seconds',
  about: 'Maximum wait for a connection to the upstream.',
  isReady: true,
})

export const relayFirstByteTimeoutSeconds = option({
  key: 'relay.first_byte_timeout_seconds',
  type: seconds(1, 7200),
  default: 300,
  unit: 'seconds',
  about: 'Maximum wait for the first byte of a streamed response.',
  isReady: true,
})

/** Libraries of clients give up after ten minutes, and then ask again: the vendor's answer must come, or be given up, before that. */
export const relayWholeFirstByteTimeoutSeconds = option({
  key: 'relay.whole_first_byte_timeout_seconds',
  type: seconds(1, 7200),
  default: 590,
  unit: 'seconds',
  about: 'Maximum wait for the first byte of a response that is not streamed.',
  isReady: true,
})

export const relayIdleTimeoutSeconds = option({
  key: 'relay.idle_timeout_seconds',
  type: seconds(1, 7200),
  default: 300,
  unit: 'seconds',
  about: 'Maximum silence within a response.',
  isReady: true,
})

export const relayTotalTimeoutSeconds = option({
  key: 'relay.total_timeout_seconds',
  type: seconds(1, 86_400),
  default: 7200,
  unit: 'seconds',
  about: 'Maximum duration of a call.',
  isReady: true,
})

export const relayClientStallTimeoutSeconds = option({
  key: 'relay.client_stall_timeout_seconds',
  type: seconds(1, 3600),
  default: 60,
  unit: 'seconds',
  about: 'Maximum time a client may stop reading its response before it is treated as disconnected.',
  isReady: true,
})

export const relayMaxBodyMb = option({
  key: 'relay.max_body_mb',
  type: number(z.number().int().min(1).max(MAX_BODY_MB)),
  default: 64,
  unit: 'MB',
  writer: 'root', // bodies take memory from everybody
  about: 'Maximum size of the body of a model call, after decompression.',
  isReady: true,
})

export const relayMaxBodyObjects = option({
  key: 'relay.max_body_objects',
  type: number(z.number().int().min(1000).max(1_000_000)),
  default: 50_000,
  writer: 'root', // each of them takes time and memory from everybody
  about: 'Maximum number of objects and arrays in the body of a model call.',
  isReady: true,
})

export const relayMaxBodyValues = option({
  key: 'relay.max_body_values',
  type: number(z.number().int().min(10_000).max(10_000_000)),
  default: 400_000,
  writer: 'root', // each of them takes time and memory from everybody
  about:
    'Maximum number of values in the body of a model call; the limit for strings and field names is half of this. A batch of embeddings may have 300,000 numbers.',
  isReady: true,
})

export const relayBodyMemoryMb = option({
  key: 'relay.body_memory_mb',
  type: number(z.number().int().min(64).max(65_536)),
  default: 256,
  unit: 'MB',
  writer: 'root', // memory of the process
  about:
    'Memory for large bodies (above 1 MB): this much for those being received, and as much again for those being read and forwarded. Further ones wait up to 5 seconds.',
  isReady: true,
})

export const relayDrainSecondsAfterClientLeft = option({
  key: 'relay.drain_seconds_after_client_left',
  type: seconds(0, 120),
  default: 60,
  unit: 'seconds',
  writer: 'root', // money: who pays for a response after the client disconnected
  about:
    'How long to keep reading from the upstream after the client disconnected, if only the provider knows what the call costs (hidden reasoning, responses that are not streamed). 0 stops at once.',
  isReady: true,
})

export const relayMaxKeptMbPerUser = option({
  key: 'relay.max_kept_mb_per_user',
  type: number(z.number().int().min(1).max(100_000)),
  default: 64,
  unit: 'MB',
  writer: 'root', // storage: what one user may fill
  about:
    'Storage per user for Responses API inputs and outputs (kept for 30 days). Beyond it, the oldest responses of the user are deleted. A larger call with background or store: true is rejected.',
  isReady: true,
})

export const relayStrictHolds = option({
  key: 'relay.strict_holds',
  type: flag(),
  default: true,
  writer: 'root', // money: it decides who bears what a vendor reports beyond the hold
  about: 'Never let a balance or token quota fall below zero. Usage reported beyond what the user can pay is not charged.',
  isReady: true,
})

export const relayQuotaOverrun = option({
  key: 'relay.quota_overrun',
  type: choice(['cut', 'allow_step']),
  default: 'allow_step',
  writer: 'root',
  about:
    'What to do when a response needs more than its hold and no more quota can be held: cut it off, or let the last step overdraw the balance. The latter works only if relay.strict_holds is off.',
  isReady: true,
})

export const relayAllowPrivateAddresses = option({
  key: 'relay.allow_private_addresses',
  type: flag(),
  default: true,
  writer: 'root', // it opens the internal network to everyone who may edit channels
  about: 'Allow channels at private addresses, for example for local models.',
  isReady: true,
})

export const relayRecoverPolicy = option({
  key: 'relay.recover_policy',
  type: choice(['checkpoint', 'void', 'full']),
  default: 'checkpoint',
  writer: 'root',
  about: 'What to charge for a call cut off by a crash: what was produced up to the last checkpoint, nothing, or the full hold.',
  isReady: true,
})
