// What the lists of the console ask, with every filter that their screens offer, alone and in likely pairs.
import { redemptionStates } from '@waystation/contract/money/redemption'
import { timelineKinds } from '@waystation/contract/people/timeline'

/** What there is to look for. */
export interface ListFacts {
  /** Unix seconds. */
  readonly now: number
  readonly models: readonly string[]
  readonly usernames: readonly string[]
  readonly userIds: readonly number[]
  readonly tokenNames: readonly string[]
  readonly channels: readonly { readonly id: number; readonly name: string; readonly type: number; readonly tag: string }[]
  readonly groups: readonly string[]
  readonly requestIds: readonly string[]
  readonly tradeNumbers: readonly string[]
  readonly codeNames: readonly string[]
  readonly months: readonly string[]
}

/** What a screen asks at once: `paths` gives the addresses for one time, each time with other values. */
export interface ListAsk {
  readonly list: string
  readonly filter: string
  paths(at: number): readonly string[]
}

type Value = string | number | undefined
/** Query parameters, each as it is or by the number of the time. */
type Parameters = Readonly<Record<string, Value | ((at: number) => Value)>>

const DAY = 86_400
/** So many times other values, and then the first ones again. */
const STRIDE = 7

/** Asks of one list: its addresses are asked together, each filter by its name. */
function asksOf(list: string, addresses: readonly string[], filters: Readonly<Record<string, Parameters>>): ListAsk[] {
  return Object.entries(filters).map(([filter, parameters]) => ({
    ...{ list, filter },
    paths(at) {
      const query = new URLSearchParams()
      for (const [name, given] of Object.entries(parameters)) {
        const value = typeof given === 'function' ? given(at) : given
        if (value !== undefined) query.set(name, String(value))
      }
      return addresses.map((address) => `${address}${address.includes('?') ? '&' : '?'}${query}`)
    },
  }))
}

/** Another one of them each time. */
const turn =
  <Item>(items: readonly Item[]) =>
  (at: number): Item | undefined =>
    items[(at * STRIDE) % items.length]

/** Every list of the console. */
export function listAsks(facts: ListFacts): readonly ListAsk[] {
  return [...logAsks(facts), ...peopleAsks(facts), ...channelAsks(facts), ...moneyAsks(facts), ...otherAsks(facts)]
}

function logAsks({ now, models, usernames, tokenNames, channels, groups, requestIds }: ListFacts): ListAsk[] {
  const since = (days: number): Parameters => ({ start_timestamp: (at) => now - days * DAY - at * 60, end_timestamp: now })
  const today = since(1)
  const part = (at: number) => `*${turn(models)(at)?.slice(0, 7)}*`
  const channel: Parameters = { channel: (at) => turn(channels)(at)?.id }
  const own: Readonly<Record<string, Parameters>> = {
    none: {},
    today,
    'a week': since(7),
    'a month': since(30),
    'a later page': { p: (at) => 2 + at * 20 },
    'a type': { type: (at) => [1, 2, 3, 4, 5, 6, 7][at % 7] },
    'a part of a model': { model_name: part },
    'a whole model': { model_name: turn(models) },
    'a model nobody has': { model_name: '*nothing-is-called-so*' },
    'a least cost': { min_quota: (at) => 1000 * 3 ** (at % 9) },
    'a token': { token_name: turn(tokenNames) },
    'a group': { group: turn(groups) },
    'a request': { request_id: turn(requestIds) },
    'a failure': { failure: (at) => ['upstream_timeout', 'upstream_error 429', 'insufficient_user_quota', 'model_not_found'][at % 4] },
    dearest: { order: 'cost' },
    'dearest of a week': { order: 'cost', ...since(7) },
    'a model and a week': { model_name: part, ...since(7) },
    'a model and a type': { model_name: part, type: 6 },
    'a model and a least cost': { model_name: part, min_quota: 20_000 },
    'a failure and a week': { failure: 'upstream_error 429', ...since(7) },
    'a group and a type': { group: turn(groups), type: 6 },
    'a token and a week': { token_name: turn(tokenNames), ...since(7) },
  }
  const everybodys: Readonly<Record<string, Parameters>> = {
    ...own,
    'a user': { username: turn(usernames) },
    'a channel': channel,
    'a user and today': { username: turn(usernames), ...today },
    'a user and a model': { username: turn(usernames), model_name: part },
    'a user and a type': { username: turn(usernames), type: 6 },
    'a channel and a type': { ...channel, type: 6 },
    'a channel and a week': { ...channel, ...since(7) },
    'a channel and a model': { ...channel, model_name: part },
    'dearest of a user': { username: turn(usernames), order: 'cost' },
  }
  return [
    ...asksOf('logs', ['/api/log/?page_size=20'], everybodys),
    ...asksOf('own logs', ['/api/log/self?page_size=20'], own),
    // Above the rows, which do not wait for them.
    ...asksOf('sums of logs', ['/api/log/stat'], everybodys),
    ...asksOf('sums of own logs', ['/api/log/self/stat'], own),
  ]
}

