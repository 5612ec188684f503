// security 9, decision D46: `waystation user …`, beside a running server.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openWorld } from '../gateway/testing/world.ts'
import { logIn, ROOT } from '../testing/console-client.ts'
import { openTestDatabase } from '../testing/databases.ts'

const program = fileURLToPath(new URL('./waystation.ts', import.meta.url))

function waystation(words: readonly string[], databaseUrl: string): Promise<{ code: number | null; text: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...words], { env: { ...process.env, DATABASE_URL: databaseUrl } })
    let text = ''
    child.stdout.on('data', (chunk) => (text += String(chunk)))
    child.stderr.on('data', (chunk) => (text += String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, text }))
  })
}

test.each(['sqlite', 'postgres', 'mysql'] as const)(
  'a user is unlocked while the server runs on %s',
  async (database) => {
    const world = await openWorld({ database, channel: null })
    try {
      const { address } = world
      const url = address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
      for (let at = 0; at < 5; at += 1) await expect(logIn(world.url, { ...ROOT, password: 'wrong password' })).rejects.toThrow()
      await expect(logIn(world.url)).rejects.toThrow(/30/)

      const unknown = await waystation(['user', 'unlock', 'nobody'], url)
      expect(unknown).toMatchObject({ code: 1, text: expect.stringContaining('No user found with the username or email address nobody') })
      await expect(logIn(world.url)).rejects.toThrow()

      const unlocked = await waystation(['user', 'unlock', 'ROOT'], url)
      expect(unlocked).toMatchObject({ code: 0, text: expect.stringContaining('root can log in again') })
      expect((await logIn(world.url)).userId).toBe(world.console.userId)
      expect((await waystation(['user', 'unlock', 'root'], url)).text).toContain('root was not locked')

      const beside = await openTestDatabase(address)
      const rows = await beside.read.selectFrom('audit').select(['actor_name', 'target']).where('action', '=', 'login.unlock').execute()
      expect(rows).toEqual(Array(2).fill({ actor_name: 'command line', target: String(world.console.userId) }))
      await beside.close()
      expect((await world.books()).differences).toEqual([])
    } finally {
      await world.close()
    }
  },
  60_000,
)

test.each(['sqlite', 'postgres', 'mysql'] as const)(
  'a balance is added to while the server runs on %s',
  async (database) => {
    const world = await openWorld({ database, options: { QuotaPerUnit: '1000' } })
    try {
      const { address } = world
      const url = address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
      const before = await world.balance()
      expect(await waystation(['user', 'grant', 'nobody', '5'], url)).toMatchObject({ code: 1, text: expect.stringContaining('nobody') })
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
  },
  60_000,
)

test('a command that is misused says how it is used', async () => {
  const wrong = [['user'], ['user', 'unlock'], ['user', 'delete', 'root'], ['user', 'grant', '5'], ['user', 'grant', 'root', '-5']]
  for (const words of [...wrong, ['user', 'grant', 'root', '0'], ['user', 'grant', 'root', '1e9'], ['user', 'grant', 'root', '2000000']])
    expect(await waystation(words, 'sqlite:/nowhere'), words.join(' ')).toMatchObject({
      code: 2,
      text: expect.stringMatching(/waystation user unlock NAME[\s\S]*waystation user grant NAME DOLLARS/),
    })
  expect(await waystation(['help'], 'sqlite:/nowhere')).toMatchObject({ code: 2, text: expect.stringContaining('user unlock NAME') })
}, 60_000)
