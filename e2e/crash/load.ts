// The clients of the crash loop. Each writes down what reached it, byte for byte, and nothing that it merely hopes.
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallFacts, call } from '../../server/src/testing/client.ts'
import type { Address } from './callers.ts'
import { drawCall } from './drawn-call.ts'
import type { JudgedModel } from './front-door.ts'

/** What a client knows of one call. */
export interface CallRecord {
  /** Counts the calls; the prompt carries it, so that the provider's book can be asked. */
  readonly callId: string
  readonly model: JudgedModel
  /** Where it was called, such as `/v1/images/edits`. */
  readonly path: string
  readonly isStream: boolean
  readonly promptTokens: number
  readonly cachedTokens: number
  readonly completionTokens: number
  readonly requestId: string
  readonly status: number | undefined
  /** The terminal byte was seen: `[DONE]`, or the last byte of a whole answer. */
  readonly isDelivered: boolean
  readonly isRefused: boolean
  readonly end: CallFacts['end']
  readonly errorCode: string
  readonly tookMs: number
}

export interface LoadOptions {
  /** Where the next call goes; undefined: nobody is at home. */
  readonly url: Address
  readonly keys: readonly string[]
  readonly clients: number
  /** 0 ≤ x < 1, reproducible. */
  readonly random: () => number
  /** Milliseconds between the pieces of a stream at most. */
  readonly paceMs: number
  /** The share of the calls that their client leaves; absent: a tenth. */
  readonly leaveShare?: number
  /** How long a client waits that was refused; absent: not at all. */
  readonly refusedPauseMs?: number
}

/** A tenth of the clients' calls are left by the client. */
const LEAVE_SHARE = 0.1
/** Until the next try, while the server is away. */
const WHEN_AWAY_MS = 25

export type Load = ReturnType<typeof startLoad>

export function startLoad(options: LoadOptions) {
  const records: CallRecord[] = []
  let lastNumber = 0
  let isStopped = false

  async function client(key: string): Promise<void> {
    while (!isStopped) {
      const record = await oneCall(options, lastNumber++, key)
      if (record) records.push(record)
      else await sleep(WHEN_AWAY_MS)
      if (record?.isRefused && options.refusedPauseMs) await sleep(options.refusedPauseMs)
    }
  }

  const clients = Array.from({ length: options.clients }, (_, at) => client(options.keys[at % options.keys.length] ?? ''))
  return {
    records,
    /** No new calls; answers when the running ones are over. */
    async stop() {
      isStopped = true
      await Promise.all(clients)
    },
  }
}

/** Makes a call; undefined when nobody was at home. */
export async function oneCall(
  { url, random, paceMs, leaveShare = LEAVE_SHARE }: Pick<LoadOptions, 'url' | 'random' | 'paceMs' | 'leaveShare'>,
  number: number,
  key: string,
): Promise<CallRecord | undefined> {
  const { contentType, body, isWhole, ...known } = drawCall({ number, random, paceMs })
  const leaving =
    random() < leaveShare ? (random() < 0.5 ? { abortAfterMs: random() * 60 } : { abortAfterFrames: 1 + Math.floor(random() * 3) }) : {}
  const headers = { authorization: `Bearer ${key}`, 'content-type': contentType }
  const at = typeof url === 'string' ? url : url()
  if (at === undefined) return undefined
  const facts = await call(`${at}${known.path}`, { method: 'POST', headers, body, timeoutMs: 60_000, ...leaving })
  if (facts.end === 'refused') return undefined
  const isAnswer = facts.status === 200 && facts.inBandError === undefined
  return {
    ...known,
    requestId: facts.requestId,
    status: facts.status,
    isDelivered: isAnswer && isWhole(facts),
    isRefused: facts.status !== undefined && facts.status >= 400 && facts.end === 'whole',
    end: facts.end,
    errorCode: facts.inBandError?.code ?? '',
    tookMs: facts.tookMs,
  }
}

/** Did the server let the client down? A call that it rightly refused, or that its client left, has not failed. */
export function hasFailed({ status, end, isDelivered, isRefused }: CallRecord): boolean {
  return isRefused ? (status ?? 0) >= 500 : end !== 'left' && !isDelivered
}

/** What the call costs: written apart from the server's price function, in whole numbers of a different scale. */
export function chargeOf(record: Pick<CallRecord, 'model' | 'promptTokens' | 'cachedTokens' | 'completionTokens'>): number {
  const { ratioMicro, completionMicro, cacheMicro } = record.model
  const fresh = BigInt(record.promptTokens - record.cachedTokens) * 1_000_000n
  const weighed = fresh + BigInt(record.cachedTokens) * BigInt(cacheMicro) + BigInt(record.completionTokens) * BigInt(completionMicro)
  const scale = 1_000_000_000_000n
  const exact = weighed * BigInt(ratioMicro)
  const rounded = (exact + scale / 2n) / scale
  return Number(rounded === 0n ? 1n : rounded)
}
