import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { openLogger, redacted } from './logger.ts'
import { BlockedAddress, isAddressAllowed } from './net/address-guard.ts'
import { clientAddress, forwardedProto, isAddressOrNetwork, isInNetworks, limitKey } from './net/client-ip.ts'
import { openEgress } from './net/egress.ts'
import { QueryThread } from './query-thread.ts'
import { newRequestId } from './request-id.ts'
import { loadMasterKey, randomText, secretsOf } from './secret.ts'
import { rateWindow } from './shared/rate-window.ts'

const folder = mkdtempSync(join(tmpdir(), 'waystation-lib-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('secrets', () => {
  const secrets = secretsOf(Buffer.alloc(32, 7))

  test('what was sealed for one place opens there and nowhere else', () => {
    const sealed = secrets.seal('sk-秘密', 'token:key_enc:A')
    expect(sealed).not.toContain('秘密')
    expect(secrets.open(sealed, 'token:key_enc:A')).toBe('sk-秘密')
    expect(() => secrets.open(sealed, 'token:key_enc:B')).toThrow()
    expect(() => secretsOf(Buffer.alloc(32, 8)).open(sealed, 'token:key_enc:A')).toThrow()
    expect(() => secrets.open(`${sealed.slice(0, -4)}AAA=`, 'token:key_enc:A')).toThrow()
  })

  test('the same text is never sealed twice alike, and its lookup hash always is', () => {
    expect(secrets.seal('x', 'p')).not.toBe(secrets.seal('x', 'p'))
    expect(secrets.lookupHash('x')).toBe(secrets.lookupHash('x'))
    expect(secrets.lookupHash('x')).not.toBe(secretsOf(Buffer.alloc(32, 8)).lookupHash('x'))
  })

  test('the key file is made once, for its owner alone, and never made anew when it is lost', () => {
    const path = join(folder, 'made.key')
    const key = loadMasterKey({ text: undefined, path }, () => true)
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(loadMasterKey({ text: undefined, path }, () => false)).toEqual(key)
    expect(() => loadMasterKey({ text: undefined, path: join(folder, 'lost.key') }, () => false)).toThrow(/missing/)
    writeFileSync(join(folder, 'bad.key'), 'short')
    expect(() => loadMasterKey({ text: undefined, path: join(folder, 'bad.key') }, () => true)).toThrow(/32 bytes/)
  })

  test('random texts have the length and letters they should, and do not repeat', () => {
    const texts = Array.from({ length: 500 }, () => randomText(48))
    expect(texts.every((text) => /^[0-9A-Za-z]{48}$/.test(text))).toBe(true)
    expect(new Set(texts).size).toBe(500)
    expect(new Set(texts.join('')).size).toBe(62)
  })

  test('request ids come in the order of time and do not repeat', () => {
    const ids = Array.from({ length: 10_000 }, newRequestId)
    expect(new Set(ids).size).toBe(10_000)
    expect(ids.toSorted()).toEqual(ids)
  })
})

