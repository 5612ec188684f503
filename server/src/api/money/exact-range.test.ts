// I18: no sum leaves what numbers hold exactly, whoever hands out how much.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { openFunded, postMovements } from '../../domain/ledger/testing/fixture-tasks.ts'
import { type LedgerFixture, openLedgerFixture } from '../../domain/ledger/testing/ledger-fixture.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'

const MOST = 1_000_000_000_000
const BALANCE_MOST = 1_000_000_000_000_000

eachDatabase('quota that is handed out', ({ kind, address }) => {
  let console: TestConsole
  let fixture: LedgerFixture
  let root: Visitor

  beforeAll(async () => {
    console = await openConsole({ kind, place: { address: address(), drop: async () => {} } })
    fixture = await openLedgerFixture(address())
    root = await console.root()
    await call('PUT /api/option/', root, { key: 'CheckInEnabled', value: true })
    // The accounts of the house exist.
    await call('POST /api/user/topup', root, { key: await codeOf(1) })
    await call('PUT /api/user/', root, { id: (await console.user('first')).id, quota_delta: 1 })
  }, 180_000)
  afterAll(async () => {
    await fixture.close()
    await console.close()
  })

  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message} ${JSON.stringify(json.fields)}`).toBe(true)
    return json.data as Data
  }
  const codeOf = async (quota: number) => (await call<string[]>('POST /api/redemption/', root, { name: 'big', quota, count: 1 }))[0]
  const balance = async (as: Visitor) => (await call<{ quota: number }>('GET /api/user/self', as)).quota

  test('a code, a gift or a check-in is of a bounded amount, and more is refused in words', async () => {
    await codeOf(MOST)
    const beyond = await console.call('POST /api/redemption/', { as: root, body: { name: 'big', quota: MOST + 1, count: 1 } })
    expect(beyond.json.fields).toMatchObject({ quota: expect.any(String) })
    for (const key of ['CheckInQuota', 'CheckInMaxQuota', 'QuotaForNewUser', 'QuotaForInviter', 'QuotaForInvitee']) {
      expect((await console.call('PUT /api/option/', { as: root, body: { key, value: MOST + 1 } })).json.success).toBe(false)
    }
  })

  test('a balance that is full takes no code and no check-in, in words, and the code stays', async () => {
    const rich = await console.user('rich')
    await call('PUT /api/user/', root, { id: rich.id, quota_delta: BALANCE_MOST - 5 })
    const key = await codeOf(6)
    expect((await console.call('POST /api/user/topup', { as: rich, body: { key } })).json).toMatchObject({ code: 'balance_full' })
    expect((await console.call('POST /api/user/check_in', { as: rich })).json).toMatchObject({ code: 'balance_full' })
    await call('PUT /api/user/', root, { id: rich.id, quota_delta: -1 })
    await call('POST /api/user/topup', rich, { key })
    expect(await balance(rich)).toBe(BALANCE_MOST)
  })

  test.each(['redeem', 'grant', 'adjust'])('an account of the house that is at the edge makes nothing impossible: %s', async (source) => {
    const elsewhere = await fixture.database.run(openFunded, {
      kind: `test-${source}`,
      ownerId: 0,
      balance: 1,
      from: fixture.accounts.grant,
    })
    const { id, posted } = await fixture.database.read
      .selectFrom('account')
      .select(['id', 'posted'])
      .where('kind', '=', source)
      .where('owner_id', '=', 0)
      .executeTakeFirstOrThrow()
    const amount = Number.MAX_SAFE_INTEGER + Number(posted)
    const ref = `edge:${source}`
    await fixture.database.run(postMovements, [{ ref, from: Number(id), to: elsewhere, amount: amount - 1, kind: 'grant', actorId: 0 }])
    const as = await console.user(`by-${source}`)
    if (source === 'redeem') await call('POST /api/user/topup', as, { key: await codeOf(7) })
    if (source === 'grant') await call('POST /api/user/check_in', as)
    if (source === 'adjust') await call('PUT /api/user/', root, { id: as.id, quota_delta: 7 })
    expect(await balance(as)).toBe(source === 'grant' ? 1000 : 7)
  })

  test('the books are right after all of it', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
