// Every number that a screen shows of the month, read through the console's calls, beside what the entries come to.

import type { UsageOverview, UsageRow } from '@waystation/contract/calls/data'
import type { LogEntry, LogStats } from '@waystation/contract/calls/log'
import type { BooksOverview } from '@waystation/contract/money/books'
import type { ListedRedemption, RedemptionSummary } from '@waystation/contract/money/redemption'
import type { Statement } from '@waystation/contract/money/statement'
import type { TopUpOrder } from '@waystation/contract/money/top-up'
import type { MoneyIn, Wallet } from '@waystation/contract/money/wallet'
import type { Token } from '@waystation/contract/people/token'
import type { User } from '@waystation/contract/people/user'
import type { Visitor } from '../console.ts'
import { type Books, chargedIn, DAY, movedIn, readBooks } from './month-books.ts'
import { type Compare, MONTH_DAYS, MONTH_END_MS, MONTH_START_MS, type MonthPerson, RATIOS, type Scene } from './month-scene.ts'

export interface Comparison {
  /** The screen's number, and what it is compared with. */
  readonly what: string
  readonly screen: number
  readonly entries: number
}

const START = MONTH_START_MS / 1000
const END = (MONTH_END_MS + 1) / 1000
const PAGE = 100

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number): number => items.reduce((sum, item) => sum + of(item), 0)
const quotaOf = (items: readonly { readonly quota: number }[]): number => sumOf(items, ({ quota }) => quota)

export async function compareScreens(scene: Scene): Promise<Comparison[]> {
  const books = await readBooks(scene.console.database)
  const comparisons: Comparison[] = []
  const compare: Compare = (what, screen, entries) => void comparisons.push({ what, screen, entries })
  await compareLog(scene, books, compare)
  await compareDashboard(scene, books, compare)
  await compareLists(scene, books, compare)
  await compareMoneyIn(scene, books, compare)
  await compareBooksPage(scene, books, compare)
  for (const person of scene.people) await comparePerson(scene, person, books, compare)
  return comparisons
}

/** Sums of the log by each of its filters, and its pages added up day by day. */
async function compareLog(scene: Scene, books: Books, compare: Compare): Promise<void> {
  const stat = (query: string) => scene.call<LogStats>(`GET /api/log/stat?type=2${query}`, scene.root)
  compare('log, sum of all', (await stat('')).quota, chargedIn(books))
  for (const { visitor } of scene.people)
    compare(
      `log, sum of ${visitor.username}`,
      (await stat(`&username=${visitor.username}`)).quota,
      chargedIn(books, { userId: visitor.id }),
    )
  for (const model of Object.keys(RATIOS))
    compare(`log, sum of ${model}`, (await stat(`&model_name=${model}`)).quota, chargedIn(books, { model }))
  for (const id of scene.channelIds)
    compare(`log, sum of channel ${id}`, (await stat(`&channel=${id}`)).quota, chargedIn(books, { channelId: id }))
  let paged = 0
  for (let day = START; day < END; day += DAY) {
    const rows = await allPages<LogEntry>(scene, `/api/log/?type=2&start_timestamp=${day}&end_timestamp=${day + DAY - 1}`, scene.root)
    const quota = quotaOf(rows)
    paged += quota
    compare(`log, pages of day ${dayName(day)}`, quota, chargedIn(books, { day }))
  }
  compare('log, pages of all days', paged, chargedIn(books))
}

async function compareDashboard(scene: Scene, books: Books, compare: Compare): Promise<void> {
  const span = `start_timestamp=${START}&end_timestamp=${END}`
  const rows = await scene.call<UsageRow[]>(`GET /api/data/?${span}`, scene.root)
  compare('dashboard rows, all', quotaOf(rows), chargedIn(books))
  for (const model of Object.keys(RATIOS))
    compare(`dashboard rows, ${model}`, quotaOf(rows.filter((row) => row.model_name === model)), chargedIn(books, { model }))
  for (const step of ['hour', 'day', 'week'] as const) {
    const overview = await scene.call<UsageOverview>(`GET /api/data/overview?${span}&step=${step}`, scene.root)
    compare(`dashboard by the ${step}, total`, overview.totals.quota, chargedIn(books))
    compare(
      `dashboard by the ${step}, curves`,
      sumOf(overview.models, ({ quota }) => sumOf(quota, (one) => one)),
      chargedIn(books),
    )
    compareSteps(overview, step, books, compare)
    for (const { model, quota } of overview.ranking) compare(`dashboard by the ${step}, ${model}`, quota, chargedIn(books, { model }))
    for (const { user_id, username, quota } of overview.users ?? [])
      compare(`dashboard by the ${step}, ${username}`, quota, chargedIn(books, { userId: user_id }))
    for (const { channel_id, quota } of overview.channels ?? [])
      compare(`dashboard by the ${step}, channel ${channel_id}`, quota, chargedIn(books, { channelId: channel_id }))
  }
}

