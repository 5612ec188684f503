// security, foundation 5: codes that count once. Controls 14 and 15.
import { expect, test } from 'vitest'
import { secretsOf } from '../../lib/secret.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { type CodeKind, oneTimeCodes } from './one-time-codes.ts'

const mail: CodeKind = { purpose: 'email', form: 'digits', lifetimeSeconds: 600, tries: 5, pauseSeconds: 30, perDay: 10 }
const reset: CodeKind = { purpose: 'reset', form: 'link', lifetimeSeconds: 1800, tries: 5, pauseSeconds: 30, perDay: 10 }

eachDatabase('one-time codes', ({ database }) => {
  let nowMs = 1_800_000_000_000
  const open = (key = 7) => oneTimeCodes({ database: database(), secrets: secretsOf(Buffer.alloc(32, key)), now: () => nowMs })
  const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

  test('a code is redeemed once, for its own purpose and subject, by a server with the same key', async () => {
    const codes = open()
    const code = await codes.issue(mail, 'ann@a.test')
    expect(code).toMatch(/^\d{6}$/)
    expect(await codes.redeem(reset, 'ann@a.test', code)).toBe(false)
    expect(await codes.redeem(mail, 'bob@a.test', code)).toBe(false)
    expect(await open(8).redeem(mail, 'ann@a.test', code)).toBe(false)
    expect(await codes.redeem(mail, 'ann@a.test', '')).toBe(false)
    expect(await open().redeem(mail, 'ann@a.test', ` ${code} `)).toBe(true)
    expect(await codes.redeem(mail, 'ann@a.test', code)).toBe(false)
    expect(await codes.issue(reset, 'ann@a.test')).toMatch(/^[A-Za-z0-9]{43}$/)
  })

  test('of many who redeem it at the same time one does', async () => {
    const code = await open().issue(mail, 'many@a.test')
    const results = await Promise.all(Array.from({ length: 20 }, () => open().redeem(mail, 'many@a.test', code)))
    expect(results.filter(Boolean)).toHaveLength(1)
  })

  test('five wrong ones, at the same time too, and the right one is worth nothing', async () => {
    const codes = open()
    const kept = await codes.issue(mail, 'four@a.test')
    for (let at = 0; at < 4; at += 1) expect(await codes.redeem(mail, 'four@a.test', wrongOf(kept))).toBe(false)
    expect(await codes.redeem(mail, 'four@a.test', kept)).toBe(true)
    const lost = await codes.issue(mail, 'five@a.test')
    await Promise.all(Array.from({ length: 5 }, () => codes.redeem(mail, 'five@a.test', wrongOf(lost))))
    expect(await codes.redeem(mail, 'five@a.test', lost)).toBe(false)
  })

  test('a code is worth nothing when its time is over, or a newer one was issued', async () => {
    const codes = open()
    const late = await codes.issue(mail, 'late@a.test')
    nowMs += 600_000
    expect(await codes.redeem(mail, 'late@a.test', late)).toBe(false)
    const former = await codes.issue(reset, 'late@a.test')
    nowMs += 30_000
    const newer = await codes.issue(reset, 'late@a.test')
    expect(await codes.redeem(reset, 'late@a.test', former)).toBe(false)
    expect(await codes.redeem(reset, 'late@a.test', newer)).toBe(true)
  })

  test('codes come half a minute apart and ten a day, redeemed or not, and of several at the same time one', async () => {
    const codes = open()
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => codes.issue(mail, 'eager@a.test')))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(codes.issue(mail, 'eager@a.test')).rejects.toMatchObject({ code: 'code_too_soon', facts: { seconds: 30 } })
    expect(await codes.issue(mail, 'other@a.test')).toBeDefined()
    for (let at = 0; at < 9; at += 1) {
      nowMs += 30_000
      await codes.issue(mail, 'eager@a.test')
    }
    nowMs += 30_000
    await expect(codes.issue(mail, 'eager@a.test')).rejects.toMatchObject({ facts: { seconds: 86_400 - 300 } })
    nowMs += 86_400_000 - 300_000
    expect(await codes.issue(mail, 'eager@a.test')).toBeDefined()
  })

  test('the table holds no code in plain text, and expired ones are purged', async () => {
    const codes = open()
    const code = await codes.issue(reset, 'table@a.test')
    expect(JSON.stringify(await database().read.selectFrom('one_time_code').selectAll().execute())).not.toContain(code)
    nowMs += 2 * 86_400_000
    const count = (await database().read.selectFrom('one_time_code').select('id').execute()).length
    await codes.issue(mail, 'new@a.test')
    expect(await codes.purge()).toBe(count)
    expect(await codes.purge()).toBe(0)
  })
})
