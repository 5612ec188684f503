import { expect, test } from 'vitest'
import { needsAddressFirst } from './address-rule.ts'

test('what opens a way to pay needs the address of the server first', () => {
  for (const key of ['PayAddress', 'EpayId', 'EpayKey', 'StripeSecretKey', 'StripeWebhookSecret'])
    expect(needsAddressFirst(key, 'some text', ''), key).toBe(true)
})

test('with the address, for other options, and to empty one, nothing is in the way', () => {
  expect(needsAddressFirst('PayAddress', 'https://pay.example', 'https://gw.example')).toBe(false)
  expect(needsAddressFirst('TopUpLink', 'https://shop.example', '')).toBe(false)
  expect(needsAddressFirst('EpayId', '', '')).toBe(false)
  expect(needsAddressFirst('EpayKey', undefined, '')).toBe(false)
})
