// One drawn request on its way to one target, by the gateway's own steps.
import { traitsOf } from '@waystation/contract/models/traits'
import { perBucket } from '@waystation/contract/prices/price-buckets'
import { type ClientDialectName, clientDialects } from '@waystation/wire/chat/dialects'
import { type Loss, lossList } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import type { Draw } from '@waystation/wire/testing/draws/draw'
import type { JudgedRequest } from '@waystation/wire/testing/strict/judge'
import { WireError } from '@waystation/wire/wire-error'
import { compilePrice } from '../../../domain/pricing/price-call.ts'
import { providers } from '../../../providers/registry.ts'
import type { Attempt } from '../../attempt.ts'
import type { OptionReader } from '../../caller.ts'
import { chat } from '../../operations/chat.ts'
import { attemptOf } from '../../plan-route/attempt-at.ts'
import { encodeAttempt } from '../../prepare/encode-attempt.ts'
import { prepareRequest } from '../../prepare/prepare.ts'
import type { Call } from '../../types.ts'
import { UpstreamFailure } from '../../upstream/failure.ts'
import { targetOf } from '../../upstream/upstream-call.ts'
import type { Target } from './targets.ts'

/** What became of a drawn request. */
export type Encoded =
  | {
      readonly kind: 'sent'
      readonly call: Call
      readonly attempt: Attempt
      readonly request: JudgedRequest
      readonly losses: readonly Loss[]
    }
  /** Not a request of the client's dialect, we say. */
  | { readonly kind: 'misread'; readonly path: string }
  /** What the call needs cannot be said there. */
  | { readonly kind: 'refused'; readonly call: Call; readonly address: Omit<JudgedRequest, 'body'>; readonly losses: readonly Loss[] }

const options: OptionReader = { get: (option) => option.default }

const price = compilePrice({
  ...{ model: 'any', source: 'ratio', version: 0, groupRatio: '1', quotaPerUnit: 500_000 },
  ...{ kind: 'per-token', ratio: '1', weights: perBucket(() => '1') },
})

/** A call as the door of this dialect reads it. Throws WireError. */
export function callOfDraw(dialect: ClientDialectName, draw: Draw, model: string): Call {
  // In Gemini's dialect the model and the wish for a stream stand in the address.
  const address = clientDialects[dialect].edit.model({}, 'x').model === undefined ? { model, isStream: draw.streams } : undefined
  const body: JsonObject = address ? draw.body : { ...draw.body, model }
  return {
    id: '01J00000000000000000000000',
    endpoint: { method: 'POST', path: '/', operation: chat, dialect },
    facts: chat.read(body, dialect, address),
    body,
    clientHeaders: draw.headers,
    isStrict: false,
    startedMs: 0,
  }
}

/** The request that reaches this target. */
export async function encodeDraw(dialect: ClientDialectName, draw: Draw, target: Target, model: string): Promise<Encoded> {
  const call = readDraw(dialect, draw, model)
  if (call instanceof WireError) return { kind: 'misread', path: call.path }
  const { channel } = target
  const provider = providers[channel.type]
  const [key] = channel.keys
  if (!provider || !key) throw new Error(`there is no channel type ${channel.type}`)
  const format = { operation: 'chat', dialect: target.dialect } as const
  const attempt = attemptOf(call, { channel, model, provider, format, traits: traitsOf(model), price, passesThrough: false })
  const prepared = prepareRequest(call, attempt, options)
  const losses = lossList()
  try {
    const { url, headers, body } = await encodeAttempt(prepared, { options, userId: 1, key, estimate: {}, losses })
    return { kind: 'sent', call, attempt, request: { ...addressOf(url, headers), body: JSON.parse(String(body)) }, losses: losses.losses }
  } catch (error) {
    if (!(error instanceof UpstreamFailure) || error.facts.kind !== 'untranslatable') throw error
    const { url, headers } = provider.address(prepared.upstreamCall, targetOf(channel, key.secret))
    return { kind: 'refused', call, address: addressOf(url, headers), losses: losses.losses }
  }
}

function readDraw(dialect: ClientDialectName, draw: Draw, model: string): Call | WireError {
  try {
    return callOfDraw(dialect, draw, model)
  } catch (error) {
    if (error instanceof WireError) return error
    throw error
  }
}

function addressOf(url: URL, headers: Readonly<Record<string, string>>): Omit<JudgedRequest, 'body'> {
  return {
    path: decodeURI(url.pathname),
    query: Object.fromEntries(url.searchParams),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
  }
}
