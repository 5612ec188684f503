import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { runAt } from '../../testing/time/run-at.ts'

let console: TestConsole
let root: Visitor
type Token = { id: number; key: string; name: string; status: number; remain_quota: number } & Record<string, unknown>

beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
})
afterAll(() => console.close())

const create = async (body: object) => (await console.call('POST /api/token/', { as: root, body })).json.data as Token
const get = async (id: number) => (await console.call(`GET /api/token/${id}`, { as: root })).json.data as Token

test('a created token is answered with its key, and the list stays bare with its paging beside it', async () => {
  const token = await create({ name: ' first ' })
  expect(token).toMatchObject({ name: 'first', remain_quota: 500_000, expired_time: -1, group: '' })
  expect(token.key).toHaveLength(48)
  const { json } = await console.call('GET /api/token/?p=0&size=1', { as: root })
  const { model_limits: _, model_aliases: __, allow_ips: ___, ...listed } = token
  expect(json).toMatchObject({ data: [{ ...listed, model_limits_count: 0, allow_ips_count: 0 }], total: 1, page: 0, page_size: 1 })
})

test('the list counts the tokens of each status', async () => {
  const off = await create({ name: 'tally off' })
  await console.call('PUT /api/token/?status_only=true', { as: root, body: { id: off.id, status: 2 } })
  await create({ name: 'tally empty', remain_quota: 0 })
  for (const query of ['', '&status=2', '&status=1'])
    expect((await console.call(`GET /api/token/?keyword=TALLY${query}`, { as: root })).json.status_counts).toEqual({
      1: 0,
      2: 1,
      3: 0,
      4: 1,
    })
})

test('tokens are narrowed down by their label, and summed by it, each owner’s own', async () => {
  const [north, south] = [await create({ name: 'n', label: ' North ' }), await create({ name: 's', label: 'South' })]
  await create({ name: 'n2', label: 'North', remain_quota: 0 })
  expect(north.label).toBe('North')
  const narrowed = async (query: string, as = root) => {
    const { json } = await console.call(`GET /api/token/?${query}`, { as })
    return { names: (json.data as Token[]).map(({ name }) => name).toSorted(), total: json.total, counts: json.status_counts }
  }
  expect(await narrowed('label=North')).toEqual({ names: ['n', 'n2'], total: 2, counts: { 1: 1, 2: 0, 3: 0, 4: 1 } })
  expect((await narrowed('label=North&status=4')).names).toEqual(['n2'])
  expect((await narrowed('label=Nor')).names).toEqual([])
  await console.call('PUT /api/token/', { as: root, body: { id: south.id, label: 'North' } })
  expect((await get(south.id)).label).toBe('North')
  await console.call('PUT /api/token/', { as: root, body: { id: north.id, name: 'still North' } })
  expect((await get(north.id)).label).toBe('North')
  await runAt(console.place.address, `update account set used = 70 where kind = 'token' and owner_id = ${north.id}`)
  const labels = async (as: Visitor) => (await console.call('GET /api/token/labels', { as })).json.data
  expect(await labels(root)).toEqual([{ label: 'North', tokens: 3, used_quota: 70 }])
  await console.call('PUT /api/token/', { as: root, body: { id: south.id, label: null } })
  await console.call(`DELETE /api/token/${north.id}`, { as: root })
  expect(await labels(root)).toEqual([{ label: 'North', tokens: 1, used_quota: 0 }])
  const other = await console.user('other')
  expect([await labels(other), (await narrowed('label=North', other)).names]).toEqual([[], []])
  const long = await console.call('POST /api/token/', { as: root, body: { name: 'x', label: 'y'.repeat(51) } })
  expect(long.json.fields).toHaveProperty('label')
})

test('silly paging is clamped, not refused', async () => {
  for (const query of ['p=-5&size=-1', 'p=abc&size=', 'size=1000000', 'p=1e9', 'p=0&p=1']) {
    expect((await console.call(`GET /api/token/?${query}`, { as: root })).json.success, query).toBe(true)
  }
  expect((await console.call('GET /api/token/?size=1000', { as: root })).json.page_size).toBe(100)
})

test('a form’s errors are explained at their fields', async () => {
  const body = { name: '', remain_quota: -1, expired_time: 'soon', rate_limit_period: 0 }
  const { status, json } = await console.call('POST /api/token/', { as: root, body, headers: { 'accept-language': 'en' } })
  expect([status, json.code, json.message]).toEqual([200, 'bad_form', 'Please check the input'])
  expect(json.fields).toEqual({
    name: 'The name must not be empty',
    remain_quota: 'This number is too small',
    expired_time: 'Expiry time format error',
    rate_limit_period: 'This number is too small',
  })
})

