import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditService } from '../../domain/audit/audit-service.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

let console: TestConsole
const people: Record<string, Visitor> = {}

beforeAll(async () => {
  console = await openConsole()
  people.root = await console.root()
  people.admin = await console.user('admin', 10)
  people.other = await console.user('other', 10)
  people.user = await console.user('user')
})
afterAll(() => console.close())

interface Row {
  id: number
  actor_name: string
  action: string
  target: string
  client_ip: string
  created_at: number
  detail: { before?: unknown; after?: unknown }
}
async function rowsFor(who: string, query = ''): Promise<Row[]> {
  const reply = await console.call(`GET /api/audit/?page_size=100${query}`, { as: people[who]! })
  expect(reply.json.success).toBe(true)
  return (reply.json.data as { items: Row[] }).items
}

test('an admin sees what they, users of lower roles and unknown callers did, and not what equals and the super admin did', async () => {
  await console.call('POST /api/user/login', { body: { username: 'user', password: 'not the password' } })
  const seen = new Set((await rowsFor('admin')).map((row) => `${row.actor_name}:${row.action}`))
  expect([...seen].toSorted()).toEqual([':login.failed', 'admin:login', 'user:login'])
  expect(new Set((await rowsFor('root')).map((row) => row.actor_name))).toEqual(new Set(['', 'root', 'admin', 'other', 'user']))
  const refused = await console.call('GET /api/audit/', { as: people.user! })
  expect(refused.json.code).toBe('no_permission')
})

test('a change is shown with its values before and after, newest first', async () => {
  await console.call('PUT /api/option/', { as: people.root!, body: { key: 'SystemName', value: 'Harbour' } })
  const [row] = await rowsFor('root')
  expect(row).toMatchObject({
    action: 'option.update',
    target: 'SystemName',
    client_ip: '203.0.113.7',
    detail: { before: 'Waystation', after: 'Harbour' },
  })
})

test('rows are filtered by who, what, on what, from where and when', async () => {
  const ids = async (query: string) => (await rowsFor('root', query)).map((row) => row.id)
  const all = await rowsFor('root')
  const expected = (is: (row: Row) => boolean) => all.filter(is).map((row) => row.id)
  expect(await ids('&actor=admin')).toEqual(expected((row) => row.actor_name === 'admin'))
  expect(await ids(`&actor=${people.user!.id}`)).toEqual(expected((row) => row.actor_name === 'user'))
  expect(await ids('&action=login')).toEqual(expected((row) => row.action === 'login'))
  expect(await ids('&target=SystemName')).toEqual(expected((row) => row.target === 'SystemName'))
  expect(await ids('&ip=203.0.113.7')).toEqual(all.map((row) => row.id))
  expect(await ids('&ip=203.0.113.8')).toEqual([])
  expect(await ids(`&start_timestamp=${all[0]!.created_at + 10}`)).toEqual([])
  expect(await ids(`&end_timestamp=${all.at(-1)!.created_at - 10}`)).toEqual([])
  const second = await console.call('GET /api/audit/?p=2&page_size=2', { as: people.root! })
  expect(second.json.data).toMatchObject({ page: 2, page_size: 2, total: all.length, items: all.slice(2, 4).map(({ id }) => ({ id })) })
})

