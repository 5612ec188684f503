// MON-5 and MON-7 to MON-10: money that comes in, while everybody tries at once through two nodes that share nothing but the database. One
// SQLite file belongs to one process, so it has one node.
import { inspect } from 'node:util'
import type { TopUpOrder } from '@waystation/contract/money/top-up'
import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { holdFor, type LedgerFixture, logFor, openLedgerFixture } from '../../domain/ledger/testing/ledger-fixture.ts'
import { openConsole, PASSWORD, type Reply, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { epayNotice, signedByEpay } from '../../testing/fakes/epay-notice.ts'
import { type FakeStripe, openFakeStripe, paidEvent, stripeSignature } from '../../testing/fakes/fake-stripe.ts'

const UNIT = 500_000
const KEY = 'epay-merchant-key'
const WEBHOOK_SECRET = 'whsec_0123456789abcdef'
const DAY_MS = 86_400_000
const NOON = Date.UTC(2026, 10, 23, 12)

eachDatabase('money in through two nodes', ({ kind, address }) => {
  let nodes: TestConsole[]
  let stripe: FakeStripe
  let root: Visitor
  let people: Visitor[]
  /** What the clock of each node shows. */
  const clocks = [NOON, NOON]
  const node = (at: number): TestConsole => nodes[at % nodes.length] ?? failed()

  beforeAll(async () => {
    stripe = await openFakeStripe()
    const place = { address: address(), drop: async () => {} }
    const parts = { place, stripeApi: stripe.url }
    nodes = [await openConsole({ ...parts, now: () => clocks[0] ?? NOON })]
    root = await node(0).root()
    await node(0).confirm(root, 'secret_options')
    const options = {
      ...{ ServerAddress: 'http://gw.example', PayAddress: 'https://pay.example', EpayId: '1001', EpayKey: KEY, Price: 1 },
      ...{
        StripeSecretKey: 'sk_test_abcdefgh',
        StripeWebhookSecret: WEBHOOK_SECRET,
        StripeCurrency: 'CNY',
        RebateEnabled: true,
        RebatePercentage: 10,
      },
      ...{ CheckInEnabled: true, CheckInQuota: 1000, QuotaForInviter: 3 * UNIT },
    }
    for (const [key, value] of Object.entries(options)) await call('PUT /api/option/', root, { key, value })
    if (kind !== 'sqlite') nodes.push(await openConsole({ ...parts, now: () => clocks[1] ?? NOON }))
    people = []
    for (let at = 0; at < 20; at += 1) people.push(await node(0).user(`person${at}`))
  }, 180_000)
  afterAll(async () => {
    for (const one of nodes) await one.close()
    stripe.close()
  })

  let calls = 0
  /**
   * Each call goes to the next node, from an address of its own. On a busy machine some of 200 get no connection to the database in five
   * seconds: they did nothing, and their clients ask again. Had one done something, its second try would show in the sums.
   */
  const ask = async (line: string, as?: Visitor, body?: object): Promise<Reply> => {
    for (let tries = 1; ; tries += 1) {
      calls += 1
      const reply = await node(calls).call(line, { as, from: `198.51.${(calls >> 8) & 255}.${calls & 255}`, ...(body ? { body } : {}) })
      if (reply.status < 500 || tries === 20) return reply
    }
  }
  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await ask(line, as, body)
    expect(json.success, `${line}: ${json.message}`).toBe(true)
    return json.data as Data
  }
  const many = (count: number, line: string, as: (at: number) => Visitor, body?: (at: number) => object) =>
    Promise.all(Array.from({ length: count }, (_, at) => ask(line, as(at), body?.(at))))
  const successes = (replies: readonly Reply[]) => replies.filter(({ json }) => json.success).length
  const codes = (replies: readonly Reply[]) => new Set(replies.filter(({ json }) => !json.success).map(({ json }) => json.code))
  const refusals = ['redemption_used', 'redemption_used_by_you', 'redemption_exhausted', 'login_throttled']
  const own = (as: Visitor) => call<{ quota: number; aff_quota: number; aff_history_quota: number }>('GET /api/user/self', as)
  const balances = async (of: readonly Visitor[]) => (await Promise.all(of.map((one) => own(one)))).map(({ quota }) => quota)
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
  const person = (at: number): Visitor => people[at % people.length] ?? failed()
  const invited = async (name: string, host: Visitor) => {
    const aff_code = await call<string>('GET /api/user/aff', host)
    expect(
      (await ask('POST /api/user/register', undefined, { username: name, password: PASSWORD, password2: PASSWORD, aff_code })).json.success,
    ).toBe(true)
    return node(0).login(name)
  }
  const pay = async (as: Visitor, amount: number, payment_method: string) => {
    const { json } = await ask('POST /api/user/pay', as, { amount, payment_method })
    expect(json.success, json.message).toBe(true)
    return { id: Number(json.id), tradeNo: String(json.trade_no), fields: json.data as Record<string, string> }
  }
  const inject = async (sent: InjectOptions) => {
    for (let tries = 1; ; tries += 1) {
      calls += 1
      const reply = await node(calls).app.inject(sent)
      if (reply.statusCode < 500 || tries === 20) return reply
    }
  }
  const told = async (fields: Record<string, string>, isForm = false) => {
    const query = new URLSearchParams(fields).toString()
    const url = '/api/user/epay/notify'
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent: InjectOptions = isForm ? { method: 'POST', url, headers, payload: query } : { method: 'GET', url: `${url}?${query}` }
    return (await inject(sent)).payload
  }
  const webhook = async (event: string, secret = WEBHOOK_SECRET) => {
    const headers = { 'stripe-signature': stripeSignature(event, Math.floor(Date.now() / 1000), secret) }
    return (await inject({ method: 'POST', url: '/api/user/stripe/webhook', headers, payload: event })).statusCode
  }
  const orderOf = async (as: Visitor, id: number) => call<TopUpOrder>(`GET /api/user/orders/${id}`, as)

  test.each([
    ['a code that is no gift', { is_gift: false }, 1],
    ['a gift for seven', { is_gift: true, max_uses: 7 }, 7],
    ['a gift without an end, once for each', { is_gift: true, max_uses: -1 }, 20],
  ])(
    'MON-7 200 parallel redemptions of %s give exactly its uses',
    async (_words, terms, uses) => {
      const [key = ''] = await call<string[]>('POST /api/redemption/', root, { name: 'storm', quota: 10, ...terms })
      // Whoever failed often waits ten minutes; they are over.
      clocks.forEach((at, which) => {
        clocks[which] = at + 11 * 60_000
      })
      const before = await balances(people)
      const replies = await many(200, 'POST /api/user/topup', person, (at) => ({ key: at % 3 === 0 ? ` ${key.toUpperCase()} ` : key }))
      expect(successes(replies)).toBe(uses)
      for (const code of codes(replies)) expect(refusals).toContain(code)
      expect(sum(await balances(people)) - sum(before)).toBe(uses * 10)
    },
    120_000,
  )

  test('MON-8 100 parallel check-ins at the last moment of a day, and 100 at the first of the next, give one reward each', async () => {
    const eve = await node(0).user('eve')
    clocks.fill(NOON + DAY_MS / 2 - 1)
    const last = await many(100, 'POST /api/user/check_in', () => eve)
    expect([successes(last), ...codes(last)]).toEqual([1, 'checked_in'])
    clocks.fill(NOON + DAY_MS / 2)
    const first = await many(100, 'POST /api/user/check_in', () => eve)
    expect([successes(first), ...codes(first)]).toEqual([1, 'checked_in'])
    expect((await own(eve)).quota).toBe(2000)
  }, 120_000)

  test('MON-8 100 parallel check-ins while the clocks of the nodes lie on both sides of midnight give one reward for each day', async () => {
    const adam = await node(0).user('adam')
    clocks[0] = NOON + DAY_MS * 1.5 - 1
    clocks[1] = NOON + DAY_MS * 1.5
    const replies = await many(100, 'POST /api/user/check_in', () => adam)
    expect(successes(replies)).toBe(nodes.length)
    expect((await own(adam)).quota).toBe(1000 * nodes.length)
    clocks.fill(NOON)
  }, 120_000)

  test('MON-8 100 parallel transfers move no more than was earned, and what was earned stays told', async () => {
    const host = await node(0).user('host')
    await invited('hostguest', host)
    const replies = await many(
      100,
      'POST /api/user/aff_transfer',
      () => host,
      () => ({ quota: UNIT }),
    )
    expect([successes(replies), ...codes(replies)]).toEqual([3, 'aff_transfer_short'])
    expect(await own(host)).toMatchObject({ quota: 3 * UNIT, aff_quota: 0, aff_history_quota: 3 * UNIT })
  }, 120_000)

  test('MON-9 a notice of Epay that is told 50 times at once credits once; forged, of another amount or another order never', async () => {
    const buyer = await node(0).user('buyer')
    const { fields, id } = await pay(buyer, 7, 'zfb')
    const card = await pay(buyer, 7, 'stripe')
    const wrong = [
      signedByEpay(epayNotice(fields), 'guessed'),
      signedByEpay(epayNotice(fields), ''),
      { ...signedByEpay(epayNotice(fields), KEY), money: '700.00' },
      { ...epayNotice(fields), sign: '' },
      ...['6.99', '7.01', '0.07', '-7.00', '7.001', '7e0', 'NaN', 'Infinity', '18446744073709551623.00', ''].map((money) =>
        signedByEpay(epayNotice(fields, { money }), KEY),
      ),
      signedByEpay(epayNotice(fields, { pid: '1002' }), KEY),
      signedByEpay(epayNotice(fields, { out_trade_no: card.tradeNo }), KEY),
      ...[`${fields.out_trade_no} `, (fields.out_trade_no ?? '').toLowerCase()].map((out_trade_no) =>
        signedByEpay(epayNotice(fields, { out_trade_no }), KEY),
      ),
    ]
    const refused = await Promise.all(wrong.flatMap((one) => [told(one), told(one, true)]))
    expect(new Set(refused)).toEqual(new Set(['fail']))
    expect((await own(buyer)).quota).toBe(0)
    const genuine = signedByEpay(epayNotice(fields), KEY)
    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => told(genuine, at % 2 === 0)))
    expect(new Set(replies)).toEqual(new Set(['success']))
    expect((await own(buyer)).quota).toBe(7 * UNIT)
    expect(await orderOf(buyer, id)).toMatchObject({ status: 'paid' })
    expect(await orderOf(buyer, card.id)).toMatchObject({ status: 'pending' })
  }, 120_000)

  test('MON-9 a webhook of Stripe that is told 50 times at once credits once; forged or of another amount never', async () => {
    const payer = await node(0).user('payer')
    const { tradeNo, id } = await pay(payer, 5, 'stripe')
    const { tradeNo: other } = await pay(payer, 5, 'zfb')
    const event = paidEvent(tradeNo, { amount_total: 500, currency: 'cny' })
    for (const secret of ['whsec_guessed', '', KEY]) expect(await webhook(event, secret)).toBe(400)
    const strange = [499, 501, -500, 500.5, 2 ** 64, 1e308, null, '500'].map((amount_total) =>
      paidEvent(tradeNo, { amount_total, currency: 'cny' }),
    )
    const others = [
      paidEvent(other, { amount_total: 500, currency: 'cny' }),
      paidEvent(tradeNo, { amount_total: 500, currency: 'jpy' }),
      paidEvent(tradeNo, { amount_total: 500, currency: 'cny', payment_status: 'unpaid' }),
    ]
    for (const one of [...strange, ...others]) expect(await webhook(one)).toBe(200)
    expect((await own(payer)).quota).toBe(0)
    const replies = await Promise.all(Array.from({ length: 50 }, () => webhook(event)))
    expect(new Set(replies)).toEqual(new Set([200]))
    expect((await own(payer)).quota).toBe(5 * UNIT)
    expect(await orderOf(payer, id)).toMatchObject({ status: 'paid' })
  }, 120_000)

  test('MON-9 without a key or a secret no signature counts, not even the one of an empty key', async () => {
    const poor = await node(0).user('poor')
    const [byEpay, byCard] = [await pay(poor, 4, 'zfb'), await pay(poor, 4, 'stripe')]
    const bare = await openConsole({ kind, stripeApi: stripe.url })
    try {
      const fields = signedByEpay(epayNotice(byEpay.fields), '')
      const event = paidEvent(byCard.tradeNo, { amount_total: 400, currency: 'cny' })
      const headers = { 'stripe-signature': stripeSignature(event, Math.floor(Date.now() / 1000), '') }
      await bare.root()
      expect((await bare.call(`GET /api/user/epay/notify?${new URLSearchParams(fields)}`)).text).toBe('fail')
      expect((await bare.app.inject({ method: 'POST', url: '/api/user/stripe/webhook', headers, payload: event })).statusCode).toBe(400)
    } finally {
      await bare.close()
    }
    expect(await told(signedByEpay(epayNotice(byEpay.fields), ''))).toBe('fail')
    expect((await own(poor)).quota).toBe(0)
  }, 120_000)

  test('MON-10 20 parallel refunds while the notice is told again take back once, with the inviter’s share', async () => {
    const host = await node(0).user('inviter')
    const guest = await invited('invitedone', host)
    const { fields, id } = await pay(guest, 10, 'zfb')
    const genuine = signedByEpay(epayNotice(fields), KEY)
    expect(await told(genuine)).toBe('success')
    expect(await balances([guest, host])).toEqual([10 * UNIT, UNIT])
    const [refunds] = await Promise.all([
      many(20, `POST /api/topup/${id}/refund`, () => root),
      Promise.all(Array.from({ length: 20 }, () => told(genuine))),
    ])
    expect(successes(refunds)).toBe(1)
    for (const code of codes(refunds)) expect(['order_not_paid', 'order_refund_short']).toContain(code)
    expect(await told(genuine)).toBe('success')
    expect(await balances([guest, host])).toEqual([0, 0])
    expect((await own(host)).aff_history_quota).toBe(3 * UNIT + UNIT)
  }, 120_000)

  test('MON-10 what running calls hold of an order is not refunded', async () => {
    const fixture = await openLedgerFixture(address())
    try {
      const buyer = await node(0).user('holder')
      const { fields, id } = await pay(buyer, 10, 'zfb')
      await told(signedByEpay(epayNotice(fields), KEY))
      const ledger = await fixture.node()
      const hold = holdFor(ledger, { user: await accountOf(fixture, buyer), amount: UNIT })
      expect((await ledger.submit(hold)).kind).toBe('done')
      expect((await ask(`POST /api/topup/${id}/refund`, root)).json.code).toBe('order_refund_short')
      expect((await own(buyer)).quota).toBe(10 * UNIT)
      await ledger.submit({ kind: 'release', id: hold.id })
      await call(`POST /api/topup/${id}/refund`, root)
      expect((await own(buyer)).quota).toBe(0)
    } finally {
      await fixture.close()
    }
  }, 120_000)

  test('MON-5 admin edits of a balance in a storm of spending and of money that comes in lose nothing', async () => {
    const fixture = await openLedgerFixture(address())
    try {
      // A second try of this test has a user of its own, and its own entries.
      const { last } = await fixture.database.read
        .selectFrom('entry')
        .select(({ fn }) => fn.max('id').as('last'))
        .executeTakeFirstOrThrow()
      const user = await node(0).user(`spender${Number(last ?? 0)}`.slice(0, 12))
      await call('PUT /api/user/', root, { id: user.id, quota_delta: 1_000_000, quota_reason: 'to begin with' })
      const account = await accountOf(fixture, user)
      const [gift = ''] = await call<string[]>('POST /api/redemption/', root, { name: 'in between', quota: 777 })
      let spent = 0
      let isOver = false
      const spenders = Array.from({ length: kind === 'sqlite' ? 1 : 4 }, async () => {
        const ledger = await fixture.node()
        while (!isOver) {
          const hold = holdFor(ledger, { user: account, amount: 40 })
          // A machine that is busy for long refuses a hold, and nothing was spent.
          const held = await ledger.submit(hold).catch(() => undefined)
          if (held?.kind !== 'done') continue
          await ledger.submit({ kind: 'settle', id: hold.id, amount: 13, log: logFor(user.id, 13) })
          spent += 13
        }
      })
      // The spending has begun before the first edit, however long a busy machine lets it wait.
      await expect.poll(() => spent, { timeout: 60_000 }).toBeGreaterThan(0)
      const edits = await Promise.all(
        Array.from({ length: 40 }, (_, at) => node(at).call('PUT /api/user/', { as: root, body: editOf(user.id, at) })),
      )
      await call('POST /api/user/topup', user, { key: gift })
      isOver = true
      await Promise.all(spenders)
      const booked = await fixture.database.read
        .selectFrom('entry')
        .select('amount')
        .where('kind', '=', 'adjust')
        .where('id', '>', last ?? 0)
        .execute()
      const isBooked = (at: number) => booked.some(({ amount }) => Number(amount) === Math.abs(byOf(at)))
      // Whoever got no answer of a busy machine looks at the ledger; whoever got one can rely on it.
      for (const [at, { json, status }] of edits.entries())
        if (status < 500) expect([at, json.success, isBooked(at)]).toEqual([at, true, true])
      const given = edits.reduce((all, _, at) => all + (isBooked(at) ? byOf(at) : 0), 0)
      expect((await own(user)).quota).toBe(1_000_000 + given + 777 - spent)
    } finally {
      await fixture.close()
    }
  }, 120_000)

  test('MON-9 a notice that comes a month late credits once: who paid has paid', async () => {
    const late = await node(0).user('late')
    const { fields } = await pay(late, 3, 'wx')
    clocks.fill(NOON + 31 * DAY_MS)
    const genuine = signedByEpay(epayNotice(fields), KEY)
    expect(new Set(await Promise.all(Array.from({ length: 10 }, () => told(genuine))))).toEqual(new Set(['success']))
    // A session that were looked up now would have ended.
    clocks.fill(NOON)
    expect((await own(late)).quota).toBe(3 * UNIT)
  })

  // What the database must refuse at the last moment got past a rule: that counts as a fault, though the call's second try is told no.
  afterEach(() => {
    const faults = nodes.flatMap(({ errorsLogged, troubles }) => [...errorsLogged, ...troubles]).map((one) => inspect(one))
    // On a busy machine some of 200 calls get no connection in five seconds, and are refused before they did anything.
    expect(faults.filter((words) => !words.includes('timeout exceeded when trying to connect'))).toEqual([])
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(node(0).database)).differences).toEqual([])
  })
})

/** Half of the edits add, half set what was seen to another amount. */
const byOf = (at: number): number => (at % 2 === 0 ? 1000 + at : -500 - at)
const editOf = (id: number, at: number) =>
  at % 2 === 0 ? { id, quota_delta: byOf(at) } : { id, quota_seen: 900_000, quota: 900_000 + byOf(at) }

async function accountOf(fixture: LedgerFixture, { id: userId }: Visitor): Promise<{ accountId: number; userId: number }> {
  const row = await fixture.database.read
    .selectFrom('account')
    .select('id')
    .where('kind', '=', 'user')
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { userId, accountId: Number(row.id) }
}

function failed(): never {
  throw new Error('there is at least one node')
}
