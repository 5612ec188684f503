// Against the same sums made by hand, on every database.
import type { UsageSums } from '@waystation/contract/calls/data'
import { beforeAll, expect, test } from 'vitest'
import type { UsageQuarterRow } from '../../db/tables/tables.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { runAt } from '../../testing/time/run-at.ts'
import { addUsage, openWithActivity } from '../channel/testing/activity-rows.ts'
import { createUser } from '../user/user-store.ts'
import { rankChannels, rankUsers } from './rank-store.ts'
import { findSummedDays } from './usage-parts-store.ts'
import { totalOf } from './usage-series.ts'
import { type Span, startsOf } from './usage-span.ts'
import { findModelHours, findSteps, rankModels, sumSpan } from './usage-store.ts'
import { sumZoneDays } from './zone-days.ts'

const QUARTER = 900
const HOUR = 3600
const DAY = 24 * HOUR
/** A midnight in UTC. */
const midnight = 1_700_006_400
/** Five days of an office eight hours east of Greenwich. */
const span = { from: midnight - 8 * HOUR, to: midnight - 8 * HOUR + 5 * DAY }

/** Every user calls every model through every channel at odd quarters of seven days. */
const rows: UsageQuarterRow[] = Array.from({ length: 700 }, (_, at) => ({
  quarter: midnight - DAY + ((at * 5) % 672) * QUARTER,
  user_id: 1 + (at % 7),
  model_name: `m${at % 5}`,
  channel_id: 1 + (at % 3),
  calls: 1 + (at % 4),
  prompt_tokens: at,
  completion_tokens: 2 * at,
  quota: 1000 + at * at,
}))
const within = ({ quarter }: UsageQuarterRow) => quarter >= span.from && quarter < span.to
const sumsOf = (some: readonly UsageQuarterRow[]): UsageSums => {
  const { quota, calls, prompt_tokens, completion_tokens } = totalOf(some)
  return { quota, calls, prompt_tokens, completion_tokens }
}
/** By a key, the largest first; of equals in the order of their keys. */
function by<Key>(some: readonly UsageQuarterRow[], keyOf: (row: UsageQuarterRow) => Key, order: keyof UsageSums): [Key, UsageSums][] {
  const keys = [...new Set(some.map(keyOf))]
  return keys
    .map((key) => [key, sumsOf(some.filter((row) => keyOf(row) === key))] as [Key, UsageSums])
    .toSorted(([aKey, a], [bKey, b]) => b[order] - a[order] || (aKey < bKey ? -1 : 1))
}

