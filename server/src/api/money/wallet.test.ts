import type { MoneyIn, Wallet } from '@waystation/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUsage, openWithActivity } from '../../domain/channel/testing/activity-rows.ts'
import { holdFor, openLedgerFixture } from '../../domain/ledger/testing/ledger-fixture.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

const UNIT = 500_000
const HOUR = 3600
const DAY = 24 * HOUR
/** The afternoon of 10 November 2026. */
const NOW = Date.UTC(2026, 10, 10, 15, 30) / 1000
const NOVEMBER = Date.UTC(2026, 10, 1) / 1000
const OCTOBER = Date.UTC(2026, 9, 1) / 1000

eachKind('the wallet', (kind) => {
  let console: TestConsole
  let root: Visitor
  let nowSeconds = NOW

  beforeAll(async () => {
    console = await openConsole({ kind, now: () => nowSeconds * 1000 })
    root = await console.root()
    await console.confirm(root, 'secret_options')
    for (const [key, value] of Object.entries({ ServerAddress: 'http://gw.example', RegisterEnabled: 'true' })) await option(key, value)
  }, 180_000)
  afterAll(() => console.close())

  async function option(key: string, value: string | number | boolean) {
    const { json } = await console.call('PUT /api/option/', { as: root, body: { key, value } })
    expect(json.success, json.message).toBe(true)
  }
  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message}`).toBe(true)
    return json.data as Data
  }
  const codeOf = async (line: string, as: Visitor) => (await console.call(line, { as })).json.code
  const wallet = (as: Visitor) => call<Wallet>('GET /api/user/wallet', as)
  const history = (as: Visitor, query = '') => call<{ items: MoneyIn[]; total: number }>(`GET /api/user/wallet/history?${query}`, as)
  const use = async (rows: readonly { user: Visitor; quarter: number; quota: number; model?: string }[]) => {
    const past = await openWithActivity(console.place.address)
    const fixed = { channel_id: 1, calls: 1, prompt_tokens: 1, completion_tokens: 1 }
    await past.run(
      addUsage,
      rows.map(({ user, quarter, quota, model = 'm' }) => ({ ...fixed, user_id: user.id, quarter, quota, model_name: model })),
    )
    await past.close()
  }
  /** Redeems a code that an admin makes. */
  const redeem = async (as: Visitor, draft: object) => {
    const [key = ''] = await call<string[]>('POST /api/redemption/', root, { name: 'spring', quota: UNIT, ...draft })
    await call('POST /api/user/topup', as, { key })
  }
  const pay = async (as: Visitor, amount = 10) =>
    (await console.call('POST /api/user/pay', { as, body: { amount, payment_method: 'zfb' } })).json as unknown as {
      data: Record<string, string>
      url: string
      id: number
      trade_no: string
    }

  test('a year has each day of twelve months in the site’s zone, to today, of the caller alone', async () => {
    const [yan, yue] = [await console.user('yan'), await console.user('yue')]
    const december = Date.UTC(2025, 11, 1) / 1000
    await use([
      { user: yan, quarter: december - 900, quota: 1000 },
      { user: yan, quarter: december, quota: 1 },
      { user: yan, quarter: december + 9 * HOUR, quota: 2, model: 'other' },
      { user: yan, quarter: OCTOBER + 30 * DAY + 23.75 * HOUR, quota: 30 },
      { user: yan, quarter: NOW - HOUR / 2, quota: 400 },
      { user: yue, quarter: NOW - HOUR / 2, quota: 5 },
    ])
    const year = (as: Visitor) => call<{ first: string; zone: string; by_day: number[] }>('GET /api/user/wallet/year', as)
    const days = (december: number, november: number) => (november - december) / DAY
    const whole = await year(yan)
    expect(whole).toMatchObject({ zone: 'UTC', first: '2025-12-01', hours_until: null })
    expect(whole.by_day).toHaveLength(days(december, NOVEMBER) + 10)
    expect(whole.by_day.flatMap((quota, day) => (quota === 0 ? [] : [[day, quota]]))).toEqual([
      [0, 3],
      [days(december, NOVEMBER) - 1, 30],
      [days(december, NOVEMBER) + 9, 400],
    ])
    expect((await year(yue)).by_day.reduce((sum, quota) => sum + quota)).toBe(5)
    // It is the 11th there already, and what was used before midnight in UTC counts on the next day.
    await option('TimeZone', 'Asia/Shanghai')
    nowSeconds = NOW + 2 * HOUR
    const there = await year(yan)
    expect(there.by_day).toHaveLength(days(december, NOVEMBER) + 11)
    expect(there.by_day.flatMap((quota, day) => (quota === 0 ? [] : [[day, quota]]))).toEqual([
      [0, 1003],
      [days(december, NOVEMBER), 30],
      [days(december, NOVEMBER) + 9, 400],
    ])
    await option('TimeZone', 'UTC')
    nowSeconds = NOW
  })

  test('a new user has nothing, and nothing to add to it with', async () => {
    const ann = await console.user('ann')
    expect(await wallet(ann)).toEqual({
      balance: 0,
      held: 0,
      debt: 0,
      locked: 0,
      running_calls: 0,
      usage: {
        zone: 'UTC',
        hours_until: null,
        by_day: Array.from({ length: 10 }, () => 0),
        days_in_month: 30,
        total: 0,
        last_month: 0,
        days_left: null,
      },
      check_in: null,
      invitation: expect.objectContaining({ people: 0, income: 0, transferable: 0, transferred: 0, rebate_percent: 0 }),
      top_up: { group: 'default', group_ratio: 1, least_amount: 1, methods: [] },
    })
    expect(await history(ann)).toEqual({ items: [], page: 1, page_size: 10, total: 0 })
  })

  test('use by day and month: all models of a day, the same span of last month, and how long the balance lasts', async () => {
    const bob = await console.user('bob')
    const other = await console.user('other')
    await redeem(bob, { quota: 70 * UNIT })
    await use([
      { user: bob, quarter: NOVEMBER, quota: 100 },
      { user: bob, quarter: NOVEMBER, quota: 11, model: 'another' },
      { user: bob, quarter: NOVEMBER + 9 * DAY + 15 * HOUR, quota: 7 * UNIT },
      { user: other, quarter: NOVEMBER, quota: 5000 },
      { user: bob, quarter: OCTOBER, quota: 40 },
      { user: bob, quarter: OCTOBER + 9 * DAY + 15 * HOUR, quota: 2 },
      // Later in last month than it is now in this one.
      { user: bob, quarter: OCTOBER + 9 * DAY + 16 * HOUR, quota: 1000 },
    ])
    const { usage } = await wallet(bob)
    expect(usage.by_day).toEqual([111, 0, 0, 0, 0, 0, 0, 0, 0, 7 * UNIT])
    // 70 dollars at one a day.
    expect(usage).toMatchObject({ total: 7 * UNIT + 111, last_month: 42, days_left: 70 })
  })

  test.each([
    ['Asia/Kolkata', '2026-10-31T18:15Z', '2026-10-31T18:30Z', '2026-11-01T18:30Z'],
    ['Asia/Kathmandu', '2026-10-31T18:00Z', '2026-10-31T18:15Z', '2026-11-01T18:15Z'],
    ['Pacific/Kiritimati', '2026-10-31T09:45Z', '2026-10-31T10:00Z', '2026-11-01T10:00Z'],
  ])('days and months begin where the site is: in %s', async (zone, october, first, second) => {
    const cat = await console.user(`cat-${zone.slice(-6).toLowerCase()}`)
    const quarters = [october, first, second].map((iso) => Date.parse(iso) / 1000)
    await use(quarters.map((quarter, at) => ({ user: cat, quarter, quota: 10 ** at })))
    expect((await wallet(cat)).usage).toMatchObject({ zone: 'UTC', total: 100 })
    await option('TimeZone', zone)
    const { usage } = await wallet(cat)
    await option('TimeZone', 'UTC')
    expect(usage).toMatchObject({ zone, total: 110, last_month: 0, days_in_month: 30 })
    expect(usage.by_day.slice(0, 3)).toEqual([10, 100, 0])
    // In Kiritimati it is the eleventh already.
    expect(usage.by_day).toHaveLength(zone === 'Pacific/Kiritimati' ? 11 : 10)
  })

  test.each([
    ['Europe/Berlin', '2026-03-31T12:00Z', 28, ['03-28T22:45', '03-28T23:00', '03-29T21:45', '03-29T22:00']],
    ['Europe/Berlin', '2026-10-31T12:00Z', 24, ['10-24T21:45', '10-24T22:00', '10-25T22:45', '10-25T23:00']],
    ['Australia/Lord_Howe', '2026-04-09T12:00Z', 4, ['04-04T12:45', '04-04T13:00', '04-05T13:15', '04-05T13:30']],
  ])('in %s the day on which clocks change has its own hours', async (zone, now, index, around) => {
    const fay = await console.user(`fay-${index}`)
    await use(around.map((iso, at) => ({ user: fay, quarter: Date.parse(`2026-${iso}Z`) / 1000, quota: 10 ** at })))
    await option('TimeZone', zone)
    nowSeconds = Date.parse(now) / 1000
    const { by_day } = (await wallet(fay)).usage
    nowSeconds = NOW
    await option('TimeZone', 'UTC')
    expect(by_day.slice(index - 1, index + 2)).toEqual([1, 110, 1000])
  })

  test('what is held for calls that run is told apart from the balance', async () => {
    const dan = await console.user('dan')
    await redeem(dan, { quota: 5000 })
    const fixture = await openLedgerFixture(console.place.address)
    const node = await fixture.node()
    const row = await fixture.database.read
      .selectFrom('account')
      .select('id')
      .where('kind', '=', 'user')
      .where('owner_id', '=', dan.id)
      .executeTakeFirstOrThrow()
    for (const amount of [300, 42]) await node.submit(holdFor(node, { user: { accountId: Number(row.id), userId: dan.id }, amount }))
    expect(await wallet(dan)).toMatchObject({ balance: 5000, held: 342, running_calls: 2 })
    await fixture.close()
  })

  test('check-ins: the last seven days, this month, and what a check-in brings', async () => {
    await option('CheckInEnabled', true)
    await option('CheckInQuota', 1000)
    const eve = await console.user('eve')
    for (const at of [OCTOBER, NOW - 3 * DAY, NOW]) {
      nowSeconds = at
      await call('POST /api/user/check_in', eve)
    }
    const { check_in } = await wallet(eve)
    expect(check_in?.days.map(({ quota }) => quota)).toEqual([0, 0, 0, 1000, 0, 0, 1000])
    expect(check_in?.days.at(-1)?.day).toBe(NOVEMBER + 9 * DAY)
    expect(check_in).toMatchObject({ can_check_in: false, month_count: 2, month_quota: 2000, least: 1000, most: 1000 })
    await option('CheckInMaxQuota', 5000)
    nowSeconds = NOW + DAY
    expect((await wallet(eve)).check_in).toMatchObject({ can_check_in: true, month_count: 2, least: 1000, most: 5000 })
    nowSeconds = NOW
    await option('CheckInEnabled', false)
    expect((await wallet(eve)).check_in).toBeNull()
  })

  test('invitations: gifts and rebates are the income, and what is transferred is no longer transferable', async () => {
    for (const [key, value] of Object.entries({ QuotaForInviter: 3 * UNIT, RebateEnabled: true, RebatePercentage: 10 }))
      await option(key, value)
    const host = await console.user('host')
    const aff_code = (await wallet(host)).invitation?.code
    expect(aff_code).toMatch(/^\w{4,}$/)
    const body = { username: 'guest', password: PASSWORD, password2: PASSWORD, aff_code }
    expect((await console.call('POST /api/user/register', { body })).json.success).toBe(true)
    await redeem(await console.login('guest'), { quota: 20 * UNIT })
    await call('POST /api/user/aff_transfer', host, { quota: UNIT })
    const sums = { people: 1, gifts: 3 * UNIT, rebates: 2 * UNIT, income: 5 * UNIT, transferable: 2 * UNIT, transferred: UNIT }
    expect((await wallet(host)).invitation).toEqual({
      ...{ ...sums, code: aff_code, transfer_least: UNIT, to_inviter: 3 * UNIT, to_invitee: 0, rebate_percent: 10 },
      after_first_payment: false,
    })
    await option('RebateEnabled', false)
    await option('AffEnabled', false)
    expect((await wallet(host)).invitation).toBeNull()
    await option('AffEnabled', true)
  })

  test('orders and codes stand in one list, newest first; an order that was not paid for a day is closed', async () => {
    for (const [key, value] of Object.entries({ PayAddress: 'https://pay.example', EpayId: '1001', EpayKey: 'a-key' }))
      await option(key, value)
    const fay = await console.user('fay')
    expect((await wallet(fay)).top_up.methods).toEqual([
      { name: 'zfb', price: 7.3, currency: 'CNY' },
      { name: 'wx', price: 7.3, currency: 'CNY' },
    ])
    const { id, trade_no } = await pay(fay)
    // Codes are stamped by the database's clock, which is not that of the test: today is long before or after.
    await redeem(fay, { name: 'a gift', is_gift: true, quota: 2 * UNIT })
    await redeem(fay, { name: 'plain' })
    const order = (await history(fay, 'kind=paid')).items[0]
    expect(order).toMatchObject({ kind: 'paid', id, trade_no, method: 'zfb', money: '73.00', currency: 'CNY', quota: 10 * UNIT, name: '' })
    const codes = await history(fay, 'kind=code')
    expect(codes.items.map(({ name, is_gift, quota, status }) => [name, is_gift, quota, status])).toEqual(
      expect.arrayContaining([
        ['plain', false, UNIT, 'paid'],
        ['a gift', true, 2 * UNIT, 'paid'],
      ]),
    )
    const all = await history(fay)
    expect(all.total).toBe(3)
    const times = all.items.map(({ at }) => at)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    const pages = [await history(fay, 'p=1&page_size=2'), await history(fay, 'p=2&page_size=2')]
    expect(pages.flatMap(({ items }) => items)).toEqual(all.items)
    expect(order && (await statusAt(fay, order.at + DAY - 1))).toBe('pending')
    expect(order && (await statusAt(fay, order.at + DAY))).toBe('closed')
    expect((await history(await console.user('nobody'))).items).toEqual([])
  })

  const statusAt = async (as: Visitor, at: number) => {
    nowSeconds = at
    const { items } = await history(as, 'kind=paid')
    nowSeconds = NOW
    return items[0]?.status
  }

  test('an order is paid again under its number, for what it cost, by its buyer only, for a day', async () => {
    const gus = await console.user('gus')
    const first = await pay(gus)
    const { at = 0 } = (await history(gus, 'kind=paid')).items[0] ?? {}
    await option('Price', 9)
    nowSeconds = at + DAY - 1
    const { json } = await console.call(`POST /api/user/orders/${first.id}/pay`, { as: gus })
    expect(json).toMatchObject({
      success: true,
      message: 'success',
      data: first.data,
      url: first.url,
      id: first.id,
      trade_no: first.trade_no,
    })
    expect(await call(`GET /api/user/orders/${first.id}`, gus)).toMatchObject({ id: first.id, status: 'pending', money: '73.00' })
    nowSeconds = at + DAY
    expect(await codeOf(`POST /api/user/orders/${first.id}/pay`, gus)).toBe('order_not_open')
    nowSeconds = NOW
    const stranger = await console.user('stranger')
    expect(await codeOf(`POST /api/user/orders/${first.id}/pay`, stranger)).toBe('not_found')
    expect(await codeOf(`GET /api/user/orders/${first.id}`, stranger)).toBe('not_found')
    expect(await codeOf('GET /api/user/orders/2147483647', gus)).toBe('not_found')
    await option('EpayId', '')
    nowSeconds = at
    expect(await codeOf(`POST /api/user/orders/${first.id}/pay`, gus)).toBe('topup_disabled')
    nowSeconds = NOW
  })
})
