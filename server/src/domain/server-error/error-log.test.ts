// Errors that come up are counted by kind and written together, on each database.
import { afterEach, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'
import { runAt } from '../../testing/time/run-at.ts'
import { ErrorLog } from './error-log.ts'
import { MAX_KINDS, noteServerErrors } from './server-error-store.ts'
import { ServerErrors } from './server-errors.ts'

const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })
const page = { offset: 0, limit: 100 }

eachDatabase('unexpected errors', ({ database, address }) => {
  afterEach(() => runAt(address(), 'delete from server_error'))

  const open = (node = 'node-1', run = database().run) => {
    const clock = drivenClock()
    const counted = { writes: 0, errors: 0 }
    const log = new ErrorLog({ clock, node, version: '1.2.3', onError: () => (counted.errors += 1) })
    log.open({
      run(task, input) {
        counted.writes += 1
        return run(task, input)
      },
    })
    const note = (code: string, facts: object = {}) => log.note({ facts: { err: failure(code), ...facts }, words: 'a console call failed' })
    return { clock, counted, log, note, errors: new ServerErrors({ database: database() }) }
  }

  test('a storm is one write, and one row of each kind with its count and the last call', async () => {
    const { log, note, counted, errors, clock } = open()
    for (let at = 0; at < 5000; at++) note(at % 2 === 0 ? 'A' : 'B', { requestId: `call-${at}` })
    clock.advance(3000)
    expect(counted).toEqual({ errors: 5000, writes: 0 })
    clock.advance(2500)
    await log.flush()
    expect(counted.writes).toBe(1)
    const { items, total, unseen } = await errors.list(page)
    expect({ total, unseen }).toEqual({ total: 2, unseen: 2 })
    expect(items.toSorted((a, b) => (a.code < b.code ? -1 : 1))).toMatchObject([
      { code: 'A', times: 2500, unseen: 2500, node: 'node-1', version: '1.2.3', request_id: 'call-4998', message: 'failed with A' },
      { code: 'B', times: 2500, request_id: 'call-4999' },
    ])
  })

  test('nodes add to the same row, which says who met it last; without a call the last one stays', async () => {
    const [one, two] = [open('node-1'), open('node-2')]
    one.note('A', { id: 'call-1' })
    await one.log.flush()
    two.note('A')
    two.note('A')
    await Promise.all([two.log.flush(), one.log.flush()])
    expect((await one.errors.list(page)).items).toMatchObject([{ times: 3, node: 'node-2', request_id: 'call-1' }])
  })

  test('what was seen is new again only if it comes up again', async () => {
    const { note, log, errors } = open()
    note('A')
    note('B')
    await log.flush()
    const [first, second] = (await errors.list(page)).items
    await errors.see({ id: first?.id, until: first?.last_at ?? 0 })
    expect(await errors.unseen()).toBe(1)
    await errors.see({ until: second?.last_at ?? 0 })
    expect(await errors.unseen()).toBe(0)
    note(first?.code ?? '')
    await log.flush()
    expect((await errors.list(page)).items.map(({ code, times, unseen }) => [code, times, unseen])).toContainEqual([first?.code, 2, 1])
    await errors.see({ until: (second?.last_at ?? 0) - 60 })
    expect(await errors.unseen()).toBe(1)
  })

  test('one that is removed is gone, and not there a second time', async () => {
    const { note, log, errors } = open()
    note('A')
    await log.flush()
    const id = (await errors.list(page)).items[0]?.id ?? ''
    expect(await errors.remove(id)).toMatchObject({ code: 'A', times: 1 })
    expect((await errors.list(page)).total).toBe(0)
    await expect(errors.remove(id)).rejects.toThrow('not_found')
  })

  test('while the database is away nothing is lost but what is too much, and what is counted is counted once', async () => {
    let isAway = true
    const { note, log, errors, clock } = open('node-1', (task, input) => {
      if (isAway) throw new Error('away')
      return database().run(task, input)
    })
    for (let at = 0; at < 150; at++) note(`C${at}`)
    await log.flush()
    note('C0')
    isAway = false
    clock.advance(5500)
    await log.flush()
    const { items, total } = await errors.list({ offset: 0, limit: 200 })
    expect(total).toBe(100)
    expect(items.find(({ code }) => code === 'C0')?.times).toBe(2)
  })

  test('only the newest kinds are kept', async () => {
    const kind = { place: 'p', name: 'Error', code: '', message: '', stack: '', requestId: '', times: 1 }
    const sums = Array.from({ length: MAX_KINDS + 3 }, (_, at) => {
      return { ...kind, id: String(at).padStart(32, '0'), firstAgoMs: at * 1000, lastAgoMs: at * 1000 }
    })
    await database().run(noteServerErrors, { sums, node: 'n', version: 'v' })
    const errors = new ServerErrors({ database: database() })
    const { items, total } = await errors.list({ offset: MAX_KINDS - 1, limit: 10 })
    expect(total).toBe(MAX_KINDS)
    expect(items.map(({ id }) => Number(id))).toEqual([MAX_KINDS - 1])
  })
})
