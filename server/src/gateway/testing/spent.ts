import type { World } from './world.ts'

/** What was made, what the balance paid for it in quota units, and the newest log row. */
export async function spentIn<Value>(world: World, make: () => Promise<Value>) {
  const before = await world.balance()
  const made = await make()
  return { made, charge: before - (await world.balance()), row: (await world.logs(1))[0]! }
}
