import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUserAccess } from '../../domain/user/user-store.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

interface Sent {
  readonly id: number
  readonly title: string
  readonly created_at: number
  readonly stats: { readonly total_recipients: number; readonly read_count: number }
}
interface Page<Item> {
  readonly items: Item[]
  readonly total: number
  readonly page: number
}

eachKind('messages', (kind) => {
  let console: TestConsole
  let root: Visitor
  let admin: Visitor
  let ann: Visitor
  let bob: Visitor

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    admin = await console.user('keeper', 10)
    ann = await console.user('ann')
    bob = await console.user('bob')
  }, 180_000)
  afterAll(() => console.close())

  const send = (body: object, as = admin) =>
    console.call('POST /api/admin/messages', { as, body: { title: 'A title', content: 'Some words', ...body } })
  const sent = async (body: object) => {
    const { json } = await send(body)
    expect(json.success, json.message).toBe(true)
    return json.data as Sent
  }
  const read = async <Data>(line: string, as: Visitor) => {
    const { json } = await console.call(line, { as })
    expect(json.success, json.message).toBe(true)
    return json.data as Data
  }
  const unread = async (as: Visitor) => (await read<{ unread_count: number }>('GET /api/user/messages/unread_count', as)).unread_count
  const inbox = (as: Visitor, query = '') =>
    read<Page<Sent & { is_read: boolean; read_at: number | null }>>(`GET /api/user/messages${query}`, as)

  test('a message reaches the chosen users once each, and is read by opening it', async () => {
    const message = await sent({ title: '  Prices  ', content: ' **new** \n', user_ids: [ann.id, ann.id, bob.id] })
    expect(message).toMatchObject({
      title: 'Prices',
      content: '**new**',
      format: 'markdown',
      stats: { total_recipients: 2, read_count: 0 },
    })
    expect([await unread(ann), await unread(bob), await unread(root)]).toEqual([1, 1, 0])
    expect(await inbox(ann)).toMatchObject({
      total: 1,
      page: 1,
      items: [{ id: message.id, title: 'Prices', is_read: false, read_at: null }],
    })

    expect(await read(`GET /api/user/messages/${message.id}`, ann)).toMatchObject({ content: '**new**', is_read: false })
    await read(`PUT /api/user/messages/${message.id}/read`, ann)
    const once = await read<{ read_at: number }>(`GET /api/user/messages/${message.id}`, ann)
    expect(once).toMatchObject({ is_read: true, read_at: expect.any(Number) })
    await read(`PUT /api/user/messages/${message.id}/read`, ann)
    expect(await read(`GET /api/user/messages/${message.id}`, ann)).toEqual(once)
    expect([await unread(ann), await unread(bob)]).toEqual([0, 1])

    expect(await read(`GET /api/admin/messages/${message.id}`, admin)).toMatchObject({ stats: { total_recipients: 2, read_count: 1 } })
    expect(await read(`GET /api/admin/messages/${message.id}/recipients`, admin)).toEqual([
      { user_id: ann.id, username: 'ann', display_name: 'ann', read_at: once.read_at },
      { user_id: bob.id, username: 'bob', display_name: 'bob', read_at: null },
    ])
    const second = await console.call(`GET /api/admin/messages/${message.id}/recipients?p=2&page_size=1`, { as: admin })
    expect(second.json).toMatchObject({ total: 2, data: [{ username: 'bob' }] })
  })

  test('a message of somebody else does not exist for a user, and admins have no way into a user’s inbox', async () => {
    const { id } = await sent({ user_ids: [ann.id] })
    for (const stranger of [bob, admin, root])
      for (const line of [`GET /api/user/messages/${id}`, `PUT /api/user/messages/${id}/read`]) {
        const { json } = await console.call(line, { as: stranger })
        expect([json.success, json.code], line).toEqual([false, 'not_found'])
      }
    expect((await console.call(`GET /api/user/messages/${id}`, { as: bob, headers: { 'accept-language': 'zh' } })).json.message).toBe(
      '消息不存在',
    )
    expect((await read<Sent>(`GET /api/admin/messages/${id}`, admin)).stats.read_count).toBe(0)
    for (const line of [
      `GET /api/admin/messages/${id}`,
      'GET /api/admin/messages',
      'GET /api/admin/messages/search',
      'GET /api/admin/messages/candidates',
    ])
      expect((await console.call(line, { as: ann })).json.code).toBe('no_permission')
  })

  test('a group or everyone receives a message; closed accounts do not', async () => {
    const gone = await console.user('gone')
    await console.database.run(setUserAccess, { userId: gone.id, isDeleted: true })
    const everyone = await sent({ everyone: true })
    expect(everyone.stats.total_recipients).toBe(4)
    expect((await sent({ group: 'default' })).stats.total_recipients).toBe(4)
    expect((await send({ group: 'nobody' })).json).toMatchObject({ success: false, code: 'message_group_empty' })
    expect((await send({ user_ids: [ann.id, gone.id, 2_147_483_000, 99_999_999_999] })).json).toMatchObject({
      code: 'message_recipient_unknown',
      message: expect.stringContaining(`#${gone.id}, #2147483000, #99999999999`),
    })
    const { items, total } = await read<Page<{ username: string }>>('GET /api/admin/messages/candidates', admin)
    expect([items.map(({ username }) => username), total]).toEqual([['bob', 'ann', 'keeper', 'root'], 4])
    const found = async (query: string) =>
      (await read<Page<{ username: string }>>(`GET /api/admin/messages/candidates?${query}`, admin)).items.map(({ username }) => username)
    expect(await found('keyword=AN')).toEqual(['ann'])
    expect(await found(`keyword=${bob.id}`)).toContain('bob')
    expect(await found('keyword=%25')).toEqual([])
    expect(await found('group=vip')).toEqual([])
  })

  test('what a message lacks is said at its field, and nothing is stored', async () => {
    const before = await read<Page<Sent>>('GET /api/admin/messages', admin)
    for (const [body, fields] of [
      [{ title: ' ', user_ids: [ann.id] }, { title: 'Enter a message title' }],
      [{ content: '\n', user_ids: [ann.id] }, { content: 'Enter the message content' }],
      [{ user_ids: [] }, { user_ids: 'Select at least one recipient' }],
      [{}, { user_ids: 'Select at least one recipient' }],
      [{ title: 'x'.repeat(201), user_ids: [ann.id] }, { title: 'A title has at most 200 characters' }],
      [{ content: 'x'.repeat(50_001), user_ids: [ann.id] }, { content: 'The content has at most 50,000 characters' }],
      [{ format: 'rtf', user_ids: [ann.id] }, { format: expect.any(String) }],
    ] as const)
      expect(
        (
          await console.call('POST /api/admin/messages', {
            as: admin,
            body: { title: 'T', content: 'C', ...body },
            headers: { 'accept-language': 'en' },
          })
        ).json,
      ).toMatchObject({ success: false, fields })
    expect((await read<Page<Sent>>('GET /api/admin/messages', admin)).total).toBe(before.total)
  })

  test('an edit changes what it says, keeps recipients and what was read, and needs no format', async () => {
    const { id } = await sent({ user_ids: [ann.id], format: 'html' })
    await read(`PUT /api/user/messages/${id}/read`, ann)
    const edit = (body: object) => console.call(`PUT /api/admin/messages/${id}`, { as: admin, body })
    expect((await edit({ title: ' New ', content: 'words', user_ids: [bob.id] })).json).toMatchObject({
      success: true,
      data: { title: 'New', content: 'words', format: 'html', stats: { total_recipients: 1, read_count: 1 } },
    })
    expect((await edit({ title: 'New', content: 'words', format: 'plain' })).json.data).toMatchObject({ format: 'plain' })
    expect((await edit({ title: '', content: 'words' })).json.fields).toHaveProperty('title')
    expect(await read(`GET /api/user/messages/${id}`, ann)).toMatchObject({ title: 'New', is_read: true })
    expect((await console.call('PUT /api/admin/messages/2147483000', { as: admin, body: { title: 'a', content: 'b' } })).json.code).toBe(
      'not_found',
    )
  })

  test('deleting takes every copy, and what was done is in the audit log', async () => {
    const { id } = await sent({ title: 'audited', everyone: true })
    const counts = [await unread(ann), await unread(bob)]
    await read(`DELETE /api/admin/messages/${id}`, admin)
    expect([await unread(ann), await unread(bob)]).toEqual(counts.map((count) => count - 1))
    for (const line of [`GET /api/user/messages/${id}`, `PUT /api/user/messages/${id}/read`])
      expect((await console.call(line, { as: ann })).json.code).toBe('not_found')
    for (const line of [`GET /api/admin/messages/${id}`, `GET /api/admin/messages/${id}/recipients`, `DELETE /api/admin/messages/${id}`])
      expect((await console.call(line, { as: admin })).json.code).toBe('not_found')
    const rows = await console.database.read
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('target', '=', String(id))
      .where('action', 'like', 'message.%')
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['message.create', 'message.delete'])
    expect(rows[0]?.detail).toContain('"everyone":true')
  })

  test('while a message is deleted, readers get it or are told that it is gone; the counts stay right', async () => {
    const { id } = await sent({ everyone: true })
    const kept = await sent({ everyone: true })
    const replies = await Promise.all([
      ...[ann, bob, admin, root].flatMap((reader) => [
        console.call(`PUT /api/user/messages/${id}/read`, { as: reader }),
        console.call(`PUT /api/user/messages/${kept.id}/read`, { as: reader }),
        console.call(`PUT /api/user/messages/${kept.id}/read`, { as: reader }),
      ]),
      console.call(`DELETE /api/admin/messages/${id}`, { as: admin }),
    ])
    for (const { json } of replies) expect([undefined, 'not_found']).toContain(json.code)
    expect((await read<Sent>(`GET /api/admin/messages/${kept.id}`, admin)).stats).toEqual({ total_recipients: 4, read_count: 4 })
    const copies = await console.database.read.selectFrom('message_recipient').select('user_id').where('message_id', '=', id).execute()
    expect(copies).toEqual([])
  })

  describe('as admins search them', () => {
    const search = (query: Readonly<Record<string, string>>) =>
      console.call(`GET /api/admin/messages/search?${new URLSearchParams(query)}`, { as: admin })
    const titles = async (query: Readonly<Record<string, string>>) => {
      const { json } = await search(query)
      expect(json.success, json.message).toBe(true)
      return (json.data as Page<Sent>).items.map(({ title }) => title)
    }

    test('by a part of title or content, and signs mean themselves', async () => {
      await sent({ title: 'Night 100%', content: 'first', user_ids: [ann.id] })
      await sent({ title: 'Day', content: 'THE_SECOND', user_ids: [ann.id] })
      expect(await titles({ keyword: ' night ' })).toEqual(['Night 100%'])
      expect(await titles({ keyword: 'the_' })).toEqual(['Day'])
      expect(await titles({ keyword: '%' })).toEqual(['Night 100%'])
      const second = await search({ p: '2', page_size: '1' })
      expect(second.json.data).toMatchObject({ page: 2, items: [{ title: 'Night 100%' }] })
    })

    test('by when they were sent, with both ends or none', async () => {
      const { created_at } = await sent({ title: 'timely', user_ids: [ann.id] })
      const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
      const day = iso(created_at).slice(0, 10)
      expect(await titles({ keyword: 'timely', start_date: iso(created_at), end_date: iso(created_at) })).toEqual(['timely'])
      expect(await titles({ keyword: 'timely', start_date: iso(created_at + 1), end_date: iso(created_at + 9) })).toEqual([])
      expect(await titles({ keyword: 'timely', start_date: day, end_date: day })).toEqual(['timely'])
      expect(await titles({ keyword: 'timely', start_date: '', end_date: '' })).toEqual(['timely'])
      expect((await search({ start_date: day })).json.fields).toHaveProperty('end_date')
      expect((await search({ start_date: 'yesterday', end_date: 'today' })).json.fields).toHaveProperty('start_date')
    })
  })

  test('all messages of a user are read at once, and counted once, also while they are opened one by one', async () => {
    const some = [await sent({ user_ids: [ann.id, bob.id] }), await sent({ user_ids: [ann.id, bob.id] })]
    const wasUnread = await unread(bob)
    const replies = await Promise.all([
      console.call('PUT /api/user/messages/read', { as: ann }),
      ...some.map(({ id }) => console.call(`PUT /api/user/messages/${id}/read`, { as: ann })),
      console.call('PUT /api/user/messages/read', { as: ann }),
    ])
    expect(replies.map(({ json }) => json.success)).toEqual([true, true, true, true])
    expect([await unread(ann), await unread(bob)]).toEqual([0, wasUnread])
    for (const { id } of some) {
      expect((await read<Sent>(`GET /api/admin/messages/${id}`, admin)).stats).toEqual({ total_recipients: 2, read_count: 1 })
    }
  })

  test('an inbox comes in pages, the newest first', async () => {
    const { items, total } = await inbox(bob, '?p=1&page_size=2')
    const rest = await inbox(bob, '?p=2&page_size=2')
    expect(items).toHaveLength(2)
    expect(items[0]!.id).toBeGreaterThan(items[1]!.id)
    expect(items[1]!.id).toBeGreaterThan(rest.items[0]!.id)
    expect(rest).toMatchObject({ page: 2, total })
  })
})

