// An empty key signs as well as any other, so whoever has none takes no notice at all (BUG-56).

import type { Option } from '@waystation/contract/options/option'
import { epayId, epayKey, payAddress, stripeSecretKey, stripeWebhookSecret } from '@waystation/contract/options/payment'
import { expect, test } from 'vitest'
import { signedByEpay } from '../testing/fakes/epay-notice.ts'
import { paidEvent, stripeSignature } from '../testing/fakes/fake-stripe.ts'
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
  const read = (options: ReturnType<typeof without>, fields: Record<string, string>) =>
    epay({ options, egress: nowhere }).readNotice(fields)
  expect(read(without(), signedByEpay(notice, 'epay-key'))).toMatchObject({ notice: { isPaid: true, money: 7300 } })
  for (const key of ['', 'epay-key', 'undefined', 'null']) {
    expect(read(without(epayKey), signedByEpay(notice, key))).toMatchObject({ fault: 'closed' })
  }
  expect(read(without(epayId), signedByEpay({ ...notice, pid: '' }, 'epay-key'))).toMatchObject({ fault: 'closed' })
})

test('MON-9 Stripe: a webhook counts with the secret, and with no secret none does', async () => {
  const event = paidEvent('T100')
  const now = Math.floor(Date.now() / 1000)
  const read = (options: ReturnType<typeof without>, secret: string) =>
    stripeCards({ options, egress: nowhere, now: Date.now }).readNotice(event, stripeSignature(event, now, secret))
  expect(await read(without(), 'whsec_0123456789abcdef')).toMatchObject({ notice: { isPaid: true, money: 1000 } })
  for (const secret of ['', 'whsec_0123456789abcdef', 'undefined', 'null'])
    expect(await read(without(stripeWebhookSecret), secret)).toMatchObject({ fault: 'closed', claimed: { tradeNo: 'T100' } })
  expect(await read(without(), '')).toMatchObject({ fault: 'signature' })
})

test('Stripe: how old a webhook is, is told by the clock that is handed in, not by that of this machine', async () => {
  const event = paidEvent('T100')
  const read = (signedMs: number, nowMs: number) =>
    stripeCards({ options: without(), egress: nowhere, now: () => nowMs }).readNotice(
      event,
      stripeSignature(event, Math.floor(signedMs / 1000), 'whsec_0123456789abcdef'),
    )
  const tenMinutesAgo = Date.now() - 600_000
  expect(await read(tenMinutesAgo, tenMinutesAgo + 1000)).toMatchObject({ notice: { isPaid: true } })
  expect(await read(tenMinutesAgo, Date.now())).toMatchObject({ fault: 'signature' })
})
