import { expect, test } from 'vitest'
import { epaySignature } from './epay.ts'

const vector = {
  device: 'pc',
  money: '73.00',
  name: 'TUC10',
  notify_url: 'https://gw.example/api/user/epay/notify',
  out_trade_no: 'T100',
  pid: '1001',
  return_url: 'https://gw.example/app/wallet/topup-success',
  type: 'alipay',
}

test('vector 13: the signature of a form', () => {
  expect(epaySignature(vector, 'SECRET')).toBe('1febec7980456a7ff1eae58cfc71d5d1')
})

test('empty fields, the signature and its kind are not signed; the order of the fields does not count', () => {
  const others = { sign: 'x', sign_type: 'MD5', param: '', ...Object.fromEntries(Object.entries(vector).toReversed()) }
  expect(epaySignature(others, 'SECRET')).toBe(epaySignature(vector, 'SECRET'))
  expect(epaySignature({ ...vector, money: '73.01' }, 'SECRET')).not.toBe(epaySignature(vector, 'SECRET'))
  expect(epaySignature(vector, 'SECRET ')).not.toBe(epaySignature(vector, 'SECRET'))
})
