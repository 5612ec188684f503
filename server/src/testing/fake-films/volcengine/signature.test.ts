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

// Made by @volcengine/openapi 1.36.2, with what is written otherwise in an address, and with a body.
test('is that of Volcengine`s library', () => {
  const query = new URLSearchParams({ Action: 'CVSync2AsyncSubmitTask', Version: '2022-08-31', a: '+', 'a-b': "x y*!'()~" })
  const headers = {
    host: 'visual.volcengineapi.com',
    'x-content-sha256': 'ce5c31c5bec3a0db8766992f80a26a7f84b9f26e183a9064785d2090461a97ad',
    'x-date': '20261128T220000Z',
  }
  const payload = '{"req_key":"jimeng_t2v_v30","prompt":"é 千军万马","frames":121}'
  const request = { method: 'POST', path: '/', query, headers, payload }
  const signature = signatureOf(request, ['host', 'x-content-sha256', 'x-date'], ['20261128', 'cn-north-1', 'cv', 'request'], 'c2VjcmV0')
  expect(signature).toBe('559df2133840d6df1a6df47e05e25cb75a13a4b2a3ec58e20252b96804fee798')
})
