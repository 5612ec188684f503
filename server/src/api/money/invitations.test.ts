import type { InvitedPage as InvitedPageShape } from '@waystation/contract/money/wallet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

const UNIT = 500_000

interface Own {
  readonly quota: number
  readonly aff_quota: number
  readonly aff_history_quota: number
  readonly aff_count: number
}
type InvitedPage = z.infer<typeof InvitedPageShape>

eachKind('rewards for inviting that wait, and who was invited', (kind) => {
  let console: TestConsole
  let root: Visitor

  beforeAll(async () => {
    console = await openConsole({ kind })
    root = await console.root()
    await option('QuotaForInvitee', 7)
  }, 180_000)
  afterAll(() => console.close())

  async function option(key: string, value: string | number | boolean) {
    const { json } = await console.call('PUT /api/option/', { as: root, body: { key, value } })
    expect(json.success, json.message).toBe(true)
  }
  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message}`).toBe(true)
    return json.data as Data
  }
  const own = (as: Visitor) => call<Own>('GET /api/user/self', as)
  const logged = async (as: Visitor, type: number) =>
    (await call<{ items: { content: string }[] }>(`GET /api/log/self?type=${type}&page_size=100`, as)).items.map(({ content }) => content)
  /** Registers somebody with another's invite code, and logs in. */
  const invited = async (name: string, inviteCode: string) => {
    const body = { username: name, password: PASSWORD, password2: PASSWORD, aff_code: inviteCode }
    const { json } = await console.call('POST /api/user/register', { body })
    expect(json.success, json.message).toBe(true)
    return console.login(name)
  }
  const code = async (draft: object = {}) =>
    (await call<string[]>('POST /api/redemption/', root, { name: 'paid', quota: 10, ...draft }))[0] ?? ''
  const late = async (name: string) => {
    await option('aff_setting.after_first_payment_enabled', true)
    await option('QuotaForInviter', 2 * UNIT)
    const host = await console.user(`${name}-host`)
    const guest = await invited(`${name}-guest`, await call<string>('GET /api/user/aff', host))
    await option('aff_setting.after_first_payment_enabled', false)
    return { host, guest }
  }

  test('a gift that waits is given with the first payment: not with a gift code, as promised, and once', async () => {
    const { host, guest } = await late('late')
    expect(await own(host)).toMatchObject({ quota: 0, aff_quota: 0, aff_history_quota: 0, aff_count: 1 })
    expect(await own(guest)).toMatchObject({ quota: 7 })
    await call('POST /api/user/topup', guest, { key: await code({ is_gift: true, max_uses: 5 }) })
    expect(await own(host)).toMatchObject({ aff_quota: 0, aff_history_quota: 0 })
    await option('QuotaForInviter', 1)
    await call('POST /api/user/topup', guest, { key: await code() })
    expect(await own(host)).toMatchObject({ quota: 0, aff_quota: 2 * UNIT, aff_history_quota: 2 * UNIT })
    expect(await logged(host, 4)).toEqual(['受邀用户首次付款，赠送 $2.00'])
    await call('POST /api/user/topup', guest, { key: await code() })
    expect(await own(host)).toMatchObject({ aff_quota: 2 * UNIT, aff_history_quota: 2 * UNIT })
    const gifts = await console.database.read.selectFrom('entry').select('amount').where('ref', '=', `grant:inviter:${guest.id}`).execute()
    expect(gifts.map(({ amount }) => Number(amount))).toEqual([2 * UNIT])
  })

  test('who joined while gifts did not wait brings none by a payment', async () => {
    const host = await console.user('early-host')
    const guest = await invited('early-guest', await call<string>('GET /api/user/aff', host))
    await option('aff_setting.after_first_payment_enabled', true)
    const before = await own(host)
    await call('POST /api/user/topup', guest, { key: await code() })
    expect(await own(host)).toEqual(before)
    await option('aff_setting.after_first_payment_enabled', false)
  })

  test('MON-8 of many first payments at the same moment one brings the gift, and all are credited', async () => {
    const { host, guest } = await late('storm')
    await option('RebatePercentage', 10)
    await option('RebateEnabled', true)
    const codes = await call<string[]>('POST /api/redemption/', root, { name: 'storm', quota: 100, count: 20 })
    const replies = await Promise.all(
      codes.map((key, at) => console.call('POST /api/user/topup', { as: guest, body: { key }, from: `198.51.100.${at}` })),
    )
    expect(replies.filter(({ json }) => json.success)).toHaveLength(20)
    expect(await own(guest)).toMatchObject({ quota: 7 + 2000 })
    expect(await own(host)).toMatchObject({ quota: 200, aff_quota: 2 * UNIT, aff_history_quota: 2 * UNIT + 200 })
    expect((await logged(host, 4)).filter((words) => words.includes('首次付款'))).toHaveLength(1)
    await option('RebateEnabled', false)
  })

  test('who was invited, when, and what it brought is told to the inviter alone, with names that are half hidden', async () => {
    const { host, guest } = await late('told')
    await option('QuotaForInviter', 5)
    const second = await invited('told-second', await call<string>('GET /api/user/aff', host))
    await option('RebatePercentage', 10)
    await option('RebateEnabled', true)
    await call('POST /api/user/topup', second, { key: await code({ quota: 1000 }) })
    await call('POST /api/user/topup', second, { key: await code({ quota: 500, is_gift: true }) })
    const people = (as: Visitor, query = '') => call<InvitedPage>(`GET /api/user/invitations${query}`, as)
    const joined = { name: 'to***', joined_at: expect.any(Number), is_gone: false }
    const rows = [
      { ...joined, id: second.id, gift: 5, due: 0, rebates: 150 },
      { ...joined, id: guest.id, gift: 0, due: 2 * UNIT, rebates: 0 },
    ]
    expect(await people(host)).toEqual({ items: rows, total: 2, page: 1, page_size: 10 })
    expect((await people(host, '?p=2&page_size=1')).items).toEqual(rows.slice(1))
    expect((await people(guest)).items).toEqual([])
    await call(`DELETE /api/user/${second.id}`, root)
    await call('POST /api/user/topup', guest, { key: await code({ quota: 10 }) })
    expect((await people(host)).items).toEqual([
      { ...rows[0], is_gone: true },
      { ...rows[1], gift: 2 * UNIT, due: 0, rebates: 1 },
    ])
    await option('RebateEnabled', false)
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
