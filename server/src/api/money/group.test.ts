// A group that somebody is in is not taken away in silence: their prices would change.
import { errorMessage } from '@waystation/contract/errors'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

eachKind('groups of prices', (kind) => {
  let console: TestConsole
  let root: Visitor
  let admin: Visitor
  let ann: Visitor

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    admin = await console.user('keeper', 10)
    ann = await console.user('ann')
    await ratios('{"default":1,"gone":5,"gone2":5,"next":2}')
    await call('PUT /api/option/', { key: 'UserUsableGroups', value: '{"gone":"Gone","next":"Next"}' })
    await call('PUT /api/user/', { id: ann.id, group: 'gone' })
    await call('POST /api/token/', { name: 'own group', group: 'gone' }, ann)
    for (const group of ['gone', 'default,gone,next', 'gone2'])
      await call('POST /api/channel/', { name: group, type: 1, key: 'k', models: 'm', group })
  }, 180_000)
  afterAll(() => console.close())

  const call = async (line: string, body?: object, as = root) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}), headers: { 'accept-language': 'en' } })
    return json as typeof json & { data: unknown }
  }
  const ratios = (value: string, as = root) => call('PUT /api/option/', { key: 'GroupRatio', value }, as)
  const groupOf = async (id: number) => ((await call(`GET /api/user/${id}`)).data as { group: string }).group
  const channels = async () =>
    ((await call('GET /api/channel/?page_size=100')).data as { name: string; group: string }[]).map(({ group }) => group).toSorted()

  test('is not taken away while users, tokens or channels are in it, and says how many there are', async () => {
    const use = { users: 1, tokens: 1, channels: 2 }
    expect((await call('GET /api/group/use?group=gone')).data).toEqual(use)
    const refused = await ratios('{"default":1,"gone2":5,"next":2}', admin)
    expect(refused).toMatchObject({ code: 'group_in_use', message: errorMessage('group_in_use', { group: 'gone', ...use }, 'en') })
    expect(refused.message).toContain('1 users, 1 tokens, 2 channels')
    const prices = await call('PUT /api/price/', { changes: { GroupRatio: '{"default":1}' }, note: '' })
    expect(prices.code).toBe('group_in_use')
    expect((await call('GET /api/group/')).data).toEqual(['default', 'gone', 'gone2', 'next'])
  })

  test('its members are moved at once, each where the group says, and it can go then', async () => {
    expect((await call('POST /api/group/move', { from: 'gone', to: 'nowhere' })).code).toBe('user_group_unknown')
    expect((await call('POST /api/group/move', { from: 'gone', to: 'next' }, ann)).success).toBe(false)
    expect((await call('POST /api/group/move', { from: 'gone', to: 'next' }, admin)).data).toEqual({ users: 1, tokens: 1, channels: 2 })
    expect(await groupOf(ann.id)).toBe('next')
    expect((await call('GET /api/user/self', undefined, ann)).data).toMatchObject({ group: 'next' })
    expect(await channels()).toEqual(['default,next', 'gone2', 'next'])
    const row = console.database.read.selectFrom('audit').selectAll().where('action', '=', 'group.move').where('target', '=', 'gone')
    expect((await row.execute()).at(-1)).toMatchObject({ actor_id: admin.id, detail: expect.stringContaining('"users":1') })
    expect((await ratios('{"default":1,"gone2":5,"next":2}', admin)).success).toBe(true)
  })

  test('an admin moves nobody of their own rank or above, the super admin does', async () => {
    const peer = await console.user('peer', 10)
    await call('PUT /api/user/', { id: peer.id, group: 'gone2' })
    expect((await call('POST /api/group/move', { from: 'gone2', to: 'next' }, admin)).code).toBe('user_not_outranked')
    expect(await groupOf(peer.id)).toBe('gone2')
    expect((await call('POST /api/group/move', { from: 'gone2', to: 'next' })).data).toEqual({ users: 1, tokens: 0, channels: 1 })
  })
})
