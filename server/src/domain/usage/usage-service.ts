// The dashboard's figures. Sources: server-behaviour 8.4, docs/decisions/0009-the-dashboard.md.
import {
  MAX_RANKED,
  MAX_RANKED_MODELS,
  MAX_USAGE_DAYS,
  type UsageOrder,
  type UsageOverview,
  type UsageRow,
  type UsageStep,
} from '@waystation/contract/calls/data'
import { AppError } from '@waystation/contract/errors'
import { timeZone } from '@waystation/contract/options/appearance'
import { dataExportEnabled, dataExportInterval, logConsumeEnabled } from '@waystation/contract/options/logs'
import type { Option } from '@waystation/contract/options/option'
import type { Database } from '../../db/database.ts'
import { sumLogs } from '../log/log-store.ts'
import { findNamed } from '../user/registration/former-names-store.ts'
import { outcomesSince } from './health-store.ts'
import { type RankedToken, rankChannels, rankLabels, rankTokens, rankUsers } from './rank-store.ts'
import { modelsOf } from './usage-models.ts'
import { tokensOf, totalOf } from './usage-series.ts'
import { type Span, spanBefore, spanOf, startsOf, wholeQuarters } from './usage-span.ts'
import { findModelHours, hoursUntil, sumSpan } from './usage-store.ts'

export interface UsageQuery {
  /** Unix seconds. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Whose; absent or empty: everybody's. */
  readonly username?: string | undefined
}

export interface OverviewQuery extends UsageQuery {
  readonly step: UsageStep
  readonly order: UsageOrder
}

/** The user whose own usage is read. */
interface Owner {
  readonly id: number
  readonly username: string
}

/** All throw AppError data_export_disabled, usage_span_reversed or usage_span_too_long. */
export interface UsageService {
  /** Rows by model and hour of UTC, oldest first; the quarter in which the span ends is included. @throws AppError usage_too_much */
  rows(query: UsageQuery): Promise<UsageRow[]>
  ownRows(owner: Owner, query: UsageQuery): Promise<UsageRow[]>
  overview(query: OverviewQuery): Promise<UsageOverview>
  ownOverview(owner: Owner, query: OverviewQuery): Promise<UsageOverview>
}

export interface UsageParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  /** Unix milliseconds. */
  readonly now: () => number
}

/** What one answer of rows may hold: a year of a busy site would be a hundred megabytes. */
const MAX_ROWS = 50_000
const RECENT_SECONDS = 60

export function usageService(parts: UsageParts): UsageService {
  const { database } = parts
  const seconds = () => Math.floor(parts.now() / 1000)
  const switchedOn = () => {
    if (!parts.options.get(dataExportEnabled)) throw new AppError('data_export_disabled')
  }
  const named = async (username: string | undefined): Promise<Owner | undefined> => {
    if (!username) return undefined
    // An unknown name has no usage.
    return { id: (await findNamed(database, username))[0] ?? -1, username }
  }

  const rows = async ({ from, to }: UsageQuery, owner: Owner | undefined, mostDays: number): Promise<UsageRow[]> => {
    const span = wholeQuarters(spanOf({ from, to }, { now: seconds(), defaultDays: MAX_USAGE_DAYS.own, mostDays }))
    const found = await findModelHours(database, { userId: owner?.id }, { span, limit: MAX_ROWS + 1 })
    if (found.length > MAX_ROWS) throw new AppError('usage_too_much', { limit: MAX_ROWS })
    return found.map((sum, at) => ({
      id: at + 1,
      user_id: owner?.id ?? 0,
      username: owner?.username ?? '',
      model_name: sum.model,
      created_at: sum.hour,
      token_used: tokensOf(sum),
      count: sum.calls,
      quota: sum.quota,
    }))
  }

  return {
    async rows(query) {
      switchedOn()
      return rows(query, await named(query.username), MAX_USAGE_DAYS.everybody)
    },
    async ownRows(owner, query) {
      switchedOn()
      return rows(query, owner, MAX_USAGE_DAYS.own)
    },
    async overview(query) {
      switchedOn()
      const mostDays = query.step === 'hour' ? MAX_USAGE_DAYS.byTheHour : MAX_USAGE_DAYS.everybody
      const owner = await named(query.username)
      const found = await overviewOf(parts, query, { userId: owner?.id, mostDays })
      return owner ? found.overview : { ...found.overview, ...(await rankingsOf(parts, found.span, query)) }
    },
    async ownOverview(owner, query) {
      switchedOn()
      return (await overviewOf(parts, query, { userId: owner.id, mostDays: MAX_USAGE_DAYS.own })).overview
    },
  }
}

async function overviewOf(
  { database, options, now }: UsageParts,
  query: OverviewQuery,
  { userId, mostDays }: { userId: number | undefined; mostDays: number },
): Promise<{ overview: UsageOverview; span: Span }> {
  const asOf = Math.floor(now() / 1000)
  const defaultDays = query.step === 'hour' ? 1 : MAX_USAGE_DAYS.own
  const given = spanOf(query, { now: asOf, defaultDays, mostDays })
  const span = wholeQuarters(given)
  const zone = options.get(timeZone)
  const before = spanBefore(given, asOf, zone)
  const starts = startsOf(given, query.step, zone)
  const [{ ranking, models }, sumsBefore, recent, hours_until, tokens, labels, ranked_since] = await Promise.all([
    modelsOf(database, { userId }, { span, starts, order: query.order, zone: daysOf(options, query) }),
    before && sumSpan(database, { userId }, before),
    options.get(logConsumeEnabled) ? sumLogs(database, { userId, from: asOf - RECENT_SECONDS }) : undefined,
    hoursUntil(database, span.from),
    rankTokens(database, { span, order: query.order, limit: MAX_RANKED }, userId),
    userId === undefined ? undefined : rankLabels(database, { span, order: query.order }, userId),
    outcomesSince(database, span.from),
  ])
  const overview = {
    starts,
    step: query.step,
    zone,
    hours_until,
    as_of: asOf,
    refresh_seconds: options.get(dataExportInterval) * 60,
    totals: totalOf(ranking),
    before: sumsBefore,
    rpm: recent ? recent.calls : null,
    tpm: recent ? recent.input + recent.output : null,
    models,
    ranking: ranking.slice(0, MAX_RANKED_MODELS),
    tokens: tokens.map(tokenJson),
    ...(labels ? { labels } : {}),
    ranked_since,
  }
  return { overview, span }
}

const tokenJson = ({ id, name, userId, ...rest }: RankedToken) => ({ token_id: id, name, user_id: userId, ...rest })

/** The zone whose whole days may be read in place of their quarters: steps of an hour are parts of days. */
const daysOf = (options: UsageParts['options'], { step }: OverviewQuery) => (step === 'hour' ? undefined : options.get(timeZone))

/** The users and channels with the most usage. */
async function rankingsOf(
  { database, options }: UsageParts,
  span: Span,
  query: OverviewQuery,
): Promise<Pick<UsageOverview, 'users' | 'channels'>> {
  const ranking = { span, order: query.order, limit: MAX_RANKED }
  const [users, channels] = await Promise.all([
    rankUsers(database, ranking),
    rankChannels(database, { ...ranking, zone: options.get(timeZone) }),
  ])
  return {
    users: users.map(({ id, name, ...sums }) => ({ user_id: id, username: name, ...sums })),
    channels: channels.map(({ id, ...sums }) => ({ channel_id: id, ...sums })),
  }
}
