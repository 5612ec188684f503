// What channels have left at their vendors (specification §3 and §7, server-behaviour 3.11).
import { AppError } from '@waystation/contract/errors'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Balance } from '../../domain/ports.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let admin: Visitor
let reported: (baseUrl: string) => Promise<Balance>

beforeAll(async () => {
  console = await openConsole({ prober: { readBalance: ({ baseUrl }) => reported(baseUrl) } })
  await console.root()
  admin = await console.user('admin', 10)
})
afterAll(() => console.close())
beforeEach(() => {
  reported = async () => ({ amount: 312.4, currency: 'USD' })
  console.probes.length = 0
})

const call = async (line: string, body?: object) => (await console.call(line, { as: admin, body })).json
const create = async (fields: object = {}) => {
  const draft = { name: 'relay', type: 8, base_url: 'https://relay.example', key: 'key-1\nkey-2', models: 'm', ...fields }
  return (await call('POST /api/channel/', draft)).data as { readonly id: number }
}
const stored = async (id: number) => (await call(`GET /api/channel/${id}`)).data as Record<string, unknown>
const finish = async () => {
  await expect.poll(async () => ((await call('GET /api/channel/update_balance/run')).data as { ended_at: number }).ended_at).not.toBe(0)
  return (await call('GET /api/channel/update_balance/run')).data
}

test('a balance is read with the first enabled key, and stored with its time', async () => {
  const { id } = await create()
  const [first] = (await call(`GET /api/channel/${id}/keys`)).data as { id: number }[]
  await call(`PUT /api/channel/${id}/keys/${first?.id}`, { status: 2 })
  expect(await call(`GET /api/channel/update_balance/${id}/`)).toMatchObject({
    success: true,
    balance: 312.4,
    data: { amount: 312.4, currency: 'USD' },
  })
  expect(console.probes).toMatchObject([{ id, key: 'key-2' }])
  expect(await stored(id)).toMatchObject({ balance: 312.4, balance_currency: 'USD', balance_updated_time: expect.any(Number) })
  const audit = await console.database.read.selectFrom('audit').select('target').where('action', '=', 'channel.balance').execute()
  expect(audit).toEqual([{ target: String(id) }])
})

test('a provider without balances is refused without a request; a failed read leaves the last balance', async () => {
  const { id } = await create({ type: 14, base_url: '' })
  expect((await call(`GET /api/channel/update_balance/${id}`)).message).toBe('该供应商不支持查询余额')
  expect(console.probes).toEqual([])
  const other = await create()
  await call(`GET /api/channel/update_balance/${other.id}`)
  const before = await stored(other.id)
  reported = () => Promise.reject(new AppError('balance_fetch_failed', { detail: '401 no such key' }))
  expect(await call(`GET /api/channel/update_balance/${other.id}`)).toMatchObject({
    success: false,
    message: '查询余额失败：401 no such key',
  })
  expect(await stored(other.id)).toEqual(before)
  expect((await call('GET /api/channel/update_balance/99999')).code).toBe('not_found')
})

test('all balances are updated in the background; an enabled channel with nothing left is disabled, whatever its settings', async () => {
  await call('POST /api/channel/batch', { ids: ((await call('GET /api/channel/')).data as { id: number }[]).map(({ id }) => id) })
  const good = await create({ base_url: 'https://good.example' })
  const broke = await create({ base_url: 'https://broke.example' })
  const others = await create({ base_url: 'https://broke.example', auto_ban: 0 })
  const off = await create({ base_url: 'https://broke.example', status: 2 })
  await create({ base_url: 'https://silent.example' })
  await create({ type: 24, base_url: '' })
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  reported = async (baseUrl) => {
    await gate
    if (baseUrl.includes('silent')) throw new AppError('balance_fetch_failed', { detail: '503' })
    return { amount: baseUrl.includes('broke') ? 0 : 9, currency: 'CNY' }
  }
  expect((await call('GET /api/channel/update_balance')).data).toMatchObject({ total: 5, ended_at: 0, is_scheduled: false })
  expect((await call('GET /api/channel/update_balance')).code).toBe('balance_update_running')
  open()
  expect(await finish()).toMatchObject({ total: 5, done: 5, failed: 1, disabled: 2, enabled: 0 })
  expect(await stored(good.id)).toMatchObject({ balance: 9, balance_currency: 'CNY', status: 1 })
  expect(await stored(broke.id)).toMatchObject({ status: 3, other_info: expect.stringContaining('The balance is used up: 0.00 CNY') })
  expect(await stored(others.id)).toMatchObject({ balance: 0, status: 3 })
  expect(await stored(off.id)).toMatchObject({ balance: 0, status: 2 })
  await call('DELETE /api/channel/update_balance/run')
})
