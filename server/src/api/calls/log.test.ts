import type { CandidateFact } from '@waystation/contract/calls/log'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commitBatch, openSystemAccounts } from '../../domain/ledger/ledger-tasks.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let root: Visitor
let user: Visitor
/** How far the console's clock is ahead, in milliseconds. */
let aheadMs = 0

beforeAll(async () => {
  console = await openConsole({ now: () => Date.now() + aheadMs })
  root = await console.root()
  user = await console.user('reader')
  const accounts = await console.database.run(openSystemAccounts, null)
  const candidates: CandidateFact[] = [
    { channel_id: 9 },
    { channel_id: 4, skipped: 'disabled' },
    { channel_id: 7, skipped: 'full', wait_seconds: 20 },
  ]
  const row = (at: number, visitor: Visitor) => ({
    kind: 'log' as const,
    id: `01ARZ3NDEKTSV4RRFFQ69G${String(at).padStart(4, '0')}`,
    log: {
      type: 2,
      userId: visitor.id,
      username: visitor.username,
      channelId: 9,
      tokenId: 1,
      tokenName: 'token',
      group: 'default',
      model: `model-${at % 2}`,
      isStream: false,
      useTime: 1,
      promptTokens: 4,
      completionTokens: 6,
      quota: 10,
      clientIp: '',
      other: JSON.stringify({ model_ratio: 2, completion_ratio: 3, group_ratio: 1, admin_info: { use_channel: ['9'], candidates } }),
    },
  })
  const operations = Array.from({ length: 130 }, (_, at) => row(at, at < 120 ? user : root))
  await console.database.run(commitBatch, { epoch: '01ARZ3NDEKTSV4RRFFQ69G5FZZ', seq: 1, operations, accounts })
})
afterAll(() => console.close())

const pageOf = async (line: string, as: Visitor) =>
  (await console.call(line, { as })).json.data as { items: Record<string, unknown>[]; total: number; page: number; page_size: number }

test('pages count from 1 and are ten rows long; a user gets at most a hundred, an admin a thousand', async () => {
  expect(await pageOf('GET /api/log/self', user)).toMatchObject({ total: 120, page: 1, page_size: 10 })
  expect((await pageOf('GET /api/log/self?page_size=5000', user)).items).toHaveLength(100)
  expect((await pageOf('GET /api/log/self?p=2&page_size=100', user)).items).toHaveLength(20)
  expect((await pageOf('GET /api/log/?page_size=5000', root)).items).toHaveLength(130)
  expect((await pageOf('GET /api/log/?page_size=5000', root)).page_size).toBe(1000)
})

test('the log is exported whole, as its filters leave it, and owners are not told of channels', async () => {
  const linesOf = async (line: string, as: Visitor) => {
    const { text, headers } = await console.call(line, { as, headers: { 'accept-language': 'en' } })
    expect(headers['content-type']).toContain('text/csv')
    return text.replace('\uFEFF', '').trimEnd().split('\r\n')
  }
  const all = await linesOf('GET /api/log/export', root)
  expect(all).toHaveLength(131)
  expect(all[0]).toContain('Channel ID,Channel,Skipped channels,')
  expect(all[1]).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z,Usage,\d+,root,token,default,model-1,9,,"#4: Disabled manually · #7: At its own limit; next try in 20 s",0,1,4,0,6,10,0\.00002,/,
  )
  expect((await linesOf('GET /api/log/export?model_name=model-0', root)).length).toBe(66)
  const own = await linesOf('GET /api/log/self/export', user)
  expect(own).toHaveLength(121)
  expect(own.join('\n')).not.toMatch(/channel|disabled/i)
  expect(own[1]).toMatch(/,model-1,0,1,4,0,6,10,/)
  expect((await console.call('GET /api/log/export', { as: user })).json.code).toBe('no_permission')
  const { items } = (await console.call('GET /api/audit/?action=log.export', { as: root })).json.data as { items: unknown[] }
  expect(items).toHaveLength(2)
})

