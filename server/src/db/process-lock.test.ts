import { afterEach, expect, test, vi } from 'vitest'
import { holdProcessLock } from './process-lock.ts'

afterEach(() => {
  vi.useRealTimers()
})

/** A lock server with one lock, whose sessions can be cut. */
function lockServer() {
  let holder: object | undefined
  let isAway = false
  const sessions: (() => void)[] = []
  return {
    sessions,
    setAway: (away: boolean) => {
      isAway = away
    },
    /** Another process takes the lock, or a dead session still holds it. */
    setHolder: (next: object | undefined) => {
      holder = next
    },
    connect: async (onLoss: () => void) => {
      if (isAway) throw new Error('ECONNREFUSED')
      const session = {}
      sessions.push(onLoss)
      const isTaken = holder === undefined
      if (isTaken) holder = session
      return {
        isTaken,
        end: async () => {
          if (holder === session) holder = undefined
        },
      }
    },
  }
}

test('a second process is refused', async () => {
  const server = lockServer()
  server.setHolder({})
  await expect(holdProcessLock('alone', server.connect, () => {})).rejects.toThrow(/already runs/)
})

test('a lost lock is taken again, however often the loss is reported, and while the server is away for long', async () => {
  vi.useFakeTimers()
  const server = lockServer()
  const onDeath = vi.fn()
  const lock = await holdProcessLock('alone', server.connect, onDeath)
  server.setAway(true)
  server.setHolder(undefined)
  server.sessions[0]?.()
  server.sessions[0]?.()
  await vi.advanceTimersByTimeAsync(60_000)
  server.setAway(false)
  await vi.advanceTimersByTimeAsync(3000)
  expect(server.sessions).toHaveLength(2)
  expect(onDeath).not.toHaveBeenCalled()
  await lock.release()
})

test('our own dead session may keep the lock for a while', async () => {
  vi.useFakeTimers()
  const server = lockServer()
  const onDeath = vi.fn()
  await holdProcessLock('alone', server.connect, onDeath)
  server.sessions[0]?.()
  await vi.advanceTimersByTimeAsync(10_000)
  server.setHolder(undefined)
  await vi.advanceTimersByTimeAsync(2000)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onDeath).not.toHaveBeenCalled()
})

test('when another process holds the lock, this one ends', async () => {
  vi.useFakeTimers()
  const server = lockServer()
  const onDeath = vi.fn()
  await holdProcessLock('alone', server.connect, onDeath)
  server.setHolder({})
  server.sessions[0]?.()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(onDeath).toHaveBeenCalledTimes(1)
})