test('an update changes the sent fields and reports the invalid ones', async () => {
  const token = await create({ name: 'update', remain_quota: 10 })
  const put = (body: object, query = '') => console.call(`PUT /api/token/${query}`, { as: root, body })
  expect((await put({ id: token.id, name: 'changed' })).json.data).toMatchObject({ name: 'changed', remain_quota: 10 })
  expect((await put({ id: token.id, name: '' })).json.fields).toEqual({ name: '名称不能为空' })
  expect((await put({ id: token.id, unlimited_quota: 'yes' })).json.fields).toEqual({ unlimited_quota: '格式不正确' })
  expect((await put({ name: 'no id' })).json.code).toBe('bad_form')
  // Without status_only a status that comes along in a whole record is not looked at.
  expect((await put({ ...token, name: 'again', status: 2 })).json.data).toMatchObject({ name: 'again', status: 1 })
  expect((await put({ ...token, status: 2 }, '?status_only=true')).json.data).toMatchObject({ name: 'again', status: 2 })
  expect((await put({ id: token.id, status: 1 }, '?status_only=')).json.data).toMatchObject({ status: 1 })
  for (const status of [undefined, null, 3, '1'])
    expect((await put({ id: token.id, status }, '?status_only=true')).json).toMatchObject({
      code: 'bad_form',
      fields: { status: '格式不正确' },
    })
  // The record's other fields are ignored.
  expect((await put({ ...token, name: '', remain_quota: 'x', status: 2 }, '?status_only=true')).json.data).toMatchObject({ status: 2 })
})

test('an overdrawn token can be sent back whole', async () => {
  const token = await create({ name: 'overdrawn' })
  const { json } = await console.call('PUT /api/token/', {
    ...{ as: root, body: { ...token, remain_quota: -3, quota_seen: undefined, name: 'renamed' } },
  })
  expect(json.data).toMatchObject({ name: 'renamed', remain_quota: 500_000 })
})

test('a whole record that was read earlier changes the limit by what was edited in it, and by nothing else', async () => {
  const token = await create({ name: 'seen', remain_quota: 100 })
  const left = async (body: object) => ((await console.call('PUT /api/token/', { as: root, body })).json.data as Token).remain_quota
  // Spent, or changed by somebody else, since the record was read.
  expect(await left({ id: token.id, remain_quota: 40 })).toBe(40)
  expect(await left({ ...token, name: 'renamed' })).toBe(40)
  expect(await left({ ...token, remain_quota: 150 })).toBe(90)
  expect(await left({ ...token, remain_quota: 0 })).toBe(0)
})

test('keys are revealed to their owner, and the deeds are written down without them', async () => {
  const token = await create({ name: 'secret' })
  await console.options.set('TokenKeyVisibility', 'on_demand', { role: 100 })
  expect((await get(token.id)).key).toBe(`${token.key.slice(0, 4)}**********${token.key.slice(-4)}`)
  expect((await console.call(`POST /api/token/${token.id}/key`, { as: root })).json.data).toBe(token.key)
  await console.options.set('TokenKeyVisibility', 'list', { role: 100 })
  await console.call(`DELETE /api/token/${token.id}/`, { as: root })

  const rows = await console.database.read.selectFrom('audit').selectAll().where('target', '=', String(token.id)).execute()
  expect(rows.map(({ action }) => action)).toEqual(['token.create', 'token.reveal', 'token.delete'])
  expect(rows.every((row) => row.actor_name === 'root' && row.client_ip === '203.0.113.7' && row.request_id.length === 26)).toBe(true)
  const all = JSON.stringify(await console.database.read.selectFrom('audit').selectAll().execute())
  expect(all).not.toContain(token.key)
})

test('what is refused is not written down', async () => {
  const count = async () => (await console.database.read.selectFrom('audit').select('id').execute()).length
  const before = await count()
  await console.call('DELETE /api/token/99999', { as: root })
  await console.call('POST /api/token/', { as: root, body: {} })
  expect(await count()).toBe(before)
  await console.call('POST /api/user/login', { body: { username: 'root', password: 'wrong' } })
  expect(await count()).toBe(before + 1)
})
