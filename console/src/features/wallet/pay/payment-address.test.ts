import { expect, test } from 'vitest'
import { paymentAddress } from './payment-address.ts'

test('a page without fields is its address', () => {
  const url = 'https://checkout.example/c/pay/cs_1#fid=2'
  expect(paymentAddress({ url, fields: {} })).toBe(url)
})

test('fields of a form stand in the address, each as it was signed', () => {
  const fields = { name: 'TUC50', notify_url: 'https://a.example/notify?x=1&y=2', sign: 'é +' }
  const page = new URL(paymentAddress({ url: 'https://pay.example/submit.php', fields }))
  expect(page.origin + page.pathname).toBe('https://pay.example/submit.php')
  expect(Object.fromEntries(page.searchParams)).toEqual(fields)
  expect(new URL(paymentAddress({ url: 'https://pay.example/?a=submit', fields })).searchParams.get('a')).toBe('submit')
})
