// What will break next, in one answer: the dashboard of those who run the site shows it.

import type { TestFailure } from '@waystation/contract/channels/channel'
import { type Attention, ENDING_DAYS, MAX_NAMED } from '@waystation/contract/channels/state/attention'
import { dollarsOf } from '@waystation/contract/money/quota'
import { channelBalanceBelow } from '@waystation/contract/options/notices'
import { quotaPerUnit } from '@waystation/contract/options/operation'
import type { Option } from '@waystation/contract/options/option'
import { isRoot } from '@waystation/contract/site/status-table'
import type { Database } from '../../../db/database.ts'
import { objectOf } from '../../catalog/routable-channel.ts'
import type { CatalogView } from '../../ports.ts'
import { wholeQuarters } from '../../usage/usage-span.ts'
import { rankModels } from '../../usage/usage-store.ts'
import { testFailure } from '../channel-draft.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import { costsSince, countKeys, findBalances, findDisabled, findFailedTests, type KeyCount } from './attention-store.ts'
import type { EndingModels } from './ending-models.ts'

const DAY_SECONDS = 86_400
const WEEK_DAYS = 7
/** A balance that lasts for fewer days is low. */
const LOW_DAYS = 3

export interface AttentionParts {
  readonly database: Database
  readonly options: { get<Value>(option: Option<Value>): Value }
  readonly catalog: { current(): { readonly view: CatalogView }; upToDate(): Promise<void> | undefined }
  readonly ring: Pick<KeyRing, 'coolingKeys'>
  readonly endings: Pick<EndingModels, 'all'>
  readonly serverErrors: { unseen(): Promise<number> }
  /** Unix milliseconds. */
  readonly now: () => number
}

export interface SiteAttention {
  /** @param reader what only a super admin can mend is told to super admins only */
  look(reader: { readonly role: number }): Promise<Attention>
}

export const siteAttention = (parts: AttentionParts): SiteAttention => ({ look: (reader) => lookAt(parts, reader) })

async function lookAt(parts: AttentionParts, reader: { readonly role: number }): Promise<Attention> {
  const { database, endings, ring, serverErrors } = parts
  const [disabled, counts, tests, balances, unpriced, ending, unseen] = await Promise.all([
    findDisabled(database),
    countKeys(database, ring.coolingKeys()),
    findFailedTests(database),
    lowBalances(parts),
    unpricedModels(parts),
    endings.all(ENDING_DAYS),
    isRoot(reader.role) ? serverErrors.unseen() : 0,
  ])
  return {
    disabled: some(disabled.map(disabledChannel).sort((a, b) => b.since - a.since)),
    weakened: some(counts.filter(isWeak).sort((a, b) => usable(a) - usable(b) || a.id - b.id)),
    one_left: some(counts.filter(isLast).map(({ id, name, total }) => ({ id, name, total }))),
    failed_tests: some(
      tests.flatMap(({ id, name, test_failure, tested_at }) => {
        const failure = testFailure(test_failure)
        return failure ? [{ id: Number(id), name, failure, tested_at: Number(tested_at) }] : []
      }),
    ),
    balances: some(balances),
    unpriced: some(unpriced),
    ending: some(ending),
    server_errors: unseen,
  }
}

const some = <Item>(all: readonly Item[]) => ({ total: all.length, items: all.slice(0, MAX_NAMED) })

const usable = ({ total, disabled, cooling }: KeyCount): number => total - disabled - cooling
/** One more refused key switches the channel off. */
const isLast = ({ total, disabled }: KeyCount): boolean => total - disabled === 1
const isWeak = (count: KeyCount): boolean => !isLast(count) && usable(count) * 2 <= count.total

function disabledChannel({
  id,
  name,
  other_info,
}: {
  id: number
  name: string
  other_info: string
}): Attention['disabled']['items'][number] {
  const { status_reason: reason, status_time: since, status_code: code, status_facts: facts } = objectOf(other_info)
  const failure: TestFailure | null = typeof code === 'string' ? testFailure(JSON.stringify({ code, facts: facts ?? {} })) : null
  return { id: Number(id), name, reason: failure || typeof reason !== 'string' ? '' : reason, failure, since: Number(since ?? 0) }
}

/** Those below the option's bound, and those that last for a few days only, the shortest first. */
async function lowBalances({ database, options, now }: AttentionParts): Promise<Attention['balances']['items']> {
  const today = Math.floor(now() / 1000 / DAY_SECONDS) * DAY_SECONDS
  const [channels, costs] = await Promise.all([findBalances(database), costsSince(database, today - (WEEK_DAYS - 1) * DAY_SECONDS)])
  const least = options.get(channelBalanceBelow)
  const daysOf = (id: number, balance: number, currency: string): number | null => {
    const daily = dollarsOf(costs.get(id) ?? 0, options.get(quotaPerUnit)) / WEEK_DAYS
    // What calls cost is known in dollars only.
    return currency === 'USD' && daily > 0 ? Math.max(0, Math.round((balance / daily) * 10) / 10) : null
  }
  return channels
    .map(({ id, name, balance, balance_currency: currency }) => {
      return { id: Number(id), name, balance, currency, days: daysOf(Number(id), Number(balance), currency) }
    })
    .filter(({ balance, days }) => Number(balance) < least || (days !== null && days < LOW_DAYS))
    .sort((a, b) => (a.days ?? LOW_DAYS) - (b.days ?? LOW_DAYS) || Number(a.balance) - Number(b.balance))
}

async function unpricedModels({ database, catalog, now }: AttentionParts): Promise<Attention['unpriced']['items']> {
  await catalog.upToDate()
  const { view } = catalog.current()
  const models = view.unpriced(view.enabledModels(), undefined)
  if (models.length === 0) return []
  const to = Math.floor(now() / 1000)
  const span = wholeQuarters({ from: to - WEEK_DAYS * DAY_SECONDS, to })
  const calls = new Map((await rankModels(database, {}, { span, order: 'calls' })).map((sum) => [sum.model, sum.calls]))
  return models.map((model) => ({ model, calls_last_week: calls.get(model) ?? 0 })).sort((a, b) => b.calls_last_week - a.calls_last_week)
}
