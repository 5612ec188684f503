// security 9, decision D46: `waystation user …`, next to a running server.
import { expect, test, vi } from 'vitest'
import { openWorld } from '../gateway/testing/world.ts'
import { logIn, ROOT } from '../testing/console-client.ts'
import { eachKind, openTestDatabase } from '../testing/databases/databases.ts'
import { databaseUrl, waystation } from '../testing/waystation-command.ts'
import { userCommand } from './user.ts'

/** The same as `waystation(['user', …])`, in this process: to start one takes longer than what it does. */
async function userHere(words: readonly string[], url: string): Promise<{ code: number; text: string }> {
  let text = ''
  const print = (line: string) => {
    text += `${line}\n`
  }
  const spies = [vi.spyOn(console, 'log').mockImplementation(print), vi.spyOn(console, 'error').mockImplementation(print)]
  vi.stubEnv('DATABASE_URL', url)
  try {
    return { code: await userCommand(words), text }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}

eachKind('waystation user', (database) => {
  test('a user is unlocked while the server runs', async () => {
    const world = await openWorld({ database, channel: null })
    try {
      const { address } = world
      const url = databaseUrl(address)
      for (let at = 0; at < 5; at += 1) await expect(logIn(world.url, { ...ROOT, password: 'wrong password' })).rejects.toThrow()
      await expect(logIn(world.url)).rejects.toThrow(/30/)

      const unknown = await waystation(['user', 'unlock', 'nobody'], url)
      expect(unknown).toMatchObject({ code: 1, text: expect.stringContaining('No user found with the username or email address nobody') })
      await expect(logIn(world.url)).rejects.toThrow()

      const unlocked = await waystation(['user', 'unlock', 'ROOT'], url)
      expect(unlocked).toMatchObject({ code: 0, text: expect.stringContaining('root can log in again') })
      expect((await logIn(world.url)).userId).toBe(world.console.userId)
      expect((await userHere(['unlock', 'root'], url)).text).toContain('root was not locked')

      const beside = await openTestDatabase(address)
      const rows = await beside.read.selectFrom('audit').select(['actor_name', 'target']).where('action', '=', 'login.unlock').execute()
      expect(rows).toEqual(Array(2).fill({ actor_name: 'command line', target: String(world.console.userId) }))
      await beside.close()
      expect((await world.books()).differences).toEqual([])
    } finally {
      await world.close()
    }
  })

  test('a balance is added to while the server runs', async () => {
    const world = await openWorld({ database, options: { QuotaPerUnit: '1000' } })
    try {
      const { address } = world
      const url = databaseUrl(address)
      const before = await world.balance()
      expect(await userHere(['grant', 'nobody', '5'], url)).toMatchObject({ code: 1, text: expect.stringContaining('nobody') })
      const granted = await waystation(['user', 'grant', 'ROOT', '$2.5'], url)
      const balance = ((before + 2500) / 1000).toFixed(2)
      expect(granted).toMatchObject({
        code: 0,
        text: expect.stringContaining(`Added $2.50 to the balance of root. New balance: $${balance}.`),
      })
      expect(await world.balance()).toBe(before + 2500)

      const beside = await openTestDatabase(address)
      const rows = await beside.read.selectFrom('audit').select(['actor_name', 'target']).where('action', '=', 'user.grant-quota').execute()
      expect(rows).toEqual([{ actor_name: 'command line', target: String(world.console.userId) }])
      await beside.close()
      expect((await world.books()).differences).toEqual([])
    } finally {
      await world.close()
    }
  })

  test('users are added, listed, promoted and given passwords while the server runs', async () => {
    const world = await openWorld({ database, channel: null })
    try {
      const { address } = world
      const url = databaseUrl(address)
      const added = await waystation(['user', 'add', 'maria'], url, 'a first password\n')
      expect(added).toMatchObject({ code: 0, text: expect.stringContaining('Added maria with the id') })
      const maria = await logIn(world.url, { username: 'maria', password: 'a first password' })

      expect(await userHere(['add', 'MARIA', '--generate'], url)).toMatchObject({
        code: 1,
        text: expect.stringContaining('This username is already taken'),
      })
      expect(await waystation(['user', 'add', 'short'], url, 'short\n')).toMatchObject({
        code: 1,
        text: expect.stringContaining('at least 8 characters'),
      })
      const listed = await userHere(['list'], url)
      expect(listed.code).toBe(0)
      expect(listed.text).toMatch(/maria +ordinary +active +default +\$0\.00 +20/)
      expect((await userHere(['list', 'mari'], url)).text).not.toContain('root')
      expect((await userHere(['list', 'nobody'], url)).code).toBe(1)

      const promoted = await userHere(['promote', 'maria'], url)
      expect(promoted).toMatchObject({ code: 0, text: expect.stringContaining('maria is an admin now') })
      expect(await userHere(['promote', 'maria'], url)).toMatchObject({
        code: 1,
        text: expect.stringContaining('already an admin'),
      })
      await expect.poll(async () => (await maria.ask('GET', '/api/user/self')).status).toBe(401)

      const made = await waystation(['user', 'passwd', 'root', '--generate'], url)
      const password = /^Password: (\w{20})$/m.exec(made.text)?.[1] ?? ''
      await expect.poll(async () => (await world.console.ask('GET', '/api/user/self')).status).toBe(401)
      const root = await logIn(world.url, { username: 'root', password })
      const rows = await root.call<{ items: { content: string }[] }>('GET', '/api/log/?username=maria')
      expect(rows.items.map(({ content }) => content)).toEqual(['Promoted to admin', 'Account created by an administrator'])
      expect((await userHere(['passwd', 'nobody', '--generate'], url)).code).toBe(1)

      const beside = await openTestDatabase(address)
      const audits = await beside.read.selectFrom('audit').selectAll().where('actor_name', '=', 'command line').orderBy('id').execute()
      expect(audits.map(({ action }) => action)).toEqual(['user.create', 'user.manage', 'user.update'])
      expect(JSON.stringify(audits)).not.toMatch(/a first password|argon2/)
      expect(JSON.stringify(audits)).not.toContain(password)
      await beside.close()
    } finally {
      await world.close()
    }
  })
})

test('a misused command prints its usage', async () => {
  const wrong = [
    [],
    ['add'],
    ['add', 'x', '--password=secret'],
    ['passwd'],
    ['promote'],
    ['toString'],
    ['unlock'],
    ['delete', 'root'],
    ['grant', '5'],
    ['grant', 'root', '-5'],
  ]
  const usage = expect.stringMatching(/waystation user list[\s\S]*unlock NAME[\s\S]*grant NAME DOLLARS/)
  for (const words of [...wrong, ['grant', 'root', '0'], ['grant', 'root', '1e9'], ['grant', 'root', '2000000']])
    expect(await userHere(words, 'sqlite:/nowhere'), words.join(' ')).toEqual({ code: 2, text: usage })
  // As a process of its own: what it prints, and its exit code.
  expect(await waystation(['user', 'delete', 'root'], 'sqlite:/nowhere')).toMatchObject({ code: 2, text: usage })
  expect(await waystation(['help'], 'sqlite:/nowhere')).toMatchObject({ code: 2, text: expect.stringContaining('user list | add') })
})
