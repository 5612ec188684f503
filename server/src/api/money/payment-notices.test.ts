import type { RefusedPaymentNotice, TopUpOrder } from '@waystation/contract/money/top-up'
import { role } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { epayNotice, signedByEpay } from '../../testing/fakes/epay-notice.ts'
import { type FakeEpay, openFakeEpay } from '../../testing/fakes/fake-epay.ts'
import { type FakeStripe, openFakeStripe, paidEvent, paymentOf, refundedEvent, stripeSignature } from '../../testing/fakes/fake-stripe.ts'
import { runAt } from '../../testing/time/run-at.ts'

const UNIT = 500_000
const KEY = 'epay-merchant-key'
const WEBHOOK_SECRET = 'whsec_0123456789abcdef'

eachDatabase('payments that did not go as they should', ({ kind, address }) => {
  let console: TestConsole
  let root: Visitor
  let admin: Visitor
  let stripe: FakeStripe
  let epay: FakeEpay
  /** What the server's clock is ahead. */
  let aheadMs = 0

  beforeAll(async () => {
    stripe = await openFakeStripe()
    epay = await openFakeEpay({ pid: '1001', key: KEY })
    const place = { address: address(), drop: async () => {} }
    console = await openConsole({ kind, place, stripeApi: stripe.url, now: () => Date.now() + aheadMs })
    root = await console.root()
    admin = await console.user('admin', role.admin)
    await console.confirm(root, 'secret_options')
    for (const [key, value] of Object.entries({
      ServerAddress: 'http://gw.example',
      PayAddress: epay.url,
      EpayId: '1001',
      EpayKey: KEY,
      StripeSecretKey: 'sk_test_abcdefgh',
      StripeWebhookSecret: WEBHOOK_SECRET,
    }))
      await option(key, value)
  }, 180_000)
  afterAll(async () => {
    await console.close()
    stripe.close()
    epay.close()
  })

  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message} ${JSON.stringify(json.fields)}`).toBe(true)
    return json.data as Data
  }
  const option = (key: string, value: string | number) => call('PUT /api/option/', root, { key, value })
  const balance = async (as: Visitor) => (await call<{ quota: number }>('GET /api/user/self', as)).quota
  const orderOf = async (as: Visitor) =>
    (await call<{ items: TopUpOrder[] }>(`GET /api/topup/?keyword=${as.username}`, admin)).items[0] as TopUpOrder
  const refused = async (orderId: number) =>
    (await call<{ items: RefusedPaymentNotice[] }>(`GET /api/topup/notices?order_id=${orderId}&page_size=50`, admin)).items
  const inbox = async (text: string) => {
    const { items } = await call<{ items: { content: string }[] }>('GET /api/user/messages?page_size=100', root)
    return items.filter(({ content }) => content.includes(text)).length
  }
  const tellEpay = async (fields: Record<string, string>, key = KEY) =>
    (await console.call(`GET /api/user/epay/notify?${new URLSearchParams(signedByEpay(fields, key))}`)).text
  const tellStripe = async (payload: string, secret = WEBHOOK_SECRET) => {
    const header = stripeSignature(payload, Math.floor((Date.now() + aheadMs) / 1000), secret)
    return (await console.call('POST /api/user/stripe/webhook', { text: payload, headers: { 'stripe-signature': header } })).status
  }
  async function buyer(name: string, payment_method = 'zfb') {
    const as = await console.user(name)
    const { json } = await console.call('POST /api/user/pay', { as, body: { amount: 10, top_up_code: '', payment_method } })
    expect(json.success, json.message).toBe(true)
    const { id, trade_no: tradeNo } = await orderOf(as)
    return { as, id, tradeNo, fields: json.data as Record<string, string> }
  }
  const run = (name: string) => console.jobs.find((job) => job.name === name)?.run()
  /** The order was made, and last asked about, so long ago. */
  const age = (id: number, seconds: number) =>
    runAt(address(), `update top_up_order set created_at = created_at - ${seconds} where id = ${id}`)

  test('a payment of another amount or currency is kept with the order, once for all repetitions, and told', async () => {
    const { as, id, tradeNo } = await buyer('short', 'stripe')
    for (const changed of [{ amount_total: 999 }, { amount_total: 999 }, { currency: 'jpy' }])
      expect(await tellStripe(paidEvent(tradeNo, changed))).toBe(200)
    expect(await refused(id)).toMatchObject([
      { reason: 'currency', money: '10.00', currency: 'JPY', times: 1 },
      { reason: 'amount', kind: 'payment', money: '9.99', currency: 'USD', times: 2, trade_no: tradeNo, gateway_ref: paymentOf(tradeNo) },
    ])
    expect(await orderOf(as)).toMatchObject({ status: 'pending', refused_notices: 2 })
    expect(await inbox(tradeNo)).toBe(2)
    expect(await balance(as)).toBe(0)
    expect((await call<{ items: TopUpOrder[] }>('GET /api/user/orders', as)).items[0]).toMatchObject({ refused_notices: 0 })
    expect((await console.call(`GET /api/topup/notices?order_id=${id}`, { as })).json.code).toBe('no_permission')
  })

  test('so is what Epay tells: another amount, no amount, another merchant, and a second payment', async () => {
    const { id, fields } = await buyer('wrong')
    for (const changed of [{ money: '7.30' }, { money: 'free' }, { pid: '1002' }])
      expect(await tellEpay(epayNotice(fields, changed))).toBe('fail')
    expect(await tellEpay(epayNotice(fields))).toBe('success')
    expect(await tellEpay(epayNotice(fields))).toBe('success')
    expect(await tellEpay(epayNotice(fields, { trade_no: 'another' }))).toBe('fail')
    expect((await refused(id)).map(({ reason }) => reason)).toEqual(['second', 'merchant', 'money', 'amount'])
  })

  test('a signed notice of an order that does not exist is kept too', async () => {
    await tellEpay(epayNotice({ out_trade_no: 'USR1NOabcdef1700000000', money: '7.30' }))
    await tellStripe(refundedEvent('USR1NOghijkl1700000000', 500))
    expect(await refused(0)).toMatchObject([
      { gateway: 'stripe', kind: 'given-back', reason: 'unknown_order', money: '5.00', order_id: 0 },
      { gateway: 'epay', kind: 'payment', reason: 'unknown_order', trade_no: 'USR1NOabcdef1700000000', order_id: 0 },
    ])
  })

  test('of what anybody may have sent, one is kept with an order, and one is told in a day', async () => {
    const [first, second] = [await buyer('forgedone'), await buyer('forgedtwo', 'stripe')]
    const before = await inbox('签名')
    for (let at = 0; at < 5; at += 1) {
      expect(await tellEpay(epayNotice(first.fields, { money: `${at}.00` }), 'guessed')).toBe('fail')
      expect(await tellStripe(paidEvent(second.tradeNo, { amount_total: at }), 'whsec_guessed')).toBe(400)
      expect(await tellEpay(epayNotice({ out_trade_no: `nobody${at}`, money: '1.00' }), 'guessed')).toBe('fail')
    }
    for (const { id } of [first, second]) expect(await refused(id)).toMatchObject([{ reason: 'signature', times: 1 }])
    expect((await inbox('签名')) - before).toBe(1)
  })

  test.each(['zfb', 'stripe'])(
    'an order whose notice never came is asked about, by the button and in the background: %s',
    async (method) => {
      const pay = (order: { tradeNo: string }) => (method === 'stripe' ? stripe.pay(order.tradeNo) : epay.pay(order.tradeNo, '73.00'))
      const byButton = await buyer(`btn-${method}`, method)
      expect(await call<TopUpOrder>(`POST /api/topup/${byButton.id}/ask`, admin)).toMatchObject({ status: 'pending' })
      pay(byButton)
      expect(await call<TopUpOrder>(`POST /api/topup/${byButton.id}/ask`, admin)).toMatchObject({ status: 'paid' })
      expect(await balance(byButton.as)).toBe(10 * UNIT)

      const byJob = await buyer(`job-${method}`, method)
      pay(byJob)
      await run('ask-about-orders')
      expect(await balance(byJob.as)).toBe(0)
      await age(byJob.id, 300)
      await Promise.all([run('ask-about-orders'), run('ask-about-orders')])
      expect(await balance(byJob.as)).toBe(10 * UNIT)
      expect((await console.call(`POST /api/topup/${byJob.id}/ask`, { as: byJob.as })).json.code).toBe('no_permission')
    },
  )

  test('an order that nobody pays is asked about ever less, and no more after a day', async () => {
    const { id, tradeNo } = await buyer('never')
    const asked = () => epay.asked.filter((one) => one === tradeNo).length
    await age(id, 3600)
    await run('ask-about-orders')
    await run('ask-about-orders')
    expect(asked()).toBe(1)
    aheadMs = 300_000
    await run('ask-about-orders')
    expect(asked()).toBe(1)
    aheadMs = 1_200_000
    await run('ask-about-orders')
    expect(asked()).toBe(2)
    await age(id, 86_400)
    await run('ask-about-orders')
    expect(asked()).toBe(2)
    aheadMs = 0
  })

  test('Epay that says another amount credits nothing, and it is kept; one that cannot be understood is told', async () => {
    const { as, id, tradeNo } = await buyer('cheap')
    epay.pay(tradeNo, '0.01')
    expect(await call<TopUpOrder>(`POST /api/topup/${id}/ask`, admin)).toMatchObject({ status: 'pending' })
    expect(await refused(id)).toMatchObject([{ reason: 'amount', money: '0.01' }])
    expect(await balance(as)).toBe(0)
    await option('PayAddress', `${epay.url}/elsewhere`)
    expect((await console.call(`POST /api/topup/${id}/ask`, { as: admin })).json.code).toBe('payment_failed')
    await option('PayAddress', epay.url)
  })

  test('a super admin completes an order by hand, once, with a reason that stays', async () => {
    const { as, id, tradeNo, fields } = await buyer('byhand')
    const complete = (visitor: Visitor, reason: string) => console.call(`POST /api/topup/${id}/complete`, { as: visitor, body: { reason } })
    expect((await complete(admin, 'I saw it')).json.code).toBe('no_permission')
    expect((await complete(root, ' ')).json.fields).toMatchObject({ reason: expect.stringContaining('') })
    expect(await balance(as)).toBe(0)
    const tries = await Promise.all(Array.from({ length: 5 }, () => complete(root, 'seen in the merchant console')))
    expect(tries.filter(({ json }) => json.success)).toHaveLength(1)
    expect(tries.find(({ json }) => !json.success)?.json.code).toBe('order_already_paid')
    expect(await balance(as)).toBe(10 * UNIT)
    expect(await orderOf(as)).toMatchObject({ status: 'paid', completed_because: 'seen in the merchant console' })
    expect(await tellEpay(epayNotice(fields))).toBe('success')
    expect(await balance(as)).toBe(10 * UNIT)
    const { items } = await call<{ items: { action: string; target: string; detail: unknown }[] }>('GET /api/audit/?page_size=50', root)
    expect(items.find(({ action, target }) => action === 'top-up.complete' && target === tradeNo)).toBeDefined()
  })

  test('what comes to Epay after a day is credited if it buys as much today, and waits for one click if not', async () => {
    const [same, dearer] = [await buyer('late-same'), await buyer('late-dear')]
    for (const { id, as } of [same, dearer]) {
      await age(id, 86_401)
      expect((await console.call(`POST /api/user/orders/${id}/pay`, { as })).json.code).toBe('order_not_open')
    }
    expect(await tellEpay(epayNotice(same.fields))).toBe('success')
    expect(await balance(same.as)).toBe(10 * UNIT)
    await option('Price', 8)
    expect(await tellEpay(epayNotice(dearer.fields))).toBe('success')
    expect(await tellEpay(epayNotice(dearer.fields))).toBe('success')
    expect([await balance(dearer.as), (await orderOf(dearer.as)).status]).toEqual([0, 'late'])
    expect(await refused(dearer.id)).toMatchObject([{ reason: 'late', times: 2 }])
    expect(await inbox(dearer.tradeNo)).toBe(1)
    await call(`POST /api/topup/${dearer.id}/complete`, root, {})
    expect([await balance(dearer.as), (await orderOf(dearer.as)).status]).toEqual([10 * UNIT, 'paid'])
    await option('Price', 7.3)
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