/** How many hours, days or weeks differ: none may. */
function compareSteps({ starts, models }: UsageOverview, step: string, books: Books, compare: Compare): void {
  const byStart = new Map(starts.map((start) => [start, 0]))
  for (const { hour, quota } of books.charges) {
    const start = starts.findLast((one) => one <= hour) ?? START
    byStart.set(start, (byStart.get(start) ?? 0) + quota)
  }
  const wrong = starts.filter((start, at) => sumOf(models, ({ quota }) => quota[at] ?? 0) !== byStart.get(start))
  compare(`dashboard by the ${step}, ${starts.length} ${step}s that differ`, wrong.length, 0)
}

/** The lists of users, channels and tokens. */
async function compareLists(scene: Scene, books: Books, compare: Compare): Promise<void> {
  for (const user of await allPages<User>(scene, '/api/user/?', scene.root)) {
    compare(`users, balance of ${user.username}`, user.quota, movedIn(books, 'all', 'user', user.id))
    compare(`users, used by ${user.username}`, user.used_quota, chargedIn(books, { userId: user.id }))
    compare(`users, income of ${user.username}`, user.aff_history_quota, incomeOf(books, user.id))
    compare(`users, to be transferred of ${user.username}`, user.aff_quota, movedIn(books, 'all', 'referral', user.id))
  }
  const channels = await scene.call<{ id: number; used_quota: number }[]>('GET /api/channel/?page_size=100', scene.root)
  for (const { id, used_quota } of channels) compare(`channels, used of ${id}`, used_quota, chargedIn(books, { channelId: id }))
  for (const { visitor, tokens } of scene.people) {
    const listed = (await scene.call<Token[]>('GET /api/token/?p=0&size=100', visitor)).filter(({ id }) =>
      tokens.some((token) => token.id === id),
    )
    for (const token of listed) {
      compare(`tokens, used of ${token.name}`, token.used_quota, chargedIn(books, { tokenId: token.id }))
      if (!token.unlimited_quota) compare(`tokens, left of ${token.name}`, token.remain_quota, movedIn(books, 'all', 'token', token.id))
    }
  }
}

/** What inviting brought: gifts on the account of their own, and rebates on the balance. */
const incomeOf = (books: Books, id: number): number => movedIn(books, ['grant'], 'referral', id) + movedIn(books, ['rebate'], 'user', id)

/** Orders and codes, as admins see them. */
async function compareMoneyIn(scene: Scene, books: Books, compare: Compare): Promise<void> {
  for (const gateway of ['epay', 'stripe'] as const) {
    const orders = (await allPages<TopUpOrder>(scene, '/api/topup/?', scene.root)).filter((order) => order.gateway === gateway)
    const credited = orders.filter(({ paid_at }) => paid_at > 0)
    compare(`orders, paid by ${gateway}`, quotaOf(credited), movedIn(books, [gateway], 'user'))
    const back = sumOf(orders, ({ quota_back }) => quota_back)
    compare(`orders, taken back by ${gateway}`, back, movedIn(books, ['refund'], gateway))
  }
  const codes = await allPages<ListedRedemption>(scene, '/api/redemption/?', scene.root)
  const redeemed = movedIn(books, ['redeem'], 'user')
  compare(
    'codes, quota by uses',
    sumOf(codes, ({ quota, used_count }) => quota * used_count),
    redeemed,
  )
  compare('codes, summary', (await scene.call<RedemptionSummary>('GET /api/redemption/summary', scene.root)).redeemed, redeemed)
}

/** The operator's page of books: what users paid by day, model and channel, and what lies on their accounts. */
async function compareBooksPage(scene: Scene, books: Books, compare: Compare): Promise<void> {
  const page = await scene.call<BooksOverview>(`GET /api/books/?start_timestamp=${START}&end_timestamp=${END}`, scene.root)
  compare('books, revenue', page.totals.revenue, chargedIn(books))
  compare('books, balances', page.balances.posted, movedIn(books, 'all', 'user'))
  compare('books, held', page.balances.held, 0)
  for (let day = START; day < END; day += DAY)
    compare(`books, day ${dayName(day)}`, page.days.find((one) => one.day === day)?.revenue ?? 0, chargedIn(books, { day }))
  for (const model of new Set(books.charges.map((charge) => charge.model)))
    compare(`books, model ${model}`, page.models.find((one) => one.model === model)?.revenue ?? 0, chargedIn(books, { model }))
  for (const channelId of new Set(books.charges.map((charge) => charge.channelId))) {
    const shown = page.channels.find(({ channel_id }) => channel_id === channelId)
    compare(`books, channel ${channelId}`, shown?.revenue ?? 0, chargedIn(books, { channelId }))
  }
}

