import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, currentToasts, holdToasts, toast } from './toasts.ts'

vi.mock('../../i18n/index.ts', () => ({ text: (key: string) => key }))

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id)
  vi.useRealTimers()
})

const texts = () => currentToasts().map((item) => item.text)

test('what was done can be taken back for eight seconds', () => {
  toast.undo('disabled', () => Promise.resolve())
  vi.advanceTimersByTime(7900)
  expect(texts()).toEqual(['disabled'])
  vi.advanceTimersByTime(200)
  expect(texts()).toEqual([])
})

test('an undo shows that it is running, outlives its timeout, and reports its result', async () => {
  let finish = () => {}
  toast.undo('disabled', () => new Promise<void>((resolve) => (finish = resolve)))
  const taking = currentToasts()[0]?.link?.run()
  expect(currentToasts()[0]?.isBusy).toBe(true)
  vi.advanceTimersByTime(20_000)
  expect(texts()).toEqual(['disabled'])
  finish()
  await taking
  expect(texts()).toEqual(['kit.undone'])
})

test('a failed undo shows the reason and stays', async () => {
  toast.undo('disabled', () => Promise.reject(new Error('the server is away')))
  await currentToasts()[0]?.link?.run()
  vi.advanceTimersByTime(60_000)
  expect(currentToasts()).toMatchObject([{ tone: 'red', text: 'the server is away' }])
})

test('no toast goes under the pointer', () => {
  toast.done('saved')
  holdToasts(true)
  vi.advanceTimersByTime(30_000)
  expect(texts()).toEqual(['saved'])
  holdToasts(false)
  vi.advanceTimersByTime(1600)
  expect(texts()).toEqual([])
})
