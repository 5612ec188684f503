// Limits that renew: who may set them, and what they show.
import type { Budget } from '@waystation/contract/money/budget'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBudgets, renewBudget } from '../../domain/budget/budget-store.ts'
import { reconcile } from '../../domain/ledger/reconcile/reconcile.ts'
import { openConsole, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'

const draft = { period: 'day', zone: 'Asia/Shanghai', limit: 500_000, soft_limit: 400_000 }
// 12:00 on 23 November 2026 in Shanghai.
const NOON = Date.parse('2026-11-23T04:00:00Z')

eachKind('budgets', (kind) => {
  let console: TestConsole
  let root: Visitor
  let admin: Visitor
  let ann: Visitor
  let bob: Visitor
  let nowMs = NOON

  beforeAll(async () => {
    console = await openConsole({ kind, now: () => nowMs })
    root = await console.root()
    admin = await console.user('keeper', 10)
    ann = await console.user('ann')
    bob = await console.user('bob')
  }, 180_000)
  afterAll(() => console.close())

  const call = async <Data>(line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success, `${line}: ${json.message}`).toBe(true)
    return json.data as Data
  }
  const refusal = async (line: string, as: Visitor, body?: object) => {
    const { json } = await console.call(line, { as, ...(body ? { body } : {}) })
    expect(json.success).toBe(false)
    return json.code
  }
  const newToken = async (as: Visitor) => (await call<{ id: number }>('POST /api/token/', as, { name: 'agent' })).id

  test('a token gets a budget that runs until midnight of its zone, is changed, and is taken away', async () => {
    const token = await newToken(ann)
    expect(await call<Budget>(`PUT /api/token/${token}/budget`, ann, draft)).toEqual({
      ...{ ...draft, unit: 'money', spent: 0, held: 0 },
      ...{ started_at: Date.parse('2026-11-22T16:00:00Z') / 1000, renews_at: Date.parse('2026-11-23T16:00:00Z') / 1000 },
    })
    expect(await call('GET /api/token/budgets', ann)).toMatchObject([{ token_id: token, limit: 500_000 }])
    expect(await call('GET /api/token/budgets', bob)).toEqual([])
    expect(await call<Budget>(`PUT /api/token/${token}/budget`, ann, { ...draft, limit: 600_000 })).toMatchObject({ limit: 600_000 })
    const week = await call<Budget>(`PUT /api/token/${token}/budget`, ann, { ...draft, period: 'week', soft_limit: 0, limit: 9 })
    expect(week).toMatchObject({ period: 'week', limit: 9, renews_at: Date.parse('2026-11-29T16:00:00Z') / 1000 })
    expect(await call('GET /api/token/budgets', ann)).toMatchObject([{ period: 'day' }, { period: 'week' }])
    await call(`DELETE /api/token/${token}/budget?period=day`, ann)
    await call(`DELETE /api/token/${token}/budget?unit=money&period=week`, ann)
    expect(await call('GET /api/token/budgets', ann)).toEqual([])
    expect(await refusal(`DELETE /api/token/${token}/budget?period=week`, ann)).toBe('not_found')
  })

  test('limits of tokens and calls stand beside those of money, six at most', async () => {
    const token = await newToken(ann)
    const put = (body: object) => call<Budget>(`PUT /api/token/${token}/budget`, ann, body)
    const named = [
      { unit: 'calls', period: 'at_once', limit: 3 },
      { unit: 'calls', period: 'minute', limit: 60 },
      { unit: 'tokens', period: 'minute', limit: 90_000 },
      { unit: 'tokens', period: '5h', limit: 9_000_000 },
      { unit: 'money', period: 'week', limit: 500 },
      { unit: 'calls', period: 'month', limit: 7 },
    ]
    for (const one of named) expect(await put(one)).toMatchObject({ ...one, spent: 0, held: 0 })
    expect(await put({ unit: 'tokens', period: '5h', limit: 1 })).toMatchObject({ limit: 1, renews_at: NOON / 1000 + 18_000 })
    expect(await refusal(`PUT /api/token/${token}/budget`, ann, draft)).toBe('too_many_budgets')
    await call(`DELETE /api/token/${token}/budget?unit=calls&period=month`, ann)
    await put(draft)
  })

  test('nobody sets the budget of another one’s token, and only who outranks a user sets theirs', async () => {
    const token = await newToken(ann)
    expect(await refusal(`PUT /api/token/${token}/budget`, bob, draft)).toBe('not_found')
    expect(await refusal(`PUT /api/token/${token}/budget`, root, draft)).toBe('not_found')
    expect(await refusal(`PUT /api/user/${ann.id}/budget`, ann, draft)).toBe('no_permission')
    expect(await refusal(`PUT /api/user/${root.id}/budget`, admin, draft)).toBeDefined()
    const other = await console.user('keeper2', 10)
    expect(await refusal(`PUT /api/user/${other.id}/budget`, admin, draft)).toBeDefined()
    await call(`PUT /api/user/${ann.id}/budget`, admin, draft)
    await call(`PUT /api/user/${other.id}/budget`, root, draft)
    expect(await call('GET /api/user/budgets', ann)).toMatchObject([{ limit: 500_000, spent: 0 }])
    expect(await call('GET /api/user/budgets', bob)).toEqual([])
    expect(await call(`GET /api/user/${ann.id}/budgets`, admin)).toMatchObject([{ limit: 500_000 }])
    await call(`DELETE /api/user/${ann.id}/budget?period=day`, admin)
    expect(await call('GET /api/user/budgets', ann)).toEqual([])
  })

  test.each([
    [{ period: 'hour' }],
    [{ zone: 'Moon/Base' }],
    [{ zone: '' }],
    [{ limit: 0 }],
    [{ limit: -5 }],
    [{ limit: 1.5 }],
    [{ limit: 1e308 }],
    [{ limit: '500000' }],
    [{ soft_limit: 500_001 }],
    [{ soft_limit: -1 }],
    [{ unit: 'money', period: 'minute' }],
    [{ unit: 'money', period: 'at_once' }],
    [{ unit: 'tokens', period: 'at_once', soft_limit: 0 }],
    [{ unit: 'calls' }],
    [{ unit: 'hours' }],
  ])('%j is refused before anything is stored', async (wrong) => {
    const token = await newToken(bob)
    expect(await refusal(`PUT /api/token/${token}/budget`, bob, { ...draft, ...wrong })).toBeDefined()
    expect(await call('GET /api/token/budgets', bob)).toEqual([])
    await call(`DELETE /api/token/${token}`, bob)
  })

  test('it begins anew once, however many calls find it ended', async () => {
    const token = await newToken(ann)
    const owner = { kind: 'token', id: token } as const
    await call(`PUT /api/token/${token}/budget`, ann, draft)
    const [row] = await findBudgets(console.database, owner)
    const id = Number(row?.id)
    const tomorrow = { startedAt: Number(row?.renews_at), renewsAt: Number(row?.renews_at) + 86_400 }
    const ends = await Promise.all(Array.from({ length: 20 }, () => console.database.run(renewBudget, { id, now: tomorrow })))
    expect(new Set(ends)).toEqual(new Set([tomorrow.renewsAt]))
    expect(await findBudgets(console.database, owner)).toMatchObject([{ started_at: tomorrow.startedAt, renews_at: tomorrow.renewsAt }])
    const refs = await console.database.read.selectFrom('entry').select('ref').where('ref', 'like', `budget:${id}:%`).execute()
    expect(refs.length).toBeLessThanOrEqual(1)
    // One that is gone is not renewed.
    await call(`DELETE /api/token/${token}/budget?period=day`, ann)
    expect(
      await console.database.run(renewBudget, { id, now: { startedAt: tomorrow.renewsAt, renewsAt: tomorrow.renewsAt + 1 } }),
    ).toBeNull()
  })

  test('after its end it shows that nothing is spent, before the next call renews it', async () => {
    const token = await newToken(ann)
    await call(`PUT /api/token/${token}/budget`, ann, draft)
    nowMs = NOON + 86_400_000
    const [shown] = (await call<Budget[]>('GET /api/token/budgets', ann)).slice(0, 1)
    expect(shown).toMatchObject({ spent: 0, started_at: Date.parse('2026-11-23T16:00:00Z') / 1000 })
    nowMs = NOON
  })

  test('the books hold', async () => {
    expect((await reconcile(console.database)).differences).toEqual([])
  })
})
