// security 16: the data folder is its owner's alone, whatever an earlier version left there.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { openServer } from './server.ts'
import { setUp } from './testing/console-client.ts'

const base = mkdtempSync(join(tmpdir(), 'waystation-private-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

const start = (folder: string) =>
  openServer({
    config: { ...readConfig({ DATA_DIR: folder, HOST: '127.0.0.1' }), port: 0 },
    log: pino({ level: 'silent' }),
    consoleFolder: undefined,
    version: '0.0.0-test',
    onDeath: (error) => {
      throw error
    },
  })

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)
const modes = (folder: string) => Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]))

test('everything in the data folder is readable by its owner alone, from the first start on', async () => {
  const folder = join(base, 'new')
  const server = await start(folder)
  await setUp(server.url)
  try {
    expect(modeOf(folder)).toBe('700')
    expect(Object.keys(modes(folder))).toEqual(
      expect.arrayContaining([
        'waystation.db',
        'waystation.db-wal',
        'waystation.db-shm',
        'instance.lock',
        'master.key',
        'settlements.spool',
      ]),
    )
    expect(new Set(Object.values(modes(folder)))).toEqual(new Set(['600']))
  } finally {
    await server.close()
  }
})

test('what others could read is taken from them at the next start; a folder above it is left alone', async () => {
  const folder = join(base, 'new')
  chmodSync(base, 0o755)
  chmodSync(folder, 0o755)
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644)
  const server = await start(folder)
  try {
    expect(modeOf(folder)).toBe('700')
    expect(new Set(Object.values(modes(folder)))).toEqual(new Set(['600']))
    expect(modeOf(base)).toBe('755')
    expect(existsSync(join(folder, 'waystation.db'))).toBe(true)
  } finally {
    await server.close()
  }
})
