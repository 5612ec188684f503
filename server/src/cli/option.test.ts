// `waystation option …`, next to a running server: the way back in for whoever a setting keeps out.
import { expect, test } from 'vitest'
import { openWorld } from '../gateway/testing/world.ts'
import { logIn } from '../testing/console-client.ts'
import { eachKind, openTestDatabase, sqlitePlace } from '../testing/databases/databases.ts'
import { databaseUrl, waystation } from '../testing/waystation-command.ts'

eachKind('waystation option', (database) => {
  test('whoever the bot check keeps out switches it off while the server runs', async () => {
    const world = await openWorld({ database, channel: null })
    try {
      const url = databaseUrl(world.address)
      await world.console.confirm('secret_options')
      await world.setOption('TurnstileSiteKey', 'site')
      await world.setOption('TurnstileSecretKey', 'bot check secret')
      await world.setOption('TurnstileCheckEnabled', 'true')
      await expect(logIn(world.url)).rejects.toThrow()

      expect(await waystation(['option', 'get', 'TurnstileCheckEnabled'], url)).toEqual({ code: 0, text: 'true\n' })
      const done = await waystation(['option', 'set', 'TurnstileCheckEnabled', 'false'], url)
      expect(done).toMatchObject({ code: 0, text: expect.stringContaining('TurnstileCheckEnabled is false now') })
      const status = async () => (await world.console.call<{ turnstile_check: boolean }>('GET', '/api/status')).turnstile_check
      await expect.poll(status).toBe(false)
      expect((await logIn(world.url)).userId).toBe(world.console.userId)
      // What the server knew of other settings is still there.
      expect((await world.console.ask('PUT', '/api/option/', { key: 'TurnstileCheckEnabled', value: 'true' })).status).toBe(200)
      expect(await status()).toBe(true)

      const beside = await openTestDatabase(world.address)
      const rows = await beside.read.selectFrom('audit').select(['target', 'detail']).where('actor_name', '=', 'command line').execute()
      expect(rows.map(({ target, detail }) => [target, JSON.parse(detail)])).toEqual([
        ['TurnstileCheckEnabled', { before: 'true', after: 'false' }],
      ])
      await beside.close()
    } finally {
      await world.close()
    }
  })
})

test('a refusal and misuse are told, each with its exit code', async () => {
  const place = await sqlitePlace()
  const url = databaseUrl(place.address)
  try {
    expect(await waystation(['option', 'get', 'SMTPToken'], url)).toEqual({ code: 1, text: expect.stringContaining('SMTPToken is secret') })
    expect(await waystation(['option', 'set', 'RetryTimes'], url)).toEqual({
      code: 2,
      text: expect.stringContaining('option set KEY VALUE'),
    })
  } finally {
    await place.drop()
  }
})
