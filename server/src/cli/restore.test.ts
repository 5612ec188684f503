// `waystation restore` where something is wrong, and that nothing is lost where nothing is.
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { eachDatabase } from '../testing/databases/databases.ts'
import { databaseUrl } from '../testing/waystation-command.ts'
import { useBackup } from './testing/use-backup.ts'

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
