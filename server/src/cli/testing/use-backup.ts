// A backup of a server under load, for tests of what becomes of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, vi } from 'vitest'
import type { DatabaseKind } from '../../db/kind.ts'
import { openWorld, type World } from '../../gateway/testing/world.ts'
import { databaseUrl, waystation } from '../../testing/waystation-command.ts'

/** The body of the model call that is made before the backup and after the restore. */
export const call = { model: 'fake-chat', messages: [{ role: 'user', content: 'hello' }] }

/** A server with calls under way, and a backup of it, for a group of tests. */
export function useBackup(kind: DatabaseKind) {
  let world: World
  let folder = ''
  let charged = { least: 0, most: 0 }
  const file = () => join(folder, 'a.backup.gz')
  const environment = () => ({ MASTER_KEY_FILE: join(world.folder, 'master.key'), DATA_DIR: folder })
  const command = (words: readonly string[], url: string, more: Readonly<Record<string, string>> = {}) =>
    waystation(words, url, '', { ...environment(), ...more })
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'waystation-backup-'))
    world = await openWorld({ database: kind, tokenQuota: 50_000_000 })
    await world.addChannel({ name: '备用 😀', key: 'far-key-2\nfar-key-3' })
    let isLoaded = true
    let [begun, ended] = [0, 0]
    const load = Array.from({ length: 6 }, async () => {
      while (isLoaded) {
        begun += 1
        expect((await world.post('/v1/chat/completions', call)).status).toBe(200)
        ended += 1
      }
    })
    await vi.waitUntil(() => ended > 0, 60_000)
    const least = ended
    const made = await command(['backup', file()], databaseUrl(world.address))
    charged = { least, most: begun }
    isLoaded = false
    await Promise.all(load)
    expect(made).toEqual({ code: 0, text: expect.stringMatching(/\d+ rows of \d+ tables in .*a\.backup\.gz/) })
    // Many were answered while it was made.
    expect(begun).toBeGreaterThan(least + 6)
  }, 180_000)
  afterAll(async () => {
    await world?.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    ...{ file, command, world: () => world, folder: () => folder },
    /** How many calls the backup has at least and at most: those that were over before it, and those that were begun when it was there. */
    charged: () => charged,
  }
}