function peopleAsks({ usernames, userIds, tokenNames, groups }: ListFacts): ListAsk[] {
  const part = (at: number) => turn(usernames)(at)?.slice(0, 4)
  return [
    ...asksOf('users', ['/api/user/search?page_size=20'], {
      none: {},
      'a later page': { p: (at) => 2 + at },
      'a part of a name': { keyword: part },
      'an id': { keyword: turn(userIds) },
      'a group': { group: turn(groups) },
      'a role': { role: (at) => [1, 10, 100][at % 3] },
      'a state': { state: (at) => ['active', 'banned', 'closed'][at % 3] },
      'a balance': { balance_below: (at) => [1, 500_000, 5_000_000][at % 3] },
      'days away': { idle_days: (at) => [7, 30, 90][at % 3] },
      sorted: { sort: (at) => ['-balance', '-used', '-calls', '-last_login'][at % 4] },
      'a group and a balance': { group: turn(groups), balance_below: 5_000_000, sort: 'balance' },
    }),
    ...asksOf('tokens', ['/api/token/?page_size=20'], {
      none: {},
      'a part of a name': { keyword: (at) => turn(tokenNames)(at)?.slice(0, 5) },
      'a status': { status: (at) => 1 + (at % 4) },
      sorted: { sort: (at) => ['-used_quota', '-remain_quota', 'name', '-accessed_time', 'expired_time'][at % 5] },
    }),
    ...['timeline?limit=50', 'tokens?page_size=20', 'sessions', 'statement?month=2026-11'].map((what) => ({
      ...{ list: 'user page', filter: what.replace(/\?.*/, '') },
      paths: (at: number) => [`/api/user/${turn(userIds)(at)}/${what}`],
    })),
    ...timelineKinds.map((kind) => ({
      ...{ list: 'user page', filter: `timeline of ${kind}` },
      paths: (at: number) => [`/api/user/${turn(userIds)(at)}/timeline?limit=50&kind=${kind}`],
    })),
  ]
}

function channelAsks({ channels, models, groups }: ListFacts): ListAsk[] {
  const sorts = ['id', 'name', '-priority', '-weight', '-used_quota', '-response_time', '-balance', '-failed']
  return [
    ...asksOf('channels', ['/api/channel/?page_size=20', '/api/channel/counts'], {
      none: {},
      'a part of a name': { keyword: (at) => turn(channels)(at)?.name.slice(-7) },
      'a model': { model: turn(models) },
      'a type': { type: (at) => turn(channels)(at)?.type },
      'a tag': { tag: (at) => turn(channels)(at)?.tag.split(',')[0] },
      'a group': { group: turn(groups) },
      'a status': { status: (at) => [1, 2, 3, 'resting'][at % 4] },
      'a test': { tested: (at) => ['ok', 'failed', 'none'][at % 3] },
      'by tag': { tag_mode: 'true' },
      sorted: { sort: (at) => sorts[at % sorts.length] },
      'a type and a status': { type: (at) => turn(channels)(at)?.type, status: 1 },
    }),
    ...asksOf('pricing', ['/api/pricing'], { none: {} }),
    ...asksOf('price versions', ['/api/price/versions?page_size=20'], { none: {} }),
  ]
}

