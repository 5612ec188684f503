// Who loses the right to call loses what runs, within a second and in words (security 11): told by this process or found in the database.
import { tokenStatus, userStatus } from '@waystation/contract/site/status-table'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeToken } from '../../domain/token/token-store.ts'
import { setUserAccess } from '../../domain/user/user-store.ts'
import { step } from '../../testing/fakes/fake-provider-script.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { leavingPoint } from '../../testing/time/leaving-point.ts'
import { doors, eventsOf } from '../clients/testing/doors.ts'
import { doorOf, send } from '../testing/clients.ts'
import { expireToken } from '../testing/expire-token.ts'
import { openPayers, type Payer, type Payers } from '../testing/payers.ts'
import { openWorld, type World } from '../testing/world.ts'

/** A second is promised. The vendor sends 25 events in one at most, and fewer where the machine is slow, for it shares the gateway's thread. */
const MOST_EVENTS = 100
const dialects = doors.map(({ dialect }) => dialect)

const clock = drivenClock()
let world: World
let payers: Payers
beforeAll(async () => {
  world = await openWorld({
    channel: { group: 'default,vip', models: 'fake-chat' },
    ratios: { 'fake-chat': 1, 'o3-fake': 1 },
    options: { CompletionRatio: '{"fake-chat":2,"o3-fake":2}' },
    clock,
  })
  await world.addChannel({ type: 1, models: 'o3-fake' })
  payers = await openPayers(world)
  // The first count of tokens starts a thread, which takes a second on a busy machine.
  await send(world.url, world.key, { dialect: 'openai-chat', model: 'fake-chat', isStream: false, prompt: '#usage:missing' })
})
afterAll(async () => {
  expect(await world.books()).toMatchObject({ openHolds: 0, differences: [] })
  await payers.close()
  await world.close()
})
beforeEach(() => world.provider.clear())

/** Another process changes the database, and the promised second passes. */
async function behindItsBack(change: Promise<unknown>): Promise<void> {
  await change
  clock.advance(1000)
}

const revocations: readonly { what: string; group?: string; revoke(payer: Payer): Promise<unknown>; undo?(): Promise<unknown> }[] = [
  {
    what: 'the token is disabled',
    revoke: ({ console, tokenId }) => console.call('PUT', '/api/token/?status_only=1', { id: tokenId, status: tokenStatus.disabled }),
  },
  { what: 'the token is deleted', revoke: ({ console, tokenId }) => console.call('DELETE', `/api/token/${tokenId}`) },
  {
    what: 'the token is disabled in the database',
    revoke: ({ userId, tokenId: id }) =>
      behindItsBack(payers.database.run(changeToken, { userId, id, columns: {}, status: tokenStatus.disabled, ref: `test-${id}` })),
  },
  {
    what: 'the user is banned in the database',
    revoke: ({ userId }) => behindItsBack(payers.database.run(setUserAccess, { userId, status: userStatus.banned })),
  },
  {
    what: 'the user is deleted in the database',
    revoke: ({ userId }) => behindItsBack(payers.database.run(setUserAccess, { userId, isDeleted: true })),
  },
  {
    what: 'the group of the token is no longer theirs',
    group: 'vip',
    revoke: () => world.setOption('UserUsableGroups', '{"default":"x"}'),
    undo: () => world.setOption('UserUsableGroups', '{"default":"x","vip":"y"}'),
  },
]

const sentTo = (id: string) => world.provider.bills.get(id)?.[0]?.sentPieces ?? 0

