// The signature of the stand-in against what Volcengine itself makes: the example of its page, and its library for Node.js.
import { expect, test } from 'vitest'
import { signatureOf } from './signature.ts'

test('is that of the page`s example', () => {
  const query = new URLSearchParams('Action=ListUsers&Version=2018-01-01&Limit=10&Offset=0')
  const headers = { host: 'iam.volcengineapi.com', 'x-date': '20240619T071306Z' }
  const request = { method: 'GET', path: '/', query, headers, payload: '' }
  const secret = 'WkRZeE1EQmxPVGhsWWpWak5HVmtNbUUxTXpZeU9UVXlOMlE1TmpZeVlqTQ=='
  const signature = signatureOf(request, ['host', 'x-date'], ['20240619', 'cn-beijing', 'iam', 'request'], secret)
  expect(signature).toBe('e31c4558bcfe08a286001f59cedbf0791ffd0b2362f10e55ee2627467bcdde93')
})
