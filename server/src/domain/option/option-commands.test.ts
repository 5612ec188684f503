import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../db/database.ts'
import { secretsOf } from '../../lib/secret.ts'
import { localInvalidation } from '../../lib/shared/invalidation.ts'
import { openTestDatabase, sqlitePlace, type TestPlace } from '../../testing/databases/databases.ts'
import { readOption, writeOption } from './option-commands.ts'
import { type OptionService, openOptions } from './option-service.ts'

const ROOT = { role: 100 }

let place: TestPlace
let database: Database
let options: OptionService
beforeAll(async () => {
  place = await sqlitePlace()
  database = await openTestDatabase(place.address)
  options = await openOptions(database, secretsOf(Buffer.alloc(32, 7)), localInvalidation())
})
afterAll(async () => {
  await database.close()
  await place.drop()
})

const write = (key: string, value: string) => writeOption(database, { key, value }, 'R')

test('what the command line writes it reads again, and a running server takes it over without losing its secrets', async () => {
  await options.set('SMTPToken', 'a mail password', ROOT)
  expect(await write('Footer', 'two words 驿站')).toBe('two words 驿站')
  expect(await readOption(database, 'Footer')).toBe('two words 驿站')
  expect(options.storedText('Footer')).toBe('')
  const before = options.version
  await options.refresh()
  expect([options.storedText('Footer'), options.version]).toEqual(['two words 驿站', before + 1])
  expect(options.list(ROOT).setSecrets).toEqual(['SMTPToken'])
  await options.refresh()
  expect(options.version).toBe(before + 1)
  expect(await write('Footer', '')).toBe('')
})

test('of what two processes store at the same time the later one counts in both', async () => {
  for (const value of ['3', '4', '5'])
    await Promise.all([write('RetryTimes', value), options.set('SystemName', `Relay ${value}`, ROOT), options.refresh()])
  await options.refresh()
  expect([options.storedText('RetryTimes'), options.storedText('SystemName')]).toEqual(['5', 'Relay 5'])
  expect([await readOption(database, 'RetryTimes'), await readOption(database, 'SystemName')]).toEqual(['5', 'Relay 5'])
})

test.each([
  ['SMTPToken', 'another password', 'option_secret'],
  ['Nobody', '1', 'unknown_option'],
  ['RetryTimes', 'many', 'bad_option'],
  ['EmailVerificationEnabled', 'true', 'option_needs'],
  ['PasswordLoginEnabled', 'false', 'option_locks_out'],
])('%s cannot be set to %s: %s', async (key, value, code) => {
  await expect(write(key, value)).rejects.toMatchObject({ code })
})

test('a secret is not read, and a price map is read whole', async () => {
  await expect(readOption(database, 'SMTPToken')).rejects.toMatchObject({ code: 'option_secret' })
  await expect(readOption(database, 'Nobody')).rejects.toMatchObject({ code: 'unknown_option' })
  expect(Object.keys(JSON.parse(await readOption(database, 'ModelRatio'))).length).toBeGreaterThan(100)
})

test('each change is in the audit log, as the command line’s', async () => {
  const rows = await database.read.selectFrom('audit').select(['actor_name', 'action', 'target', 'detail']).orderBy('id').execute()
  expect(rows[0]).toMatchObject({ actor_name: 'command line', action: 'option.update', target: 'Footer' })
  expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({ before: '', after: 'two words 驿站' })
  expect(new Set(rows.map(({ target }) => target))).toEqual(new Set(['Footer', 'RetryTimes']))
})
