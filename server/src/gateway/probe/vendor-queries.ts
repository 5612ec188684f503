// Queries to a vendor other than calls: which models it serves, and an account's balance. They have no user and cost nothing.
import { channelType, needsAddress } from '@waystation/contract/channels/channel-type'
import { AppError } from '@waystation/contract/errors'
import { listItems } from '@waystation/contract/values/codec'
import { cleanExact } from '@waystation/contract/values/pasted'
import type { DialectName } from '@waystation/wire/chat/dialects'
import { vendorDialects } from '@waystation/wire/chat/dialects'
import { isObject, type Json, type JsonObject, parseJson } from '@waystation/wire/encoding/json'
import type { Balance, ProbeTarget } from '../../domain/ports.ts'
import { secretScrubber } from '../../lib/scrub.ts'
import type { Provider, UpstreamAddress, UpstreamCall } from '../../providers/provider.ts'
import type { Gateway } from '../gateway.ts'
import { UpstreamFailure } from '../upstream/failure.ts'
import { scrubOf, secretsOfChannel } from '../upstream/scrub.ts'
import { settingsOf, targetOf } from '../upstream/upstream-call.ts'
import { failureWords, refusalOf, VendorRefusal } from './vendor-refusal.ts'

/** Maximum characters of the upstream's error message. Only a well-formed error is shown: the address may be of an internal service. */
export const MAX_QUOTED = 300
const MAX_BYTES = 8 * 1024 * 1024
const MAX_MODEL_NAME = 255
const TIMEOUT_MS = 15_000
/** Maximum requests for one balance: ends a reader that always wants another. */
const MAX_STEPS = 4

type Parts = Pick<Gateway, 'exchange' | 'providers'>
type Target = Omit<ProbeTarget, 'model'>

/** Model names that a channel's vendor lists, sorted. @throws AppError models_fetch_failed or address_blocked */
export function fetchModels(target: Target, parts: Parts): Promise<string[]> {
  return asked('models_fetch_failed', target, async () => {
    const provider = providerOf(target, parts)
    const call: UpstreamCall = {
      operation: 'models',
      dialect: 'openai-chat',
      model: '',
      requestedModel: '',
      isStream: false,
      clientHeaders: {},
      settings: {},
    }
    const names: string[] = []
    for (const address of listsOf(target, call, provider)) {
      const listed = (provider.readModels ?? usualModels)(await getJson(address, target, provider, parts))
      if (!listed) throw new VendorRefusal({ zh: '供应商返回的不是模型列表', en: 'the provider did not return a list of models' })
      names.push(...listed)
    }
    const clean = secretScrubber(secretsOfChannel(target))
    // One that a list of models would take apart could be ticked and never called.
    const isName = (name: string) => name.length <= MAX_MODEL_NAME && listItems(name).length === 1 && clean(name) === name
    // Google lists resource paths, not plain names.
    const plain = names.map((name) => cleanExact(name).replace(/^models\//, '')).filter(isName)
    return [...new Set(plain)].sort()
  })
}

/** Where the models are listed. @throws AppError bad_url */
function listsOf(target: Target, call: UpstreamCall, provider: Provider): readonly UpstreamAddress[] {
  return withAddress(
    target,
    () => provider.modelLists?.(targetOf(target, target.key)) ?? [provider.address(call, targetOf(target, target.key))],
  )
}

/** The names in a list of models in OpenAI's shape, or in a bare list. */
function usualModels(list: Json | undefined): string[] | undefined {
  const items = isObject(list) && Array.isArray(list.data) ? list.data : Array.isArray(list) ? list : undefined
  return items?.map((item) => (isObject(item) ? item.id : item)).filter((name) => typeof name === 'string')
}

/** What the account of a channel's key has left. @throws AppError balance_not_offered, balance_fetch_failed or address_blocked */
export function readBalance(target: Target, parts: Parts, now: Date): Promise<Balance> {
  return asked('balance_fetch_failed', target, async () => {
    const provider = providerOf(target, parts)
    const answers: JsonObject[] = []
    while (answers.length < MAX_STEPS) {
      const step = balanceStep(target, provider, answers, now)
      if (!step) throw answers.length === 0 ? new AppError('balance_not_offered') : noBalance()
      if ('balance' in step) return step.balance
      const answer = await getJson(step.ask, target, provider, parts)
      if (!isObject(answer)) throw noBalance()
      answers.push(answer)
    }
    throw noBalance()
  })
}

function balanceStep(target: Target, provider: Provider, answers: readonly JsonObject[], now: Date) {
  return withAddress(target, () => provider.balance?.(targetOf(target, target.key), answers, now))
}

const noBalance = () => new VendorRefusal({ zh: '供应商的响应里没有余额', en: 'the response of the provider has no balance' })

/** An error with our message and the vendor's, without our secrets. */
async function asked<Answer>(code: 'models_fetch_failed' | 'balance_fetch_failed', target: Target, ask: () => Promise<Answer>) {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof UpstreamFailure && error.facts.kind === 'blocked') throw new AppError('address_blocked', {}, { cause: error })
    throw new AppError(code, { detail: failureWords(error, scrubOf(target)) })
  }
}

