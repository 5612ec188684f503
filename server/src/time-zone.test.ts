// The site's time zone is that of the server's first start, whatever machine it runs on later.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PublicStatus } from '@waystation/contract/site/public-status'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openServer } from './server.ts'
import { logIn, setUp } from './testing/console-client.ts'

const base = mkdtempSync(join(tmpdir(), 'waystation-zone-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const start = (timeZone: string, folder = timeZone.replace('/', '-')) =>
  openServer({
    config: { ...readConfig({ DATA_DIR: join(base, folder), HOST: '127.0.0.1' }), port: 0, timeZone },
    log: pino({ level: 'silent' }),
    consoleFolder: undefined,
    version: '0.0.0-test',
    onDeath: (error) => {
      throw error
    },
  })

const zoneOf = async (url: string) => {
  const { data } = (await (await fetch(`${url}/api/status`)).json()) as { data: PublicStatus }
  return data.time_zone
}

test('the zone of the first start stays, and is changed in the settings only, to one that is known', async () => {
  const first = await start('Asia/Kolkata', 'site')
  expect(await zoneOf(first.url)).toBe('Asia/Kolkata')
  await first.close()

  const second = await start('Europe/Berlin', 'site')
  try {
    expect(await zoneOf(second.url)).toBe('Asia/Kolkata')
    await setUp(second.url)
    const root = await logIn(second.url)
    const put = async (value: string) => (await root.ask('PUT', '/api/option/', { key: 'TimeZone', value })).body
    for (const value of ['Mars/Phobos', '', '+05:30']) expect(await put(value)).toMatchObject({ success: false, code: 'bad_option' })
    expect((await put('Mars/Phobos')).message).toMatch(/IANA/)
    expect(await zoneOf(second.url)).toBe('Asia/Kolkata')
    expect(await put('Australia/Lord_Howe')).toMatchObject({ success: true })
    expect(await zoneOf(second.url)).toBe('Australia/Lord_Howe')
  } finally {
    await second.close()
  }
})

test('a server without a zone of its own has UTC', async () => {
  const server = await start('Etc/Unknown')
  expect(await zoneOf(server.url)).toBe('UTC')
  await server.close()
})
