// An empty key signs as well as any other, so whoever has none takes no notice at all (BUG-56).

import type { Option } from '@waystation/contract/options/option'
import { epayId, epayKey, payAddress, stripeSecretKey, stripeWebhookSecret } from '@waystation/contract/options/payment'
import { expect, test } from 'vitest'
import { signedByEpay } from '../testing/epay-notice.ts'
import { paidEvent, stripeSignature } from '../testing/fake-stripe.ts'
import { epay } from './epay.ts'
import { stripeCards } from './stripe.ts'

const all = new Map<Option<string>, string>([
  [payAddress, 'https://pay.example'],
  [epayId, '1001'],
  [epayKey, 'epay-key'],
  [stripeSecretKey, 'sk_test_abcdefgh'],
  [stripeWebhookSecret, 'whsec_0123456789abcdef'],
])

/** All options but some. */
const without = (...missing: Option<string>[]) => ({
  // Sound: only these options are asked for, and their values are texts.
  get: <Value>(option: Option<Value>) => (missing.some(({ key }) => key === option.key) ? '' : all.get(option as never)) as Value,
})
const nowhere = { send: () => Promise.reject(new Error('nobody is asked')) }

const notice = { pid: '1001', out_trade_no: 'T100', money: '73.00', trade_status: 'TRADE_SUCCESS', trade_no: 'E1' }

test('MON-9 Epay: a notice counts with the key, and with no key none does', () => {
  expect(epay(without()).readNotice(signedByEpay(notice, 'epay-key'))).toMatchObject({ isPaid: true, money: 7300 })
  for (const key of ['', 'epay-key', 'undefined', 'null']) {
    expect(epay(without(epayKey)).readNotice(signedByEpay(notice, key))).toBeUndefined()
  }
  expect(epay(without(epayId)).readNotice(signedByEpay({ ...notice, pid: '' }, 'epay-key'))).toBeUndefined()
})

test('MON-9 Stripe: a webhook counts with the secret, and with no secret none does', async () => {
  const event = paidEvent('T100')
  const now = Math.floor(Date.now() / 1000)
  const read = (options: ReturnType<typeof without>, secret: string) =>
    stripeCards({ options, egress: nowhere }).readNotice(event, stripeSignature(event, now, secret))
  expect(await read(without(), 'whsec_0123456789abcdef')).toMatchObject({ isPaid: true, money: 1000 })
  for (const secret of ['', 'whsec_0123456789abcdef', 'undefined', 'null'])
    await expect(read(without(stripeWebhookSecret), secret)).rejects.toMatchObject({ code: 'webhook_refused' })
  await expect(read(without(), '')).rejects.toMatchObject({ code: 'webhook_refused' })
})
