import type { Wallet } from '@waystation/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

const NOON = Date.UTC(2026, 10, 23, 12)
const MIDNIGHT = Date.UTC(2026, 10, 24)
const DAY_MS = 86_400_000
const UNIT = 500_000

interface Own {
  readonly quota: number
  readonly aff_quota: number
  readonly aff_history_quota: number
  readonly aff_count: number
}

eachKind('check-ins and invitations', (kind) => {
  let console: TestConsole
  let root: Visitor
  let clockMs = NOON

  beforeAll(async () => {
    console = await openConsole({ kind, now: () => clockMs })
    root = await console.root()
  }, 180_000)
  afterAll(() => console.close())

  const option = async (key: string, value: string | number | boolean) => {
    const { json } = await console.call('PUT /api/option/', { as: root, body: { key, value } })
    expect(json.success, json.message).toBe(true)
  }
  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message}`).toBe(true)
    return json.data as Data
  }
  const codeOf = async (line: string, as: Visitor, body?: object) => (await console.call(line, { as, ...(body ? { body } : {}) })).json.code
  const own = (as: Visitor) => call<Own>('GET /api/user/self', as)
  const logged = async (as: Visitor, type: number) =>
    (await call<{ items: { content: string }[] }>(`GET /api/log/self?type=${type}`, as)).items.map(({ content }) => content)
  /** Registers somebody with another's invite code, and logs in. */
  const invited = async (name: string, inviteCode: string) => {
    const body = { username: name, password: PASSWORD, password2: PASSWORD, aff_code: inviteCode }
    const { json } = await console.call('POST /api/user/register', { body })
    expect(json.success, json.message).toBe(true)
    return console.login(name)
  }

  test('who may not check in is told so: it is off, or the reward is nothing', async () => {
    const ann = await console.user('ann')
    expect(await call('GET /api/user/check_in_status', ann)).toEqual({ can_check_in: false })
    expect(await codeOf('POST /api/user/check_in', ann)).toBe('check_in_disabled')
    await option('CheckInEnabled', true)
    await option('CheckInQuota', 0)
    expect(await codeOf('POST /api/user/check_in', ann)).toBe('check_in_disabled')
    await option('CheckInQuota', 1000)
  })

  test('a check-in gives its reward once a day; the next begins at midnight in UTC', async () => {
    const bob = await console.user('bob')
    clockMs = MIDNIGHT - 1
    expect(await call('GET /api/user/check_in_status', bob)).toEqual({ can_check_in: true })
    expect(await call('POST /api/user/check_in', bob)).toEqual({ quota: 1000 })
    expect(await call('GET /api/user/check_in_status', bob)).toEqual({ can_check_in: false })
    expect(await codeOf('POST /api/user/check_in', bob)).toBe('checked_in')
    clockMs = MIDNIGHT
    expect(await call('POST /api/user/check_in', bob)).toEqual({ quota: 1000 })
    clockMs = MIDNIGHT - 3_600_000
    expect(await codeOf('POST /api/user/check_in', bob)).toBe('checked_in')
    expect(await own(bob)).toMatchObject({ quota: 2000 })
    expect(await logged(bob, 5)).toHaveLength(2)
    clockMs = NOON
  })

  test('days are those of the site; after a change of its zone the next one is twenty hours away at least', async () => {
    const abe = await console.user('abe')
    const checkIn = async (iso: string) => {
      clockMs = Date.parse(iso)
      const told = await call<{ can_check_in: boolean }>('GET /api/user/check_in_status', abe)
      const { check_in } = await call<Wallet>('GET /api/user/wallet', abe)
      const { json } = await console.call('POST /api/user/check_in', { as: abe })
      expect([told.can_check_in, check_in?.can_check_in]).toEqual([json.success, json.success])
      return json.success ? 'done' : json.code
    }
    await option('TimeZone', 'Asia/Kathmandu')
    expect(await checkIn('2026-11-23T18:14:59Z')).toBe('done')
    expect(await checkIn('2026-11-23T18:15:00Z')).toBe('done')
    expect(await checkIn('2026-11-24T18:14:59Z')).toBe('checked_in')
    expect(await checkIn('2026-11-24T18:15:00Z')).toBe('done') // the 25th in Kathmandu
    await option('TimeZone', 'Pacific/Kiritimati') // where it is the 25th until 10:00
    expect(await checkIn('2026-11-25T09:59:59Z')).toBe('checked_in')
    expect(await checkIn('2026-11-25T14:14:59Z')).toBe('check_in_zone_changed')
    expect((await call<Wallet>('GET /api/user/wallet', abe)).check_in).toMatchObject({
      opens_at: Date.parse('2026-11-25T14:15:00Z') / 1000,
      zone: 'Pacific/Kiritimati',
    })
    expect(await checkIn('2026-11-25T14:15:00Z')).toBe('done')
    await option('TimeZone', 'UTC')
    expect(await checkIn('2026-11-26T10:14:59Z')).toBe('checked_in')
    clockMs = NOON
  })

  test('two check-ins on the two sides of a change of the zone at the same moment bring one reward', async () => {
    const ida = await console.user('ida')
    clockMs = Date.parse('2026-11-23T20:00:00Z')
    const tries = async () => {
      const replies = Array.from({ length: 10 }, () => console.call('POST /api/user/check_in', { as: ida }))
      return (await Promise.all(replies)).filter(({ json }) => json.success).length
    }
    const before = tries()
    await option('TimeZone', 'Asia/Kolkata')
    expect((await before) + (await tries())).toBe(1)
    await option('TimeZone', 'UTC')
    clockMs = NOON
  })

  test('the reward lies between the two options, both of them included', async () => {
    await option('CheckInQuota', 10)
    await option('CheckInMaxQuota', 12)
    const people = await Promise.all(Array.from({ length: 5 }, (_, at) => console.user(`between-${at}`)))
    const rewards: number[] = []
    for (let day = 0; day < 8; day += 1) {
      clockMs = NOON + day * DAY_MS
      const given = await Promise.all(people.map((person) => call<{ quota: number }>('POST /api/user/check_in', person)))
      rewards.push(...given.map(({ quota }) => quota))
    }
    clockMs = NOON
    expect(rewards).toHaveLength(40)
    expect(new Set(rewards)).toEqual(new Set([10, 11, 12]))
    await option('CheckInMaxQuota', 0)
  })

  test('MON-8 100 check-ins at the same moment, around midnight, give one reward a day', async () => {
    const eve = await console.user('eve')
    const before = (await own(eve)).quota
    clockMs = MIDNIGHT - 1
    const first = Array.from({ length: 50 }, (_, at) => console.call('POST /api/user/check_in', { as: eve, from: `198.51.100.${at}` }))
    clockMs = MIDNIGHT
    const second = Array.from({ length: 50 }, (_, at) => console.call('POST /api/user/check_in', { as: eve, from: `198.51.100.${at}` }))
    const given = (await Promise.all([...first, ...second])).filter(({ json }) => json.success).length
    clockMs = NOON
    expect([1, 2]).toContain(given)
    expect((await own(eve)).quota - before).toBe(given * 10)
    const days = await console.database.read.selectFrom('check_in').select('day').where('user_id', '=', eve.id).execute()
    expect(days).toHaveLength(given)
  })

  test('an invitation: both get their gift, and the inviter moves theirs to the balance', async () => {
    await option('QuotaForInviter', 2 * UNIT)
    await option('QuotaForInvitee', 7)
    const host = await console.user('host')
    // Whoever is about to register reads what the invitation brings.
    expect(await call('GET /api/status', host)).toMatchObject({ aff_enabled: true, quota_for_invitee: 7 })
    const guest = await invited('guest', await call<string>('GET /api/user/aff', host))
    expect(await own(guest)).toMatchObject({ quota: 7 })
    expect(await own(host)).toMatchObject({ quota: 0, aff_quota: 2 * UNIT, aff_history_quota: 2 * UNIT, aff_count: 1 })
    expect(await codeOf('POST /api/user/aff_transfer', host, { quota: UNIT - 1 })).toBe('aff_transfer_min')
    expect(await codeOf('POST /api/user/aff_transfer', host, { quota: 2 * UNIT + 1 })).toBe('aff_transfer_short')
    for (const quota of [0, -UNIT, 1e308, 0.5, Number.NaN, '1'])
      expect((await console.call('POST /api/user/aff_transfer', { as: host, body: { quota } })).json.success).toBe(false)
    await call('POST /api/user/aff_transfer', host, { quota: UNIT })
    expect(await own(host)).toMatchObject({ quota: UNIT, aff_quota: UNIT, aff_history_quota: 2 * UNIT })
    expect(await logged(host, 4)).toContain('邀请收益划转到余额：$1.00')
  })

  test('MON-8 two transfers of all of it at the same time move it once', async () => {
    const host = await console.user('twice')
    await invited('twice-guest', await call<string>('GET /api/user/aff', host))
    const tries = Array.from({ length: 10 }, (_, at) =>
      console.call('POST /api/user/aff_transfer', { as: host, body: { quota: 2 * UNIT }, from: `198.51.100.${at}` }),
    )
    expect((await Promise.all(tries)).filter(({ json }) => json.success)).toHaveLength(1)
    expect(await own(host)).toMatchObject({ quota: 2 * UNIT, aff_quota: 0, aff_history_quota: 2 * UNIT })
  })

  test('without a gift the count of invited people grows all the same (BUG-37)', async () => {
    await option('QuotaForInviter', 0)
    const host = await console.user('plain')
    await invited('plain-guest', await call<string>('GET /api/user/aff', host))
    expect(await own(host)).toMatchObject({ aff_quota: 0, aff_history_quota: 0, aff_count: 1 })
  })

  test('a rebate goes to the inviter’s balance and income: vector 12, rounded down, also for gift codes', async () => {
    await option('RebatePercentage', 12.5)
    await option('RebateEnabled', true)
    const host = await console.user('rebated')
    const guest = await invited('payer', await call<string>('GET /api/user/aff', host))
    const redeem = async (draft: object) => {
      const [code = ''] = await call<string[]>('POST /api/redemption/', root, { name: 'rebates', ...draft })
      await call('POST /api/user/topup', guest, { key: code })
    }
    await redeem({ quota: 5_000_000 })
    expect(await own(host)).toMatchObject({ quota: 625_000, aff_quota: 0, aff_history_quota: 625_000 })
    expect((await logged(host, 4))[0]).toContain('$1.25')
    await redeem({ quota: 15, is_gift: true })
    expect(await own(host)).toMatchObject({ quota: 625_001, aff_history_quota: 625_001 })
    await redeem({ quota: 7 })
    expect(await own(host)).toMatchObject({ quota: 625_001 })
    await option('RebateEnabled', false)
    await redeem({ quota: 5_000_000 })
    expect(await own(host)).toMatchObject({ quota: 625_001 })
  })

  test('with invitations switched off there is no code, no gift and no transfer', async () => {
    const host = await console.user('off')
    const inviteCode = await call<string>('GET /api/user/aff', host)
    await option('AffEnabled', false)
    expect([await codeOf('GET /api/user/aff', host), await codeOf('POST /api/user/aff_transfer', host, { quota: UNIT })]).toEqual([
      'aff_disabled',
      'aff_disabled',
    ])
    const guest = await invited('off-guest', inviteCode)
    expect([(await own(host)).aff_count, (await own(guest)).quota]).toEqual([0, 0])
    expect((await call<{ aff_enabled: boolean }>('GET /api/status', host)).aff_enabled).toBe(false)
    await option('AffEnabled', true)
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