/** What somebody sees of their own: wallet, history, log, dashboard. */
async function comparePerson(scene: Scene, { visitor }: MonthPerson, books: Books, compare: Compare): Promise<void> {
  const { id, username } = visitor
  const own = chargedIn(books, { userId: id })
  const wallet = await scene.call<Wallet>('GET /api/user/wallet', visitor)
  compare(`wallet of ${username}, balance`, wallet.balance, movedIn(books, 'all', 'user', id))
  compare(`wallet of ${username}, held`, wallet.held, 0)
  compare(`wallet of ${username}, owed`, wallet.debt, -movedIn(books, 'all', 'debt', id))
  compare(`wallet of ${username}, locked`, wallet.locked, movedIn(books, 'all', 'locked', id))
  compare(`wallet of ${username}, used this month`, wallet.usage.total, own)
  const days = wallet.usage.by_day.filter((quota, at) => quota !== chargedIn(books, { userId: id, day: START + at * DAY }))
  compare(`wallet of ${username}, ${MONTH_DAYS} days that differ`, days.length + MONTH_DAYS - wallet.usage.by_day.length, 0)
  compare(`wallet of ${username}, income`, wallet.invitation?.income ?? 0, incomeOf(books, id))
  compare(`wallet of ${username}, transferred`, wallet.invitation?.transferred ?? 0, movedIn(books, ['aff-transfer'], 'user', id))
  compare(`wallet of ${username}, check-ins of the month`, wallet.check_in?.month_quota ?? 0, movedIn(books, ['check-in'], 'user', id))
  const history = await allPages<MoneyIn>(scene, '/api/user/wallet/history?', visitor)
  const came = (kind: string) => history.filter((one) => one.kind === kind && one.status !== 'pending' && one.status !== 'closed')
  compare(`history of ${username}, codes`, quotaOf(came('code')), movedIn(books, ['redeem'], 'user', id))
  compare(`history of ${username}, orders`, quotaOf(came('paid')), movedIn(books, ['epay', 'stripe'], 'user', id))
  await compareStatement(scene, visitor, books, compare)
  const self = await scene.call<User>('GET /api/user/self', visitor)
  compare(`self of ${username}, balance`, self.quota, movedIn(books, 'all', 'user', id))
  compare(`self of ${username}, used`, self.used_quota, own)
  compare(`own log of ${username}, sum`, (await scene.call<LogStats>('GET /api/log/self/stat?type=2', visitor)).quota, own)
  const span = `start_timestamp=${START}&end_timestamp=${END}`
  const rows = await scene.call<UsageRow[]>(`GET /api/data/self?${span}`, visitor)
  compare(`own dashboard rows of ${username}`, quotaOf(rows), own)
  for (const step of ['hour', 'day', 'week']) {
    const { totals } = await scene.call<UsageOverview>(`GET /api/data/self/overview?${span}&step=${step}`, visitor)
    compare(`own dashboard of ${username} by the ${step}`, totals.quota, own)
  }
}

/** The month as a statement: its sums, its causes and its models. */
async function compareStatement(scene: Scene, visitor: Visitor, books: Books, compare: Compare): Promise<void> {
  const { id, username } = visitor
  const statement = await scene.call<Statement>(`GET /api/user/statement?month=${MONTH}`, visitor)
  const balance = movedIn(books, 'all', 'user', id)
  compare(`statement of ${username}, closing`, statement.closing, balance)
  compare(`statement of ${username}, ledger`, statement.ledger, balance)
  compare(`statement of ${username}, in less out`, statement.opening + statement.in - statement.out, balance)
  compare(`statement of ${username}, last day`, statement.by_day.at(-1) ?? 0, balance)
  for (const [cause, kinds] of Object.entries(kindsOfCauses)) {
    const found = statement.causes.find((one) => one.cause === cause)
    compare(`statement of ${username}, ${cause}`, found ? found.in - found.out : 0, movedIn(books, kinds, 'user', id))
  }
  for (const { model, quota } of statement.calls.models)
    compare(`statement of ${username}, ${model}`, quota, chargedIn(books, { userId: id, model }))
  compare(`statement of ${username}, outside the models`, statement.calls.elsewhere, 0)
}

/** A day's number, from 1. */
const dayName = (day: number) => (day - START) / DAY + 1

/** `YYYY-MM` of the month. */
const MONTH = new Date(MONTH_START_MS).toISOString().slice(0, 7)

const kindsOfCauses: Readonly<Record<string, readonly string[]>> = {
  top_up: ['epay', 'stripe'],
  code: ['redeem'],
  check_in: ['check-in'],
  rebate: ['rebate'],
  transfer: ['aff-transfer'],
  adjustment: ['adjust'],
  refund: ['refund'],
  call: ['settle', 'recover', 'correct'],
}

/** All rows of a list whose pages count from 1. @param path with its query begun */
async function allPages<Item>(scene: Scene, path: string, as: Visitor): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 1; ; page += 1) {
    const { items } = await scene.call<{ items: Item[] }>(`GET ${path}&p=${page}&page_size=${PAGE}`, as)
    all.push(...items)
    if (items.length < PAGE) return all
  }
}
