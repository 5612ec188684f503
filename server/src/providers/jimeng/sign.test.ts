// The signature against what others make of the same requests: the stand-in, which is held to the example of Volcengine's documentation, and a vector of
// another implementation with the same four headers.
import { expect, test } from 'vitest'
import { signatureOf } from '../../testing/fake-films/volcengine/signature.ts'
import { signedHeaders } from './sign.ts'

const now = new Date('2026-09-07T09:30:00Z')
const keys = { accessKey: 'AKLTTestAccessKeyId', secretKey: 'dGVzdC1zZWNyZXQtYWNjZXNzLWtleQ==' }
const ark = { ...keys, region: 'cn-beijing', service: 'ark', now }
const cv = { ...keys, region: 'cn-north-1', service: 'cv', now }
const headers = { 'content-type': 'application/json', accept: 'application/json' }

/** Source: the tests of AIQuotaVolcengineSigner, a monitor of quotas, 2026. */
test.each(['Action=GetCodingPlanUsage&Version=2024-01-01', 'Version=2024-01-01&Action=GetCodingPlanUsage'])('%s', (query) => {
  const type = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  const url = new URL(`https://open.volcengineapi.com/?${query}`)
  expect(signedHeaders({ method: 'GET', url, headers: type, body: undefined }, ark)).toEqual({
    ...type,
    'x-date': '20260907T093000Z',
    'x-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    authorization:
      'HMAC-SHA256 Credential=AKLTTestAccessKeyId/20260907/cn-beijing/ark/request, SignedHeaders=content-type;host;x-content-sha256;x-date, Signature=3bc6ebb4fd6da065cae0c05dbfc35285cdced26090d7c0aea87b2f2330cd031d',
  })
})

test.each(['{"prompt":"é 猫"}', '{}', ''])('the body %j is covered, as text and as the bytes of it', (body) => {
  const url = new URL('https://visual.volcengineapi.com/?Action=CVSync2AsyncSubmitTask&Version=2022-08-31')
  const signed = signedHeaders({ method: 'POST', url, headers, body }, cv)
  expect(signedHeaders({ method: 'POST', url, headers, body: new TextEncoder().encode(body) }, cv)).toEqual(signed)
  const request = { method: 'POST', path: '/', query: url.searchParams, headers: { ...signed, host: url.host }, payload: body }
  const names = ['content-type', 'host', 'x-content-sha256', 'x-date']
  const right = signatureOf(request, names, ['20260907', 'cn-north-1', 'cv', 'request'], keys.secretKey)
  expect(signed.authorization).toMatch(new RegExp(`SignedHeaders=${names.join(';')}, Signature=${right}$`))
  expect(signed).toMatchObject(headers)
})

test('what is reserved in a query is encoded, in whichever order it comes', () => {
  const url = new URL("https://visual.volcengineapi.com/?b=a b*!'()+é~&a=猫&Action=")
  const signed = signedHeaders({ method: 'GET', url, headers: {}, body: undefined }, cv)
  const request = { method: 'GET', path: '/', query: url.searchParams, headers: { ...signed, host: url.host }, payload: '' }
  const right = signatureOf(request, ['host', 'x-content-sha256', 'x-date'], ['20260907', 'cn-north-1', 'cv', 'request'], keys.secretKey)
  expect(signed.authorization).toMatch(new RegExp(`Signature=${right}$`))
})