async function getJson(
  { url, headers }: UpstreamAddress,
  target: Target,
  provider: Provider,
  { exchange }: Parts,
): Promise<Json | undefined> {
  const request = { method: 'GET', url, headers: { ...headers, accept: 'application/json' } } as const
  const channel = targetOf(target, target.key)
  const answer = await exchange.send(request, { provider, channel, firstByteMs: TIMEOUT_MS, idleMs: TIMEOUT_MS })
  const text = (await answer.whole({ maxBytes: MAX_BYTES, deadlineMs: TIMEOUT_MS })).toString('utf8')
  if (answer.status === 200) return parseJson(text)
  throw refusalOf(answer.status, scrubOf(target)(wordsOf('openai-chat', answer.status, text)).slice(0, MAX_QUOTED))
}

/** @throws AppError channel_type_ended, channel_type_unsupported or base_url_required */
export function providerOf(target: Pick<ProbeTarget, 'type' | 'baseUrl'>, { providers }: Pick<Gateway, 'providers'>): Provider {
  const { id, ended } = channelType(target.type)
  const provider = providers[id]
  if (ended) throw new AppError('channel_type_ended', { detail: ended })
  if (!provider) throw new AppError('channel_type_unsupported')
  if (target.baseUrl === '' && needsAddress(target.type)) throw new AppError('base_url_required')
  return provider
}

/** @throws AppError bad_url */
export function addressOf(target: Target, call: UpstreamCall, provider: Provider): UpstreamAddress {
  return withAddress(target, () => provider.address(call, targetOf(target, target.key)))
}

/**
 * Where a call of this model goes: a chat call where the channel speaks OpenAI's chat, else one of the dialect that it speaks best; empty
 * where the key says so. @throws AppError bad_url, channel_type_unsupported or base_url_required
 */
export function callAddress(target: ProbeTarget, parts: Pick<Gateway, 'providers' | 'options'>): string {
  const provider = providerOf(target, parts)
  if (provider.isAddressComputed && target.key === '') return ''
  const [operation = 'chat'] = provider.operations
  const spoken = provider.speaks(target, target.model)
  const dialect = spoken.find((name) => name === 'openai-chat') ?? spoken[0] ?? 'openai-chat'
  const { model } = target
  const settings = settingsOf(provider, parts.options)
  const call: UpstreamCall = { operation, dialect, model, requestedModel: model, isStream: false, clientHeaders: {}, settings }
  return addressOf(target, call, provider).url.href
}

/** @throws AppError bad_url where the address is none */
function withAddress<Value>({ baseUrl }: Target, make: () => Value): Value {
  try {
    return make()
  } catch (error) {
    throw new AppError('bad_url', { detail: baseUrl }, { cause: error })
  }
}

/** The message of an error; the status where there is none. */
function wordsOf(dialect: DialectName, status: number, text: string): string {
  return vendorDialects[dialect].readError(status, parseJson(text)).message
}
