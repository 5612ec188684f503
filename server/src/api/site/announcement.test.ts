// Announcements: who may write them, who is shown them and when, and what a change of one means to who dismissed it.
import { ANNOUNCEMENTS_MAX, type Announcement, type StoredAnnouncement } from '@waystation/contract/site/announcement'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { runAt } from '../../testing/time/run-at.ts'

const START = Math.floor(Date.now() / 1000)

eachKind('announcements', (kind) => {
  let console: TestConsole
  let admin: Visitor
  let ann: Visitor
  let now = START
  beforeAll(async () => {
    console = await openConsole({ kind, now: () => now * 1000 })
    await console.root()
    admin = await console.user('keeper', 10)
    ann = await console.user('ann')
  }, 180_000)
  afterAll(() => console.close())
  beforeEach(async () => {
    now = START
    for (const { id } of await all()) await call(`DELETE /api/admin/announcements/${id}`)
  })

  const call = async <Data>(line: string, body?: object, as: Visitor | undefined = admin) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, json.message).toBe(true)
    return json.data as Data
  }
  const all = async () => (await call<{ items: StoredAnnouncement[] }>('GET /api/admin/announcements?page_size=100')).items
  const write = (draft: object) =>
    call<StoredAnnouncement>('POST /api/admin/announcements', { title: 'A title', from: START - 10, audience: 'everybody', ...draft })
  const titles = (list: readonly Announcement[]) => list.map(({ title }) => title)
  const publicly = async () => titles((await console.call('GET /api/announcements')).json.data)
  const toUsers = async () => titles(await call<Announcement[]>('GET /api/user/announcements', undefined, ann))

  test('visitors see those for everybody, users all, newest first, and nobody what is planned or over', async () => {
    await write({ title: 'older', from: START - 100 })
    await write({ title: 'for users', audience: 'users', kind: 'warning' })
    await write({ title: 'newer', from: START - 5, until: START + 60, kind: 'maintenance', text: '**soon**' })
    await write({ title: 'planned', from: START + 30 })
    expect([await publicly(), await toUsers()]).toEqual([
      ['newer', 'older'],
      ['newer', 'for users', 'older'],
    ])
    expect((await console.call('GET /api/announcements', { as: ann })).json.data).toHaveLength(2)
    expect((await console.call('GET /api/announcements')).text).not.toContain('for users')
    now = START + 30
    expect(await publicly()).toEqual(['planned', 'newer', 'older'])
    now = START + 60
    expect(await publicly()).toEqual(['planned', 'older'])
    const [newest] = (await console.call('GET /api/announcements')).json.data as Announcement[]
    expect(Object.keys(newest ?? {}).toSorted()).toEqual(['from', 'id', 'kind', 'revision', 'text', 'title', 'until'])
  })

  test('a change of what is read is another revision, and one of its times or readers is not', async () => {
    const { id, revision } = await write({ title: 'first' })
    const edit = async (change: object) =>
      (await call<StoredAnnouncement>(`PUT /api/admin/announcements/${id}`, { title: 'first', from: START - 10, ...change })).revision
    expect([revision, await edit({ until: START + 9, audience: 'users' }), await edit({ kind: 'warning' })]).toEqual([1, 1, 2])
    expect([await edit({ kind: 'warning', text: 'x' }), await edit({ kind: 'warning', text: 'x', title: 'second' })]).toEqual([3, 4])
    expect([await publicly(), await toUsers()]).toEqual([[], ['second']])
  })

  test('one that is ended is shown no more, whether it had begun or not, and can be deleted', async () => {
    const [active, planned] = [await write({ title: 'active' }), await write({ title: 'planned', from: START + 500 })]
    const ended = await call<StoredAnnouncement>(`POST /api/admin/announcements/${active.id}/end`)
    expect(ended.until).toBeGreaterThanOrEqual(START)
    expect(await call(`POST /api/admin/announcements/${planned.id}/end`)).toMatchObject({ from: START + 500, until: START + 500 })
    now = START + 600
    expect(await publicly()).toEqual([])
    await call(`DELETE /api/admin/announcements/${active.id}`)
    expect(await all()).toMatchObject([{ id: planned.id }])
    for (const line of ['GET', 'DELETE']) {
      const { json } = await console.call(`${line} /api/admin/announcements/${active.id}`, { as: admin })
      expect(json.code).toBe('not_found')
    }
  })

  test('sizes and times are bounded, and so is how many there are', async () => {
    const faultsOf = async (draft: object) => {
      const { json } = await console.call('POST /api/admin/announcements', { as: admin, body: { title: 'x', from: START, ...draft } })
      return json.success ? [] : Object.keys(json.fields ?? { [json.code ?? '']: '' })
    }
    expect(await faultsOf({ title: ' ' })).toEqual(['title'])
    expect(await faultsOf({ title: 'x'.repeat(121) })).toEqual(['title'])
    expect(await faultsOf({ text: 'x'.repeat(5001) })).toEqual(['text'])
    expect(await faultsOf({ until: START })).toEqual(['until'])
    expect(await faultsOf({ from: -1 })).toEqual(['from'])
    const rows = Array.from({ length: ANNOUNCEMENTS_MAX }, (_, at) => `('n${at}','','information','users',${START},null,1,1,${START})`)
    const columns = 'title, content, kind, audience, starts_at, ends_at, revision, author_id, created_at'
    await runAt(console.place.address, `insert into announcement (${columns}) values ${rows.join()}`)
    expect(await faultsOf({})).toEqual(['announcement_too_many'])
    now = START + 61
    expect(await toUsers()).toHaveLength(20)
  })

  test('every change is written down with the title, and admins alone may write', async () => {
    const { id } = await write({ title: 'Night of the harbour' })
    await call(`PUT /api/admin/announcements/${id}`, { title: 'Day of the harbour', from: START - 10 })
    await call(`POST /api/admin/announcements/${id}/end`)
    await call(`DELETE /api/admin/announcements/${id}`)
    const { items } = await call<{ items: { action: string; targets: object[] }[] }>('GET /api/audit/?p=1&page_size=10')
    const own = items.filter(({ action }) => action.startsWith('announcement.')).slice(0, 4)
    expect(own.map(({ action }) => action.replace('announcement.', ''))).toEqual(['delete', 'end', 'update', 'create'])
    for (const { targets } of own)
      expect(targets).toEqual([{ kind: 'announcement', id: String(id), name: expect.stringContaining('harbour') }])
    const refused = await console.call('POST /api/admin/announcements', { as: ann, body: { title: 'x', from: START } })
    expect(refused.json.code).toBe('no_permission')
  })

  test('visitors are answered from memory, and another process is believed within a minute', async () => {
    await write({ title: 'here' })
    expect(await publicly()).toEqual(['here'])
    await runAt(console.place.address, "update announcement set title = 'elsewhere'")
    expect(await publicly()).toEqual(['here'])
    now = START + 60
    expect(await publicly()).toEqual(['elsewhere'])
  })
})
