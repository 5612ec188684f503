// A million calls in the order of their times: busier by day than by night and on workdays, answered mostly, and with failures of every kind.
import type { LogOther } from '@waystation/contract/calls/log'
import { failureKind } from '@waystation/contract/calls/outcomes'
import { type ErrorCode, errorStatus } from '@waystation/contract/errors'
import { channelStatus, logType } from '@waystation/contract/site/status-table'
import { channelTestRow } from '../../server/src/domain/log/row-type.ts'
import type { PlannedChannel } from './channels.ts'
import { groupRatios } from './channels.ts'
import { type Draw, idOf } from './draw.ts'
import { type SoldModel, taskModels } from './models.ts'
import type { PlannedToken, PlannedUser } from './people.ts'

const QUARTER = 900
const DAY = 86_400
/** The site's hours are these many before those of UTC. */
const ZONE_SECONDS = 8 * 3600
/** The share of a day's calls in each of its hours, in thousandths. */
const HOURS = [12, 8, 6, 5, 6, 10, 18, 32, 52, 66, 74, 78, 64, 70, 76, 74, 68, 60, 50, 44, 42, 38, 30, 17]
/** How often a call fails so, of ten thousand. */
const FAILURES: readonly { readonly code: ErrorCode; readonly status?: number; readonly often: number; readonly detail?: string }[] = [
  { code: 'upstream_error', status: 429, often: 120, detail: 'Rate limit reached for requests' },
  { code: 'upstream_error', status: 500, often: 60, detail: 'The server had an error while processing your request' },
  { code: 'upstream_error', status: 503, often: 45, detail: 'The server is overloaded, please try again later' },
  { code: 'upstream_timeout', often: 30, detail: 'HeadersTimeoutError' },
  { code: 'upstream_error', status: 400, often: 25, detail: 'This model does not support image input' },
  { code: 'insufficient_user_quota', often: 35 },
  { code: 'rate_limit_exceeded', often: 28 },
  { code: 'model_not_found', often: 15 },
  { code: 'get_channel_failed', often: 7 },
]
/** Quota units. */
const SHORT_OF_MONEY = { need: 41_200, available: 6_150, way_out: '' }
/** Each as often as it happens. */
const OFTEN = FAILURES.flatMap((failure) => Array.from({ length: failure.often }, () => failure))
const FAILING = OFTEN.length
const ADDRESSES = ['203.0.113.', '198.51.100.', '192.0.2.', '10.20.30.']

export interface CallWorld {
  readonly users: readonly PlannedUser[]
  readonly tokens: readonly PlannedToken[]
  readonly channels: readonly PlannedChannel[]
  readonly models: readonly SoldModel[]
  readonly draw: Draw
}

/** One call. Quota units; times in milliseconds. */
export interface Call {
  readonly id: string
  readonly atMs: number
  readonly type: number
  readonly user: PlannedUser
  readonly token: PlannedToken
  readonly channel: PlannedChannel | undefined
  readonly model: string
  readonly promptTokens: number
  readonly outputTokens: number
  readonly quota: number
  readonly firstMs: number
  readonly tookMs: number
  readonly isStream: boolean
  readonly clientIp: string
  readonly group: string
  /** Of a call that failed. */
  readonly failure?: string
  readonly task?: (typeof taskModels)[number]
  readonly other: LogOther
}

/** So many calls from a time to another, unix seconds. */
export function* largeCalls(world: CallWorld, { count, from, to }: { count: number; from: number; to: number }): Generator<Call> {
  const makeCall = callMaker(world)
  const weights: number[] = []
  for (let quarter = from; quarter < to; quarter += QUARTER) weights.push(weightOf(quarter, from, to))
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  let [done, share] = [0, 0]
  for (const [index, weight] of weights.entries()) {
    share += weight
    const until = Math.round((count * share) / all)
    const seconds = Math.min(QUARTER, to - from - index * QUARTER)
    const started = (from + index * QUARTER) * 1000
    for (let at = done; at < until; at++) {
      yield makeCall(at, started + Math.floor(((at - done + world.draw.next()) * seconds * 1000) / (until - done)))
    }
    done = until
  }
}