test('a user sees no other user’s rows, whatever the filter', async () => {
  for (const query of ['username=root', 'user_id=1', `userId=${root.id}`, 'channel=9', 'model_name=*']) {
    const { items, total } = await pageOf(`GET /api/log/self?${query}`, user)
    expect([total, new Set(items.map((item) => item.user_id))], query).toEqual([120, new Set([user.id])])
    expect(JSON.stringify(items)).not.toMatch(/admin_info|use_channel/)
  }
})

test('an admin filters by user, channel and model', async () => {
  expect((await pageOf('GET /api/log/?username=reader&model_name=model-1', root)).total).toBe(60)
  expect((await pageOf('GET /api/log/?channel=9', root)).total).toBe(130)
  expect((await pageOf('GET /api/log/?channel=8', root)).total).toBe(0)
  expect((await pageOf('GET /api/log/?channel=', root)).total).toBe(130)
})

test('texts are in the requested language', async () => {
  const reply = await console.call('GET /api/log/?page_size=1', { as: root, headers: { 'accept-language': 'en' } })
  const { items } = reply.json.data as { items: { content: string }[] }
  expect(items[0]?.content).toBe('Model ratio 2, completion ratio 3, group ratio 1')
})

test('sums are over the filter, and one’s own are over one’s own', async () => {
  const stats = async (line: string, as: Visitor) => (await console.call(line, { as })).json.data
  expect(await stats('GET /api/log/stat', root)).toEqual({
    quota: 1300,
    token_total: 1300,
    token_input: 520,
    token_output: 780,
    rpm: 130,
    tpm: 1300,
  })
  expect(await stats('GET /api/log/self/stat?username=root', user)).toMatchObject({ quota: 1200, rpm: 120 })
  expect(await stats('GET /api/log/stat?model_name=model-0&username=reader', root)).toMatchObject({ quota: 600 })
})

test('the ledger of a call is its owner’s and the admins’', async () => {
  const { items } = (await console.call('GET /api/log/?username=root&page_size=1', { as: root })).json.data as {
    items: { request_id: string }[]
  }
  const id = items[0]?.request_id
  expect((await console.call(`GET /api/log/ledger/${id}`, { as: root })).json.data).toEqual({ request_id: id, hold: null, entries: [] })
  expect((await console.call(`GET /api/log/self/ledger/${id}`, { as: root })).json.success).toBe(true)
  expect((await console.call(`GET /api/log/self/ledger/${id}`, { as: user })).json.code).toBe('not_found')
  expect((await console.call(`GET /api/log/ledger/${id}`, { as: user })).json.code).toBe('no_permission')
})

test('a clean-up is an admin’s, needs a time, and is written down', async () => {
  const soon = Math.floor(Date.now() / 1000) + 60
  expect((await console.call(`DELETE /api/log/?target_timestamp=${soon}`, { as: user })).json.code).toBe('no_permission')
  expect((await console.call(`DELETE /api/log/?target_timestamp=${Date.now()}`, { as: root })).json.code).toBe('log_time_to_come')
  aheadMs = 120_000
  expect((await console.call('DELETE /api/log/', { as: root, headers: { 'accept-language': 'zh' } })).json.message).toBe('请选择日志时间')
  expect((await console.call(`GET /api/log/old?target_timestamp=${soon}`, { as: root })).json.data).toBe(130)
  expect((await console.call(`DELETE /api/log/?target_timestamp=${soon}`, { as: root })).json).toMatchObject({
    data: 130,
    is_complete: true,
  })
  expect((await pageOf('GET /api/log/', root)).total).toBe(0)
  const [row] = await console.database.read.selectFrom('audit').selectAll().where('action', '=', 'log.clean-up').execute()
  expect(JSON.parse(row?.detail ?? '{}')).toEqual({ after: { before: soon, count: 130 } })
})
