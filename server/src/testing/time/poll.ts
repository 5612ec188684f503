import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_PAUSE_MS = 20
/** Pauses grow, so that what is long in coming is not asked for more often than a console may ask. */
const PAUSES_GROW = 1.1
/** Far beyond what anything takes here: a machine may be busy with something else. */
const LIMIT_MS = 60_000

/** Reads again and again until it is as wanted, and answers with what was read last. */
export async function pollFor<Value>(read: () => Promise<Value>, isWanted: (value: Value) => boolean): Promise<Value> {
  const untilMs = performance.now() + LIMIT_MS
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= PAUSES_GROW) {
    const value = await read()
    if (isWanted(value) || performance.now() > untilMs) return value
    await sleep(pauseMs)
  }
}
