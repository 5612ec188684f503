// What the test of a single step hands to it: a caller, a channel, a call as its door reads it, and an attempt as the plan makes it.
import { traitsOf } from '@waystation/contract/models/traits'
import type { Option } from '@waystation/contract/options/option'
import { UserSetting } from '@waystation/contract/people/user'
import { perBucket } from '@waystation/contract/prices/price-buckets'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { type RoutableChannel, routableChannel, type StoredChannel } from '../../domain/catalog/routable-channel.ts'
import type { PricePerToken } from '../../domain/pricing/price.ts'
import { type CompiledPrice, compilePrice } from '../../domain/pricing/price-call.ts'
import { providers } from '../../providers/registry.ts'
import type { Attempt } from '../attempt.ts'
import type { AddressFacts } from '../call-facts.ts'
import type { Caller, OptionReader } from '../caller.ts'
import { attemptOf } from '../plan-route/attempt-at.ts'
import type { Call, RelayEndpoint } from '../types.ts'

/** Options at these values, and all others at their defaults. */
export function optionsWith(...values: readonly (readonly [option: object, value: unknown])[]): OptionReader {
  const known = new Map<unknown, unknown>(values)
  return { get: <Value>(option: Option<Value>): Value => (known.has(option) ? (known.get(option) as Value) : option.default) }
}

/** A user in the playground. */
export const playgroundCaller: Caller = {
  user: {
    id: 1,
    username: 'u',
    role: 100,
    status: 1,
    group: 'default',
    language: '',
    accountId: 11,
    setting: UserSetting.parse({}),
    budgets: [],
    limits: undefined,
  },
  token: undefined,
  tokenName: '',
  group: 'default',
  pinnedChannelId: undefined,
  ip: '',
  language: 'en',
}

type Token = NonNullable<Caller['token']>

/** The same user with a token. */
export function tokenCaller(token: Partial<Token> = {}): Caller {
  const usual: Token = {
    ...{ id: 5, name: 't', status: 1, group: '', isUnlimited: false, accountId: 55, expiresAt: null },
    ...{ budgets: [], limits: undefined, rateLimit: null, models: null, aliases: null, allowIps: { isEmpty: true, has: () => false } },
  }
  return { ...playgroundCaller, token: { ...usual, ...token }, tokenName: usual.name }
}

const storedChannel: StoredChannel = {
  ...{ id: 1, name: 'one', type: 8, status: 1, base_url: 'http://far.example', openai_organization: '', other: '' },
  ...{ models: 'm', group_names: 'default', model_prefix: '', priority: 0, weight: 0, auto_ban: 1, max_input_tokens: 0 },
  ...{ model_mapping: '', status_code_mapping: '', param_override: '', setting: '', system_prompt: '', other_info: '' },
}

/** A channel to a server of OpenAI's form, with these columns changed. */
export function channelWith(columns: Partial<StoredChannel> = {}): RoutableChannel {
  return routableChannel({ ...storedChannel, ...columns }, [{ id: 1, secret: 'key-of-channel' }])
}

/** A call as its door reads it. Throws WireError. @param address of a door that has the model in its address */
export function callAt(endpoint: RelayEndpoint, body: JsonObject, more: Partial<Call> = {}, address?: AddressFacts): Call {
  const facts = endpoint.operation.read(body, endpoint.dialect, address)
  return { id: 'call-1', endpoint, facts, body, clientHeaders: {}, isStrict: false, startedMs: 0, ...more }
}

/** A price per token: one quota unit for a token of any kind. */
export function tokenPrice(more: Partial<PricePerToken> = {}): CompiledPrice {
  const usual = { model: 'm', source: 'ratio', version: 0, groupRatio: '1', quotaPerUnit: 500_000 } as const
  return compilePrice({ ...usual, kind: 'per-token', ratio: '1', weights: perBucket(() => '1'), ...more })
}

/** A price per call, in dollars of 500,000 quota units. */
export function callPrice(dollars: string, model = 'm'): CompiledPrice {
  return compilePrice({ model, source: 'price', version: 0, groupRatio: '1', quotaPerUnit: 500_000, kind: 'per-call', dollars })
}

interface AttemptGiven {
  readonly channel?: RoutableChannel
  readonly price?: CompiledPrice
  /** Is the request sent as the client wrote it? */
  readonly passesThrough?: boolean
}

/** An attempt at the call as the plan makes it: at the channel's own provider, in the best format that this has for the call. */
export function attemptAt(
  call: Call,
  { channel = channelWith(), price = tokenPrice(), passesThrough = false }: AttemptGiven = {},
): Attempt {
  const { model } = call.facts
  const provider = providers[channel.type]
  const { operation, dialect } = call.endpoint
  const format = provider && operation.formatFor(provider, provider.speaks(channel, model), dialect)
  if (!provider || !format) throw new Error(`channels of type ${channel.type} do not serve ${operation.name}`)
  return attemptOf(call, { channel, model, provider, format, traits: traitsOf(channel.modelMapping[model] ?? model), price, passesThrough })
}
