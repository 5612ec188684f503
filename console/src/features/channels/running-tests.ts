// Which channels are being tested from the table right now, so that their rows can show it.
import { createStore, useSelector } from '@tanstack/react-store'

const running = createStore<ReadonlySet<number>>(new Set<number>())

/** Runs a test of a channel, marked while it runs. */
export async function whileTesting<Result>(id: number, test: () => Promise<Result>): Promise<Result> {
  running.setState((ids) => new Set([...ids, id]))
  try {
    return await test()
  } finally {
    running.setState((ids) => new Set([...ids].filter((other) => other !== id)))
  }
}

export function useIsTesting(id: number): boolean {
  return useSelector(running, (ids) => ids.has(id))
}
