// What may go wrong around sessions of the realtime API: sides that do not read, rights that are lost by many at once, the end of the server.
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { userStatus } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { setUserAccess } from '../../domain/user/user-store.ts'
import { call } from '../../testing/client.ts'
import { openTestDatabase } from '../../testing/databases/databases.ts'
import { type FakeRealtime, openFakeRealtime } from '../../testing/fake-realtime/fake-realtime.ts'
import { openProxy } from '../../testing/network/proxies.ts'
import { allHaveRead } from '../../testing/time/all-have-read.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { asks, openSessionByHand, type SessionByHand } from '../testing/session-by-hand.ts'
import { openWorld, type World } from '../testing/world.ts'

/** A unit for a hundred tokens. */
const RATIOS = { talk: 0.01, raw: 0.01, proxied: 0.01 }
const OPTIONS = { AudioRatio: '{"talk":1,"raw":1,"proxied":1}' }
const BALANCE = 10_000_000
/** Less than passes between two pings, which nobody answers while the clock jumps. */
const DRAIN_SECONDS = 20

const clock = drivenClock()
let vendor: FakeRealtime
/** A vendor that says only what a test says. */
let raw: { readonly server: Server; readonly sockets: WebSocket[] }
let world: World
let payers: Payers
beforeAll(async () => {
  vendor = await openFakeRealtime({ keys: ['far-key'], models: Object.keys(RATIOS) })
  raw = { server: createServer(), sockets: [] }
  new WebSocketServer({ server: raw.server }).on('connection', (socket) => {
    raw.sockets.push(socket)
    socket.send('{"type":"session.created"}')
  })
  await new Promise<void>((resolve) => raw.server.listen(0, '127.0.0.1', resolve))
  world = await openWorld({ channel: null, ratios: RATIOS, options: OPTIONS, clock })
  await world.addChannel({ type: 1, models: 'talk', base_url: vendor.url })
  await world.addChannel({ type: 1, models: 'raw', base_url: `http://127.0.0.1:${(raw.server.address() as AddressInfo).port}` })
  payers = await openPayers(world)
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
  raw.server.closeAllConnections()
  raw.server.close()
  await vendor.close()
})

const open = (key: string, model = 'talk') => openSessionByHand(`${world.url}/v1/realtime?model=${model}`, key)

/** A session with the vendor that says only what a test says, whose end of it is `far`. */
async function both(): Promise<{ session: SessionByHand; far: WebSocket }> {
  const session = await open(world.key, 'raw')
  await session.come('session.created')
  const far = raw.sockets.at(-1)
  if (!far) throw new Error('the vendor has no socket')
  return { session, far }
}

/** Waits until nothing more of a socket's queue is taken. */
async function untilNothingIsTaken(socket: WebSocket): Promise<void> {
  for (let before = -1; before !== socket.bufferedAmount; ) {
    before = socket.bufferedAmount
    for (let times = 0; times < 20; times++) await allHaveRead()
  }
}

test('messages pass both ways as they are, in their order, those of no known type too', async () => {
  const session = await open(world.key)
  const sent = [
    ...asks('#stray #chunks:5x1ms'),
    { event_id: 'mine', type: 'session.update', session: { instructions: 'Ahoj \u{1f6f6}', type: 'realtime' } },
    { type: 'no.such.event', odd: [1, null, { a: 1e3 }] },
  ].map((event) => JSON.stringify(event))
  for (const text of sent) session.socket.send(text)
  await session.come('response.done')
  await session.come('error')
  session.socket.close()
  await session.closed
  expect(session.texts).toEqual(vendor.last.sent.map((event) => JSON.stringify(event)))
  expect(session.texts.join('\n')).toContain('response.novelty.delta')
  const taken = vendor.last.received.map((one) => ('event' in one ? JSON.stringify(one.event) : one.raw))
  expect(taken).toEqual(sent)
})

test('messages keep their very letters, both ways', async () => {
  const { session, far } = await both()
  const odd = String.raw`{ "type" : "no.such.event",  "n": 1e3, "s": "\u00e9\/", "s": 2 }`
  const came = once(far, 'message').then(([data]) => String(data))
  session.socket.send(odd)
  expect(await came).toBe(odd)
  far.send(odd)
  await expect.poll(() => session.texts[1]).toBe(odd)
  session.socket.close()
  await once(far, 'close')
})

describe('a side that does not read', () => {
  /** Far more than systems keep for a connection. */
  const BYTES = 1_000_000
  const MESSAGES = 60
  const delta = JSON.stringify({ type: 'response.novelty.delta', delta: 'x'.repeat(BYTES) })

  test('a caller: the vendor is read no further, and all comes when it reads again', async () => {
    const { session, far } = await both()
    session.socket.pause()
    for (let sent = 0; sent < MESSAGES; sent++) far.send(delta)
    await untilNothingIsTaken(far)
    expect(far.bufferedAmount).toBeGreaterThan((MESSAGES * BYTES) / 2)
    session.socket.resume()
    await expect.poll(() => session.texts.length).toBe(1 + MESSAGES)
    expect(session.texts.slice(1).every((text) => text === delta)).toBe(true)
    session.socket.close()
    await once(far, 'close')
  })

  test('a vendor: the caller is read no further, and all comes when it reads again', async () => {
    const { session, far } = await both()
    let came = 0
    far.on('message', () => (came += 1))
    far.pause()
    for (let sent = 0; sent < MESSAGES; sent++) session.socket.send(delta)
    await untilNothingIsTaken(session.socket)
    expect(session.socket.bufferedAmount).toBeGreaterThan((MESSAGES * BYTES) / 2)
    far.resume()
    await expect.poll(() => came).toBe(MESSAGES)
    session.socket.close()
    await once(far, 'close')
  })

  test('a caller that never reads again is gone after a minute', async () => {
    const { session, far } = await both()
    session.socket.pause()
    for (let sent = 0; sent < MESSAGES; sent++) far.send(delta)
    await untilNothingIsTaken(far)
    const closed = once(far, 'close')
    far.on('error', () => {})
    clock.advance(60_000)
    await closed
    session.socket.terminate()
    await world.books()
    const [row] = await world.logs(1)
    expect(row?.facts.end_reason).toBe('client_stalled')
  })
})

