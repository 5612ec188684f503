// Tests a channel: one small call, encoded and sent like any other, without a user and without money (server-behaviour 3.11). The domain's
// port, implemented here.

import { completionTokensOf, promptTokensOf } from '@waystation/contract/calls/usage'
import { formatsFor } from '@waystation/contract/channels/channel-type'
import type { ModelTraits } from '@waystation/contract/models/traits'
import { passThroughRequestEnabled } from '@waystation/contract/options/global'
import { relayWholeFirstByteTimeoutSeconds } from '@waystation/contract/options/relay'
import { channelStatus } from '@waystation/contract/site/status-table'
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { type RoutableChannel, upstreamModelOf } from '../../domain/catalog/routable-channel.ts'
import type { ProbeCaller, ProbeResult, Prober, ProbeTarget } from '../../domain/ports.ts'
import { type CompiledPrice, priceCall } from '../../domain/pricing/price-call.ts'
import type { Provider } from '../../providers/provider.ts'
import type { Gateway } from '../gateway.ts'
import type { PreparedRequest } from '../held.ts'
import { Meter } from '../meter/meter.ts'
import { chat } from '../operations/chat.ts'
import { embeddings } from '../operations/embeddings.ts'
import { images } from '../operations/images/images.ts'
import { moderation } from '../operations/moderation.ts'
import { ocr } from '../operations/ocr.ts'
import { rerank } from '../operations/rerank.ts'
import { speech } from '../operations/speech.ts'
import { transcription } from '../operations/transcription.ts'
import { pricedCall } from '../place-hold/priced-size.ts'
import { attemptOf } from '../plan-route/attempt-at.ts'
import { encodeAttempt } from '../prepare/encode-attempt.ts'
import { prepareRequest } from '../prepare/prepare.ts'
import { priceKeys } from '../settle/bucket-keys.ts'
import type { Call, OperationKind } from '../types.ts'
import { answerTo } from '../upstream/converse.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { failureOfResponse, notAnswerFailure, reportedFailure } from '../upstream/failures.ts'
import { readAnswer } from '../upstream/read-answer.ts'
import { scrubOf } from '../upstream/scrub.ts'
import { targetOf } from '../upstream/upstream-call.ts'
import { type NoteServices, probeFailure, testAttempt } from './note-probe.ts'
import { samplePage } from './sample-page.ts'
import { sampleRecording } from './sample-recording.ts'
import { addressOf, callAddress, fetchModels, MAX_QUOTED, providerOf, readBalance } from './vendor-queries.ts'

/** An answer to a test, at most. */
const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_ANSWER_CHARACTERS = 500
const MAX_TEST_MS = 60_000

type ProberParts = Pick<Gateway, 'exchange' | 'providers' | 'options' | 'prices' | 'traits' | 'counter' | 'clock' | 'pseudonym'> &
  NoteServices

export function prober(parts: ProberParts): Prober {
  return {
    probe: (target, caller) => probe(target, caller, parts),
    fetchModels: (target) => fetchModels(target, parts),
    readBalance: (target) => readBalance(target, parts, new Date()),
    addressOf: (target) => callAddress(target, parts),
  }
}

/** A failed test, with the vendor's message or ours. */
type Failed = (error: string, more?: Partial<ProbeResult>) => ProbeResult

async function probe(target: ProbeTarget, caller: ProbeCaller, parts: ProberParts): Promise<ProbeResult> {
  const startedMs = parts.clock.now()
  const provider = providerOf(target, parts)
  const channel = channelOf(target)
  const upstream = upstreamModelOf(channel, target.model)
  const price = parts.prices.priceOf({ requested: target.model, upstream, channelType: target.type, ...caller })
  const priceFacts = price ? { priceFacts: priceKeys(price) } : {}
  const scrub = scrubOf(target)
  const failed: Failed = (error, more) => ({
    ...{ ...priceFacts, isOk: false, answer: '', error: scrub(error).slice(0, MAX_QUOTED), firstMs: null },
    ...{ totalMs: Math.round(parts.clock.now() - startedMs), promptTokens: 0, completionTokens: 0, wouldBeQuota: 0 },
    ...more,
  })
  if (!price) {
    const refusal = { code: 'model_price_error', facts: { model: target.model } } as const
    return failed(`no price is set for ${target.model}`, { refusal })
  }
  const operation = operationFor(parts.traits(target.model), provider)
  const far = { operations: provider.operations, formats: formatsFor(provider, upstream) }
  const format = operation.formatFor(far, provider.speaks(target, upstream).slice(0, 1), 'openai-chat')
  if (!format) return failed(`channels of this type do not serve ${operation.name}`)
  const traits = parts.traits(upstream)
  const call = probeCall(target, { traits, operation, startedMs })
  const attempt = attemptOf(call, {
    ...{ channel, model: target.model, provider, format, traits, price },
    passesThrough: parts.options.get(passThroughRequestEnabled),
  })
  const prepared = prepareRequest(call, attempt, parts.options)
  // An invalid address has an error code of its own.
  addressOf(target, prepared.upstreamCall, provider)
  const result = await testAttempt(target, attempt, parts, () => tested(prepared, price, { parts, failed }))
  return { ...priceFacts, ...result, answer: scrub(result.answer).slice(0, MAX_ANSWER_CHARACTERS) }
}

