import type { TopUpOrder } from '@waystation/contract/money/top-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { beginRefund, endRefund } from '../../domain/top-up/refund-store.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { type FakeStripe, openFakeStripe, paidEvent, stripeSignature } from '../../testing/fakes/fake-stripe.ts'

const UNIT = 500_000
const WEBHOOK_SECRET = 'whsec_0123456789abcdef'

eachKind('a refund at Stripe', (kind) => {
  let console: TestConsole
  let root: Visitor
  let stripe: FakeStripe

  beforeAll(async () => {
    stripe = await openFakeStripe()
    console = await openConsole({ kind, stripeApi: stripe.url })
    root = await console.root()
    await console.confirm(root, 'secret_options')
    for (const [key, value] of [
      ['ServerAddress', 'http://gw.example'],
      ['StripeSecretKey', 'sk_test_abcdefgh'],
      ['StripeWebhookSecret', WEBHOOK_SECRET],
    ])
      await call('PUT /api/option/', root, { key, value })
  }, 180_000)
  afterAll(async () => {
    await console.close()
    stripe.close()
  })

  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message} ${JSON.stringify(json.fields)}`).toBe(true)
    return json.data as Data
  }
  const balance = async (as: Visitor) => (await call<{ quota: number }>('GET /api/user/self', as)).quota
  const spend = (as: Visitor, quota_delta: number) => console.call('PUT /api/user/', { as: root, body: { id: as.id, quota_delta } })
  const order = async (as: Visitor) => (await call<{ items: TopUpOrder[] }>('GET /api/user/orders', as)).items[0] as TopUpOrder
  const tell = async (payload: string) => {
    const header = stripeSignature(payload, Math.floor(Date.now() / 1000), WEBHOOK_SECRET)
    return console.call('POST /api/user/stripe/webhook', { text: payload, headers: { 'stripe-signature': header } })
  }
  /** A buyer who has paid ten dollars by card. */
  async function buyer(name: string): Promise<{ as: Visitor; id: number; tradeNo: string }> {
    const as = await console.user(name)
    await call('POST /api/user/pay', as, { amount: 10, top_up_code: '', payment_method: 'stripe' })
    const { id, trade_no } = await order(as)
    await tell(paidEvent(trade_no))
    expect(await balance(as)).toBe(10 * UNIT)
    return { as, id, tradeNo: trade_no }
  }
  const finishOpen = () => console.jobs.find(({ name }) => name === 'finish-open-refunds')?.run()
  const refund = (id: number) => console.call(`POST /api/topup/${id}/refund`, { as: root })

  test('nothing can be spent of what is being paid back: the buyer spends while Stripe answers', async () => {
    const { as, id } = await buyer('spender')
    const asked = stripe.requests.length
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    stripe.holdBack('/v1/refunds', answered)
    const refunding = refund(id)
    await expect.poll(() => stripe.requests.length).toBe(asked + 1)
    expect((await order(as)).status).toBe('refunding')
    expect((await spend(as, -UNIT)).json.code).toBe('user_quota_too_low')
    answer()
    expect((await refunding).json).toMatchObject({ success: true })
    expect([await balance(as), (await order(as)).status]).toEqual([0, 'refunded'])
    expect(stripe.refunds).toHaveLength(1)
  })

  test('the credit is given back if Stripe refuses, and the order can be refunded later', async () => {
    const { as, id } = await buyer('refused')
    stripe.refuseNext()
    expect((await refund(id)).json.code).toBe('payment_failed')
    expect([await balance(as), (await order(as)).status]).toEqual([10 * UNIT, 'paid'])
    await call(`POST /api/topup/${id}/refund`, root)
    expect([await balance(as), (await order(as)).status]).toEqual([0, 'refunded'])
  })

  test.each(['before Stripe heard of it', 'after Stripe paid back'])('a refund that a kill cut off is finished: %s', async (when) => {
    const { as, id, tradeNo } = await buyer(when.split(' ')[0] ?? '')
    const request = { id, actorId: root.id, requestId: newRequestId(), isAsked: true }
    const { refund_number: number } = await console.database.run(beginRefund, request)
    if (when.startsWith('after')) stripe.refund(tradeNo, number)
    expect([await balance(as), (await order(as)).status]).toEqual([0, 'refunding'])
    const made = stripe.refunds.length
    await finishOpen()
    expect([await balance(as), (await order(as)).status]).toEqual([0, 'refunded'])
    expect(stripe.refunds.length - made).toBe(when.startsWith('after') ? 0 : 1)
    expect((await refund(id)).json.code).toBe('order_not_paid')
  })

  test('a refund that a kill cut off, and that Stripe refuses, is given back', async () => {
    const { as, id } = await buyer('cutoff')
    const request = { id, actorId: root.id, requestId: newRequestId(), isAsked: true }
    await console.database.run(beginRefund, request)
    stripe.refuseNext('/v1/refunds')
    await finishOpen()
    expect([await balance(as), (await order(as)).status]).toEqual([10 * UNIT, 'paid'])
  })

  test('a node whose clock is minutes ahead leaves one alone that another node has just begun', async () => {
    const { as, id } = await buyer('skewed')
    await console.database.run(beginRefund, { id, actorId: root.id, requestId: newRequestId(), isAsked: true })
    const ahead = await openConsole({
      ...{ place: { address: console.address, drop: async () => {} }, stripeApi: stripe.url },
      ...{ isAlone: false, now: () => Date.now() + 300_000 },
    })
    await ahead.jobs.find(({ name }) => name === 'finish-open-refunds')?.run()
    await ahead.close()
    expect((await order(as)).status).toBe('refunding')
    await finishOpen()
    expect((await order(as)).status).toBe('refunded')
  })

  test('where Stripe’s answer is lost, nothing is given back before it is known', async () => {
    const { as, id } = await buyer('silence')
    stripe.loseAnswers('/v1/refunds', 3)
    expect((await refund(id)).json.code).toBe('payment_unanswered')
    expect([await balance(as), (await order(as)).status]).toEqual([0, 'refunding'])
    expect((await refund(id)).json.code).toBe('order_not_paid')
    await finishOpen()
    expect((await order(as)).status).toBe('refunded')
  })

  test('a refusal of Stripe for one node is not told where another has had the refund made meanwhile', async () => {
    const { as, id } = await buyer('overtaken')
    const asked = stripe.requests.length
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    stripe.refuseNext('/v1/refunds')
    stripe.holdBack('/v1/refunds', answered)
    const refunding = refund(id)
    await expect.poll(() => stripe.requests.length).toBe(asked + 1)
    const open = { id, actorId: 0, requestId: newRequestId() }
    const row = await console.database.read
      .selectFrom('top_up_order')
      .select('refund_number')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await console.database.run(endRefund, { ...open, number: row.refund_number })
    answer()
    expect((await refunding).json).toMatchObject({ success: true, data: { status: 'refunded' } })
    expect([await balance(as), (await order(as)).status]).toEqual([0, 'refunded'])
  })

  test('an order that was paid back at Stripe itself is refunded without a second payment', async () => {
    const { as, id, tradeNo } = await buyer('byhand')
    stripe.refund(tradeNo)
    const made = stripe.refunds.length
    await call(`POST /api/topup/${id}/refund`, root)
    expect([await balance(as), (await order(as)).status, stripe.refunds.length]).toEqual([0, 'refunded', made])
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
