import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPasswords } from '../domain/user/password.ts'
import { createUser, setUserAccess } from '../domain/user/user-store.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../testing/console.ts'
import { eachDatabase } from '../testing/databases.ts'

interface Page {
  readonly items: { id: number; username: string; setting: string; quota: number; DeletedAt: number | null }[]
  readonly total: number
  readonly page: number
  readonly page_size: number
}

eachDatabase('users as admins look them up', ({ kind }) => {
  describe('by id, name, mail address and group', () => {
    let console: TestConsole
    let root: Visitor
    let admin: Visitor
    let user: Visitor

    beforeAll(async () => {
      console = await openConsole({ kind })
      root = await console.root()
      admin = await console.user('keeper', 10)
      await console.database.run(createUser, {
        username: 'Ann_100%',
        displayName: 'Frau Müller',
        passwordHash: await (await openPasswords()).hash(PASSWORD),
        role: 1,
        group: 'vip',
        email: 'ann@example.test',
        language: '',
        quota: 7,
        cause: 'test',
      })
      user = await console.login('Ann_100%')
    }, 180_000)
    afterAll(() => console.close())

    const search = async (query: string, as = admin) => (await console.call(`GET /api/user/search?${query}`, { as })).json.data as Page
    const names = async (query: string) => (await search(query)).items.map(({ username }) => username)

    test('a keyword is an id or a part of a name or mail address, and its signs mean themselves', async () => {
      expect(await names('')).toEqual(['Ann_100%', 'keeper', 'root'])
      expect(await names(`keyword=${admin.id}`)).toContain('keeper')
      expect(await names('keyword=ANN_')).toEqual(['Ann_100%'])
      expect(await names('keyword=%25')).toEqual(['Ann_100%'])
      expect(await names('keyword=frau')).toEqual(['Ann_100%'])
      expect(await names('keyword=%20example.test%20')).toEqual(['Ann_100%'])
      expect(await names('keyword=nobody')).toEqual([])
      expect(await names('keyword=99999999999999999999')).toEqual([])
    })

    test('the group narrows, and pages count from 1', async () => {
      expect(await names('group=vip')).toEqual(['Ann_100%'])
      expect(await names('group=vip&keyword=root')).toEqual([])
      const second = await search('p=2&page_size=2')
      expect(second).toMatchObject({ total: 3, page: 2, page_size: 2, items: [{ username: 'root' }] })
      expect(await search('p=0&page_size=0')).toMatchObject({ page: 1, page_size: 10 })
    })

    test('no secret is told', async () => {
      const reply = await console.call(`GET /api/user/${user.id}`, { as: admin })
      expect(reply.json.data).toMatchObject({ id: user.id, username: 'Ann_100%', email: 'ann@example.test', group: 'vip', quota: 7 })
      const { items } = await search('keyword=ann')
      expect(items).toEqual([reply.json.data])
      expect(reply.text).not.toMatch(/argon2|password/)
    })

    test('an admin may look at a super admin, and at an account that was closed', async () => {
      expect((await console.call(`GET /api/user/${root.id}`, { as: admin })).json.data).toMatchObject({ role: 100 })
      const gone = await console.user('gone')
      await console.database.run(setUserAccess, { userId: gone.id, isDeleted: true })
      expect((await search('keyword=gone')).items[0]?.DeletedAt).toBeGreaterThan(0)
      expect((await console.call(`GET /api/user/${gone.id}`, { as: admin })).json.data).toMatchObject({ username: 'gone' })
      expect((await console.call('GET /api/user/2147483000', { as: admin })).json.code).toBe('not_found')
    })

    test('ordinary users and visitors are refused', async () => {
      for (const line of [`GET /api/user/${user.id}`, 'GET /api/user/search?keyword=ann']) {
        expect((await console.call(line, { as: user })).json).toMatchObject({ success: false, code: 'no_permission' })
        expect((await console.call(line)).json).toMatchObject({ success: false, code: 'not_logged_in' })
      }
    })
  })
})
