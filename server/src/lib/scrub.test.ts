// security 6: a vendor's error text must reveal no key and no inner address.
import { growthOf, MOST_IN_LINE } from '@waystation/wire/testing/growth'
import { describe, expect, test } from 'vitest'
import { scrubber } from './scrub.ts'

const key = 'vendor+key/with=signs-0123'
const scrub = scrubber({
  keys: [
    key,
    'short',
    'appid-77777777|secretpart-88888888',
    '{"private_key":"-----BEGIN-----\\nMIIEvCanary9\\n","client_email":"robot@project.example"}',
  ],
  names: ['org-canary'],
  urls: ['https://user77:pass%2F77@relay.vendor.example:8443/base', 'not an address', 'http://8.8.4.4:9000'],
})

describe('keys', () => {
  const basic = (text: string) => Buffer.from(text).toString('base64')
  test.each([
    `Incorrect API key provided: ${key}.`,
    `url ?q=${encodeURIComponent(key)}&x=1`,
    `Authorization: Basic ${basic(`:${key}`)}`,
    `Authorization: Basic ${basic(`somebody:${key}`)}`,
    `base64 ${basic(key)} alone`,
    `in json ${JSON.stringify(key)}`,
    `masked ${key.slice(0, 6)}***${key.slice(-4)}`,
    `masked ${key.slice(0, 4)}...${key.slice(-4)}`,
  ])('%s loses it', (text) => {
    const clean = scrub(text)
    expect(clean).toContain('[redacted]')
    for (const part of [key, encodeURIComponent(key), basic(`:${key}`), basic(`somebody:${key}`), basic(key), '0123'])
      expect(clean).not.toContain(part)
  })

  test.each([
    ['one that is alone: short.', 'one that is alone: [redacted].'],
    ['what is shortened stays', 'what is shortened stays'],
    ['secretpart-88888888 of appid-77777777', '[redacted] of [redacted]'],
    ['robot@project.example MIIEvCanary9', '[redacted] [redacted]'],
    ['in organization org-canary on tokens', 'in organization [redacted] on tokens'],
    ['in organization org-AbCdEf0123456789abcd on tokens', 'in organization [redacted] on tokens'],
    ['Incorrect API key provided: sk-proj-********wxyz. You can find', 'Incorrect API key provided: [redacted]. You can find'],
    ['sk-ab***cdef', '[redacted]'],
    ['somebody else’s sk-0123456789abcdef here', 'somebody else’s [redacted] here'],
    ['AIzaSyA0123456789 and xai-0123456789', '[redacted] and [redacted]'],
    ['API key AQ.Ab8RN6J-0123456789_abc not valid', 'API key [redacted] not valid'],
    ['Google says AQ.Ab8R****wxyz', 'Google says [redacted]'],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl', '[redacted]'],
    ['Bearer abc.def-123 refused', 'Bearer [redacted] refused'],
    ['"x-api-key": "abcdef123"', '"x-api-key": "[redacted]"'],
    ['GET /v1beta/models?key=abc123&alt=sse', 'GET /v1beta/models?key=[redacted]&alt=sse'],
    ['by user77 with pass/77', 'by [redacted] with [redacted]'],
  ])('%s', (text, clean) => {
    expect(scrub(text)).toBe(clean)
  })
})

describe('addresses', () => {
  test.each([
    ['dial tcp 10.1.2.3:8080: connect: connection refused', 'dial tcp [address]: connect: connection refused'],
    ['from 192.168.0.7, 172.16.0.1 and 100.64.1.1', 'from [address], [address] and [address]'],
    ['169.254.169.254', '[address]'],
    ['bound to 0.0.0.0:80 and 127.0.0.1', 'bound to [address] and [address]'],
    ['connect ECONNREFUSED ::1:8080', 'connect ECONNREFUSED [address]'],
    ['at [fd00::5]:9000/x and fe80::1%eth0', 'at [address]/x and [address]'],
    ['::ffff:10.0.0.1 spoke', '[address] spoke'],
    ['Post "http://vllm-backend:8000/v1/chat": EOF', 'Post "[address]": EOF'],
    ['see http://[fd00::5]:80/admin.', 'see [address]'],
    ['http://2130706433/x', '[address]'],
    ['redis://cache.internal:6379/0 is down', '[address] is down'],
    ['host gpu-3.cluster.local:80 and db.lan', 'host [address] and [address]'],
    ['lookup vllm-7 on 10.0.0.2:53: no such host', 'lookup [address] on [address]: no such host'],
    ['getaddrinfo ENOTFOUND backend', 'getaddrinfo ENOTFOUND [address]'],
    ['connect to upstream-1:9000 failed', 'connect to [address] failed'],
    ['localhost:3000 and localhost', '[address] and [address]'],
    ['https://relay.vendor.example:8443/base/v1 said no', '[address] said no'],
    ['Relay.Vendor.Example. said no', '[address] said no'],
    ['8.8.4.4:9000 said no', '[address] said no'],
  ])('%s', (text, clean) => {
    expect(scrub(text)).toBe(clean)
  })
})

test.each([
  'This model’s maximum context length is 8192 tokens. However, your messages resulted in 12:30:45, max_tokens:4096.',
  'Rate limit reached for gpt-4o: Limit 10000, Used 9990. Visit https://platform.openai.com/account/rate-limits to learn more.',
  'messages.3.content.0.type: Invalid value: "tool_use". Supported values are: text, image_url... and others',
  'The model `claude-sonnet-4-5-20250929` does not exist; v1.2.3, node 24.21.0, 1.1.1.1, 2606:4700::1111',
  'tools[0].function.name must match ^[a-zA-Z0-9_-]{1,64}$ *** see docs ***',
  'Bearer token is missing; Basic authentication failed; api_key: required; skip... and sketch...',
  '额度不足，请充值',
])('what names no secret stays as it is: %s', (text) => {
  expect(scrub(text)).toBe(text)
})

test('twice is the same as once, and a long text takes no more work than its length', () => {
  for (const part of ['sk-', 'eyJ', 'http://', '10.', 'a.', ':', '*', 'Bearer ', 'key=', 'x']) {
    const work = (times: number) => {
      const text = part.repeat(times)
      return () => scrub(text)
    }
    expect(growthOf(work, 10_000), part).toBeLessThan(MOST_IN_LINE)
    const clean = scrub(part.repeat(10_000))
    expect(scrub(clean.slice(0, 1000))).toBe(scrub(scrub(clean.slice(0, 1000))))
  }
})

test('the region at the end of a key is no secret: an admin needs it to understand the vendor’s error', () => {
  const clean = scrubber({ keys: ['AKIAEXAMPLE|canary-secret-1|eu-central-1'], names: [], urls: [] })
  const words = 'not authorized on arn:aws:bedrock:eu-central-1::foundation-model/x'
  expect(clean(words)).toBe(words)
  expect(clean('canary-secret-1 and AKIAEXAMPLE|canary-secret-1|eu-central-1')).toBe('[redacted] and [redacted]')
})