/** More and more calls, and fewer on a weekend. */
function weightOf(quarter: number, from: number, to: number): number {
  const local = quarter + ZONE_SECONDS
  const weekday = Math.floor(local / DAY + 4) % 7
  const weekend = weekday === 0 || weekday === 6 ? 0.55 : 1
  return (HOURS[Math.floor((local % DAY) / 3600)] ?? 1) * weekend * (0.7 + (0.5 * (quarter - from)) / (to - from))
}

function callMaker({ users, tokens, channels, models, draw }: CallWorld) {
  const tokensOf = new Map<number, PlannedToken[]>()
  for (const token of tokens) tokensOf.set(token.userId, [...(tokensOf.get(token.userId) ?? []), token])
  const serving = new Map<string, PlannedChannel[]>()
  for (const channel of channels)
    if (channel.status !== channelStatus.disabled)
      for (const model of channel.models) serving.set(model, [...(serving.get(model) ?? []), channel])
  const sold = models.filter(({ name, price }) => price !== undefined && serving.has(name))
  const liked = new Map(users.map(({ id }) => [id, Array.from({ length: 6 }, () => draw.pick(sold, 2.6))]))

  return (number: number, atMs: number): Call => {
    const user = draw.pick(users, 2.4)
    const token = draw.pick(tokensOf.get(user.id) ?? tokens, 2)
    const group = token.group === '' ? user.group : token.group
    const clientIp = `${ADDRESSES[user.id % ADDRESSES.length]}${1 + (user.id % 250)}`
    const who = { id: idOf(atMs, number), atMs, user, token, group, clientIp }
    const lot = draw.below(10_000)
    if (lot < 30) return taskCall(who, serving, draw)
    const model = draw.isLucky(0.85) ? draw.pick(liked.get(user.id) ?? sold, 1.5) : draw.pick(sold, 3)
    const channel = draw.pick(serving.get(model.name) ?? channels, 2)
    if (lot < 30 + FAILING) return failedCall(who, { model, channel }, draw)
    return answeredCall(who, { model, channel, isTest: lot > 9990 }, draw)
  }
}

type Who = Pick<Call, 'id' | 'atMs' | 'user' | 'token' | 'group' | 'clientIp'>
interface Where {
  readonly model: SoldModel
  readonly channel: PlannedChannel
}

const ratioOf = (group: string): number => groupRatios[group as keyof typeof groupRatios] ?? 1