describe('the caller’s address', () => {
  const nginx = { isEnabled: true, provider: 'nginx', proxies: [] } as const
  const forged = { 'x-forwarded-for': '1.1.1.1', 'x-real-ip': '1.1.1.1', 'cf-connecting-ip': '1.1.1.1' }

  test.each([
    ['no proxy configured: headers count for nothing', '127.0.0.1', forged, { ...nginx, isEnabled: false }, '127.0.0.1'],
    ['a stranger’s headers count for nothing', '8.8.8.8', forged, nginx, '8.8.8.8'],
    ['nginx: X-Real-IP', '127.0.0.1', { 'x-real-ip': '2.2.2.2' }, nginx, '2.2.2.2'],
    ['nginx: the last hop that is no proxy of ours', '127.0.0.1', { 'x-forwarded-for': '6.6.6.6, 3.3.3.3, 10.0.0.9' }, nginx, '3.3.3.3'],
    ['nginx: a hop that is no address ends the search', '127.0.0.1', { 'x-forwarded-for': '3.3.3.3, evil' }, nginx, '127.0.0.1'],
    [
      'cloudflare: its own header only',
      '127.0.0.1',
      { ...forged, 'cf-connecting-ip': '4.4.4.4' },
      { ...nginx, provider: 'cloudflare' },
      '4.4.4.4',
    ],
    ['proxies named outright', '127.0.0.1', { 'x-real-ip': '2.2.2.2' }, { ...nginx, proxies: ['9.9.9.0/24'] }, '127.0.0.1'],
    ['nginx: both headers, of one mind', '127.0.0.1', { 'x-forwarded-for': '6.6.6.6, 3.3.3.3', 'x-real-ip': '3.3.3.3' }, nginx, '3.3.3.3'],
    ['a load balancer before nginx', '127.0.0.1', { 'x-forwarded-for': '3.3.3.3, 10.0.0.9', 'x-real-ip': '10.0.0.9' }, nginx, '3.3.3.3'],
    ['everybody is inside', '127.0.0.1', { 'x-forwarded-for': '10.0.0.7, 10.0.0.9' }, nginx, '10.0.0.9'],
    ['Azure writes ports', '127.0.0.1', { 'x-forwarded-for': '198.51.100.7:51234' }, nginx, '198.51.100.7'],
    ['and brackets', '127.0.0.1', { 'x-forwarded-for': '[2001:DB8::7]:51234' }, nginx, '2001:db8::7'],
    ['a port in X-Real-IP', '127.0.0.1', { 'x-real-ip': '198.51.100.7:51234' }, nginx, '198.51.100.7'],
    ['the load balancers of Aliyun', '100.64.3.4', { 'x-forwarded-for': '198.51.100.7, 100.127.0.9' }, nginx, '198.51.100.7'],
    ['other networks beside theirs', '100.128.0.1', { 'x-forwarded-for': '198.51.100.7' }, nginx, '100.128.0.1'],
    ['IPv4 inside IPv6', '::ffff:5.5.5.5', {}, nginx, '5.5.5.5'],
  ] as const)('%s', (_name, peer, headers, trust, expected) => {
    expect(clientAddress(peer, headers, trust)).toEqual({ ip: expected, isDoubtful: false })
  })

  test.each([
    ['a passed-on X-Real-IP', { 'x-forwarded-for': '9.9.9.9', 'x-real-ip': '198.51.100.7' }],
    ['a passed-on X-Forwarded-For', { 'x-forwarded-for': '198.51.100.7', 'x-real-ip': '9.9.9.9' }],
    ['an X-Real-IP of a hop behind the caller', { 'x-forwarded-for': '6.6.6.6, 9.9.9.9', 'x-real-ip': '6.6.6.6' }],
    ['two of X-Real-IP', { 'x-forwarded-for': '9.9.9.9', 'x-real-ip': '9.9.9.9, 9.9.9.9' }],
    ['an X-Real-IP beside hops that cannot be read', { 'x-forwarded-for': '9.9.9.9, evil', 'x-real-ip': '9.9.9.9' }],
  ] as const)('headers that contradict each other count for nothing: %s', (_name, headers) => {
    expect(clientAddress('127.0.0.1', headers, nginx)).toEqual({ ip: '127.0.0.1', isDoubtful: true })
  })

  test.each([
    [nginx, 'https', 'https'],
    [nginx, 'HTTPS, http', 'https'],
    [nginx, 'http', 'http'],
    [nginx, 'gopher', undefined],
    [{ ...nginx, isEnabled: false }, 'https', undefined],
    [{ ...nginx, proxies: ['9.9.9.0/24'] }, 'https', undefined],
  ] as const)('the protocol counts when a trusted proxy reports it: %o %s', (trust, told, expected) => {
    expect(forwardedProto('127.0.0.1', { 'x-forwarded-proto': told }, trust)).toBe(expected)
  })

  test('networks, and invalid ones', () => {
    expect(isInNetworks('10.1.2.3', ['10.0.0.0/8'])).toBe(true)
    expect(isInNetworks('11.1.2.3', ['10.0.0.0/8', 'nonsense', '2001:db8::/32'])).toBe(false)
    expect(isInNetworks('2001:db8::1', ['2001:db8::/32'])).toBe(true)
    expect(['1.2.3.4', '::1', '10.0.0.0/8'].every(isAddressOrNetwork)).toBe(true)
    expect(['1.2.3', 'host', '10.0.0.0/99', ''].some(isAddressOrNetwork)).toBe(false)
  })

  test('an IPv6 caller is counted by the network of their line', () => {
    expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe(limitKey('2001:db8:1:2:ffff::1'))
    expect(limitKey('2001:db8:1:2::1')).not.toBe(limitKey('2001:db8:1:3::1'))
  })
})

