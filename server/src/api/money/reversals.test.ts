import type { Statement } from '@waystation/contract/money/statement'
import type { TopUpOrder } from '@waystation/contract/money/top-up'
import type { Wallet } from '@waystation/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { holdFor, type LedgerFixture, openLedgerFixture } from '../../domain/ledger/testing/ledger-fixture.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import {
  disputeEvent,
  type FakeStripe,
  openFakeStripe,
  paidEvent,
  refundedEvent,
  stripeSignature,
} from '../../testing/fakes/fake-stripe.ts'
import { provenAddress } from '../../testing/notice-address.ts'

const UNIT = 500_000
const WEBHOOK_SECRET = 'whsec_0123456789abcdef'

eachDatabase('what Stripe does to a payment afterwards', ({ kind, address }) => {
  let console: TestConsole
  let fixture: LedgerFixture
  let root: Visitor
  let stripe: FakeStripe

  beforeAll(async () => {
    stripe = await openFakeStripe()
    console = await openConsole({ kind, place: { address: address(), drop: async () => {} }, stripeApi: stripe.url })
    fixture = await openLedgerFixture(address())
    root = await console.root()
    await console.confirm(root, 'secret_options')
    for (const [key, value] of Object.entries({
      ServerAddress: 'http://gw.example',
      StripeSecretKey: 'sk_test_abcdefgh',
      StripeWebhookSecret: WEBHOOK_SECRET,
      RebateEnabled: true,
      RebatePercentage: 20,
      CheckInEnabled: true,
      CheckInQuota: 1000,
      CheckInMaxQuota: 1000,
      SMTPServer: '127.0.0.1',
      SMTPAccount: 'gw@example.com',
      SMTPFrom: 'gw@example.com',
    }))
      await call('PUT /api/option/', root, { key, value })
    await call('PUT /api/user/setting', root, await provenAddress(console, root.id, 'boss@example.com'))
  }, 180_000)
  afterAll(async () => {
    await fixture.close()
    await console.close()
    stripe.close()
  })

  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message} ${JSON.stringify(json.fields)}`).toBe(true)
    return json.data as Data
  }
  const wallet = async (as: Visitor) => {
    const { balance, debt, locked } = await call<Wallet>('GET /api/user/wallet', as)
    return [balance, debt, locked]
  }
  const admin = (as: Visitor, quota_delta: number) => call('PUT /api/user/', root, { id: as.id, quota_delta })
  const order = async (as: Visitor) => (await call<{ items: TopUpOrder[] }>('GET /api/user/orders', as)).items[0] as TopUpOrder
  const statusOf = async (as: Visitor) => (await order(as)).status
  const tell = async (...events: string[]) => {
    for (const payload of events) {
      const header = stripeSignature(payload, Math.floor(Date.now() / 1000), WEBHOOK_SECRET)
      const { status } = await console.call('POST /api/user/stripe/webhook', { text: payload, headers: { 'stripe-signature': header } })
      expect(status).toBe(200)
    }
  }
  async function open(as: Visitor): Promise<string> {
    await call('POST /api/user/pay', as, { amount: 10, top_up_code: '', payment_method: 'stripe' })
    return (await order(as)).trade_no
  }
  /** A buyer who has paid ten dollars by card, and what of it they have spent. */
  async function buyer(name: string, spent = 0, as?: Visitor): Promise<{ as: Visitor; tradeNo: string }> {
    const person = as ?? (await console.user(name))
    const tradeNo = await open(person)
    await tell(paidEvent(tradeNo))
    if (spent > 0) await admin(person, -spent)
    return { as: person, tradeNo }
  }
  async function invited(name: string, host: Visitor): Promise<Visitor> {
    const body = { username: name, password: 'correct horse', password2: 'correct horse' }
    await console.call('POST /api/user/register', { body: { ...body, aff_code: await call<string>('GET /api/user/aff', host) } })
    return console.login(name)
  }

  test('what is given back in parts is taken back in proportion, each part once, in whatever order it is told', async () => {
    const { as, tradeNo } = await buyer('parts')
    await tell(refundedEvent(tradeNo, 333), refundedEvent(tradeNo, 333))
    expect([await wallet(as), await statusOf(as)]).toEqual([[10 * UNIT - 1_665_000, 0, 0], 'paid'])
    await tell(refundedEvent(tradeNo, 700), refundedEvent(tradeNo, 500))
    expect(await wallet(as)).toEqual([3 * UNIT, 0, 0])
    expect((await order(as)).quota_back).toBe(7 * UNIT)
    // A dispute that is lost comes on top of the largest sum.
    await tell(disputeEvent(tradeNo, 'lost', { amount: 100 }))
    expect(await wallet(as)).toEqual([2 * UNIT, 0, 0])
    await tell(refundedEvent(tradeNo, 900), paidEvent(tradeNo))
    expect([await wallet(as), await statusOf(as)]).toEqual([[0, 0, 0], 'charged_back'])
  })

  test('a refund of ours is not taken back again when Stripe tells of it', async () => {
    const { as, tradeNo } = await buyer('ours')
    await tell(refundedEvent(tradeNo, 400))
    await call(`POST /api/topup/${(await order(as)).id}/refund`, root)
    expect(await wallet(as)).toEqual([0, 0, 0])
    await admin(as, UNIT)
    await tell(refundedEvent(tradeNo, 1000))
    expect([await wallet(as), await statusOf(as)]).toEqual([[UNIT, 0, 0], 'refunded'])
  })

  test('a payment that was given back before its notice came is credited and taken back', async () => {
    const as = await console.user('early')
    const tradeNo = await open(as)
    await tell(refundedEvent(tradeNo, 1000))
    expect(await statusOf(as)).toBe('pending')
    await tell(paidEvent(tradeNo))
    expect([await wallet(as), await statusOf(as)]).toEqual([[0, 0, 0], 'refunded'])
  })

  test('what was spent is a debt, which later payments, codes and check-ins pay first, and an admin’s correction does not', async () => {
    const { as, tradeNo } = await buyer('debtor', 9 * UNIT)
    await tell(refundedEvent(tradeNo, 1000))
    expect([await wallet(as), await statusOf(as)]).toEqual([[0, 9 * UNIT, 0], 'refunded'])
    await admin(as, 100)
    expect(await wallet(as)).toEqual([100, 9 * UNIT, 0])
    const [key] = await call<string[]>('POST /api/redemption/', root, { name: 'code', quota: 3 * UNIT, count: 1 })
    await call('POST /api/user/topup', as, { key })
    expect(await wallet(as)).toEqual([100, 6 * UNIT, 0])
    await call('POST /api/user/check_in', as)
    expect(await wallet(as)).toEqual([100, 6 * UNIT - 1000, 0])
    await buyer('', 0, as)
    expect(await wallet(as)).toEqual([100 + 4 * UNIT + 1000, 0, 0])
    const statement = await call<Statement>('GET /api/user/statement', as)
    expect(statement).toMatchObject({ closing: 100 + 4 * UNIT + 1000, ledger: 100 + 4 * UNIT + 1000 })
    expect(statement.debt).toMatchObject({ opening: 0, in: 9 * UNIT, out: 9 * UNIT, closing: 0, ledger: 0 })
    expect(statement.causes.find(({ cause }) => cause === 'debt')).toMatchObject({ entries: 3, out: 9 * UNIT })
  })

  test('what running calls held when the money went is taken when they are over', async () => {
    const { as, tradeNo } = await buyer('holder')
    const { id } = await fixture.database.read
      .selectFrom('account')
      .select('id')
      .where('kind', '=', 'user')
      .where('owner_id', '=', as.id)
      .executeTakeFirstOrThrow()
    const ledger = await fixture.node()
    const hold = holdFor(ledger, { user: { userId: as.id, accountId: Number(id) }, amount: 8 * UNIT })
    expect((await ledger.submit(hold)).kind).toBe('done')
    await tell(refundedEvent(tradeNo, 1000))
    expect(await wallet(as)).toEqual([8 * UNIT, 8 * UNIT, 0])
    const collect = () => console.jobs.find(({ name }) => name === 'collect-debts')?.run()
    await collect()
    expect(await wallet(as)).toEqual([8 * UNIT, 8 * UNIT, 0])
    await ledger.submit({ kind: 'release', id: hold.id })
    await collect()
    expect(await wallet(as)).toEqual([0, 0, 0])
    await admin(as, 100)
    await collect()
    expect(await wallet(as)).toEqual([100, 0, 0])
  })

  test('an inviter who has spent their share owes it, and is never below zero, by a refund of ours or at Stripe', async () => {
    const host = await console.user('host')
    const [first, second] = [await invited('guestone', host), await invited('guesttwo', host)]
    const [{ tradeNo }] = [await buyer('', 0, first), await buyer('', 0, second)]
    expect(await wallet(host)).toEqual([4 * UNIT, 0, 0])
    await admin(host, -3.5 * UNIT)
    await call(`POST /api/topup/${(await order(second)).id}/refund`, root)
    expect(await wallet(host)).toEqual([0, 1.5 * UNIT, 0])
    await tell(refundedEvent(tradeNo, 500))
    expect(await wallet(host)).toEqual([0, 2.5 * UNIT, 0])
    await buyer('', 0, second)
    expect(await wallet(host)).toEqual([0, 0.5 * UNIT, 0])
  })

  test('so does an inviter who was deleted', async () => {
    const host = await console.user('gone')
    const guest = await invited('guestgone', host)
    await buyer('', 0, guest)
    await admin(host, -2 * UNIT)
    await call(`DELETE /api/user/${host.id}`, root)
    await call(`POST /api/topup/${(await order(guest)).id}/refund`, root)
    const accounts = await fixture.database.read.selectFrom('account').select(['kind', 'posted']).where('owner_id', '=', host.id).execute()
    expect(Object.fromEntries(accounts.map(({ kind: name, posted }) => [name, Number(posted)]))).toMatchObject({ user: 0, debt: -2 * UNIT })
  })

  test('a dispute locks the credit, tells the super admin, and unlocks it when it is won', async () => {
    const { as, tradeNo } = await buyer('winner', UNIT)
    const mailed = () => fixture.database.read.selectFrom('outbox').select('ref').where('ref', 'like', `root-notice:${root.id}:%`).execute()
    const before = (await mailed()).length
    await tell(disputeEvent(tradeNo, 'needs_response'), disputeEvent(tradeNo, 'needs_response'))
    expect([await wallet(as), await statusOf(as)]).toEqual([[0, 0, 9 * UNIT], 'disputed'])
    expect((await console.call(`POST /api/topup/${(await order(as)).id}/refund`, { as: root })).json.code).toBe('order_not_paid')
    const inbox = await call<{ items: { content: string }[] }>('GET /api/user/messages?page_size=50', root)
    expect(inbox.items.filter(({ content }) => content.includes(tradeNo))).toHaveLength(1)
    expect(await mailed()).toHaveLength(before + 1)
    await tell(disputeEvent(tradeNo, 'won'), disputeEvent(tradeNo, 'won'), disputeEvent(tradeNo, 'needs_response'))
    expect([await wallet(as), await statusOf(as)]).toEqual([[9 * UNIT, 0, 0], 'paid'])
  })

  test('a dispute that is lost takes the credit back, and the rest is a debt', async () => {
    const { as, tradeNo } = await buyer('loser', 4 * UNIT)
    await tell(disputeEvent(tradeNo, 'needs_response'))
    await admin(as, UNIT)
    expect(await wallet(as)).toEqual([UNIT, 0, 6 * UNIT])
    await tell(disputeEvent(tradeNo, 'lost'))
    expect([await wallet(as), await statusOf(as)]).toEqual([[0, 3 * UNIT, 0], 'charged_back'])
  })

  test('a dispute about a part locks a part; one that ends before it is told of counts once', async () => {
    const { as, tradeNo } = await buyer('partly')
    await tell(disputeEvent(tradeNo, 'needs_response', { amount: 300 }))
    expect(await wallet(as)).toEqual([7 * UNIT, 0, 3 * UNIT])
    await tell(disputeEvent(tradeNo, 'lost', { amount: 300 }))
    expect([await wallet(as), await statusOf(as)]).toEqual([[7 * UNIT, 0, 0], 'paid'])
    const other = { id: 'dp_other', amount: 200 }
    await tell(disputeEvent(tradeNo, 'lost', other), disputeEvent(tradeNo, 'needs_response', other))
    expect([await wallet(as), await statusOf(as)]).toEqual([[5 * UNIT, 0, 0], 'paid'])
  })

  test('an order whose page ended or whose bank did not pay is shown so, and is credited if it is paid all the same', async () => {
    for (const [type, status] of [
      ['checkout.session.expired', 'expired'],
      ['checkout.session.async_payment_failed', 'failed'],
    ] as const) {
      const as = await console.user(status)
      const tradeNo = await open(as)
      await tell(paidEvent(tradeNo, { payment_status: 'unpaid' }, type))
      expect(await statusOf(as)).toBe(status)
      expect((await console.call(`POST /api/user/orders/${(await order(as)).id}/pay`, { as })).json.code).toBe('order_not_open')
      await tell(paidEvent(tradeNo))
      expect([await wallet(as), await statusOf(as)]).toEqual([[10 * UNIT, 0, 0], 'paid'])
    }
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
