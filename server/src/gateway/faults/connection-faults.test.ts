// A vendor that cannot be reached, or is not who it says it is (reliability.md 3.2: FLT-24, FLT-25): what was to be sent to it is sent to nobody
// else but the next channel, its host is named to admins only, and TLS is never given up.
import { createServer as createPlain } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer as createMute } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { logType } from '@waystation/contract/site/status-table'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CallFacts, chat } from '../../testing/client.ts'
import { listenLocally } from '../../testing/network/local-site.ts'
import { expiredCertificate, foreignCertificate, localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { openWorld, type World } from '../testing/world.ts'
import { ask, newestLog, PRICES, spentBy } from './bill.ts'

let world: World
let rows = 0
let spare = 0
beforeAll(async () => {
  const options = { ...PRICES, 'relay.connect_timeout_seconds': '1' }
  world = await openWorld({ channel: null, options })
}, 180_000)
afterAll(() => world.close())
beforeEach(async () => {
  world.provider.clear()
  rows = (await world.logs(0)).length
})

/** A call whose first channel is at this address, with another channel behind it or without. */
async function callAt(baseUrl: string, hasSpare: boolean) {
  const first = await world.addChannel({ name: 'first', base_url: baseUrl, priority: 5 })
  if (hasSpare) spare = await world.addChannel({ name: 'spare' })
  try {
    let facts: CallFacts | undefined
    const spent = await spentBy(world, async () => {
      facts = await chat(world.url, world.key, ask('#in:50 #out:5'))
    })
    return { facts, spent, log: await newestLog(world, rows + 1) }
  } finally {
    for (const id of hasSpare ? [first, spare] : [first]) await world.console.call('DELETE', `/api/channel/${id}/`)
  }
}

/** What a failed connection is to the caller: another channel's answer, or a 502 that names nobody. */
async function expectUnreachable(baseUrl: string, reason: RegExp) {
  const served = await callAt(baseUrl, true)
  expect(served).toMatchObject({ facts: { status: 200, end: 'whole' }, spent: 60 })
  expect(served.log.facts.admin_info?.attempts).toHaveLength(2)
  rows += 1
  const alone = await callAt(baseUrl, false)
  expect(alone).toMatchObject({ facts: { status: 502, json: { error: { code: 'do_request_failed' } } }, spent: 0 })
  expect(alone.facts?.body).not.toContain(new URL(baseUrl).hostname)
  expect(alone.facts?.body).toContain(alone.facts?.requestId)
  expect(alone.log).toMatchObject({ type: logType.error, quota: 0 })
  expect(alone.log.facts.admin_info?.error_detail).toMatch(reason)
}

test('FLT-24 a name that does not exist is passed over, and alone it is a 502 that names no host', async () => {
  await expectUnreachable('http://no-such-vendor.invalid', /ENOTFOUND|EAI_AGAIN/)
})

describe('FLT-25', () => {
  const trusted = getCACertificates('default')
  beforeAll(() => {
    setDefaultCACertificates([...trusted, localhostCertificate.cert, expiredCertificate.cert, foreignCertificate.cert])
  })
  afterAll(() => setDefaultCACertificates(trusted))
  let close = async () => {}
  let requests = 0
  beforeEach(() => {
    requests = 0
  })
  afterEach(() => close())
  const listen = async (server: Parameters<typeof listenLocally>[0]) => {
    const site = await listenLocally(server)
    close = site.close
    return `https://localhost:${site.port}`
  }
  const secure = (certificate: { cert: string; key: string }) =>
    listen(
      createSecure(certificate, (_request, response) => {
        requests += 1
        response.writeHead(500).end()
      }),
    )

  test('a vendor with a certificate that is trusted, of its own name and in time, is sent the request', async () => {
    expect((await callAt(await secure(localhostCertificate), false)).facts).toMatchObject({ status: 500 })
    expect(requests).toBe(1)
  })

  test.each([
    ['has expired', expiredCertificate, /CERT_HAS_EXPIRED|expired/],
    ['is of another host', foreignCertificate, /ALTNAME|altname|does not match/],
  ])('a vendor whose certificate %s is sent nothing', async (_words, certificate, reason) => {
    await expectUnreachable(await secure(certificate), reason)
    expect(requests).toBe(0)
  })

  test('a vendor whose certificate nobody has signed is sent nothing', async () => {
    setDefaultCACertificates(trusted)
    await expectUnreachable(await secure(localhostCertificate), /SELF_SIGNED|self-signed/)
    expect(requests).toBe(0)
  })

  test('a vendor that never answers the handshake is given up when connecting takes too long', async () => {
    await expectUnreachable(await listen(createMute(() => {})), /CONNECT_TIMEOUT|timeout/i)
  })

  test('a vendor without TLS is not spoken to without it', async () => {
    const plain = createPlain((_request, response) => {
      requests += 1
      response.end()
    })
    await expectUnreachable(await listen(plain), /SSL|EPROTO|packet|wrong version|ECONNRESET|socket/i)
    expect(requests).toBe(0)
  })
})
