import { beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()

beforeEach(() => {
  kept.clear()
  vi.resetModules()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('document', { querySelector: () => null, documentElement: {} })
})

const answer = (data: object) => vi.stubGlobal('fetch', async () => Response.json({ success: true, message: '', data }))
const status = { setup: true, system_name: 'Acme', footer_html: '<p>Hi</p>', chats: [{ Web: 'https://chat.example' }] }

test('the status is stored under the names of the specification', async () => {
  answer(status)
  const { refreshStatus, storedStatus } = await import('./status.ts')
  const { storedChats } = await import('./chats.ts')
  expect(storedChats()).toBeUndefined()
  await refreshStatus()
  expect(storedStatus()?.system_name).toBe('Acme')
  expect(kept.get('footer_html')).toBe('<p>Hi</p>')
  expect(JSON.parse(kept.get('chats') ?? '')).toEqual(status.chats)
  const target = { kind: 'web', host: 'chat.example', origin: 'https://chat.example', isThisDevice: false }
  expect(storedChats()).toEqual([{ id: 0, name: 'Web', template: 'https://chat.example', target }])
})

test.each(['{{{', '"text"', '[{"A":1}]'])('chats stored as %s are broken, not missing', async (text) => {
  kept.set('chats', text)
  const { storedChats } = await import('./chats.ts')
  expect(storedChats()).toBe('broken')
})

test('a stored "set up" is used at once; a stored "not yet" is fetched again', async () => {
  kept.set('status', JSON.stringify({ ...status, setup: false }))
  answer(status)
  const { settledStatus } = await import('./status.ts')
  expect((await settledStatus()).setup).toBe(true)
  let isAsked = false
  vi.stubGlobal('fetch', async () => {
    isAsked = true
    throw new TypeError('offline')
  })
  expect((await settledStatus()).setup).toBe(true)
  expect(isAsked).toBe(true)
})

test('a response about the former user does not overwrite a new login', async () => {
  const user = (id: number, role: number) => ({ id, role, username: `user-${id}` })
  kept.set('user', JSON.stringify(user(1, 1)))
  const { refreshUser } = await import('./refresh-user.ts')
  const { storedUser } = await import('./user.ts')
  answer(user(1, 10))
  await refreshUser()
  expect(storedUser()?.role).toBe(10)
  answer(user(1, 100))
  const asking = refreshUser()
  kept.set('user', JSON.stringify(user(2, 1)))
  await asking
  expect(storedUser()).toMatchObject({ id: 2, role: 1 })
})
