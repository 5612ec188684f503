// security 12: a server with a wrong master key must not start, and must not change anything.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { openDatabase } from '../../db/open-database.ts'
import { secretsOf } from '../../lib/secret.ts'
import { openServer } from '../../server.ts'
import { logIn, setUp } from '../../testing/console-client.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { writeTasks } from '../write-tasks.ts'
import { openSecrets, rememberMasterKey } from './master-key.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'waystation-key-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const start = (folder: string, env: Record<string, string> = {}) =>
  openServer({
    config: { ...readConfig({ DATA_DIR: folder, HOST: '127.0.0.1', ...env }), port: 0 },
    log: pino({ level: 'silent' }),
    consoleFolder: undefined,
    version: '0.0.0-test',
    onDeath: (error) => {
      throw error
    },
  })

/** Everything that the file holds, as text. */
function contents(folder: string): string {
  const database = new DatabaseSync(join(folder, 'waystation.db'), { readOnly: true, timeout: 60_000 })
  try {
    const tables = database.prepare("select name, sql from sqlite_master where type = 'table' order by name").all()
    return JSON.stringify(tables.map((table) => [table, database.prepare(`select * from "${String(table.name)}"`).all()]))
  } finally {
    database.close()
  }
}

const OTHER_KEY = 'ab'.repeat(32)

test('with another master key the server stops with an explanation and changes nothing', async () => {
  const folder = newFolder()
  const server = await start(folder)
  await setUp(server.url)
  const client = await logIn(server.url)
  await client.call('POST', '/api/channel/', { name: 'one', type: 1, key: 'sk-far', models: 'm', group: 'default' })
  await server.close()
  const [before, file, right] = [contents(folder), readFileSync(join(folder, 'waystation.db')), readFileSync(join(folder, 'master.key'))]

  const words = /not the one that this database was set up with.*Nothing was changed/
  await expect(start(folder, { MASTER_KEY: OTHER_KEY })).rejects.toThrow(words)
  await expect(start(folder, { MASTER_KEY: OTHER_KEY })).rejects.toThrow('MASTER_KEY')
  writeFileSync(join(folder, 'master.key'), OTHER_KEY)
  await expect(start(folder)).rejects.toThrow(words)
  await expect(start(folder)).rejects.toThrow(join(folder, 'master.key'))
  rmSync(join(folder, 'master.key'))
  await expect(start(folder)).rejects.toThrow('is missing')
  expect(contents(folder)).toBe(before)
  expect(readFileSync(join(folder, 'waystation.db')).equals(file)).toBe(true)

  writeFileSync(join(folder, 'master.key'), right)
  // An older installation has no check yet: its sealed values show which key it was.
  const database = new DatabaseSync(join(folder, 'waystation.db'), { timeout: 60_000 })
  database.exec("delete from meta where key = 'master_key_check'")
  database.close()
  await expect(start(folder, { MASTER_KEY: OTHER_KEY })).rejects.toThrow(words)
  const again = await start(folder)
  await again.close()
  expect(contents(folder)).toContain('master_key_check')
})

test('a killed server’s file, whose last writes are still beside it, is looked at as it stands', async () => {
  const folder = newFolder()
  const server = await start(folder)
  await setUp(server.url)
  // Copied under way: the log of writes is as long as after a kill.
  const copy = newFolder()
  cpSync(folder, copy, { recursive: true })
  await server.close()
  await expect(start(copy, { MASTER_KEY: OTHER_KEY })).rejects.toThrow('Nothing was changed')
  const again = await start(copy)
  expect(await (await logIn(again.url)).call('GET', '/api/user/self')).toMatchObject({ id: 1 })
  await again.close()
})

eachDatabase('the master key', ({ database, address, kind }) => {
  const [right, wrong] = [secretsOf(Buffer.alloc(32, 1)), Buffer.alloc(32, 2).toString('hex')]
  const source = (text: string) => ({ text, path: '' })
  const rightKey = Buffer.alloc(32, 1).toString('hex')
  const forget = () => database().read.deleteFrom('meta').where('key', '=', 'master_key_check').execute()

  test('an empty database takes any key', async () => {
    await openSecrets(database().read, source(wrong))
    await openSecrets(database().read, source(rightKey))
  })

  if (kind !== 'sqlite')
    test('an installation from before gets its check only where a sealed value opens', async () => {
      await database()
        .read.insertInto('channel_key')
        .values({
          channel_id: 1,
          position: 0,
          key_enc: right.seal('sk-1', 'channel_key:key_enc:uid-1'),
          key_hash: '',
          key_tail: '',
          row_uid: 'uid-1',
        })
        .execute()
      // A corrupt value does not count when another one opens.
      await database()
        .read.insertInto('channel_key')
        .values({ channel_id: 1, position: 1, key_enc: 'v1:1:spoiled', key_hash: '', key_tail: '', row_uid: 'uid-2' })
        .execute()
      await expect(openSecrets(database().read, source(wrong))).rejects.toThrow('Nothing was changed')
      await rememberMasterKey(database(), await openSecrets(database().read, source(rightKey)))
      await database().read.deleteFrom('channel_key').execute()
      await expect(openSecrets(database().read, source(wrong))).rejects.toThrow('Nothing was changed')
      await forget()
    })

  test('once it is written down, only that key opens the database; a second start leaves it as it is', async () => {
    await rememberMasterKey(database(), right)
    const stored = () => database().read.selectFrom('meta').select('value').where('key', '=', 'master_key_check').executeTakeFirst()
    const first = await stored()
    await rememberMasterKey(database(), right)
    expect(await stored()).toEqual(first)
    await openSecrets(database().read, source(rightKey))
    await expect(openSecrets(database().read, source(wrong))).rejects.toThrow('Nothing was changed')
  })

  test('a key that does not fit is found before the tables are changed', async () => {
    const opening = openDatabase({
      address: address(),
      taskModules: [new URL('../write-tasks.ts', import.meta.url)],
      tasks: writeTasks,
      isExclusive: false,
      inspect: async (read) => {
        expect((await read.selectFrom('meta').select('key').execute()).length).toBeGreaterThan(0)
        throw new Error('stop here')
      },
      onDeath: (error) => {
        throw error
      },
    })
    await expect(opening).rejects.toThrow('stop here')
  })
})