describe.each(revocations)('SEC-12: when $what', ({ group, revoke, undo }) => {
  test('live streams end in the words of their dialect, and cost what came', async () => {
    const payer = await payers.add(1_000_000, group === undefined ? {} : { group })
    const calls = dialects.map((dialect) =>
      send(world.url, payer.key, { dialect, model: 'fake-chat', isStream: true, prompt: `#call:${dialect} #chunks:3000x40ms` }),
    )
    await expect.poll(() => dialects.filter((id) => sentTo(id) > 5).length).toBe(4)
    const before = dialects.map(sentTo)
    await revoke(payer)
    const facts = await Promise.all(calls)
    await undo?.()
    for (const [at, dialect] of dialects.entries()) expect(sentTo(dialect) - (before[at] ?? 0)).toBeLessThan(MOST_EVENTS)
    for (const [at, { status, body, requestId }] of facts.entries()) {
      const door = doors[at] as (typeof doors)[number]
      expect(status).toBe(200)
      const last = eventsOf(body).at(-1)
      if (!last) throw new Error('nothing came')
      expect(door.isFailureEvent(last), last.data).toBe(true)
      expect(last.data).toMatch(/revoked|撤销/)
      expect(body).not.toMatch(door.terminal)
      const row = await payers.row(requestId)
      expect(row.facts).toMatchObject({ end_reason: 'revoked', after_leaving: 'cancelled' })
      expect(row.completion_tokens).toBeGreaterThanOrEqual(5)
      expect(row.quota).toBe(row.prompt_tokens + 2 * row.completion_tokens)
    }
    for (const request of world.provider.requests) await expect.poll(() => request.abortedAtMs).toBeDefined()
    if (undo) return
    // Nor does a new call get through, though nobody told this process.
    const again = await send(world.url, payer.key, { dialect: 'openai-chat', model: 'fake-chat', isStream: false, prompt: 'hi' })
    expect([401, 403]).toContain(again.status)
  })

  test('calls that wait for a whole answer are refused in their dialect, and cost what the vendor bills', async () => {
    const payer = await payers.add(1_000_000, group === undefined ? {} : { group })
    world.provider.script('fake-chat', undefined)
    const calls = dialects.map((dialect) =>
      send(world.url, payer.key, {
        dialect,
        model: 'fake-chat',
        isStream: false,
        prompt: `#call:whole-${dialect} #held #in:50 #out:7`,
      }),
    )
    await expect.poll(() => world.provider.requests.length).toBe(4)
    await revoke(payer)
    const facts = await Promise.all(calls)
    await undo?.()
    // Only now does the vendor answer, who is listened to.
    world.provider.release()
    for (const [at, { status, json, requestId }] of facts.entries()) {
      const failure = doorOf(dialects[at] as (typeof dialects)[number]).failure(json as Record<string, unknown>)
      expect(status).toBe(403)
      expect(failure?.message).toMatch(/revoked|撤销/)
      expect(await payers.row(requestId)).toMatchObject({
        quota: 50 + 2 * 7,
        facts: { after_leaving: 'drained', usage_source: 'upstream' },
      })
    }
  })
})

test('a stream that thinks unseen ends for the client at once, and is charged what the vendor bills', async () => {
  const payer = await payers.add(1_000_000)
  const say = (content: string) => step.say(content)
  const revokeAt = leavingPoint()
  world.provider.script('o3-fake', [
    step.streamHead(),
    say('one'),
    step.wait(50),
    revokeAt.here,
    say(' two'),
    step.finish(),
    step.usage(20, 3000),
    step.done(),
    step.end(),
  ])
  const call = send(world.url, payer.key, { dialect: 'openai-chat', model: 'o3-fake', isStream: true, prompt: 'hi' })
  await revokeAt.reached
  await payer.console.call('DELETE', `/api/token/${payer.tokenId}`)
  const facts = await call
  // Only now does the vendor go on.
  revokeAt.left()
  expect(facts.sawDone).toBe(false)
  expect(facts.inBandError?.message).toMatch(/revoked|撤销/)
  expect(await payers.row(facts.requestId)).toMatchObject({
    quota: 20 + 2 * 3000,
    facts: { end_reason: 'revoked', after_leaving: 'drained', usage_source: 'upstream' },
  })
})

test('a token that expires or is used up ends nothing that runs', async () => {
  const payer = await payers.add(1_000_000, { limit: 100_000 })
  const call = (id: string) =>
    send(world.url, payer.key, { dialect: 'openai-chat', model: 'fake-chat', isStream: true, prompt: `#call:${id} #in:9 #out:40 #held` })
  const change = (fields: object) =>
    payer.console.call('PUT', '/api/token/', {
      id: payer.tokenId,
      name: 'pays',
      unlimited_quota: false,
      remain_quota: 100_000,
      expired_time: -1,
      ...fields,
    })
  /** The running calls are looked at, more than once, before the vendor answers. */
  const looked = async () => {
    for (let times = 0; times < 3; times++) {
      clock.advance(1000)
      // What the look reads of the database is read before this.
      await payer.console.call('GET', '/api/user/self')
    }
    world.provider.release()
  }
  const usedUp = call('used-up')
  await expect.poll(() => world.provider.requests.length).toBe(1)
  await change({ remain_quota: 0 })
  await looked()
  const first = await usedUp
  expect(first).toMatchObject({ status: 200, sawDone: true })
  expect((await payers.row(first.requestId)).facts.end_reason).toBe('done')

  await change({})
  const expiring = call('expiring')
  await expect.poll(() => world.provider.requests.length).toBe(2)
  const expired_time = await expireToken(payers.database, { userId: payer.userId, id: payer.tokenId })
  // A change that is told has the token read again.
  await change({ expired_time })
  await looked()
  const second = await expiring
  expect(second).toMatchObject({ status: 200, sawDone: true })
  expect((await send(world.url, payer.key, { dialect: 'openai-chat', model: 'fake-chat', isStream: false, prompt: 'hi' })).status).toBe(401)
})
