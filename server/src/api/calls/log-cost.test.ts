// The most expensive calls first, a least cost, and channel tests, which are listed and never summed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitBatch, openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import type { LogDraft } from '../../domain/ledger/operation.ts'
import { channelTestRow } from '../../domain/log/row-type.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

type Row = { quota: number; type: number; model_name: string; request_id: string; user_id: number; content: string }
type Page = { items: Row[]; total: number }

const requestId = (at: number) => `01ARZ3NDEKTSV4RRFFQ69G${String(at).padStart(4, '0')}`
const CALLS = 300

eachKind('costs in the log', (kind) => {
  let console: TestConsole
  let root: Visitor
  let user: Visitor
  const draft = (visitor: Visitor, fields: Partial<LogDraft>): LogDraft => ({
    type: 2,
    userId: visitor.id,
    username: visitor.username,
    channelId: 9,
    tokenId: 1,
    tokenName: 'token',
    group: 'default',
    model: 'model',
    isStream: false,
    useTime: 1,
    promptTokens: 3,
    completionTokens: 7,
    quota: 0,
    clientIp: '',
    other: '{}',
    ...fields,
  })
  // Costs from 0 to 299, each once, in an order that is neither that of time nor its reverse.
  const cost = (at: number) => (at * 7) % CALLS

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    user = await console.user('reader')
    const accounts = await console.database.run(openSystemAccounts, null)
    const calls = Array.from({ length: CALLS }, (_, at) =>
      draft(at % 3 === 0 ? user : root, { quota: cost(at), model: at % 10 === 0 ? 'rare' : 'model' }),
    )
    const isTest = JSON.stringify({ is_test: true, content: { key: 'channel_test', facts: { channel: 'far' } } })
    const others = [
      draft(root, { type: channelTestRow, tokenId: 0, tokenName: '', promptTokens: 1000, other: isTest }),
      draft(root, { type: 6, other: JSON.stringify({ error_code: 'model_not_found' }) }),
      draft(root, { type: 1, tokenId: 0, tokenName: '', quota: 5_000_000 }),
    ]
    const operations = [...calls, ...others].map((log, at) => ({ kind: 'log' as const, id: requestId(at), log }))
    await console.database.run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq: 1, operations, accounts })
  }, 180_000)
  afterAll(() => console.close())

  const ask = async <Data>(line: string, as: Visitor): Promise<Data> => {
    const { json } = await console.call(line, { as })
    expect(json.success, json.message).toBe(true)
    return json.data as Data
  }
  const list = (query: string, as = root, own = false) => ask<Page>(`GET /api/log/${own ? 'self' : ''}?${query}`, as)
  const costs = ({ items }: Page) => items.map((item) => item.quota)

  test('the most expensive come first, over as many pages as there are charged calls; a top-up is no call', async () => {
    const first = await list('order=cost&page_size=5')
    expect(costs(first)).toEqual([299, 298, 297, 296, 295])
    expect(first.total).toBe(CALLS)
    expect(costs(await list('order=cost&page_size=5&p=2'))).toEqual([294, 293, 292, 291, 290])
    expect(costs(await list('order=cost&page_size=100&p=3'))).toEqual(Array.from({ length: 100 }, (_, at) => 99 - at))
    expect(costs(await list('page_size=2'))).toEqual([5_000_000, 0])
    expect((await console.call('GET /api/log/?order=colour', { as: root })).json.success).toBe(false)
  })

  test('the order holds within any filter, and of calls that cost the same the newest is first', async () => {
    const rare = await list('order=cost&model_name=rare&page_size=100')
    expect(rare.total).toBe(30)
    expect(costs(rare)).toEqual(costs(rare).toSorted((a, b) => b - a))
    expect(new Set(rare.items.map((item) => item.model_name))).toEqual(new Set(['rare']))
    expect(costs(await list('order=cost&username=reader&page_size=3'))).toEqual([297, 294, 291])
    const soon = Math.floor(Date.now() / 1000) + 600
    expect((await list(`order=cost&start_timestamp=${soon}`)).items).toEqual([])
    expect(costs(await list(`order=cost&start_timestamp=${soon - 3600}&end_timestamp=${soon}&page_size=1`))).toEqual([299])
    // Rows of another kind cost nothing: they keep the order of time.
    expect((await list('order=cost&type=6')).items).toMatchObject([{ type: 6 }])
  })

  test('the view of one’s own most expensive calls holds no others', async () => {
    const own = await list('order=cost&page_size=100', user, true)
    expect(own.total).toBe(100)
    expect(costs(own).slice(0, 3)).toEqual([297, 294, 291])
    expect(new Set(own.items.map((item) => item.user_id))).toEqual(new Set([user.id]))
  })

  test('a least cost leaves charged calls alone, in the rows and in the sums', async () => {
    expect((await list('min_quota=290&page_size=100')).items).toHaveLength(10)
    expect((await list('min_quota=290&type=2')).total).toBe(10)
    expect((await list('min_quota=300')).total).toBe(0)
    expect((await list('min_quota=290', user, true)).total).toBe(3)
    expect(costs(await list('min_quota=296&order=cost'))).toEqual([299, 298, 297, 296])
    for (const nothing of ['0', '', '-5', 'much']) expect((await list(`min_quota=${nothing}`)).total, nothing).toBe(CALLS + 3)
    expect(await ask('GET /api/log/stat?min_quota=298', root)).toMatchObject({ quota: 597, token_total: 20, rpm: 2 })
    expect(await ask('GET /api/log/self/stat?min_quota=294', user)).toMatchObject({ quota: 294 + 297 })
  })

  test('channel tests are consumption to the API, listed and in no sum', async () => {
    expect(await ask('GET /api/log/stat', root)).toMatchObject({
      quota: 44_850,
      token_input: 900,
      token_output: 2100,
      rpm: CALLS,
      tpm: 3000,
    })
    expect((await list('type=2')).total).toBe(CALLS + 1)
    const tests = await list('type=7')
    expect(tests.items).toMatchObject([{ type: 2, quota: 0 }])
    expect(tests.total).toBe(1)
    expect(await ask<Row[]>('GET /api/log/search?keyword=2', root)).toHaveLength(100)
    expect(await ask<Row[]>('GET /api/log/search?keyword=7', root)).toMatchObject([{ type: 2, request_id: requestId(CALLS) }])
  })
})
