import { expect, test, vi } from 'vitest'
import { startJobs } from './scheduler.ts'

test('what is done for all is done by the first node only, and anywhere when it is asked for', async () => {
  vi.useFakeTimers()
  const done: string[] = []
  const job = (name: string, isForAll: boolean) => ({ name, everySeconds: 1, isForAll, run: async () => void done.push(name) })
  let isFirst = false
  const jobs = startJobs(
    [job('own', false), job('for all', true)],
    () => undefined,
    () => isFirst,
  )
  try {
    await vi.advanceTimersByTimeAsync(2000)
    expect(done).toEqual(['own', 'own'])
    isFirst = true
    await vi.advanceTimersByTimeAsync(1000)
    expect(done.slice(2)).toEqual(['own', 'for all'])
    isFirst = false
    await jobs.run('for all')
    expect(done.slice(4)).toEqual(['for all'])
  } finally {
    await jobs.stop()
    vi.useRealTimers()
  }
})
