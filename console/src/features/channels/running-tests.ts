// Which channels are being tested from the table right now, so that their rows can say so.
import { useSyncExternalStore } from 'react'

let running: ReadonlySet<number> = new Set()
const listeners = new Set<() => void>()

/** Runs a test of a channel, marked while it runs. */
export async function whileTesting<Result>(id: number, test: () => Promise<Result>): Promise<Result> {
  change(new Set([...running, id]))
  try {
    return await test()
  } finally {
    change(new Set([...running].filter((other) => other !== id)))
  }
}

export function useIsTesting(id: number): boolean {
  return useSyncExternalStore(subscribe, () => running.has(id))
}

function change(next: ReadonlySet<number>): void {
  running = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