test('on a demo site only the super admin writes or deletes messages, and everybody reads theirs', async () => {
  const console = await openConsole()
  const root = await console.root()
  const admin = await console.user('keeper', 10)
  await console.options.set('DemoSiteEnabled', 'true', { role: 100 })
  const body = { title: 'a', content: 'b', everyone: true }
  expect((await console.call('POST /api/admin/messages', { as: admin, body })).json.code).toBe('demo_site')
  const { id } = (await console.call('POST /api/admin/messages', { as: root, body })).json.data as Sent
  expect((await console.call(`DELETE /api/admin/messages/${id}`, { as: admin })).json.code).toBe('demo_site')
  expect((await console.call('GET /api/user/messages/unread_count', { as: admin })).json.data).toEqual({ unread_count: 1 })
  await console.close()
})

test('what tabs ask every half minute leaves an address its calls, and has a limit of its own', async () => {
  const limit = { count: 3, windowMs: 60_000 }
  const console = await openConsole({ limits: { console: limit, critical: { count: 100, windowMs: 60_000 } } })
  const from = '203.0.113.99'
  const statuses = async (path: string) =>
    Promise.all(Array.from({ length: 4 }, async () => (await console.call(`GET ${path}`, { from })).status))
  expect((await statuses('/api/user/messages/unread_count')).toSorted()).toEqual([401, 401, 401, 429])
  expect((await statuses('/api/user/messages')).toSorted()).toEqual([401, 401, 401, 429])
  await console.close()
})

test('counting what is unread reads one index, however many messages there are', async () => {
  const console = await openConsole()
  const plan = await sql<{
    detail: string
  }>`explain query plan select count(*) from message_recipient where user_id = 1 and read_at is null`.execute(console.database.read)
  expect(plan.rows.map(({ detail }) => detail).join()).toMatch(/COVERING INDEX message_recipient_unread \(user_id=\? AND read_at=\?\)/)
  await console.close()
})