function moneyAsks({ now, usernames, tradeNumbers, codeNames, months }: ListFacts): ListAsk[] {
  const span = (days: number): Parameters => ({ start_timestamp: (at) => now - days * DAY - at * 3600, end_timestamp: now })
  const statuses = ['pending', 'paid', 'refunded', 'expired', 'failed']
  return [
    ...asksOf('orders', ['/api/topup/?page_size=20', '/api/topup/sums'], {
      none: {},
      'a number': { keyword: turn(tradeNumbers) },
      'a name': { keyword: turn(usernames) },
      'a week': span(7),
      'a status': { status: (at) => statuses[at % statuses.length] },
      'a status and a month': { status: 'paid', ...span(30) },
    }),
    ...asksOf('codes', ['/api/redemption/search?page_size=20', '/api/redemption/summary'], {
      none: {},
      'a name': { keyword: (at) => turn(codeNames)(at)?.slice(0, 4) },
      'a state': { state: (at) => redemptionStates[at % redemptionStates.length] },
      'a name and a state': { keyword: (at) => turn(codeNames)(at)?.slice(0, 4), state: 'available' },
    }),
    ...asksOf('books', ['/api/books/'], { 'a week': span(7), 'a month': span(30), 'six weeks': span(44) }),
    ...asksOf('bills', ['/api/books/bills'], { none: {} }),
    ...asksOf('statement', ['/api/user/statement'], { 'a month': { month: turn(months) } }),
    ...asksOf('wallet', ['/api/user/wallet/history?page_size=20'], { kind: { kind: (at) => ['all', 'paid', 'code'][at % 3] } }),
  ]
}

function otherAsks({ now, usernames, channels, models, requestIds }: ListFacts): ListAsk[] {
  const span = (days: number): Parameters => ({
    start_timestamp: (at) => now - days * DAY - at * 900,
    // A user's own dashboard takes no more than thirty days.
    end_timestamp: (at) => now - at * 900,
  })
  const ms = (days: number): Parameters => ({ start_timestamp: (at) => (now - days * DAY - at * 900) * 1000, end_timestamp: now * 1000 })
  const words = ['gpt', 'wang', 'frankfurt', 'production', 'nothing-is-called-so', 'price', ...models.slice(0, 3), ...usernames.slice(0, 3)]
  const text = [...words, ...requestIds.slice(0, 2)]
  const days = (count: number): Parameters => ({ ...span(count), step: 'day', order: (at) => ['quota', 'calls', 'tokens'][at % 3] })
  const dates: Parameters = { start_date: '2026-10-01', end_date: '2026-11-20' }
  const channel: Parameters = { channel_id: (at) => turn(channels)(at)?.id }
  return [
    ...asksOf('messages', ['/api/admin/messages/search?page_size=20'], {
      none: {},
      'a word': { keyword: (at) => ['report', '维护', 'prices', 'nothing'][at % 4] },
      'a span': dates,
      'a word and a span': { keyword: 'report', ...dates },
    }),
    ...asksOf('inbox', ['/api/user/messages?page_size=20', '/api/user/messages/unread_count'], { none: {} }),
    ...asksOf('recipients', ['/api/admin/messages/120/recipients?page_size=20'], { none: {} }),
    ...asksOf('audit', ['/api/audit/?page_size=20'], {
      none: {},
      'an actor': { actor: turn(usernames) },
      'an action': { action: (at) => ['login', 'channel.update', 'user.manage', 'login.failed'][at % 4] },
      'a target': { target: (at) => turn(channels)(at)?.id },
      'an address': { ip: (at) => `203.0.113.${at + 1}` },
      'a week': span(7),
      'an actor and a month': { actor: turn(usernames), ...span(30) },
      'an action and a month': { action: 'channel.update', ...span(30) },
    }),
    ...asksOf('drawings', ['/api/mj/?page_size=20'], {
      none: {},
      'a week': ms(7),
      'a channel': channel,
      'a number': { mj_id: turn(requestIds) },
    }),
    ...asksOf('tasks', ['/api/task/?page_size=20'], {
      none: {},
      'a week': span(7),
      'a platform': { platform: 'suno' },
      'a status': { status: (at) => ['SUCCESS', 'FAILURE'][at % 2] },
      'a channel': channel,
    }),
    ...asksOf('search', ['/api/search'], { 'a word': { q: turn(text) } }),
    ...asksOf('dashboard', ['/api/data/overview', '/api/data/health', '/api/data/attention'], { '7 days': days(7), '30 days': days(30) }),
    ...asksOf('dashboard', ['/api/data/overview', '/api/data/health'], { 'a user, 30 days': { ...days(30), username: turn(usernames) } }),
    ...asksOf('own dashboard', ['/api/data/self/overview', '/api/data/self/health'], { '30 days': days(30) }),
  ]
}
