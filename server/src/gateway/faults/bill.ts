// The money assertions that all fault tests share.
import { expect } from 'vitest'
import type { World } from '../testing/world.ts'

/** fake-chat costs one unit a prompt token and two an output token in these tests. */
export const PRICES = { ModelRatio: '{"fake-chat":1}', CompletionRatio: '{"fake-chat":2}' }

export const ask = (content: string, more: object = {}) => ({ model: 'fake-chat', messages: [{ role: 'user', content }], ...more })

/** Watches the balance over what `work` does; afterwards nothing is held, and the books add up. */
export async function spentBy(world: World, work: () => Promise<void>): Promise<number> {
  const before = await world.balance()
  await work()
  const books = await world.books()
  expect(books).toMatchObject({ openHolds: 0, differences: [] })
  return before - (await world.balance())
}

/** The newest log row once there are so many. */
export async function newestLog(world: World, atLeast: number) {
  const rows = await world.logs(atLeast)
  expect(rows.length).toBeGreaterThanOrEqual(atLeast)
  const [newest] = rows
  if (!newest) throw new Error('there is no log row')
  return newest
}
