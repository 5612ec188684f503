// security, foundation 3: throttles survive a restart.
import { expect, test } from 'vitest'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { codeRules, criticalRules, loginRules, nameSubject, stepUpRules, userSubject } from './rules.ts'
import { openThrottle, type Throttle } from './throttle.ts'

eachDatabase('the throttle', ({ database, openAnother }) => {
  let nowMs = 1_800_000_000_000
  const open = () => openThrottle({ database: database(), now: () => nowMs })
  const waitOf = async (throttle: Throttle, ...rules: Parameters<typeof loginRules>) => {
    const attempt = await throttle.take(loginRules(...rules))
    return 'retrySeconds' in attempt ? attempt.retrySeconds : 0
  }

  test('tries at the same time are counted one after another', async () => {
    const throttle = open()
    const waits = await Promise.all(Array.from({ length: 300 }, () => waitOf(throttle, 'ann', '192.0.2.1', undefined)))
    expect(waits.filter((seconds) => seconds === 0)).toHaveLength(5)
    expect(waits.filter((seconds) => seconds === 30)).toHaveLength(295)
  })

  test('what was counted is there after a restart, and for another process', async () => {
    expect(await waitOf(open(), 'ann', '192.0.2.1', undefined)).toBe(30)
    const other = await openAnother()
    const elsewhere = openThrottle({ database: other, now: () => nowMs })
    expect(await waitOf(elsewhere, 'ANN', '192.0.2.1', undefined)).toBe(30)
    await other.close()
  })

  test('a success is given back', async () => {
    const throttle = open()
    for (let round = 0; round < 30; round += 1) {
      const attempt = await throttle.take(loginRules('bob', '192.0.2.2', undefined))
      if ('retrySeconds' in attempt) throw new Error(`round ${round} had to wait`)
      await attempt.succeeded()
    }
    const [first, second] = await Promise.all([
      throttle.take(loginRules('bob', '192.0.2.2', undefined)),
      throttle.take(loginRules('bob', '192.0.2.3', undefined)),
    ])
    if ('retrySeconds' in first || 'retrySeconds' in second) throw new Error('had to wait')
    await Promise.all([first.succeeded(), second.succeeded()])
    expect(await throttle.clear([nameSubject('bob')])).toBe(0)
  })

  test('a name is unlocked with all its addresses, in whatever spelling, and no other one', async () => {
    const throttle = open()
    for (let at = 0; at < 6; at += 1) await waitOf(throttle, 'carol', '192.0.2.4', undefined)
    for (let at = 0; at < 6; at += 1) await throttle.take(stepUpRules(7, '192.0.2.4'))
    expect(await throttle.clear([nameSubject('CAROL')])).toBeGreaterThan(0)
    expect(await waitOf(throttle, 'carol', '192.0.2.4', undefined)).toBe(0)
    expect(await waitOf(throttle, 'ann', '192.0.2.1', undefined)).toBe(30)
    expect(await throttle.take(stepUpRules(7, '192.0.2.4'))).toEqual({ retrySeconds: 30 })
    await throttle.clear([userSubject(7)])
    expect(await throttle.take(stepUpRules(7, '192.0.2.4'))).not.toHaveProperty('retrySeconds')
  })

  test('of one user ten codes are tried in an hour and thirty in a day, from wherever, and more only from a browser of theirs', async () => {
    const throttle = open()
    const startMs = nowMs
    const tries = async (device?: string) => {
      const attempts = Array.from({ length: 40 }, (_, at) => throttle.take(codeRules(9, `198.51.100.${at}`, device)))
      return (await Promise.all(attempts)).filter((attempt) => !('retrySeconds' in attempt)).length
    }
    const perHour: number[] = []
    for (let hour = 0; hour < 6; hour += 1) {
      perHour.push(await tries())
      nowMs += 3_600_000
    }
    expect(perHour).toEqual([10, 10, 10, 0, 0, 0])
    expect(await tries('a browser of theirs')).toBe(10)
    await throttle.clear([userSubject(9)])
    expect(await tries()).toBe(10)
    await throttle.clear([userSubject(9)])
    nowMs = startMs
  })

  test('critical calls of an address are counted across restarts too', async () => {
    const limit = { count: 3, windowMs: 60_000 }
    for (let at = 0; at < 3; at += 1) expect(await open().take(criticalRules('192.0.2.9', limit))).not.toHaveProperty('retrySeconds')
    expect(await open().take(criticalRules('192.0.2.9', limit))).toEqual({ retrySeconds: 60 })
    nowMs += 60_000
    expect(await open().take(criticalRules('192.0.2.9', limit))).not.toHaveProperty('retrySeconds')
  })

  test('nothing of what people typed is readable in the table', async () => {
    await waitOf(open(), 'hunter2-typed-into-the-wrong-field', '192.0.2.8', undefined)
    const rows = await database().read.selectFrom('throttle').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows)).not.toMatch(/hunter2|192\.0\.2/)
  })

  test('counters that mean nothing any more are purged', async () => {
    const throttle = open()
    expect(await throttle.purge()).toBe(0)
    nowMs += 25 * 3_600_000
    const before = (await database().read.selectFrom('throttle').select('throttle_key').execute()).length
    await waitOf(throttle, 'dave', '192.0.2.5', undefined)
    expect(await throttle.purge()).toBe(before)
    expect(await waitOf(throttle, 'dave', '192.0.2.5', undefined)).toBe(0)
  })
})
