import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Answer, startWaiting, type WaitState } from './waiting.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Waits at most 10 s, asking each second; each asking takes the next of the answers, the last one again and again. */
function open(answers: readonly (Answer | Error)[]) {
  const states: WaitState[] = []
  let asked = 0
  const wait = startWaiting({
    everyMs: 1000,
    endsAtMs: Date.now() + 10_000,
    onChange: (state) => states.push(state),
    poll: async () => {
      const answer = answers[Math.min(asked, answers.length - 1)] ?? 'waiting'
      asked += 1
      if (answer instanceof Error) throw answer
      return answer
    },
  })
  return { wait, last: () => states.at(-1), asked: () => asked }
}

test('it polls until it is done, and then no more', async () => {
  const { last, asked } = open(['waiting', 'waiting', 'done'])
  await vi.advanceTimersByTimeAsync(2500)
  expect(last()).toEqual({ phase: 'waiting', isPolling: false })
  await vi.advanceTimersByTimeAsync(20_000)
  expect(last()).toEqual({ phase: 'done', isPolling: false })
  expect(asked()).toBe(3)
})

test('a failed poll is reported and does not end the wait', async () => {
  const broken = new Error('no network')
  const { last } = open([broken, 'failed'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(last()).toEqual({ phase: 'waiting', isPolling: false, failure: broken })
  await vi.advanceTimersByTimeAsync(1000)
  expect(last()).toEqual({ phase: 'failed', isPolling: false })
})

test('when the time is up it polls once more before it expires', async () => {
  const { last, asked } = open(['waiting'])
  await vi.advanceTimersByTimeAsync(9999)
  expect([last()?.phase, asked()]).toEqual(['waiting', 9])
  await vi.advanceTimersByTimeAsync(1)
  expect([last()?.phase, asked()]).toEqual(['expired', 10])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked()).toBe(10)
})

test('a late payment is found by a manual poll', async () => {
  const { wait, last } = open([...Array<Answer>(10).fill('waiting'), 'done'])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(last()?.phase).toBe('expired')
  await wait.pollNow()
  expect(last()?.phase).toBe('done')
})

test('asking by hand while an asking runs is that one asking', async () => {
  const { wait, asked } = open(['waiting'])
  await Promise.all([wait.pollNow(), wait.pollNow()])
  expect(asked()).toBe(1)
})

test('after a stop it reports nothing', async () => {
  const { wait, last, asked } = open(['done'])
  wait.stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([last(), asked()]).toEqual([undefined, 0])
})