eachDatabase('usage', ({ database, address }) => {
  beforeAll(async () => {
    const user = { displayName: '', passwordHash: '', role: 1, group: 'default', email: '', language: '', quota: 0, cause: 'test' }
    await database().run(createUser, { ...user, username: 'ann' })
    const past = await openWithActivity(address())
    // In two goes, as the ledger folds: rows that are there are added to.
    await past.run(addUsage, rows.slice(0, 400))
    await past.run(addUsage, rows.slice(400))
    await past.close()
  }, 180_000)

  test.each([
    ['everybody', {}, () => true],
    ['one user', { userId: 3 }, (row: UsageQuarterRow) => row.user_id === 3],
    ['one channel', { channelId: 2 }, (row: UsageQuarterRow) => row.channel_id === 2],
    ['nobody', { userId: 99_999_999_999 }, () => false],
  ] as const)('of %s', async (_whose, scope, isTheirs) => {
    const theirs = rows.filter((row) => within(row) && isTheirs(row))
    for (const order of ['quota', 'calls'] as const) {
      const ranking = await rankModels(database(), scope, { span, order })
      const expected = by(theirs, (row) => row.model_name, order)
      expect(ranking.map(({ model, ...sums }) => [model, sums])).toEqual(expected)
    }
    const hours = await findModelHours(database(), scope, { span, limit: 1000 })
    expect(sumsOf(hours as never)).toEqual(sumsOf(theirs))
    expect(hours.map(({ hour }) => hour)).toEqual(hours.map(({ hour }) => hour).toSorted((a, b) => a - b))
    expect(hours.length).toBe(new Set(theirs.map((row) => `${row.quarter - (row.quarter % HOUR)} ${row.model_name}`)).size)
    if (hours.length > 2) expect(await findModelHours(database(), scope, { span, limit: 2 })).toEqual(hours.slice(0, 2))

    const shown = ['m1', 'm4']
    for (const [step, zone] of [
      ['hour', 'UTC'],
      ['hour', 'Asia/Kolkata'],
      ['day', 'Asia/Shanghai'],
      ['day', 'Asia/Kathmandu'],
      ['week', 'UTC'],
    ] as const) {
      const starts = startsOf(span, step, zone)
      const steps = await findSteps(database(), scope, { span, starts, shown })
      const keyOf = (row: UsageQuarterRow) => {
        const start = starts.findLast((one) => one <= row.quarter)
        return JSON.stringify([start, shown.includes(row.model_name) ? row.model_name : null])
      }
      const found = steps.map(({ start, model, ...sums }) => [JSON.stringify([start, model]), sums])
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(by(theirs, keyOf, 'quota')))
    }
  })

  test('who and what used most', async () => {
    const some = rows.filter(within)
    for (const order of ['quota', 'calls'] as const) {
      const users = await rankUsers(database(), { span, order, limit: 4 })
      const expected = by(some, (row) => row.user_id, order).slice(0, 4)
      expect(users.map((user) => [user.id, user[order]])).toEqual(expected.map(([id, sums]) => [id, sums[order]]))
    }
    const users = await rankUsers(database(), { span, order: 'tokens', limit: 100 })
    expect(users).toHaveLength(7)
    for (const { id, name, ...told } of users) {
      const { quota, calls, prompt_tokens, completion_tokens } = sumsOf(some.filter((row) => row.user_id === id))
      expect([id, told]).toEqual([id, { quota, calls, tokens: prompt_tokens + completion_tokens }])
      expect(name).toBe(id === 1 ? 'ann' : '')
    }
    expect(users.map(({ tokens }) => tokens)).toEqual(users.map(({ tokens }) => tokens).toSorted((a, b) => b - a))
    const channels = await rankChannels(database(), { span, order: 'quota', limit: 10 })
    expect(channels.map(({ id, quota }) => [id, quota])).toEqual(
      by(some, (row) => row.channel_id, 'quota').map(([id, { quota }]) => [id, quota]),
    )
    expect(await rankUsers(database(), { span: { from: 0, to: QUARTER }, order: 'quota', limit: 10 })).toEqual([])
  })

  test('a span that begins or ends within a quarter of an hour has its share of it', async () => {
    const [first, last] = [midnight, midnight + 5 * HOUR]
    const found = await sumSpan(database(), {}, { from: first + 225, to: last + 450 })
    const sums = (from: number, to: number) => sumsOf(rows.filter(({ quarter }) => quarter >= from && quarter < to))
    const expected =
      Math.round(sums(first, first + QUARTER).quota * 0.75) +
      sums(first + QUARTER, last).quota +
      Math.round(sums(last, last + QUARTER).quota / 2)
    expect(expected).toBeGreaterThan(0)
    expect(found.quota).toBe(expected)
    expect(await sumSpan(database(), { userId: 2 }, span)).toEqual(sumsOf(rows.filter((row) => within(row) && row.user_id === 2)))
  })

  test('days that are summed give the same as their quarters, in the zone of the site alone', async () => {
    const now = () => (midnight + 20 * DAY) * 1000
    const sumIn = (zone: string) => sumZoneDays({ database: database(), options: { get: () => zone as never }, now })
    const answers = async (zone: string | undefined, of: Span) => {
      const starts = startsOf(of, 'day', zone ?? 'Asia/Shanghai')
      const query = { span: of, zone, order: 'quota' as const, limit: 10 }
      return [
        await rankModels(database(), {}, query),
        await rankModels(database(), { userId: 3 }, query),
        await rankChannels(database(), query),
        (await findSteps(database(), {}, { ...query, starts, shown: ['m1', 'm4'] })).toSorted((a, b) =>
          JSON.stringify(a) < JSON.stringify(b) ? -1 : 1,
        ),
      ]
    }
    const days = async () => (await findSummedDays(database(), 'Asia/Shanghai', span)).map(({ from }) => from)
    // Whole days, and a span that cuts its first and its last one.
    const spans = [span, { from: span.from + 5 * QUARTER, to: span.to - 30 * QUARTER }]
    const expected = await Promise.all(spans.map((of) => answers(undefined, of)))
    await sumIn('Asia/Shanghai')
    expect(await days()).toEqual(Array.from({ length: 5 }, (_, at) => span.from + at * DAY))
    expect(await Promise.all(spans.map((of) => answers('Asia/Shanghai', of)))).toEqual(expected)
    // They are what is read: the quarters are gone, and the sums are still there.
    await runAt(address(), `delete from usage_model_quarter where quarter >= ${span.from + DAY} and quarter < ${span.from + 2 * DAY}`)
    expect((await answers('Asia/Shanghai', span))[0]).toEqual(expected[0]?.[0])
    expect((await answers('Asia/Kathmandu', span))[0]).not.toEqual(expected[0]?.[0])
    await sumIn('Europe/Berlin')
    expect(await days()).toEqual([])
  })
})
