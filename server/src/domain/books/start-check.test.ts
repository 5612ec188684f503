// The ledger is checked by itself after a start, and calls that are under way are no differences.
import type { BookChecks } from '@waystation/contract/money/books'
import { isWhole } from '@waystation/wire/testing/matrix'
import { expect, test } from 'vitest'
import { openWorld } from '../../gateway/testing/world.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { drivenClock } from '../../testing/time/driven-clock.ts'

/** Checks that are asked for after the first. */
const ROUNDS = isWhole ? 3 : 1
/** As long as the first check lets the callers of a new server have it to themselves. */
const AFTER_START_MS = 3000

eachKind('the ledger', (database) => {
  test('checks next to running calls find nothing; the first comes by itself, and is told in the log and the metrics', async () => {
    const logLines: string[] = []
    const clock = drivenClock()
    const world = await openWorld({ database, logLines, clock })
    try {
      let isCalling = true
      let calls = 0
      const caller = async () => {
        while (isCalling) {
          await world.post('/v1/chat/completions', { model: 'fake-chat', messages: [{ role: 'user', content: 'hi' }] })
          calls += 1
        }
      }
      const callers = Array.from({ length: 4 }, caller)
      const checks = () => world.console.call<BookChecks>('GET', '/api/books/checks')
      // Nobody has asked for one yet.
      clock.advance(AFTER_START_MS)
      await expect.poll(async () => (await checks()).last !== null, { timeout: 60_000 }).toBe(true)
      await expect.poll(() => calls).toBeGreaterThan(20)
      for (let round = 0; round < ROUNDS; round++) {
        await world.console.call('POST', '/api/books/checks')
        await expect.poll(async () => (await checks()).is_running, { timeout: 60_000 }).toBe(false)
        const { last } = await checks()
        expect(last?.differences).toEqual([])
      }
      isCalling = false
      await Promise.all(callers)
      expect((await checks()).last?.checks.find(({ name }) => name === 'logs')?.covered).toBeGreaterThan(5)

      const told = logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === 'ledger_checked')
      expect(told.length).toBe(1 + ROUNDS)
      expect(told[0]).toMatchObject({ msg: 'the ledger agrees', differences: 0, level: 30 })
      const metrics = await (await fetch(`${world.url}/metrics`)).text()
      expect(metrics).toMatch(/^waystation_ledger_check_differences 0$/m)
      expect(metrics).toMatch(/^waystation_ledger_check_timestamp_seconds \d{10}$/m)
    } finally {
      await world.close()
    }
  }, 240_000)
})
