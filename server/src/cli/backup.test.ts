// `waystation backup` and `waystation restore`, as an operator runs them: a server under load is backed up, and goes on from the file on a database
// of whatever kind.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cellsToTry } from '../../../wire/testing/matrix.ts'
import type { DatabaseKind } from '../db/kind.ts'
import { openWorld, type World } from '../gateway/testing/world.ts'
import { logIn } from '../testing/console-client.ts'
import { eachKind, testPlace } from '../testing/databases/databases.ts'
import { databaseUrl, serveApart, waystation } from '../testing/waystation-command.ts'

const call = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }
const kinds: readonly DatabaseKind[] = ['sqlite', 'postgres', 'mysql']
const ways = cellsToTry(
  'databases that a backup goes from and to',
  kinds.flatMap((from) => kinds.map((to) => ({ from, to }))),
  ({ from, to }) => [from, to],
)

eachKind('a backup', (kind) => {
  let world: World
  let folder = ''
  const file = () => join(folder, 'a.backup.gz')
  const command = (words: readonly string[], url: string) =>
    waystation(words, url, '', { MASTER_KEY_FILE: join(world.folder, 'master.key'), DATA_DIR: folder })
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waystation-backup-'))
    world = await openWorld({ database: kind, tokenQuota: 50_000_000 })
    await world.addChannel({ name: '备用 😀', key: 'far-key-2\nfar-key-3' })
    // Calls of every stage while the backup is made.
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

  for (const { to: target } of ways.filter(({ from }) => from === kind))
    eachKind(
      'is restored',
      (targetKind) => {
        test(`into ${targetKind}: the books add up, the password and the key of before work, and what is sealed opens`, async () => {
          const place = await testPlace(targetKind)
          const restored = await command(['restore', file()], databaseUrl(place.address))
          expect(restored).toEqual({ code: 0, text: expect.stringContaining('everything adds up') })
          const data = mkdtempSync(join(folder, 'data-'))
          copyFileSync(join(world.folder, 'master.key'), join(data, 'master.key'))
          const server = await serveApart({ address: place.address, folder: data })
          try {
            const console = await logIn(server.url)
            const channels = await console.call<{ name: string }[]>('GET', '/api/channel/?page_size=20')
            expect(channels.map(({ name }) => name).sort()).toEqual(['fake', '备用 😀'])
            const answer = await fetch(`${server.url}/v1/chat/completions`, {
              method: 'POST',
              headers: { authorization: `Bearer ${world.key}`, 'content-type': 'application/json' },
              body: JSON.stringify(call),
            })
            expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('hello')])
            // A new row has a number of its own.
            await console.call('POST', '/api/token/', { name: 'afterwards', unlimited_quota: true })
          } finally {
            await server.kill()
          }
          const again = await command(['restore', file()], databaseUrl(place.address))
          expect(again).toEqual({ code: 1, text: expect.stringContaining('This database has users already') })
          expect(await command(['reconcile'], databaseUrl(place.address))).toMatchObject({ code: 0 })
          await place.drop()
        })
      },
      { except: kinds.filter((other) => other !== target) },
    )

  test('is restored on the same kind to the same file', async () => {
    const place = await testPlace(kind)
    const url = databaseUrl(place.address)
    expect(await command(['restore', file()], url)).toMatchObject({ code: 0 })
    const second = join(folder, 'b.backup.gz')
    expect(await command(['backup', second], url)).toMatchObject({ code: 0 })
    // All but the head, which has the time, and the end, which has the checksum.
    const lines = (path: string) => gunzipSync(readFileSync(path)).toString().split('\n').slice(1, -2)
    expect(lines(second)).toEqual(lines(file()))
    await place.drop()
  })

  test('that is damaged, of another key or half restored is refused in words', async () => {
    const place = await testPlace(kind)
    const url = databaseUrl(place.address)
    const damaged = join(folder, 'damaged.gz')
    copyFileSync(file(), damaged)
    truncateSync(damaged, Math.floor(statSync(damaged).size / 2))
    expect(await command(['restore', damaged], url)).toEqual({ code: 1, text: expect.stringContaining('cut off') })
    writeFileSync(damaged, gzipSync(gunzipSync(readFileSync(file())).toString().replace('fake-chat', 'fake-chit')))
    expect(await command(['restore', damaged], url)).toEqual({ code: 1, text: expect.stringContaining('its checksum does not agree') })
    expect(await command(['restore', join(folder, 'nothing')], url)).toEqual({ code: 1, text: expect.stringContaining('There is no file') })
    const other = { MASTER_KEY: '11'.repeat(32), DATA_DIR: folder }
    expect(await waystation(['restore', file()], url, '', other)).toEqual({ code: 1, text: expect.stringContaining('another master key') })

    // Killed in the middle: no server starts on it, and the next restore begins anew.
    const cut = await waystation(['restore', file()], url, '', {
      ...{ MASTER_KEY_FILE: join(world.folder, 'master.key'), DATA_DIR: folder, WAYSTATION_FAILPOINTS: 'restore-log:kill' },
    })
    expect(cut.code).not.toBe(0)
    expect(await command(['reconcile'], url)).toEqual({
      code: 1,
      text: expect.stringContaining('A restore into this database was not finished'),
    })
    expect(await command(['restore', file()], url)).toMatchObject({ code: 0 })
    expect(await command(['reconcile'], url)).toMatchObject({ code: 0 })
    await place.drop()
  })
})