test('the export is a CSV of the filtered rows that no spreadsheet takes for formulas, and is audited itself', async () => {
  await auditService(console.database).write({
    ...{ actorId: 0, actorName: '=cmd|calc', clientIp: '@SUM(A1)', requestId: 'R' },
    ...{ action: 'login.failed', target: '+1,"quoted"', detail: null },
  })
  const reply = await console.call('GET /api/audit/export?action=login.failed', {
    as: people.admin!,
    headers: { 'accept-language': 'en' },
  })
  expect(reply.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="audit-[\d-]+\.csv"$/),
    'cache-control': 'no-store',
  })
  const [head, first, second, end] = reply.text.split('\r\n')
  expect(head).toBe('\uFEFFEntry ID,Time,User ID,User,Action,Action code,Target,IP,Request ID,Details')
  expect(first).toMatch(/^\d+,\S+Z,0,'=cmd\|calc,Failed to log in,login\.failed,"'\+1,""quoted""",'@SUM\(A1\),R,null$/)
  expect(second).toContain('login.failed')
  expect(second).not.toContain('not the password')
  expect(end).toBe('')
  const [row] = await rowsFor('admin', '&action=audit.export')
  expect(row).toMatchObject({ actor_name: 'admin', detail: { after: { action: 'login.failed' } } })
})

test('an export reads more rows than one query does, each once', async () => {
  const audit = auditService(console.database)
  const entry = { actorId: 0, actorName: '', clientIp: '', requestId: '', action: 'login.failed', detail: null } as const
  for (let at = 0; at < 2010; at += 1) await audit.write({ ...entry, target: 'many' })
  const reply = await console.call('GET /api/audit/export?target=many', { as: people.root! })
  const ids = reply.text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[0]))
  expect(ids).toHaveLength(2010)
  expect(new Set(ids).size).toBe(2010)
  expect(ids).toEqual(ids.toSorted((a, b) => b - a))
})

eachKind('the audit log', (kind) => {
  test('the super admin verifies the chain, also while rows are written', async () => {
    const own = await openConsole({ kind })
    try {
      const root = await own.root()
      const refused = await own.call('GET /api/audit/verify', { as: await own.user('admin', 10) })
      expect(refused.json.code).toBe('no_permission')
      for (const username of ['x\ud83d', `${'a'.repeat(99)}😀`, `${'b'.repeat(127)}😀`])
        await own.call('POST /api/user/login', { body: { username, password: 'not the password' } })
      const audit = auditService(own.database)
      const entry = { actorId: 1, actorName: 'root', clientIp: '::1', requestId: 'R', action: 'login', target: '', detail: null } as const
      const writing = Promise.all(Array.from({ length: 60 }, () => audit.write(entry)))
      for (let at = 0; at < 5; at += 1)
        expect((await own.call('GET /api/audit/verify', { as: root })).json.data).toMatchObject({ broken_at: null, breaks: [] })
      await writing
      const { rows } = (await own.call('GET /api/audit/verify', { as: root })).json.data as { rows: number }
      expect(rows).toBeGreaterThanOrEqual(66)
      expect((await own.call('GET /api/audit/?action=login&page_size=1', { as: root })).json).toMatchObject({
        data: { items: [{ action: 'login' }], page_size: 1 },
      })
    } finally {
      await own.close()
    }
  })
})

test('targets are told by name, as they are called now or were called when they were deleted', async () => {
  const as = people.root!
  const made = (name: string) =>
    console.call('POST /api/channel/', { as, body: { name, type: 1, key: 'k', models: 'm', group: 'default' } })
  for (const name of ['first', 'second']) await made(name)
  const items = (await console.call('GET /api/channel/', { as })).json.data as { id: number; name: string }[]
  const idOf = (name: string) => items.find((channel) => channel.name === name)?.id
  await console.call('POST /api/channel/batch/tag', { as, body: { ids: items.map(({ id }) => id), tag: 'prod' } })
  await console.call(`DELETE /api/channel/${idOf('second')}`, { as })
  await console.call('POST /api/user/manage', { as, body: { id: people.user!.id, action: 'disable' } })
  const [banned, deleted, tagged] = await rowsFor('root')
  expect(banned).toMatchObject({ targets: [{ kind: 'user', id: String(people.user!.id), name: 'user' }], target_count: 1 })
  expect(deleted).toMatchObject({ action: 'channel.delete', targets: [{ kind: 'channel', id: String(idOf('second')), name: 'second' }] })
  expect(tagged).toMatchObject({ target_count: 2 })
  expect((tagged as unknown as { targets: { name: string }[] }).targets.map(({ name }) => name).toSorted()).toEqual(['', 'first'])
})

test('a check that is young enough is told again, and one that is asked for anew is made', async () => {
  const check = async (query = '') =>
    (await console.call(`GET /api/audit/verify${query}`, { as: people.root! })).json.data as { rows: number }
  const { rows } = await check()
  await console.call('PUT /api/option/', { as: people.root!, body: { key: 'SystemName', value: 'Pier' } })
  expect(await check('?max_age_seconds=3600')).toMatchObject({ rows, broken: 0 })
  expect((await check()).rows).toBeGreaterThan(rows)
  // The page asks each time that it is opened.
  for (let opened = 0; opened < 30; opened++) expect(await check('?max_age_seconds=3600')).toMatchObject({ broken: 0 })
})
