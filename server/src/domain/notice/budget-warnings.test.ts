// Warnings of budgets, through the outbox to a real mail server.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { type MailConsole, openMailConsole } from '../../testing/mail-console.ts'
import { provenAddress } from '../../testing/notice-address.ts'
import { findBudgets, renewBudget } from '../budget/budget-store.ts'
import { spend } from '../budget/testing/spend.ts'
import { openThrottle } from '../throttle/throttle.ts'
import { BudgetWarnings } from './budget-warnings.ts'

eachKind('warnings of budgets', (kind) => {
  let console: MailConsole
  let warnings: BudgetWarnings

  beforeAll(async () => {
    console = await openMailConsole({ kind })
    const { database, options, secrets, outgoing } = console
    const throttle = openThrottle({ database, now: () => Date.now() })
    warnings = new BudgetWarnings({ database, options, secrets, outgoing, throttle, now: () => Date.now() })
  }, 180_000)
  afterAll(() => console.close())

  const call = async <Data>(line: string, as: Visitor, body: object) => {
    const { json } = await console.call(line, { as, body })
    expect(json.success, json.message).toBe(true)
    return json.data as Data
  }
  const named = async (name: string) => {
    const user = await console.user(name)
    await call('PUT /api/user/setting', user, { notify_type: 'email', ...(await provenAddress(console, user.id, `${name}@a.test`)) })
    return user
  }
  const budget = { period: 'month', zone: 'Asia/Shanghai', limit: 500_000, soft_limit: 250_000 }

  test('the soft limit of a token is told once in a period, with its name and when it renews', async () => {
    const ann = await named('ann')
    const { id } = await call<{ id: number }>('POST /api/token/', ann, { name: 'night agent' })
    await call(`PUT /api/token/${id}/budget`, ann, budget)
    const owner = { kind: 'token', id } as const
    await spend(console.database, owner, 249_999)
    expect(await warnings.warn([ann.id])).toBe(0)
    await spend(console.database, owner, 1)
    const before = console.smtp.mails.length
    const told = await Promise.all([warnings.warn([ann.id]), warnings.warn([ann.id, 2_147_483_647])])
    expect(told.reduce((sum, one) => sum + one, 0)).toBe(1)
    const mail = await console.smtp.mail(before + 1)
    expect(mail.envelopeTo).toEqual(['ann@a.test'])
    // It is somebody's mailbox, perhaps not the user's: no text of theirs is in it.
    expect(mail.text).toContain(`令牌 #${id}`)
    expect(mail.text + mail.html).not.toMatch(/night agent|ann/)
    expect(mail.text).toContain('$0.50')
    expect(mail.text).toContain('(Asia/Shanghai)')
    await spend(console.database, owner, 100)
    expect(await warnings.warn([ann.id])).toBe(0)
    const [row] = await findBudgets(console.database, owner)
    const ends = Number(row?.renews_at)
    await console.database.run(renewBudget, { id: Number(row?.id), now: { startedAt: ends, renewsAt: ends + 2_600_000 } })
    expect(await warnings.warn([ann.id])).toBe(0)
    await spend(console.database, owner, 400_000)
    expect(await warnings.warn([ann.id])).toBe(1)
  })

  test('a limit that was changed is told of again, and a user is told so often in a day', async () => {
    const dan = await named('dan')
    const { id } = await call<{ id: number }>('POST /api/token/', dan, { name: 'You won! http://evil.test' })
    await call(`PUT /api/token/${id}/budget`, dan, budget)
    await spend(console.database, { kind: 'token', id }, 300_000)
    expect([await warnings.warn([dan.id]), await warnings.warn([dan.id])]).toEqual([1, 0])
    await call(`PUT /api/token/${id}/budget`, dan, { ...budget, soft_limit: 260_000 })
    expect(await warnings.warn([dan.id])).toBe(1)
    // Mails of the test before may still be under way.
    await expect.poll(() => console.smtp.mails.filter(({ envelopeTo }) => envelopeTo.includes('dan@a.test')).length).toBe(2)
    for (let times = 0; times < 29; times += 1) {
      await call(`PUT /api/token/${id}/budget`, dan, budget)
      expect(await warnings.warn([dan.id])).toBe(times < 28 ? 1 : 0)
    }
  })

  test('a user’s budget is told too; one without a soft limit, or of somebody without an address, is not', async () => {
    const bob = await named('bob')
    await call(`PUT /api/user/${bob.id}/budget`, console.admin, { ...budget, soft_limit: 0 })
    await spend(console.database, { kind: 'user', id: bob.id }, 450_000)
    expect(await warnings.warn([bob.id])).toBe(0)
    await call(`PUT /api/user/${bob.id}/budget`, console.admin, budget)
    expect(await warnings.warn([bob.id])).toBe(1)
    const carl = await console.user('carl')
    await call(`PUT /api/user/${carl.id}/budget`, console.admin, budget)
    await spend(console.database, { kind: 'user', id: carl.id }, 450_000)
    expect(await warnings.warn([carl.id])).toBe(0)
  })
})
