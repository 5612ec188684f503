import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUser, setUserAccess } from '../../domain/user/user-store.ts'
import { openConsole, PASSWORD, type TestConsole, type Visitor } from '../../testing/console.ts'
import { eachKind } from '../../testing/databases/databases.ts'
import { lightPasswords } from '../../testing/light-passwords.ts'

interface Page {
  readonly items: { id: number; username: string; setting: string; quota: number; DeletedAt: number | null }[]
  readonly total: number
  readonly page: number
  readonly page_size: number
}

eachKind('users as admins look them up', (kind) => {
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
        passwordHash: await lightPasswords.hash(PASSWORD),
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

    test('role, state, balance and last login narrow, and figures sort', async () => {
      expect(await names('role=10')).toEqual(['keeper'])
      expect(await names('balance_below=8')).toEqual(['Ann_100%', 'keeper'])
      expect(await names('balance_below=7')).toEqual(['keeper'])
      expect(await names('sort=-balance')).toEqual(['root', 'Ann_100%', 'keeper'])
      expect(await names('sort=balance&page_size=1')).toEqual(['keeper'])
      expect(await names('idle_days=30')).toEqual([])
      await console.call('POST /api/user/manage', { as: root, body: { id: user.id, action: 'disable' } })
      expect([await names('state=banned'), await names('state=active'), await names('state=closed')]).toEqual([
        ['Ann_100%'],
        ['keeper', 'root'],
        [],
      ])
      await console.call('POST /api/user/manage', { as: root, body: { id: user.id, action: 'enable' } })
      expect(await search('state=banned')).toMatchObject({ total: 0 })
      user = await console.login('Ann_100%')
    })

    test('SEC-2: no secret is shown', async () => {
      const reply = await console.call(`GET /api/user/${user.id}`, { as: admin })
      expect(reply.json.data).toMatchObject({ id: user.id, username: 'Ann_100%', email: 'ann@example.test', group: 'vip', quota: 7 })
      const { items } = await search('keyword=ann')
      expect(items).toEqual([reply.json.data])
      expect(reply.text).not.toMatch(/argon2|password/)
    })

    // server 8
    test('a record is read by the super admin, by its owner among the admins, and by admins of a higher role', async () => {
      const equal = await console.user('equal', 10)
      const actors = { root, admin, user }
      const targets = { root, admin, equal, user }
      const roles = { root: 100, admin: 10, equal: 10, user: 1 }
      for (const [actorName, actor] of Object.entries(actors)) {
        for (const [targetName, target] of Object.entries(targets)) {
          const { json } = await console.call(`GET /api/user/${target.id}`, { as: actor })
          const isHigher = roles[actorName as 'root'] > roles[targetName as 'root']
          const isAllowed = actorName !== 'user' && (actorName === 'root' || actor === target || isHigher)
          expect([json.success, json.code], `${actorName} reads ${targetName}`).toEqual(
            isAllowed ? [true, undefined] : [false, 'no_permission'],
          )
        }
      }
      await console.database.run(setUserAccess, { userId: equal.id, isDeleted: true })
      expect((await console.call(`GET /api/user/${equal.id}`, { as: admin })).json.code).toBe('no_permission')
    })

    test('lists name equals and superiors, without their addresses, and do not let them be guessed', async () => {
      const add = async (username: string, role: number) => {
        const passwordHash = await lightPasswords.hash(PASSWORD)
        const rest = { displayName: '', group: 'default', language: '', quota: 0, cause: 'test' }
        await console.database.run(createUser, { username, role, passwordHash, email: `${username}@secret.test`, ...rest })
        return console.login(username)
      }
      const own = await add('own', 10)
      await add('peer', 10)
      await add('chief', 100)
      await add('lower', 1)
      const seen = async (query: string, as: Visitor) =>
        (await search(query, as)).items.map((item) => [item.username, (item as unknown as { email: string }).email])
      expect(await seen('keyword=peer', own)).toEqual([['peer', '']])
      expect(await seen('keyword=chief', own)).toEqual([['chief', '']])
      expect(await seen('keyword=secret.test', own)).toEqual([
        ['lower', 'lower@secret.test'],
        ['own', 'own@secret.test'],
      ])
      expect((await search('keyword=chief%40', own)).total).toBe(0)
      expect((await seen('keyword=secret.test', root)).length).toBe(4)
    })

    test('admins are told who invited a user, by name; the user is not', async () => {
      const host = await console.user('host')
      const aff_code = ((await console.call('GET /api/user/aff', { as: host })).json as { data: string }).data
      const body = { username: 'guest', password: PASSWORD, password2: PASSWORD, aff_code }
      expect((await console.call('POST /api/user/register', { body })).json.success).toBe(true)
      const guest = await console.login('guest')
      const told = { inviter_id: host.id, inviter_name: 'host' }
      expect((await search('keyword=guest')).items).toMatchObject([told])
      expect((await console.call(`GET /api/user/${guest.id}`, { as: admin })).json.data).toMatchObject(told)
      expect((await console.call(`GET /api/user/${host.id}`, { as: admin })).json.data).toMatchObject({ inviter_id: 0, inviter_name: '' })
      expect((await console.call('GET /api/user/self', { as: guest })).json.data).toMatchObject({ inviter_id: host.id, inviter_name: '' })
      await console.database.run(setUserAccess, { userId: host.id, isDeleted: true })
      expect((await search('keyword=guest')).items).toMatchObject([told])
    })

    test('an admin may look at an account that was closed', async () => {
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
