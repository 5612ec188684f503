// The names of the specification (§3) as clients of this family send and read them: options of money, the status, codes, orders, rewards.
import { optionByKey } from '@waystation/contract/options/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'

let console: TestConsole
let root: Visitor
let user: Visitor
beforeAll(async () => {
  console = await openConsole()
  root = await console.root()
  await console.confirm(root, 'secret_options')
  user = await console.user('ann')
})
afterAll(() => console.close())

const dataOf = async (line: string, as: Visitor, body?: unknown) => {
  const { json } = await console.call(line, { as, ...(body === undefined ? {} : { body }) })
  expect(json.success, `${line}: ${JSON.stringify(json)}`).toBe(true)
  return json.data
}

const defaults: Readonly<Record<string, unknown>> = {
  ...{ EpayId: '', EpayKey: '', PayAddress: '', CustomCallbackAddress: '', Price: 7.3, MinTopUp: 1, TopUpLink: '' },
  ...{ TopupGroupRatio: { default: 1, vip: 1, svip: 1 }, CheckInEnabled: false, CheckInQuota: 1000, CheckInMaxQuota: 0 },
  ...{ QuotaForNewUser: 0, QuotaForInviter: 0, QuotaForInvitee: 0, AffEnabled: true, RebateEnabled: false, RebatePercentage: 0 },
  ...{ QuotaRemindThreshold: 500_000 },
}

test.each(Object.entries(defaults))('%s begins as %j and works', (key, value) => {
  expect(optionByKey(key)).toMatchObject({ default: value, isReady: true })
})

/** Option, a value for it, and the name under which the status tells it. */
const told: readonly [key: string, value: string, name: string, shown: unknown][] = [
  ['PayAddress', 'https://pay.test', 'enable_online_topup', false],
  ['EpayId', '1001', 'enable_online_topup', false],
  ['EpayKey', 'hush-key', 'enable_online_topup', true],
  ['MinTopUp', '5', 'min_topup', 5],
  ['Price', '6.5', 'price', 6.5],
  ['TopUpLink', 'https://shop.test/quota', 'top_up_link', 'https://shop.test/quota'],
  ['AffEnabled', 'true', 'aff_enabled', true],
  ['CheckInEnabled', 'true', 'check_in_enabled', true],
]

test('what admins set about money is told in the status under the names of the specification, and no secret is', async () => {
  for (const [key, value, name, shown] of told) {
    await dataOf('PUT /api/option/', root, { key, value })
    const status = await console.call('GET /api/status')
    expect((status.json.data as Record<string, unknown>)[name], key).toEqual(shown)
    expect(status.text).not.toContain('hush-')
  }
})

test('the eleven calls about codes, each with the names that it takes and gives', async () => {
  const keys = (await dataOf('POST /api/redemption/', root, {
    ...{ name: 'spring', quota: 5000, count: 3, is_gift: false, max_uses: -1, valid_from: 0, valid_until: 0, key: '' },
  })) as string[]
  expect(keys).toHaveLength(3)
  const listed = (await dataOf('GET /api/redemption/?p=1&page_size=10', root)) as { items: Record<string, unknown>[]; total: number }
  expect(listed.total).toBe(3)
  const [first = {}] = listed.items
  const names =
    'id user_id name key status quota created_time redeemed_time used_user_id is_gift max_uses used_count valid_from valid_until'
  expect(Object.keys(first)).toEqual(expect.arrayContaining(names.split(' ')))
  expect(await dataOf('GET /api/redemption/search?keyword=spr', root)).toMatchObject({ total: 3 })
  expect(await dataOf(`GET /api/redemption/${first.id}`, root)).toMatchObject({ id: first.id, key: first.key })
  expect(await dataOf('PUT /api/redemption/', root, { id: first.id, name: 'summer' })).toMatchObject({ name: 'summer' })
  expect(await dataOf('PUT /api/redemption/?status_only=true', root, { id: first.id, status: 2 })).toMatchObject({ status: 2 })
  const others = listed.items.slice(1).map(({ id }) => id)
  expect(await dataOf('PUT /api/redemption/batch-disable', root, { ids: others })).toBe(2)
  expect(await dataOf('GET /api/redemption/count-by-name?name=spring', root)).toBe(2)
  await dataOf(`DELETE /api/redemption/${first.id}/`, root)
  expect(await dataOf('DELETE /api/redemption/delete-by-name?name=spring', root)).toBe(2)
  expect(await dataOf('DELETE /api/redemption/delete-disabled', root)).toBe(0)
  const [key] = (await dataOf('POST /api/redemption/', root, { name: 'one', quota: 7, key: 'my-own-code' })) as string[]
  expect(await dataOf('POST /api/user/topup', user, { key })).toEqual({ quota: 7, is_gift: false })
})

test('buying: the amount is text with two decimals, and the form to pay is `data` beside `message` and `url`', async () => {
  const { json } = await console.call('POST /api/user/amount', { as: user, body: { amount: 10, top_up_code: '' } })
  expect(json).toMatchObject({ data: '65.00' })
  await dataOf('PUT /api/option/', root, { key: 'ServerAddress', value: 'http://gw.example' })
  const pay = await console.call('POST /api/user/pay', { as: user, body: { amount: 10, top_up_code: '', payment_method: 'zfb' } })
  expect(pay.json).toMatchObject({ message: 'success', data: { pid: '1001', money: '65.00', type: 'alipay' }, url: expect.any(String) })
  for (const method of ['GET', 'POST']) expect((await console.call(`${method} /api/user/epay/notify`)).text, method).toBe('fail')
})

test.each([
  ['POST /api/user/amount', { amount: 1 }, '充值数量不能小于 5'],
  ['POST /api/user/amount', { amount: 'ten' }, '请检查输入'],
  ['POST /api/user/pay', { amount: 1, payment_method: 'zfb' }, '充值数量不能小于 5'],
  ['POST /api/user/pay', { amount: 10, payment_method: 'barter' }, '请检查输入'],
])('%s with %j fails with its words in `data`, which clients show unless `message` is `success`', async (line, body, words) => {
  const { json } = await console.call(line, { as: user, body })
  expect([json.success, json.message === 'success', json.data]).toEqual([false, false, expect.stringContaining(words)])
})

test('a code needs no more than a name: the other fields begin as the specification says', async () => {
  await dataOf('POST /api/redemption/', root, { name: 'plain' })
  const listed = (await dataOf('GET /api/redemption/search?keyword=plain&p=1&page_size=1', root)) as { items: unknown[] }
  expect(listed).toMatchObject({ page: 1, total: 1 })
  expect(listed.items).toEqual([
    expect.objectContaining({ quota: 100_000, status: 1, is_gift: false, max_uses: -1, used_count: 0, valid_from: 0, valid_until: 0 }),
  ])
})

test('checking in and moving what invitations brought', async () => {
  expect(await dataOf('GET /api/user/check_in_status', user)).toMatchObject({ can_check_in: true })
  expect(await dataOf('POST /api/user/check_in', user)).toMatchObject({ quota: 1000 })
  expect(await dataOf('GET /api/user/aff', user)).toMatch(/^\w{4,}$/)
  const { json } = await console.call('POST /api/user/aff_transfer', { as: user, body: { quota: 1 } })
  expect(json.success).toBe(false)
})
