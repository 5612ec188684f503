// `waystation backup` and `waystation restore`, as an operator runs them: a server under load is backed up, and goes on from the file on a database
// of whatever kind.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseKind } from '../db/kind.ts'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { logIn } from '../testing/console-client.ts'
import { eachDatabase, eachWay } from '../testing/databases/databases.ts'
import { databaseUrl, serveApart, waystation } from '../testing/waystation-command.ts'

const call = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }

/** A server with calls under way, and a backup of it, for a group of tests. */
function useBackup(kind: DatabaseKind) {
  let world: World
  let folder = ''
  const file = () => join(folder, 'a.backup.gz')
  const environment = () => ({ MASTER_KEY_FILE: join(world.folder, 'master.key'), DATA_DIR: folder })
  const command = (words: readonly string[], url: string, more: Readonly<Record<string, string>> = {}) =>
    waystation(words, url, '', { ...environment(), ...more })
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waystation-backup-'))
    world = await openWorld({ database: kind, tokenQuota: 50_000_000 })
    await world.addChannel({ name: '备用 😀', key: 'far-key-2\nfar-key-3' })
    let isLoaded = true
    const load = Array.from({ length: 6 }, async () => {
      while (isLoaded) expect((await world.post('/v1/chat/completions', call)).status).toBe(200)
    })
    const made = await command(['backup', file()], databaseUrl(world.address))
    isLoaded = false
    await Promise.all(load)
    expect(made).toEqual({ code: 0, text: expect.stringMatching(/\d+ rows of \d+ tables in .*a\.backup\.gz/) })
  }, 180_000)
  afterAll(async () => {
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { file, command, world: () => world, folder: () => folder }
}

eachWay('a backup', (from, { address }) => {
  const { file, command, world, folder } = useBackup(from)

  test('is restored: the books add up, the password and the key of before work, and what is sealed opens', async () => {
    const url = databaseUrl(address())
    expect(await command(['restore', file()], url)).toEqual({ code: 0, text: expect.stringContaining('everything adds up') })
    const data = mkdtempSync(join(folder(), 'data-'))
    copyFileSync(join(world().folder, 'master.key'), join(data, 'master.key'))
    const server = await serveApart({ address: address(), folder: data })
    try {
      const console = await logIn(server.url)
      const channels = await console.call<{ name: string }[]>('GET', '/api/channel/?page_size=20')
      expect(channels.map(({ name }) => name).sort()).toEqual(['fake', '备用 😀'])
      const answer = await fetch(`${server.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${world().key}`, 'content-type': 'application/json' },
        body: JSON.stringify(call),
      })
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('hello')])
      // A new row has a number of its own.
      await console.call('POST', '/api/token/', { name: 'afterwards', unlimited_quota: true })
    } finally {
      await server.kill()
    }
    const again = await command(['restore', file()], url)
    expect(again).toEqual({ code: 1, text: expect.stringContaining('This database has users already') })
    expect(await command(['reconcile'], url)).toMatchObject({ code: 0 })
  })
})

eachDatabase('a restore', ({ kind, address }) => {
  const { file, command, folder } = useBackup(kind)
  const url = () => databaseUrl(address())

  test('of what is damaged, or sealed with another key, is refused in words', async () => {
    const damaged = join(folder(), 'damaged.gz')
    const restored = async (path: string, more = {}) => (await command(['restore', path], url(), more)).text
    copyFileSync(file(), damaged)
    truncateSync(damaged, Math.floor(statSync(damaged).size / 2))
    expect(await restored(damaged)).toContain('cut off')
    writeFileSync(damaged, gzipSync(gunzipSync(readFileSync(file())).toString().replace('fake-chat', 'fake-chit')))
    expect(await restored(damaged)).toContain('its checksum does not agree')
    writeFileSync(damaged, gzipSync('{"some":"other file"}\n'))
    expect(await restored(damaged)).toContain('is not a backup of Waystation')
    expect(await restored(join(folder(), 'nothing'))).toContain('There is no file')
    expect(await restored(file(), { MASTER_KEY: '11'.repeat(32), MASTER_KEY_FILE: '' })).toContain('another master key')
  })

  test('that is killed leaves what no server starts on, and the next one begins anew', async () => {
    const killed = await command(['restore', file()], url(), { WAYSTATION_FAILPOINTS: 'restore-log:kill' })
    expect(killed.code).not.toBe(0)
    expect(await command(['reconcile'], url())).toEqual({
      code: 1,
      text: expect.stringContaining('A restore into this database was not finished'),
    })
    expect(await command(['restore', file()], url())).toMatchObject({ code: 0 })
    expect(await command(['reconcile'], url())).toMatchObject({ code: 0 })
  })

  test('gives what another backup has to the byte', async () => {
    const second = join(folder(), 'b.backup.gz')
    expect(await command(['backup', second], url())).toMatchObject({ code: 0 })
    // All but the head, which has the time, and the end, which has the checksum.
    const lines = (path: string) => gunzipSync(readFileSync(path)).toString().split('\n').slice(1, -2)
    expect(lines(second)).toEqual(lines(file()))
  })
})
