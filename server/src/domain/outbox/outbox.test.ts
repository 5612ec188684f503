// What is in the outbox arrives, and what is not was never caused.
import { afterEach, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { secretsOf } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { allHaveRead } from '../../testing/time/all-have-read.ts'
import { type Delivery, type Outbox, openOutbox, type Transport, Undeliverable } from './outbox.ts'
import { type DeliveryAttempt, recordAttempt } from './outbox-store.ts'

const secrets = secretsOf(Buffer.alloc(32, 7))
const HOUR_MS = 3_600_000
let count = 0
const delivery = (more: Partial<Delivery> = {}): Delivery => {
  count += 1
  return { kind: 'mail', ref: `test:${count}`, body: 'the text', lifetimeMs: HOUR_MS, ...more }
}

eachDatabase('the outbox', ({ database }) => {
  let open: Outbox[] = []
  afterEach(async () => {
    await Promise.all(open.map((outbox) => outbox.close()))
    open = []
    // What a test left waiting is not the next one's.
    for (const { id, tries } of await rows(database()))
      await database().run(recordAttempt, { id: Number(id), tries, outcome: 'delivered', pauseMs: 0, error: '' })
  })

  async function start(mail: Transport, isAlone = false) {
    const troubles: unknown[] = []
    const outbox = await openOutbox({
      ...{ database: database(), secrets, isAlone, transports: { mail, webhook: mail } },
      wordsOf: (error) => (error instanceof Error ? error.message : ''),
      onTrouble: (error, facts) => void troubles.push(error ?? facts),
    })
    open.push(outbox)
    return { outbox, troubles }
  }
  const row = async (ref: string) => (await rows(database())).find((one) => one.ref === ref)

  const note = async (ref: string, how: Pick<DeliveryAttempt, 'outcome' | 'pauseMs' | 'error'>) => {
    const stored = await row(ref)
    await database().run(recordAttempt, { id: Number(stored?.id), tries: Number(stored?.tries), ...how })
  }

  test('a text is delivered once, and its text is gone from the table', async () => {
    const seen: string[] = []
    const { outbox } = await start(async ({ uid, body }) => void seen.push(`${uid} ${body}`))
    const one = delivery()
    await outbox.add([one])
    await outbox.deliverDue()
    await outbox.deliverDue()
    const stored = await row(one.ref)
    expect(seen).toEqual([`${stored?.row_uid} the text`])
    expect(stored).toMatchObject({ state: 'delivered', body: '', tries: 1, claimed_by: '', last_error: '' })
  })

  test('while it waits its text is sealed', async () => {
    const { outbox } = await start(() => Promise.reject(new Error('down')))
    const one = delivery({ body: 'a secret code' })
    await outbox.add([one])
    await outbox.deliverDue()
    const stored = await row(one.ref)
    expect(stored?.body).not.toBe('')
    expect(JSON.stringify(stored)).not.toContain('a secret code')
  })

  test('of several deliveries about the same one is delivered, posted at the same time too', async () => {
    const seen: string[] = []
    const { outbox } = await start(async ({ uid }) => void seen.push(uid))
    const one = delivery()
    await Promise.all(Array.from({ length: 5 }, () => outbox.add([one])))
    await outbox.deliverDue()
    expect(seen).toHaveLength(1)
  })

  test('what fails is tried again later under the same id, and given up after eight tries', async () => {
    const seen: string[] = []
    const { outbox, troubles } = await start(({ uid }) => {
      seen.push(uid)
      return Promise.reject(new Error('down'))
    })
    const one = delivery({ lifetimeMs: 1000 * HOUR_MS })
    await outbox.add([one])
    const pauses: number[] = []
    for (let tries = 1; tries <= 8; tries += 1) {
      await outbox.deliverDue()
      const stored = await row(one.ref)
      expect(stored).toMatchObject({ state: tries < 8 ? 'waiting' : 'failed', tries, last_error: 'down' })
      pauses.push(Math.round((Number(stored?.next_try_at_ms) - Date.now()) / 1000 / 5) * 5)
      await note(one.ref, { outcome: 'again', pauseMs: -1000, error: 'down' })
    }
    await outbox.deliverDue()
    expect(pauses.slice(0, 7)).toEqual([30, 60, 120, 240, 480, 960, 1920])
    expect(new Set(seen).size).toBe(1)
    expect(seen).toHaveLength(8)
    expect(await row(one.ref)).toMatchObject({ body: '' })
    expect(troubles).toHaveLength(8)
  })

  test('what can never be delivered, or not with this master key, is not tried again', async () => {
    const { outbox } = await start(() => Promise.reject(new Undeliverable('no such receiver')))
    const one = delivery()
    await outbox.add([one])
    await outbox.deliverDue()
    expect(await row(one.ref)).toMatchObject({ state: 'failed', tries: 1, last_error: 'no such receiver', body: '' })
  })

  test('what nobody needs any more is not delivered', async () => {
    const seen: string[] = []
    const { outbox } = await start(async ({ uid }) => void seen.push(uid))
    const one = delivery({ lifetimeMs: 0 })
    await outbox.add([one])
    await outbox.deliverDue()
    expect(seen).toEqual([])
    expect(await row(one.ref)).toMatchObject({ state: 'failed', body: '', last_error: 'too late' })
  })

  test('a delivery to nobody is stored and never delivered', async () => {
    const seen: string[] = []
    const { outbox } = await start(async ({ uid }) => void seen.push(uid))
    const one = delivery({ isBlank: true })
    await outbox.add([one])
    await outbox.deliverDue()
    expect(seen).toEqual([])
    expect(await row(one.ref)).toMatchObject({ state: 'delivered', body: '' })
  })

  test('a process that died over a delivery leaves it to the next one, under the same id', async () => {
    const ids: string[] = []
    const hanging = await start(({ uid }, signal) => {
      ids.push(uid)
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('broken off'))))
    })
    const one = delivery()
    await hanging.outbox.add([one])
    await expect.poll(() => ids).toHaveLength(1)
    // Beside a process that lives, a claim is respected.
    const beside = await start(async ({ uid }) => void ids.push(uid))
    await beside.outbox.deliverDue()
    expect(ids).toHaveLength(1)
    await hanging.outbox.close()
    expect(await row(one.ref)).toMatchObject({ state: 'waiting' })

    const next = await start(async ({ uid }) => void ids.push(uid), true)
    await next.outbox.deliverDue()
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
    expect(await row(one.ref)).toMatchObject({ state: 'delivered' })
  })

  test('many deliveries are delivered once each by two processes at the same time', async () => {
    const seen: string[] = []
    const deliver: Transport = async ({ uid }) => {
      await allHaveRead()
      seen.push(uid)
    }
    const [first, second] = [await start(deliver), await start(deliver)]
    await first.outbox.add(Array.from({ length: 60 }, () => delivery()))
    await Promise.all([first.outbox.deliverDue(), second.outbox.deliverDue(), first.outbox.deliverDue()])
    expect(seen).toHaveLength(60)
    expect(new Set(seen).size).toBe(60)
  })

  test('a late word of a claim that has ended changes nothing', async () => {
    const { outbox } = await start(() => Promise.reject(new Error('down')))
    const one = delivery()
    await outbox.add([one])
    await outbox.deliverDue()
    const id = Number((await row(one.ref))?.id)
    await database().run(recordAttempt, { id, tries: 7, outcome: 'failed', pauseMs: 0, error: 'late' })
    expect(await row(one.ref)).toMatchObject({ state: 'waiting', last_error: 'down' })
  })

  test('delivered deliveries are purged after a week, and waiting ones are not', async () => {
    const { outbox } = await start(() => Promise.reject(new Error('down')))
    const [old, fresh, waiting] = [delivery(), delivery({ isBlank: true }), delivery()]
    await outbox.add([old, fresh, waiting])
    await outbox.deliverDue()
    await note(old.ref, { outcome: 'delivered', pauseMs: -8 * 24 * HOUR_MS, error: '' })
    expect(await outbox.purge()).toBe(1)
    expect(await row(old.ref)).toBeUndefined()
    expect(await row(fresh.ref)).toBeDefined()
    expect(await row(waiting.ref)).toBeDefined()
  })
})

const rows = (database: Database) => database.read.selectFrom('outbox').selectAll().execute()