async function tested(
  prepared: PreparedRequest,
  price: CompiledPrice,
  answering: { parts: ProberParts; failed: Failed },
): Promise<ProbeResult> {
  try {
    return await answered(prepared, price, answering)
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error
    const { kind, detail, upstream } = error.facts
    return answering.failed(kind === 'blocked' ? 'this address may not be reached' : detail, {
      failure: probeFailure(error, prepared.attempt),
      ...(upstream && { status: upstream.status }),
    })
  }
}

/** Throws UpstreamFailure where no answer came. */
async function answered(
  prepared: PreparedRequest,
  price: CompiledPrice,
  { parts, failed }: { parts: ProberParts; failed: Failed },
): Promise<ProbeResult> {
  const { options, counter } = parts
  const { call, attempt } = prepared
  const key = { id: 0, secret: attempt.channel.keys[0]?.secret ?? '' }
  const request = await encodeAttempt(prepared, { options, userId: 0, key, estimate: {}, losses: lossList() })
  const target = {
    provider: attempt.provider,
    channel: targetOf(attempt.channel, key.secret),
    firstByteMs: Math.min(options.get(relayWholeFirstByteTimeoutSeconds) * 1000, MAX_TEST_MS),
    idleMs: MAX_TEST_MS,
  }
  const answer = await answerTo(request, target, { gateway: parts, attempt, userId: 0, isWanted: () => true })
  const firstMs = Math.round(parts.clock.now() - call.startedMs)
  const { status } = answer
  const refused = (words: string, failure: UpstreamFailure) => failed(words, { status, firstMs, failure: probeFailure(failure, attempt) })
  if (status !== 200) {
    const failure = await failureOfResponse(answer, attempt)
    return refused(`${status}: ${failure.facts.upstream?.message ?? ''}`, failure)
  }
  const body = await answer.whole({ maxBytes: MAX_ANSWER_BYTES, deadlineMs: MAX_TEST_MS })

  const priced = pricedCall(call, attempt)
  const listener = call.endpoint.operation.replyListener(attempt, { stream: attempt.isStreamed }, priced)
  const meter = new Meter(priced, listener, { tiers: [], isMadeUp: attempt.provider.hasMadeUpCounts })
  const reading = readAnswer(body, meter, call, attempt)
  if (reading.error) return refused(reading.error.message, reportedFailure(reading.error, attempt))
  if (!meter.isComplete && !reading.usage && !meter.hasProduce)
    return refused('200, but not an answer', notAnswerFailure('not an answer', body.toString('utf8'), attempt))
  const { usage } = await meter.finalUsage(counter, true)
  return {
    isOk: true,
    answer: reading.text,
    status,
    firstMs,
    totalMs: Math.round(parts.clock.now() - call.startedMs),
    promptTokens: promptTokensOf(usage),
    completionTokens: completionTokensOf(usage),
    wouldBeQuota: priceCall(usage, price),
  }
}

/** The tested channel as one of the catalog, whether it is stored or not. */
function channelOf({ key, keyId, model, ...target }: ProbeTarget): RoutableChannel {
  return {
    ...target,
    ...{ keys: [{ id: keyId, secret: key }], models: [model], groups: [], prefix: '', priority: 0, weight: 0, autoBan: false },
    ...{ status: channelStatus.enabled, maxInputTokens: 0, autoDisabled: undefined },
  }
}

function probeCall(
  target: ProbeTarget,
  { traits, operation, startedMs }: { traits: ModelTraits; operation: OperationKind; startedMs: number },
): Call {
  const body = { ...probeBody(traits, operation), model: target.model }
  return {
    ...(operation === transcription && {
      form: [{ name: 'model', text: target.model }, { name: 'language', text: 'en' }, sampleRecording],
    }),
    id: '',
    endpoint: { method: 'POST', path: 'test', operation, dialect: 'openai-chat' },
    facts: operation.read(body, 'openai-chat'),
    body,
    clientHeaders: {},
    isStrict: false,
    startedMs,
  }
}

/** What such a model is tested with. */
function operationFor({ work, likelyWork }: ModelTraits, { operations }: Pick<Provider, 'operations'>): OperationKind {
  if (likelyWork === 'ranking') return rerank
  if (work === 'speech' || likelyWork === 'speech') return speech
  if (likelyWork === 'moderation') return moderation
  if (likelyWork === 'ocr') return ocr
  if (work === 'transcription' || likelyWork === 'transcription') return transcription
  // Some models with such a word in their names make pictures in a chat.
  if (work === 'image' || (operations.includes('images') && !operations.includes('chat'))) return images
  return likelyWork === 'embedding' ? embeddings : chat
}

function probeBody({ thinking }: ModelTraits, operation: OperationKind): JsonObject {
  if (operation === embeddings) return { input: ['hello world'] }
  if (operation === moderation) return { input: 'hello world' }
  if (operation === ocr) return { document: { type: 'document_url', document_url: samplePage } }
  if (operation === rerank) return { query: 'a greeting', documents: ['hello world', 'two and two'] }
  if (operation === speech) return { input: 'hi', voice: 'alloy' }
  if (operation === transcription) return {}
  if (operation === images) return { prompt: 'a red dot' }
  // Reasoning models spend their tokens on thinking first.
  return { messages: [{ role: 'user', content: 'hi' }], max_tokens: thinking === 'effort' ? 1000 : 50 }
}