describe('100 sessions of one user', () => {
  const SESSIONS = 100
  /** A second is promised. The vendor sends ten events in it, and fewer where the machine is slow, for it shares this thread. */
  const MOST_EVENTS = 10
  const ways: readonly (readonly [name: string, ban: (payer: Payer) => Promise<unknown>])[] = [
    ['are cut within a second of a ban', ({ userId }) => world.console.call('POST', '/api/user/manage', { id: userId, action: 'disable' })],
    [
      'are cut within a second of a ban by another process',
      ({ userId }) => payers.database.run(setUserAccess, { userId, status: userStatus.banned }),
    ],
  ]

  test.each(ways)('%s', async (_name, ban) => {
    const payer = await payers.add(BALANCE)
    const sessions: SessionByHand[] = []
    for (let opened = 0; opened < SESSIONS; opened++) sessions.push(await open(payer.key))
    // Half of them say nothing, the others speak.
    for (const [at, session] of sessions.entries())
      if (at % 2 === 0) for (const event of asks('#chunks:5000x100ms')) session.send(event)
      else await session.come('session.created')
    for (const [at, session] of sessions.entries()) if (at % 2 === 0) await session.come('response.output_text.delta')
    await ban(payer)
    const before = sessions.map(({ events }) => events.length)
    const codes = await Promise.all(sessions.map(({ closed }) => closed))
    expect(codes).toEqual(Array(SESSIONS).fill(1008))
    const after = sessions.map(({ events }, at) => events.length - (before[at] ?? 0))
    // The last one is the error event.
    expect(Math.max(...after) - 1).toBeLessThanOrEqual(MOST_EVENTS)
    for (const { events } of sessions) expect(events.at(-1)).toMatchObject({ type: 'error', error: { code: 'access_revoked' } })
    expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
    expect((await open(payer.key)).refused?.status).toBe(403)
  })
})

test('who loses the group of their token loses the session, by an error event and then the close', async () => {
  await world.setOption('GroupRatio', '{"default":1,"tower":1}')
  await world.setOption('UserUsableGroups', '{"default":"all","tower":"some"}')
  await world.addChannel({ type: 1, models: 'talk', base_url: vendor.url, group: 'tower' })
  const payer = await payers.add(BALANCE, { group: 'tower' })
  const session = await open(payer.key)
  await session.come('session.created')
  await world.setOption('UserUsableGroups', '{"default":"all"}')
  expect(await session.closed).toBe(1008)
  expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'access_revoked' } })
})

test('a channel’s proxy carries its sessions, and no handshake goes around it', async () => {
  const proxy = await openProxy({ kind: 'socks5', user: 'me', password: 'pass' })
  await world.addChannel({ type: 1, models: 'proxied', base_url: vendor.url, setting: JSON.stringify({ proxy: proxy.url }) })
  const session = await open(world.key, 'proxied')
  for (const event of asks('by the proxy')) session.send(event)
  await session.come('response.done')
  expect(proxy.requests).toEqual([`SOCKS ${new URL(vendor.url).host}`])
  session.socket.close()
  await session.closed
  await proxy.close()
  expect((await open(world.key, 'proxied')).refused?.status).toBeGreaterThanOrEqual(500)
})

test('the end of the server ends sessions by an error event and then the close, and what came is charged', async () => {
  const ending = await openWorld({ channel: null, ratios: RATIOS, options: OPTIONS, drainSeconds: DRAIN_SECONDS, clock })
  await ending.addChannel({ type: 1, models: 'talk', base_url: vendor.url })
  const session = await openSessionByHand(`${ending.url}/v1/realtime?model=talk`, ending.key)
  for (const event of asks('#in:1000 #out:1000 #audio-out:0 #chunks:2x1ms')) session.send(event)
  await session.come('response.done')
  const database = await openTestDatabase(ending.address)
  const closing = ending.server.close()
  await expect.poll(async () => (await call(`${ending.url}/livez`)).end).toBe('refused')
  clock.advance(DRAIN_SECONDS * 1000)
  expect(await session.closed).toBe(1001)
  expect(session.events.at(-1)).toMatchObject({ type: 'error', error: { code: 'gateway_shutdown' } })
  await closing
  expect(await reconcile(database)).toMatchObject({ openHolds: 0, differences: [] })
  const [row] = await database.read.selectFrom('log').select(['quota']).where('type', '=', 2).execute()
  expect(Number(row?.quota)).toBeGreaterThan(0)
  await database.close()
  await ending.close()
})
