// Limits on tokens and calls as legs of a hold: held in their own unit, and replaced by what the log row reports.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import type { CountedHold, LogDraft } from './operation.ts'
import { holdFor, type LedgerFixture, type LedgerNode, logFor, openLedgerFixture } from './testing/ledger-fixture.ts'

eachDatabase('limits that are no money', ({ address }) => {
  let fixture: LedgerFixture
  beforeAll(async () => {
    fixture = await openLedgerFixture(address())
  }, 180_000)
  afterAll(async () => {
    expect((await fixture.reconcile()).differences).toEqual([])
    await fixture.close()
  })

  const leg = async (unit: CountedHold['unit'], amount: number, limit = 1000) => ({
    accountId: await fixture.token(limit),
    reserves: true,
    counted: { unit, amount },
  })
  type Leg = Awaited<ReturnType<typeof leg>>
  async function placed(legs: readonly Leg[], node?: LedgerNode) {
    const by = node ?? (await fixture.node())
    const user = await fixture.user(1000)
    const hold = holdFor(by, { user, amount: 100 })
    const verdict = await by.submit({ ...hold, legs: [...hold.legs, ...legs] })
    const row = (tokens: number, quota = 7): LogDraft => ({ ...logFor(user.userId, quota), promptTokens: tokens - 2, completionTokens: 2 })
    return { by, user, id: hold.id, verdict, row }
  }

  test('are held beside the money, and replaced by what was used; a repeat changes nothing', async () => {
    const [tokens, calls] = [await leg('tokens', 400), await leg('calls', 1)]
    const { by, user, id, row } = await placed([tokens, calls])
    expect(await fixture.balance(tokens.accountId)).toMatchObject({ posted: 1000, held: 400 })
    expect(await fixture.balance(calls.accountId)).toMatchObject({ posted: 1000, held: 1 })
    for (let times = 0; times < 2; times++) await by.submit({ kind: 'settle', id, amount: 7, log: row(150) })
    expect(await fixture.balance(tokens.accountId)).toMatchObject({ posted: 850, held: 0, used: 150 })
    expect(await fixture.balance(calls.accountId)).toMatchObject({ posted: 999, held: 0, used: 1 })
    expect(await fixture.balance(user.accountId)).toMatchObject({ posted: 993, held: 0, used: 7 })
  })

  test('refuse what does not fit, and name the account that is short; nothing stays held', async () => {
    const [wide, narrow] = [await leg('tokens', 400), await leg('tokens', 400, 399)]
    const { verdict, user } = await placed([wide, narrow])
    expect(verdict).toEqual({ kind: 'short', accountId: narrow.accountId, available: 399 })
    for (const id of [wide.accountId, narrow.accountId, user.accountId]) expect(await fixture.balance(id)).toMatchObject({ held: 0 })
  })

  test('count nothing of a call that is given back, and all of a free one', async () => {
    const [tokens, calls] = [await leg('tokens', 400), await leg('calls', 1)]
    const first = await placed([tokens, calls])
    await first.by.submit({ kind: 'release', id: first.id })
    expect(await fixture.balance(tokens.accountId)).toMatchObject({ posted: 1000, held: 0, used: 0 })
    const free = await placed([tokens, calls])
    await free.by.submit({ kind: 'settle', id: free.id, amount: 0, log: free.row(30, 0) })
    expect(await fixture.balance(tokens.accountId)).toMatchObject({ posted: 970, used: 30 })
    expect(await fixture.balance(calls.accountId)).toMatchObject({ posted: 999, used: 1 })
  })

  test('are not extended with the money, and a part shrinks the money alone', async () => {
    const tokens = await leg('tokens', 400)
    const { by, id, row } = await placed([tokens])
    await by.submit({ kind: 'extend', id, by: 50 })
    await by.submit({ kind: 'settle', id, amount: 20, part: 1, log: row(60) })
    expect(await fixture.balance(tokens.accountId)).toMatchObject({ posted: 1000, held: 400 })
    await by.submit({ kind: 'settle', id, amount: 0, log: row(90, 20) })
    expect(await fixture.balance(tokens.accountId)).toMatchObject({ posted: 910, held: 0, used: 90 })
  })

  test('after a crash count what the last checkpoint reported, and then what the owner knows', async () => {
    const [tokens, calls] = [await leg('tokens', 400), await leg('calls', 1)]
    const { by, id, row } = await placed([tokens, calls])
    await by.submit({ kind: 'checkpoint', id, used: 5, facts: JSON.stringify(row(80, 5)) })
    await fixture.crash(by)
    expect(await fixture.balance(tokens.accountId)).toMatchObject({ posted: 920, held: 0, used: 80 })
    expect(await fixture.balance(calls.accountId)).toMatchObject({ posted: 999, held: 0 })
    await by.submit({ kind: 'settle', id, amount: 7, log: row(120) })
    expect(await fixture.balance(tokens.accountId)).toMatchObject({ posted: 880, used: 120 })
    expect(await fixture.balance(calls.accountId)).toMatchObject({ posted: 999, used: 1 })
  })

  test('many of them, with great amounts, have room in the row of a hold', async () => {
    const most = 1_000_000_000_000
    const legs = await Promise.all(Array.from({ length: 12 }, () => leg('tokens', most, most)))
    const { by, id, row, verdict } = await placed(legs)
    expect(verdict.kind).toBe('done')
    await by.submit({ kind: 'settle', id, amount: 1, log: row(10, 1) })
    for (const { accountId } of legs) expect(await fixture.balance(accountId)).toMatchObject({ posted: most - 10, held: 0 })
  })
})