test('a thread that cannot be started leaves its callers without a reply, not with an error', async () => {
  const troubles: unknown[] = []
  const thread = new QueryThread<string, string>({
    ...{ file: new URL('./no-thread.ts', import.meta.url), name: 'none', limitMs: 60_000, isStoppedWhenLate: false },
    // A function cannot be handed to a thread: starting it throws.
    data: () => {},
    onTrouble: (error) => troubles.push(error),
  })
  expect(await thread.ask('hello')).toBeUndefined()
  expect(troubles).toMatchObject([{ name: 'DataCloneError' }])
})

describe('addresses that may be reached', () => {
  const never = [
    '0.0.0.0',
    '169.254.169.254',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    'fe80::1',
    'ff02::1',
    '::ffff:169.254.169.254',
    '192.0.2.1',
    '2001:db8::1',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    // security 14: addresses of cloud metadata, in every spelling
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    'fd00:ec2::254',
    'fd00:0ec2:0000::0254',
    'fd20:ce::254',
    '::ffff:100.100.100.200',
    '::ffff:6464:64c8',
    '::ffff:168.63.129.16',
    '::100.100.100.200',
    '::a83f:8110',
    '::a9fe:a9fe',
    '64:ff9b::6464:64c8',
    '64:ff9b:1::a83f:8110',
    '2002:6464:64c8::',
    '2002:a83f:8110::1',
  ]
  const inner = ['127.0.0.1', '10.0.0.1', '172.16.5.5', '192.168.1.1', '100.64.0.1', '::1', 'fc00::1', '::ffff:10.0.0.1']

  test.each(never)('%s never', (address) => {
    expect(isAddressAllowed(address, true)).toBe(false)
  })
  test.each(inner)('%s only where inner ones are allowed', (address) => {
    expect([isAddressAllowed(address, true), isAddressAllowed(address, false)]).toEqual([true, false])
  })
  test.each(['1.1.1.1', '2606:4700:4700::1111'])('%s always', (address) => {
    expect(isAddressAllowed(address, false)).toBe(true)
  })

  test.each([
    'http://100.100.100.200/',
    'http://0x646464c8/',
    'http://168.63.129.16/',
    'http://2822734096/',
    'http://[::ffff:a83f:8110]/',
    'http://[fd00:ec2::254]/',
  ])('%s is refused even where inner addresses are allowed (security 14)', async (url) => {
    const egress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 1000 })
    const sent = egress.send({ method: 'GET', url: new URL(url), headers: {}, headersTimeoutMs: 1000, bodyTimeoutMs: 1000 })
    await expect(sent).rejects.toBeInstanceOf(BlockedAddress)
    await egress.close()
  })

  test.each([
    'http://127.0.0.1:1/',
    'http://2130706433:1/',
    'http://0x7f.1:1/',
    'http://0177.0.0.1:1/',
    'http://[::1]:1/',
    'http://[::ffff:127.0.0.1]:1/',
    'http://localhost:1/',
    'http://127.1:1/',
    'file:///etc/passwd',
    'ftp://1.1.1.1/',
  ])('%s is refused before anything is sent', async (url) => {
    const egress = openEgress({ allowsPrivate: () => false, connectTimeoutMs: () => 1000 })
    const sent = egress.send({ method: 'GET', url: new URL(url), headers: {}, headersTimeoutMs: 1000, bodyTimeoutMs: 1000 })
    await expect(sent).rejects.toSatisfy((error: Error) => error instanceof BlockedAddress || error.cause instanceof BlockedAddress)
    await egress.close()
  })
})

