// One search over everything: what it finds, for whom, and that it stays quick.
import type { SearchHit } from '@waystation/contract/site/search'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitBatch, openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import { createUser } from '../../domain/user/user-store.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

const REQUEST = '01ARZ3NDEKTSV4RRFFQ69G0001'

eachKind('the search over everything', (kind) => {
  let console: TestConsole
  let root: Visitor
  let admin: Visitor
  let other: Visitor
  let user: Visitor
  let key: string

  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message} ${JSON.stringify(json.fields)}`).toBe(true)
    return json.data as Data
  }
  const hits = (q: string, as = root) => call<SearchHit[]>(`GET /api/search?q=${encodeURIComponent(q)}`, as)
  const find = async (q: string, as = root) => (await hits(q, as)).map(({ kind: of, name, owner }) => `${of} ${name} ${owner}`.trim())

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    admin = await console.user('harbourman', 10)
    other = await console.user('pilot', 10)
    user = await console.user('mia')
    for (const [as, name] of [
      [user, 'harbour laptop'],
      [other, 'harbour radio'],
      [root, 'harbour crane'],
    ] as const)
      await call('POST /api/token/', as, { name })
    const made = await call<{ key: string }[]>('GET /api/token/', user)
    key = made[0]?.key ?? ''
    await call('POST /api/channel/', root, {
      name: 'Harbour East',
      type: 1,
      key: 'sk-x',
      models: 'harbour-mini',
      base_url: 'http://a.test',
    })
    await call('POST /api/redemption/', root, { name: 'harbour gift', quota: 5, count: 1 })
    await call('POST /api/admin/messages', root, { title: 'The harbour is open', content: 'x', user_ids: [user.id] })
    const accounts = await console.database.run(openSystemAccounts, null)
    const log = {
      ...{ type: 2, userId: user.id, username: 'mia', channelId: 9, tokenId: 0, tokenName: '', group: 'default', model: 'harbour-mini' },
      ...{
        isStream: false,
        useTime: 1,
        promptTokens: 4,
        completionTokens: 6,
        quota: 10,
        clientIp: '',
        other: '{}',
        clientRequestId: 'my-own-id',
      },
    }
    const operations = [{ kind: 'log' as const, id: REQUEST, log }]
    await console.database.run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq: 1, operations, accounts })
  }, 180_000)
  afterAll(() => console.close())

  test('a word finds things of every kind, the caller’s own first', async () => {
    const found = await find('HARBOUR')
    for (const hit of [
      'user harbourman harbourman',
      'channel Harbour East',
      'code harbour gift',
      'message The harbour is open',
      'token harbour laptop mia',
      'token harbour radio pilot',
    ])
      expect(found).toContain(hit)
    expect(found.find((hit) => hit.startsWith('token'))).toBe('token harbour crane')
  })

  test('a call is found by its request id and by the one that its client gave it', async () => {
    expect(await find(REQUEST)).toEqual(['call harbour-mini mia'])
    expect((await hits('my-own-id', user)).map(({ kind: of, id }) => [of, id])).toEqual([['call', REQUEST]])
  })

  test('a user is found by a number, also with a hash', async () => {
    for (const q of [`#${user.id}`, String(user.id)]) expect(await find(q)).toContain('user mia mia')
  })

  test('a token is found by the last four signs of its key', async () => {
    const tail = key.slice(-4)
    for (const q of [tail, `sk-…${tail}`]) expect(await find(q, user)).toContain('token harbour laptop')
  })

  test('SEC-3: a user finds only what is theirs, and an admin no token of equals and superiors', async () => {
    expect(new Set(await find('harbour', user))).toEqual(new Set(['token harbour laptop', 'message The harbour is open']))
    expect(await find(REQUEST, user)).toEqual(['call harbour-mini'])
    const stranger = await console.user('stranger')
    expect([await find('harbour', stranger), await find(REQUEST, stranger), await find('my-own-id', stranger)]).toEqual([[], [], []])
    const found = await find('harbour', admin)
    expect(found).toContain('token harbour laptop mia')
    expect(found.filter((hit) => hit.startsWith('token'))).toEqual(['token harbour laptop mia'])
  })

  test('SEC-3: a mail address that the caller may not read finds nobody', async () => {
    await console.database.run(createUser, {
      ...{ username: 'captain', displayName: 'captain', passwordHash: 'x', role: 10, group: 'default', email: 'quay7@mail.test' },
      ...{ language: '', quota: 0, cause: 'test' },
    })
    expect(await find('quay7')).toEqual(['user captain captain'])
    expect(await find('quay7', admin)).toEqual([])
  })

  test('signs of a pattern are only signs, nothing finds nothing, and of a kind there are five at most', async () => {
    expect([await find('%'), await find('_'), await find('  ')]).toEqual([[], [], []])
    for (let at = 0; at < 7; at += 1) await call('POST /api/token/', user, { name: `lot ${at}` })
    expect(await find('lot', user)).toHaveLength(5)
  })
})
