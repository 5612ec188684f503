// Sockets to vendors: opened through the guard, and through the proxy of a channel like every other request.
import { EventEmitter, once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localhostCertificate } from '../../testing/network/localhost-certificate.ts'
import { openProxy } from '../../testing/network/proxies.ts'
import { readCapped } from '../bodies/read-capped.ts'
import { BlockedAddress } from './address-guard.ts'
import { type EgressConnect, openEgress } from './egress.ts'

describe('a socket to a vendor', () => {
  const asked: { path: string; key: string | undefined; upgrade: string | undefined }[] = []
  let vendor: Server
  let port: number
  const open = new Set<Duplex>()
  const egress = openEgress({ allowsPrivate: () => true, connectTimeoutMs: () => 2000 })

  const trusted = tls.getCACertificates('default')

  beforeAll(async () => {
    tls.setDefaultCACertificates([...trusted, localhostCertificate.cert])
    vendor = createServer((_request, response) => response.writeHead(426).end())
    vendor.on('upgrade', (request, socket: Duplex) => {
      const { authorization, upgrade } = request.headers
      asked.push({ path: request.url ?? '', key: authorization, upgrade })
      open.add(socket)
      socket.on('error', () => {})
      if (request.url === '/silent') return
      if (request.url === '/refused') {
        const body = '{"error":{"code":"invalid_api_key"}}'
        socket.end(`HTTP/1.1 401 Unauthorized\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
        return
      }
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\nx-model: live\r\n\r\nfirst ')
      socket.pipe(socket)
    })
    await new Promise<void>((resolve) => vendor.listen(0, '127.0.0.1', resolve))
    port = (vendor.address() as AddressInfo).port
  })
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted)
    await egress.close()
    for (const socket of open) socket.destroy()
    await new Promise((resolve) => vendor.close(resolve))
  })

  const request = (path: string, more: Partial<EgressConnect> = {}): EgressConnect => ({
    url: new URL(`ws://127.0.0.1:${port}${path}`),
    headers: { authorization: 'Bearer k', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-version': '13' },
    headersTimeoutMs: 1000,
    ...more,
  })

  /** Says something on an open socket and answers what came back, the vendor's first words included. */
  async function spoken(more: Partial<EgressConnect> = {}): Promise<string> {
    const answer = await egress.connect(request('/live?model=x', more))
    if (answer.kind !== 'open') throw new Error('it was refused')
    const { socket, headers } = answer
    expect(headers['x-model']).toBe('live')
    socket.write('second')
    let text = ''
    while (!text.endsWith('second')) text += String((await once(socket, 'data'))[0])
    socket.destroy()
    return text
  }

  test('is open in both directions, with the caller’s headers, and what came with the answer is on it', async () => {
    expect(await spoken()).toBe('first second')
    expect(asked.at(-1)).toEqual({ path: '/live?model=x', key: 'Bearer k', upgrade: 'websocket' })
  })

  test.each(['http', 'https', 'socks5'] as const)('goes through a proxy: %s', async (kind) => {
    const proxy = await openProxy({ kind, user: 'u', password: 'p' })
    try {
      expect(await spoken({ proxy: proxy.url })).toBe('first second')
      expect(proxy.requests).toEqual([`${kind === 'socks5' ? 'SOCKS' : 'CONNECT'} 127.0.0.1:${port}`])
    } finally {
      await proxy.close()
    }
  })

  test('that is refused gives the refusal with its body', async () => {
    const answer = await egress.connect(request('/refused'))
    if (answer.kind !== 'refused') throw new Error('it was opened')
    expect(answer.answer.statusCode).toBe(401)
    const body = await readCapped(answer.answer.body, { maxBytes: 1000, deadlineMs: 1000 })
    expect(JSON.parse(body.toString())).toEqual({ error: { code: 'invalid_api_key' } })
  })

  test('is given up when nobody waits for it, and when the vendor is silent', async () => {
    const signal = new EventEmitter()
    const given = egress.connect(request('/silent', { signal }))
    const refused = expect(given).rejects.toMatchObject({ code: 'UND_ERR_ABORTED' })
    setImmediate(() => signal.emit('abort'))
    await refused
    await expect(egress.connect(request('/silent', { headersTimeoutMs: 50 }))).rejects.toMatchObject({ code: 'UND_ERR_HEADERS_TIMEOUT' })
  })

  test.each(['ws://127.0.0.1:1/', 'wss://169.254.169.254/', 'ws://localhost:1/', 'ftp://1.1.1.1/'])('%s is not opened', async (url) => {
    const guarded = openEgress({ allowsPrivate: () => false, connectTimeoutMs: () => 1000 })
    const opened = guarded.connect(request('/', { url: new URL(url) }))
    await expect(opened).rejects.toSatisfy((error: Error) => error instanceof BlockedAddress || error.cause instanceof BlockedAddress)
    await guarded.close()
  })
})