describe('a window of requests', () => {
  const limitOf = (key: string, limit: number, windowMs: number) => ({ key, limit, windowMs })

  test('vector 18: two a minute', async () => {
    let now = 0
    const window = rateWindow(() => now)
    const at = (seconds: number) => {
      now = seconds * 1000
      return window.take([limitOf('k', 2, 60_000)])
    }
    expect([await at(0), await at(10)]).toEqual([{ isAllowed: true }, { isAllowed: true }])
    expect(await at(20)).toEqual({ isAllowed: false, retrySeconds: 40, refusedBy: limitOf('k', 2, 60_000) })
    expect((await at(60)).isAllowed).toBe(true)
    expect((await at(61)).isAllowed).toBe(false)
  })

  test('exactly the limit of many that come at once, key by key, for ever', async () => {
    let now = 0
    const window = rateWindow(() => now)
    for (let round = 0; round < 50; round++) {
      const verdicts = await Promise.all(Array.from({ length: 200 }, () => window.take([limitOf('a', 10, 1000)])))
      expect(verdicts.filter((verdict) => verdict.isAllowed).length).toBe(10)
      expect((await window.take([limitOf('b', 10, 1000)])).isAllowed).toBe(true)
      now += 1000
    }
  })

  test('what comes all the time leaves the window as it came, amounts too', async () => {
    let now = 0
    const window = rateWindow(() => now)
    const place = { key: 'tokens', limit: 1000, windowMs: 60_000, amount: 1 }
    // A call each 50 ms takes 1,200 in a minute: the limit is reached after 50 s, and from a minute on what came first makes room again.
    const allowed = []
    for (; now < 120_000; now += 50) if ((await window.take([place])).isAllowed) allowed.push(now)
    expect(allowed.filter((at) => at < 60_000)).toHaveLength(1000)
    expect(allowed.filter((at) => at >= 60_000 && at < 70_000).length).toBeGreaterThan(195)
  })

  test('what is only checked is not counted, and what is added is not checked', async () => {
    const window = rateWindow(() => 0)
    const one = limitOf('k', 1, 1000)
    for (let times = 0; times < 5; times++) expect((await window.take([], [one])).isAllowed).toBe(true)
    await window.add([one])
    await window.add([one])
    expect((await window.take([], [one])).isAllowed).toBe(false)
  })

  test('an event is counted on all of its limits or on none', async () => {
    const window = rateWindow(() => 0)
    const [wide, narrow, full] = [limitOf('wide', 3, 1000), limitOf('narrow', 1, 1000), limitOf('full', 0, 1000)]
    expect(await window.take([wide], [full])).toMatchObject({ isAllowed: false, refusedBy: full })
    expect((await window.take([wide, narrow])).isAllowed).toBe(true)
    expect(await window.take([wide, narrow])).toMatchObject({ isAllowed: false, refusedBy: narrow })
    // Two are left of three: only the one that was allowed has counted.
    expect((await window.take([wide])).isAllowed).toBe(true)
    expect((await window.take([wide])).isAllowed).toBe(true)
    expect((await window.take([wide])).isAllowed).toBe(false)
  })
})

describe('the operator’s log', () => {
  test.each([
    ['key sk-0123456789abcdef and more', 'sk-0123456789abcdef'],
    ['Authorization: Bearer abcdef123456', 'abcdef123456'],
    ['GET /v1beta/models?key=AIzaSecret&x=1', 'AIzaSecret'],
  ])('%s loses its secret', (text, secret) => {
    expect(redacted(text)).not.toContain(secret)
    expect(redacted(text)).toContain('[redacted]')
  })

  test('fields, messages and errors are all looked through', () => {
    const lines: string[] = []
    const log = openLogger(
      { level: 'info', isPretty: false },
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk))
          done()
        },
      }),
    )
    log.info(
      { headers: { authorization: 'canary-one', 'x-api-key': 'canary-two' }, password: 'canary-three' },
      'calling with sk-canaryfour123',
    )
    log.error({ err: new Error('refused: Bearer canaryfive12345', { cause: new Error('?key=canarysix') }) }, 'failed')
    expect(lines.length).toBe(2)
    expect(lines.join('')).not.toMatch(/canary-?(one|two|three|four|five|six)/)
  })
})