function answeredCall(who: Who, { model, channel, isTest }: Where & { isTest: boolean }, draw: Draw): Call {
  const price = model.price ?? { ratio: '1' }
  const hasOutput = !model.name.includes('embed')
  const promptTokens = draw.between(20, 24_000, 2.8)
  const cached = hasOutput && draw.isLucky(0.4) ? draw.below(promptTokens) : 0
  const outputTokens = hasOutput ? draw.between(1, 4000, 2.2) : 0
  const weights = { freshInput: '1', cacheRead: price.cache ?? '1', output: price.completion ?? '1' }
  const tokens = { freshInput: promptTokens - cached, cacheRead: cached, output: outputTokens }
  const weighed = tokens.freshInput + cached * Number(weights.cacheRead) + outputTokens * Number(weights.output)
  const quota = isTest ? 0 : Math.max(1, Math.round(weighed * Number(price.ratio) * ratioOf(who.group)))
  const firstMs = draw.between(120, 3500, 2.5)
  const lines = (['freshInput', 'cacheRead', 'output'] as const)
    .filter((bucket) => tokens[bucket] > 0)
    .map((bucket) => ({ bucket, tokens: tokens[bucket], weight: weights[bucket] }))
  const other: LogOther = {
    ...{ model_ratio: Number(price.ratio), completion_ratio: Number(weights.output), group_ratio: ratioOf(who.group) },
    ...(cached > 0 ? { cache_tokens: cached, cache_ratio: Number(weights.cacheRead) } : {}),
    ...{
      frt: firstMs,
      end_reason: draw.isLucky(0.01) ? 'client_gone' : 'done',
      usage_source: 'upstream',
      endpoint: '/v1/chat/completions',
    },
    ...(isTest ? { is_test: true, would_be_quota: Math.round(weighed) } : {}),
    charge: {
      ...{ kind: 'per-token', price_source: 'ratio', priced_model: model.name, lines, model_ratio: price.ratio },
      ...{ group_ratio: String(ratioOf(who.group)), quota, held: quota * 3 + 500, entry_ref: `settle:${who.id}` },
    },
    admin_info: { use_channel: [String(channel.id)] },
  }
  const times = { firstMs, tookMs: firstMs + outputTokens * draw.between(4, 22) }
  const type = isTest ? channelTestRow : logType.consumption
  const isStream = hasOutput && draw.isLucky(0.7)
  return { ...who, type, channel, model: model.name, promptTokens, outputTokens, quota, ...times, isStream, other }
}

function failedCall(who: Who, { model, channel }: Where, draw: Draw): Call {
  const failure = OFTEN[draw.below(FAILING)]
  const { code, detail } = failure ?? { code: 'upstream_error' as const, detail: undefined }
  const status = failure?.status ?? errorStatus(code)
  const isVendors = detail !== undefined
  const name = code === 'model_not_found' ? 'gpt-4o-ultra' : model.name
  const tookMs = code === 'upstream_timeout' ? 60_000 : draw.between(3, 2000, 2)
  const attempt = { channel_id: channel.id, channel_name: channel.name, started_ms: 1, took_ms: tookMs, status }
  const other: LogOther = {
    ...{ error_type: isVendors ? 'upstream_error' : 'gateway_error', error_code: code, status_code: status },
    ...(isVendors ? { end_reason: code === 'upstream_timeout' ? 'upstream_timeout' : 'upstream_error' } : {}),
    content: { key: code, facts: { model: name, group: who.group, seconds: 60, limit: 600, detail: detail ?? '', ...SHORT_OF_MONEY } },
    admin_info: isVendors
      ? { use_channel: [String(channel.id)], attempts: [{ ...attempt, error: detail }], error_detail: detail }
      : { use_channel: [] },
  }
  return {
    ...{ ...who, type: logType.error, channel: isVendors ? channel : undefined, model: name, promptTokens: 0, outputTokens: 0, quota: 0 },
    ...{ firstMs: 0, tookMs, isStream: true, failure: failureKind(code, status), other },
  }
}

function taskCall(who: Who, serving: ReadonlyMap<string, PlannedChannel[]>, draw: Draw): Call {
  const task = draw.pick(taskModels, 1.5)
  const channel = draw.pick(serving.get(task.model) ?? [])
  const quota = Math.round(task.quota * ratioOf(who.group))
  const dollars = String(task.quota / 500_000)
  const other: LogOther = {
    ...{ model_price: Number(dollars), group_ratio: ratioOf(who.group), endpoint: `/${task.platform}/submit` },
    charge: {
      ...{ kind: 'per-call', price_source: 'price', priced_model: task.model, model_price: dollars },
      ...{ lines: [{ bucket: 'calls', tokens: 1, weight: '1' }], group_ratio: String(ratioOf(who.group)), quota, held: quota },
    },
    admin_info: { use_channel: [String(channel.id)] },
  }
  return {
    ...{ ...who, type: logType.consumption, channel, model: task.model, promptTokens: 0, outputTokens: 0, quota },
    ...{ firstMs: 0, tookMs: draw.between(5000, 90_000), isStream: false, task, other },
  }
}
