// Tries a channel out: one small call, without a user and without money (server-behaviour 3.11). The domain's port, implemented here.
import { isEmbeddingModel } from '@waystation/contract/default-model'
import { AppError } from '@waystation/contract/errors'
import { relayFirstByteTimeoutSeconds } from '@waystation/contract/options/relay'
import { asClientDialect, clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { translateRequest } from '@waystation/wire/chat/translate'
import type { JsonObject } from '@waystation/wire/json'
import { thinks } from '@waystation/wire/openai/thinks'
import type { ProbeCaller, ProbeResult, Prober, ProbeTarget } from '../../domain/ports.ts'
import { priceCall } from '../../domain/pricing/price-call.ts'
import { BlockedAddress } from '../../lib/egress.ts'
import { readCapped } from '../../lib/read-capped.ts'
import type { UpstreamCall } from '../../providers/provider.ts'
import type { Gateway } from '../gateway.ts'
import { Meter } from '../meter/meter.ts'
import { chat } from '../operations/chat.ts'
import { embeddings } from '../operations/embeddings.ts'
import type { OperationKind } from '../operations/operation-kind.ts'
import { priceKeys } from '../settle/log-draft.ts'
import { overridden } from '../translate/translate.ts'
import type { Call } from '../types.ts'
import { scrubOf } from '../upstream/scrub.ts'
import { settingsOf } from '../upstream/upstream-call.ts'
import { addressOf, describe, fetchModels, MAX_QUOTED, providerOf, readBalance, wordsOf } from './ask-vendor.ts'

/** An answer to a test, at most. */
const MAX_ANSWER_BYTES = 1024 * 1024
const MAX_ANSWER_CHARACTERS = 500
const MAX_TEST_MS = 60_000

type ProberParts = Pick<Gateway, 'egress' | 'providers' | 'options' | 'prices' | 'counter'>

export function prober(parts: ProberParts): Prober {
  return {
    probe: (target, caller) => probe(target, caller, parts),
    fetchModels: (target) => fetchModels(target, parts),
    readBalance: (target) => readBalance(target, parts, new Date()),
  }
}

async function probe(target: ProbeTarget, caller: ProbeCaller, parts: ProberParts): Promise<ProbeResult> {
  const startedMs = performance.now()
  const isEmbedding = isEmbeddingModel(target.model)
  const operation = isEmbedding ? embeddings : chat
  const upstreamModel = (Object.hasOwn(target.modelMapping, target.model) ? target.modelMapping[target.model] : undefined) || target.model
  const provider = providerOf(target, parts)
  const dialect = isEmbedding ? 'openai-chat' : (provider.speaks(target)[0] ?? 'openai-chat')
  const scrub = scrubOf(target)
  const price = parts.prices.priceOf({ asked: target.model, upstream: upstreamModel, channelType: target.type, ...caller })
  const priceFacts = price ? { priceFacts: priceKeys(price.price) } : {}
  const failed = (error: string, status?: number): ProbeResult => ({
    ...priceFacts,
    isOk: false,
    answer: '',
    error: scrub(error).slice(0, MAX_QUOTED),
    ...(status === undefined ? {} : { status }),
    firstMs: null,
    totalMs: Math.round(performance.now() - startedMs),
    promptTokens: 0,
    completionTokens: 0,
    wouldBeQuota: 0,
  })

  if (!price)
    return { ...failed(`no price is set for ${target.model}`), refusal: { code: 'model_price_error', facts: { model: target.model } } }
  try {
    const upstreamCall: UpstreamCall = {
      operation: operation.name,
      dialect,
      model: upstreamModel,
      asked: target.model,
      isStream: false,
      clientHeaders: {},
      settings: settingsOf(provider, parts.options),
    }
    const address = addressOf(target, upstreamCall, provider)
    const asked = probeBody(upstreamModel, isEmbedding)
    const said =
      dialect === 'openai-chat' ? asked : translateRequest(asked, { from: clientDialects['openai-chat'], to: vendorDialects[dialect] }).body
    const prompted =
      isEmbedding || target.systemPrompt === ''
        ? said
        : clientDialects[asClientDialect(dialect) ?? 'openai-chat'].edit.system(said, target.systemPrompt)
    const overriddenBody = overridden(prompted, target.paramOverride)
    const body = provider.adapt?.(overriddenBody, upstreamCall) ?? overriddenBody
    if (!provider.operations.includes(operation.name)) return failed(`channels of this type do not serve ${operation.name}`)
    const response = await parts.egress.send({
      method: 'POST',
      url: address.url,
      headers: { ...address.headers, 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      proxy: target.setting.proxy ?? undefined,
      headersTimeoutMs: Math.min(parts.options.get(relayFirstByteTimeoutSeconds) * 1000, MAX_TEST_MS),
      bodyTimeoutMs: MAX_TEST_MS,
    })
    const firstMs = Math.round(performance.now() - startedMs)
    const text = (await readCapped(response.body, { maxBytes: MAX_ANSWER_BYTES, deadlineMs: MAX_TEST_MS })).toString('utf8')
    if (response.statusCode !== 200)
      return { ...failed(`${response.statusCode}: ${wordsOf(dialect, response.statusCode, text)}`, response.statusCode), firstMs }

    const call = probeCall(target, asked, operation, startedMs)
    const meter = new Meter(call, operation.listener({ operation: operation.name, dialect }, { stream: false }))
    const reading = meter.push({ event: '', data: text })
    if (reading.error) return { ...failed(reading.error.message, 200), firstMs }
    if (!meter.isComplete && !reading.usage && !meter.hasProduce) return { ...failed('200, but not an answer', 200), firstMs }
    const { usage } = await meter.finalUsage(parts.counter, true)
    return {
      ...priceFacts,
      isOk: true,
      answer: scrub(reading.text).slice(0, MAX_ANSWER_CHARACTERS),
      status: 200,
      firstMs,
      totalMs: Math.round(performance.now() - startedMs),
      promptTokens: usage.freshInput + usage.cacheRead + usage.cacheWrite,
      completionTokens: usage.output,
      wouldBeQuota: priceCall(usage, price),
    }
  } catch (error) {
    if (error instanceof BlockedAddress) return failed('this address may not be reached')
    if (error instanceof AppError) throw error
    return failed(describe(error))
  }
}

function probeBody(model: string, isEmbedding: boolean): JsonObject {
  if (isEmbedding) return { model, input: ['hello world'] }
  // Reasoning models spend their tokens on thinking first.
  return { model, messages: [{ role: 'user', content: 'hi' }], max_tokens: thinks(model) ? 1000 : 50 }
}

function probeCall(target: ProbeTarget, body: JsonObject, operation: OperationKind, startedMs: number): Call {
  return {
    id: '',
    endpoint: { method: 'POST', path: 'test', operation, dialect: 'openai-chat' },
    facts: operation.read(body, 'openai-chat'),
    body: { ...body, model: target.model },
    clientHeaders: {},
    isStrict: false,
    startedMs,
  }
}
