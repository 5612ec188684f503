// server, client 10: calls that existing scripts for this API family make, besides the paged log.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitBatch, openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

type Row = Record<string, unknown>
type Token = { id: number; key: string }

eachKind('searches in the log', (kind) => {
  let console: TestConsole
  let root: Visitor
  let user: Visitor
  let token: Token
  let other: Token
  const requestId = (at: number) => `01ARZ3NDEKTSV4RRFFQ69G${String(at).padStart(4, '0')}`

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    user = await console.user('reader')
    const make = async (name: string) => (await console.call('POST /api/token/', { as: user, body: { name } })).json.data as Token
    token = await make('tok_100%')
    other = await make('other')
    const accounts = await console.database.run(openSystemAccounts, null)
    const operations = Array.from({ length: 130 }, (_, at) => {
      const visitor = at < 120 ? user : root
      const log = {
        type: at % 10 === 0 ? 6 : 2,
        userId: visitor.id,
        username: visitor.username,
        channelId: 9,
        tokenId: at >= 120 ? 0 : at % 2 === 0 ? token.id : other.id,
        tokenName: at >= 120 ? '' : at % 2 === 0 ? 'tok_100%' : 'other',
        group: 'default',
        model: at === 7 ? 'Rare_Model' : 'model',
        isStream: false,
        useTime: 1,
        promptTokens: 4,
        completionTokens: 6,
        quota: 10,
        clientIp: '',
        other: JSON.stringify({ model_ratio: 2, group_ratio: 1, admin_info: { use_channel: ['9'] } }),
      }
      return { kind: 'log' as const, id: requestId(at), log }
    })
    await console.database.run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq: 1, operations, accounts })
  }, 180_000)
  afterAll(() => console.close())

  const search = async (keyword: string, as: Visitor, own = true) => {
    const { json } = await console.call(`GET /api/log/${own ? 'self/' : ''}search?keyword=${encodeURIComponent(keyword)}`, { as })
    expect(json.success, json.message).toBe(true)
    return json.data as Row[]
  }
  const ids = (rows: readonly Row[]) => rows.map((row) => row.request_id)

  test('give the last hundred rows as a bare list, newest first', async () => {
    const all = await search('', root, false)
    expect(ids(all)).toEqual(Array.from({ length: 100 }, (_, at) => requestId(129 - at)))
    const own = await search('', user)
    expect(ids(own)).toEqual(Array.from({ length: 100 }, (_, at) => requestId(119 - at)))
  })

  test('find by type, by a part of a name and by request id, and take wildcards for what they are', async () => {
    expect((await search('6', user)).map((row) => row.type)).toEqual(Array(12).fill(6))
    expect(ids(await search('RARE_', user))).toEqual([requestId(7)])
    expect(ids(await search(requestId(3), user))).toEqual([requestId(3)])
    expect((await search('100%', user)).every((row) => row.token_name === 'tok_100%')).toBe(true)
    expect((await search('100%', user)).length).toBe(60)
    expect(await search('rare%', user)).toEqual([])
    expect(await search('_', user)).toHaveLength(61)
    expect(await search('99999999', user)).toEqual([])
    expect(await search("' or 1=1 --", user)).toEqual([])
  })

  test('an admin finds by username; a user finds nobody else’s rows and reads no channel', async () => {
    expect(await search('root', root, false)).toHaveLength(10)
    expect(await search('root', user)).toEqual([])
    expect((await search('', user)).every((row) => row.user_id === user.id && row.channel === 0)).toBe(true)
    expect(JSON.stringify(await search('', user))).not.toContain('admin_info')
    expect(JSON.stringify(await search('', root, false))).toContain('admin_info')
    const refused = await console.call('GET /api/log/search', { as: user })
    expect(refused.json.code).toBe('no_permission')
  })

  const byKey = (query: string, headers: Readonly<Record<string, string>> = {}) => console.call(`GET /api/log/token${query}`, { headers })

  test('the key of a token reads that token’s rows, without a session, from a page of any origin', async () => {
    for (const [query, headers] of [
      [`?key=sk-${token.key}`, {}],
      [`?key=${token.key}`, { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }],
      ['', { authorization: `Bearer sk-${token.key}` }],
      ['/', { authorization: token.key }],
    ] as const) {
      const reply = await byKey(query, headers)
      const rows = reply.json.data as Row[]
      expect(rows).toHaveLength(60)
      expect(rows.every((row) => row.token_id === token.id && row.channel === 0)).toBe(true)
      expect(reply.text).not.toContain('admin_info')
      expect(reply.headers['access-control-allow-origin']).toBe('*')
    }
    const preflight = await console.app.inject({
      method: 'OPTIONS',
      url: '/api/log/token',
      headers: { origin: 'https://elsewhere.example' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
    expect((await console.app.inject({ method: 'OPTIONS', url: '/api/log/search' })).statusCode).toBe(404)
  })

  test('an unknown key is refused, and appears in no log and no answer', async () => {
    const off = (await console.call('POST /api/token/', { as: user, body: { name: 'off' } })).json.data as Token
    await console.call('PUT /api/token/?status_only=true', { as: user, body: { id: off.id, status: 2 } })
    const elsewhere = { name: 'elsewhere', allow_ips: '10.9.9.9' }
    const bound = (await console.call('POST /api/token/', { as: user, body: elsewhere })).json.data as Token
    for (const [query, headers, status, code] of [
      ['', {}, 401, 'token_missing'],
      ['', { cookie: root.cookie, 'waystation-user': String(root.id) }, 401, 'token_missing'],
      ['?key=sk-nobody', {}, 401, 'invalid_token'],
      [`?key=${token.key}`, { authorization: `Bearer ${other.key}` }, 401, 'token_conflict'],
      [`?key=${off.key}`, {}, 401, 'token_disabled'],
      [`?key=${bound.key}`, {}, 403, 'ip_not_allowed'],
      [`?key=${token.key.slice(0, 20)}`, {}, 401, 'invalid_token'],
    ] as const) {
      const reply = await byKey(query, headers)
      expect([reply.status, reply.json.success, reply.json.code]).toEqual([status, false, code])
      expect(reply.text).not.toContain(token.key)
    }
    expect(JSON.stringify(console.errorsLogged)).not.toContain(token.key)
  })
})
