import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
const listeners = new Map<string, () => void>()
const page = { visibilityState: 'visible', documentElement: {}, querySelector: () => null }
let asked = 0
let quota = 500

beforeEach(() => {
  kept.clear()
  listeners.clear()
  asked = 0
  page.visibilityState = 'visible'
  vi.resetModules()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  const listen = (name: string, listener: () => void) => listeners.set(name, listener)
  const unlisten = (name: string) => listeners.delete(name)
  vi.stubGlobal('addEventListener', listen)
  vi.stubGlobal('removeEventListener', unlisten)
  vi.stubGlobal('document', Object.assign(page, { addEventListener: listen, removeEventListener: unlisten }))
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({ success: true, message: '', data: { id: 1, role: 1, quota } })
  })
  kept.set('user', JSON.stringify({ id: 1, role: 1 }))
})
afterEach(() => {
  vi.useRealTimers()
})

const keepFresh = async () => {
  const stop = (await import('./refresh-user.ts')).keepUserFresh()
  await vi.advanceTimersByTimeAsync(0)
  return stop
}
const balance = async () => (await import('./user.ts')).storedUser()?.quota

test('the balance is fetched at once, again every half minute, and not while the page is hidden', async () => {
  const stop = await keepFresh()
  expect(await balance()).toBe(500)
  quota = 400
  await vi.advanceTimersByTimeAsync(30_000)
  expect(await balance()).toBe(400)
  page.visibilityState = 'hidden'
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toBe(2)
  page.visibilityState = 'visible'
  listeners.get('visibilitychange')?.()
  // The window tells the same a moment later.
  listeners.get('focus')?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toBe(3)
  stop()
  await vi.advanceTimersByTimeAsync(300_000)
  expect([asked, listeners.get('focus')]).toEqual([3, undefined])
})

test('nothing is fetched after a logout', async () => {
  const stop = await keepFresh()
  const { forgetUser } = await import('./user.ts')
  forgetUser()
  await vi.advanceTimersByTimeAsync(90_000)
  expect(asked).toBe(1)
  stop()
})

test('an unchanged response causes no rerender', async () => {
  const stop = await keepFresh()
  const { storedUser } = await import('./user.ts')
  const before = storedUser()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(asked).toBe(2)
  expect(storedUser()).toBe(before)
  stop()
})
