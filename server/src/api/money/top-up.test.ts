import type { TopUpOrder } from '@waystation/contract/money/top-up'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { epayNotice, signedByEpay } from '../../testing/fakes/epay-notice.ts'
import { type FakeStripe, openFakeStripe, paidEvent, stripeSignature } from '../../testing/fakes/fake-stripe.ts'

const UNIT = 500_000
const KEY = 'epay-merchant-key'
const WEBHOOK_SECRET = 'whsec_0123456789abcdef'

const signed = (fields: Readonly<Record<string, string>>, key = KEY) => signedByEpay(fields, key)
const signature = (text: string, seconds: number, secret = WEBHOOK_SECRET) => stripeSignature(text, seconds, secret)

eachKind('buying quota', (kind) => {
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
      ['PayAddress', 'https://pay.example'],
      ['EpayId', '1001'],
      ['EpayKey', KEY],
      ['StripeSecretKey', 'sk_test_abcdefgh'],
      ['StripeWebhookSecret', WEBHOOK_SECRET],
    ])
      await option(key ?? '', value ?? '')
  }, 180_000)
  afterAll(async () => {
    await console.close()
    stripe.close()
  })

  async function option(key: string, value: string | number | boolean) {
    const { json } = await console.call('PUT /api/option/', { as: root, body: { key, value } })
    expect(json.success, json.message).toBe(true)
  }
  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message} ${JSON.stringify(json.fields)}`).toBe(true)
    return json.data as Data
  }
  const balance = async (as: Visitor) => (await call<{ quota: number }>('GET /api/user/self', as)).quota
  const pay = async (as: Visitor, amount = 10, payment_method = 'zfb') => {
    const { json } = await console.call('POST /api/user/pay', { as, body: { amount, top_up_code: '', payment_method } })
    expect(json.success, json.message).toBe(true)
    return json as unknown as { message: string; data: Record<string, string>; url: string }
  }
  const notify = async (fields: Record<string, string>) =>
    (await console.call(`GET /api/user/epay/notify?${new URLSearchParams(fields)}`)).text
  const order = async (as: Visitor) => (await call<{ items: TopUpOrder[] }>('GET /api/user/orders', as)).items[0]

  test('vector 11: ten dollars cost 73.00, in dollars and in units', async () => {
    const ann = await console.user('ann')
    const priceOf = async (amount: number) => (await console.call('POST /api/user/amount', { as: ann, body: { amount } })).json
    expect(await priceOf(10)).toMatchObject({ success: true, message: 'success', data: '73.00', currency: 'CNY' })
    await option('DisplayInCurrencyEnabled', false)
    expect(await priceOf(5_000_000)).toMatchObject({ data: '73.00' })
    expect(await priceOf(750_000)).toMatchObject({ data: '10.95' })
    expect(await priceOf(499_999)).toMatchObject({ code: 'topup_min' })
    await option('DisplayInCurrencyEnabled', true)
    await option('MinTopUp', 3)
    expect(await priceOf(2)).toMatchObject({ success: false, code: 'topup_min' })
    await option('MinTopUp', 1)
    await option('TopupGroupRatio', '{"default":0.5}')
    expect(await priceOf(1)).toMatchObject({ data: '3.65' })
    await option('TopupGroupRatio', '{"default":0}')
    expect(await priceOf(1)).toMatchObject({ data: '7.30' })
    await option('Price', 0.001)
    expect(await priceOf(1)).toMatchObject({ code: 'topup_too_little' })
    await option('Price', 7.3)
    await option('TopupGroupRatio', '{}')
  })

  test.each([0, -1, 1.5, 1e308, 2 ** 63, '10', null])('an amount of %j is refused, and no order is kept', async (amount) => {
    const bad = await console.user(`bad${JSON.stringify(amount).slice(0, 6)}`.replaceAll(/[^a-z0-9-]/g, '').slice(0, 12))
    const { json } = await console.call('POST /api/user/pay', { as: bad, body: { amount, payment_method: 'zfb' } })
    expect(json.success).toBe(false)
    expect(await order(bad)).toBeUndefined()
  })

  test('the browser is given the signed fields of the form and where to post them', async () => {
    const bob = await console.user('bob')
    const { message, data, url } = await pay(bob)
    expect([message, url]).toEqual(['success', 'https://pay.example/submit.php'])
    const { sign, sign_type, ...fields } = data
    expect(fields).toEqual({
      pid: '1001',
      type: 'alipay',
      out_trade_no: expect.stringMatching(new RegExp(`^USR${bob.id}NO[0-9A-Za-z]{6}\\d{10}$`)),
      name: 'TUC10',
      money: '73.00',
      device: 'pc',
      notify_url: 'http://gw.example/api/user/epay/notify',
      return_url: `http://gw.example/app/wallet/topup-success?order=${(await order(bob))?.id}`,
    })
    expect({ sign, sign_type }).toEqual({ sign: signed(fields).sign, sign_type: 'MD5' })
    expect((await pay(bob, 2, 'wx')).data).toMatchObject({ type: 'wxpay', money: '14.60' })
    await option('CustomCallbackAddress', 'https://callback.example/')
    expect((await pay(bob)).data.notify_url).toBe('https://callback.example/api/user/epay/notify')
    await option('CustomCallbackAddress', '')
  })

  test('MON-9 a notice credits the order, exactly and once: 50 repetitions at the same time, by GET and by form', async () => {
    const carl = await console.user('carl')
    const { data } = await pay(carl, 7)
    expect(await order(carl)).toMatchObject({ status: 'pending', amount: 7, money: '51.10', currency: 'CNY', paid_at: 0 })
    const notice = signed(epayNotice(data))
    const form = new URLSearchParams(notice).toString()
    const replies = await Promise.all(
      Array.from({ length: 50 }, async (_, at) =>
        at % 2 === 0
          ? notify(notice)
          : (
              await console.app.inject({
                method: 'POST',
                url: '/api/user/epay/notify',
                headers: { 'content-type': 'application/x-www-form-urlencoded' },
                payload: form,
              })
            ).payload,
      ),
    )
    expect(new Set(replies)).toEqual(new Set(['success']))
    expect(await balance(carl)).toBe(7 * UNIT)
    expect(await order(carl)).toMatchObject({ status: 'paid', quota: 7 * UNIT })
    const { items } = await call<{ items: { content: string }[] }>('GET /api/log/self?type=1', carl)
    expect(items.map(({ content }) => content)).toEqual([expect.stringContaining('$7.00')])
  })

  test('MON-9 a notice that is not Epay’s, or not of this order, credits nothing', async () => {
    const dora = await console.user('dora')
    const { data } = await pay(dora)
    const forged = [
      signed(epayNotice(data), 'another key'),
      signed(epayNotice(data), ''),
      { ...signed(epayNotice(data)), sign: '' },
      { ...signed(epayNotice(data)), money: '7300.00' },
      { ...epayNotice(data) },
      signed(epayNotice(data, { pid: '1002' })),
      signed(epayNotice(data, { money: '0.01' })),
      signed(epayNotice(data, { money: '73.001' })),
      signed(epayNotice(data, { money: '-73.00' })),
      signed(epayNotice(data, { money: '7.3e1' })),
      signed(epayNotice(data, { money: '' })),
      signed(epayNotice(data, { out_trade_no: 'USR1NOabcdef1700000000' })),
      signed(epayNotice(data, { out_trade_no: '' })),
    ]
    for (const fields of forged) expect(await notify(fields), JSON.stringify(fields)).toBe('fail')
    expect(await notify(signed(epayNotice(data, { trade_status: 'WAIT_BUYER_PAY' })))).toBe('success')
    expect(await balance(dora)).toBe(0)
    expect(await notify(signed(epayNotice(data, { money: '73' })))).toBe('success')
    expect(await balance(dora)).toBe(10 * UNIT)
  })

  test('MON-9 without a key nothing is sold, and no signature with an empty key counts', async () => {
    const finn = await console.user('finn')
    const { data } = await pay(finn)
    await option('PayAddress', '')
    const { json } = await console.call('POST /api/user/pay', { as: finn, body: { amount: 1, payment_method: 'zfb' } })
    expect(json.code).toBe('topup_disabled')
    expect((await console.call('GET /api/status')).json.data).toMatchObject({ enable_online_topup: false })
    expect(await notify(signed(epayNotice(data), ''))).toBe('fail')
    await option('PayAddress', 'https://pay.example')
    expect((await console.call('GET /api/status')).json.data).toMatchObject({ enable_online_topup: true })
  })

  test('without the address of this server nothing is ordered: nobody could be told of the payment', async () => {
    const otto = await console.user('otto')
    await option('ServerAddress', '')
    for (const payment_method of ['zfb', 'stripe']) {
      const { json } = await console.call('POST /api/user/pay', { as: otto, body: { amount: 1, payment_method } })
      expect([payment_method, json.code]).toEqual([payment_method, 'server_address_required'])
    }
    expect(await order(otto)).toBeUndefined()
    await option('ServerAddress', 'http://gw.example')
    await pay(otto)
    await option('ServerAddress', '')
    const again = await console.call(`POST /api/user/orders/${(await order(otto))?.id}/pay`, { as: otto })
    expect(again.json.code).toBe('server_address_required')
    await option('ServerAddress', 'http://gw.example')
  })

  test('units that make no whole dollar are credited, too (BUG-55)', async () => {
    await option('DisplayInCurrencyEnabled', false)
    const gina = await console.user('gina')
    const { data } = await pay(gina, 750_001)
    await option('DisplayInCurrencyEnabled', true)
    expect(await notify(signed(epayNotice(data)))).toBe('success')
    expect(await balance(gina)).toBe(750_001)
  })

  test('what was ordered is credited, also after the price was changed', async () => {
    const hugo = await console.user('hugo')
    const { data } = await pay(hugo)
    await option('Price', 1)
    expect(await notify(signed(epayNotice(data)))).toBe('success')
    expect(await balance(hugo)).toBe(10 * UNIT)
    await option('Price', 7.3)
  })

  test('MON-10 an order is refunded once, with the inviter’s share, and not when it was spent', async () => {
    await option('RebateEnabled', true)
    await option('RebatePercentage', 10)
    const host = await console.user('host')
    const body = { username: 'guest', password: 'correct horse', password2: 'correct horse' }
    await console.call('POST /api/user/register', { body: { ...body, aff_code: await call<string>('GET /api/user/aff', host) } })
    const guest = await console.login('guest')
    const { data } = await pay(guest)
    await notify(signed(epayNotice(data)))
    expect([await balance(guest), await balance(host)]).toEqual([10 * UNIT, UNIT])
    const id = (await order(guest))?.id
    expect((await console.call(`POST /api/topup/${id}/refund`, { as: guest })).json.code).toBe('no_permission')
    const refunds = await Promise.all(Array.from({ length: 10 }, () => console.call(`POST /api/topup/${id}/refund`, { as: root })))
    expect(refunds.filter(({ json }) => json.success)).toHaveLength(1)
    expect([await balance(guest), await balance(host)]).toEqual([0, 0])
    expect(await order(guest)).toMatchObject({ status: 'refunded' })
    expect(await notify(signed(epayNotice(data)))).toBe('success')
    expect(await balance(guest)).toBe(0)

    const second = await pay(guest)
    await notify(signed(epayNotice(second.data)))
    await call('PUT /api/user/', root, { id: guest.id, quota: UNIT })
    const spent = await console.call(`POST /api/topup/${(await order(guest))?.id}/refund`, { as: root })
    expect(spent.json.code).toBe('order_refund_short')
    expect(await balance(guest)).toBe(UNIT)
    await option('RebateEnabled', false)
  })

  test('what was paid is summed by currency over the orders that match, and what was given back beside it', async () => {
    const olga = await console.user('olga')
    const sums = (query: string) => call<unknown>(`GET /api/topup/sums?keyword=olga${query}`, root)
    const first = await pay(olga)
    await notify(signed(epayNotice(first.data)))
    await pay(olga)
    const money = String(first.data.money)
    expect(await sums('')).toEqual([{ currency: 'CNY', orders: 1, money, returned_orders: 0, returned: '0.00' }])
    await call(`POST /api/topup/${(await call<{ items: TopUpOrder[] }>('GET /api/user/orders', olga)).items[1]?.id}/refund`, root)
    expect(await sums('')).toEqual([{ currency: 'CNY', orders: 1, money, returned_orders: 1, returned: money }])
    expect(await sums(`&start_timestamp=${Math.floor(Date.now() / 1000) + 3600}`)).toEqual([])
    expect((await console.call('GET /api/topup/sums', { as: olga })).json.code).toBe('no_permission')
  })

  test('admins find an order by its user, its number and its state; users see their own only', async () => {
    const ivy = await console.user('ivy')
    const jack = await console.user('jack')
    const { data } = await pay(ivy)
    await pay(jack)
    const find = async (query: string) =>
      (await call<{ items: TopUpOrder[]; total: number }>(`GET /api/topup/?${query}`, root)).items.map(({ username }) => username)
    expect(await find('keyword=ivy')).toEqual(['ivy'])
    expect(await find(`keyword=${data.out_trade_no}`)).toEqual(['ivy'])
    expect((await find('status=pending&page_size=100')).includes('jack')).toBe(true)
    expect((await find('status=paid&page_size=100')).includes('jack')).toBe(false)
    expect((await call<{ items: TopUpOrder[] }>('GET /api/user/orders', ivy)).items.map(({ user_id }) => user_id)).toEqual([ivy.id])
    expect((await console.call('GET /api/topup/', { as: ivy })).json.code).toBe('no_permission')
  })

  test('by card: Stripe is asked for a page of the exact amount, and its signed webhook credits it once', async () => {
    const kim = await console.user('kim')
    const { data, url } = await pay(kim, 10, 'stripe')
    const tradeNo = (await order(kim))?.trade_no ?? ''
    expect([data, url]).toEqual([{}, `https://checkout.stripe.test/pay/cs_${tradeNo}`])
    const asked = stripe.requests.at(-1)
    expect(asked?.headers.authorization).toBe('Bearer sk_test_abcdefgh')
    expect(asked?.headers['idempotency-key']).toBe(tradeNo)
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toMatchObject({
      mode: 'payment',
      client_reference_id: tradeNo,
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '1000',
      success_url: `http://gw.example/app/wallet/topup-success?order=${(await order(kim))?.id}`,
    })
    const event = paidEvent(tradeNo)
    const webhook = async (text: string, header: string) =>
      console.app.inject({
        method: 'POST',
        url: '/api/user/stripe/webhook',
        headers: { 'content-type': 'application/json', 'stripe-signature': header },
        payload: text,
      })
    const now = Math.floor(Date.now() / 1000)
    for (const header of ['', 'nonsense', signature(event, now, 'whsec_other'), signature(event, now - 600), signature(`${event} `, now)])
      expect((await webhook(event, header)).statusCode, header).toBe(400)
    for (const other of [
      paidEvent(tradeNo, { amount_total: 1 }),
      paidEvent(tradeNo, { currency: 'jpy' }),
      paidEvent(tradeNo, { payment_status: 'unpaid' }),
      paidEvent('USR1NOxxxxxx1700000000'),
      paidEvent(tradeNo, {}, 'checkout.session.expired'),
    ])
      expect((await webhook(other, signature(other, now))).statusCode).toBe(200)
    expect(await balance(kim)).toBe(0)
    const replies = await Promise.all(Array.from({ length: 20 }, () => webhook(event, signature(event, now))))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    expect(await balance(kim)).toBe(10 * UNIT)

    await call(`POST /api/topup/${(await order(kim))?.id}/refund`, root)
    expect(stripe.requests.at(-1)).toMatchObject({ path: '/v1/refunds', headers: { 'idempotency-key': `refund-${tradeNo}-1` } })
    expect(stripe.refunds.at(-1)).toMatchObject({ payment_intent: `pi_${tradeNo}`, amount: 1000, metadata: { order: tradeNo } })
    expect(await balance(kim)).toBe(0)
  })

  test('MON-9 an Epay notice cannot pay an order of Stripe', async () => {
    const lena = await console.user('lena')
    await pay(lena, 10, 'stripe')
    const tradeNo = (await order(lena))?.trade_no ?? ''
    expect(await notify(signed(epayNotice({ out_trade_no: tradeNo, money: '10.00' })))).toBe('fail')
    expect(await balance(lena)).toBe(0)
  })

  test('what Stripe refuses is told without its key', async () => {
    const mona = await console.user('mona')
    stripe.refuseNext()
    const { json, text } = await console.call('POST /api/user/pay', { as: mona, body: { amount: 1, payment_method: 'stripe' } })
    expect(json.code).toBe('payment_failed')
    expect(text).toContain('Invalid API Key')
    expect(text).not.toContain('sk_test_abcdefgh')
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
