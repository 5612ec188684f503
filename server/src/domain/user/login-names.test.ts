// security, foundation 2; decision D55.
import { expect, test } from 'vitest'
import { openDatabase } from '../../db/open-database.ts'
import { eachDatabase } from '../../testing/databases/databases.ts'
import { openSystemAccounts } from '../ledger/ledger-tasks.ts'
import { clashWords, findLogin, findNameClashes } from './login-names-store.ts'
import { addOlderUsers, type OlderUser } from './testing/older-users.ts'
import { createUser } from './user-store.ts'

const draft = { displayName: '', passwordHash: 'h', role: 1, group: '', email: '', language: '', quota: 0, cause: 'test' }

eachDatabase('names to log in with', ({ database, address }) => {
  const make = (username: string, email = '') => database().run(createUser, { ...draft, username, email })
  const idOf = async (typed: string) => {
    const found = await findLogin(database(), typed)
    return found && Number(found.id)
  }

  test('a user is found by name and by address, whatever capitals and compatible characters are typed', async () => {
    await database().run(openSystemAccounts, null)
    const ann = await make('Ann', 'Ann.B@A.test')
    for (const typed of ['Ann', 'ann', 'ANN', ' ａｎｎ ', 'ann.b@a.test', 'ANN.B@A.TEST']) expect(await idOf(typed), typed).toBe(ann)
    for (const typed of ['', ' ', 'ann2', 'ann%', 'ann.b', '@a.test']) expect(await idOf(typed), typed).toBeUndefined()
  })

  test('nobody gets a name or an address that is another one but for capitals and compatible characters', async () => {
    await expect(make('ANN')).rejects.toMatchObject({ code: 'username_taken', fields: { username: 'username_taken' } })
    await expect(make('ａｎｎ')).rejects.toMatchObject({ code: 'username_taken' })
    await expect(make('ann2', 'ANN.B@a.test')).rejects.toMatchObject({ code: 'email_taken', fields: { email: 'email_taken' } })
    await expect(make('ann@a.test')).rejects.toMatchObject({ code: 'username_at_sign', fields: { username: 'username_at_sign' } })
    await expect(make('\u0430nn')).rejects.toMatchObject({ code: 'username_scripts' })
    await expect(make('thirteen-long')).rejects.toMatchObject({ code: 'setup_username' })
    await expect(make('ann3', 'ann@\u0430pple.com')).rejects.toMatchObject({ code: 'email_scripts' })
  })

  test('of many concurrent requests for a name one gets it, and the others are refused with the reason', async () => {
    const spellings = ['bob', 'Bob', 'BOB', 'ｂｏｂ', 'bOb']
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, at) => make(spellings[at % 5]!, `bob${at}@a.test`)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'username_taken' })
    const addresses = await Promise.allSettled(Array.from({ length: 10 }, (_, at) => make(`carol${at}`, at % 2 ? 'c@a.test' : 'C@A.TEST')))
    expect(addresses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of addresses) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'email_taken' })
  })

  test('users from before names had to be unique can still log in, and their clashes are reported', async () => {
    const users: OlderUser[] = [
      { username: 'Dora' },
      { username: 'dora', isNameShared: true },
      { username: 'a-name-from-elsewhere' },
      { username: 'eve@a.test' },
      { username: 'eve', email: 'Eve@a.test' },
      { username: 'fay', email: 'shared@a.test', isEmailShared: true },
      { username: 'gus', email: 'shared@a.test', isEmailShared: true },
      { username: 'hal', email: 'Hal@a.test', isEmailShared: true },
      { username: 'ida', email: 'hal@a.test', isEmailShared: true },
    ]
    const older = await openDatabase({
      address: address(),
      taskModules: [new URL('./testing/older-users.ts', import.meta.url)],
      tasks: [addOlderUsers],
      isExclusive: false,
      onDeath: (error) => expect(error).toBeUndefined(),
    })
    await older.run(addOlderUsers, users)
    await older.close()

    const rows = await database().read.selectFrom('user').select(['id', 'username']).execute()
    const ids = new Map(rows.map(({ id, username }) => [username, Number(id)]))
    for (const { username } of users) expect(await idOf(username), username).toBe(ids.get(username))
    expect(await idOf('DORA')).toBe(ids.get('Dora'))
    expect(await idOf('A-Name-From-Elsewhere')).toBe(ids.get('a-name-from-elsewhere'))
    expect(await idOf('Eve@A.test')).toBe(ids.get('eve@a.test')) // the older of the two
    expect(await idOf('shared@a.test')).toBeUndefined()
    expect(await idOf('Hal@a.test')).toBe(ids.get('hal'))
    expect(await idOf('hal@a.test')).toBe(ids.get('ida'))
    expect(await idOf('ANN.B@A.TEST')).toBe(ids.get('Ann'))

    const clashes = await findNameClashes(database())
    expect(clashes.map(({ username, isNameShared, isEmailShared }) => [username, isNameShared, isEmailShared])).toEqual([
      ['dora', true, false],
      ['fay', false, true],
      ['gus', false, true],
      ['hal', false, true],
      ['ida', false, true],
    ])
    expect(clashWords(clashes[0]!)).toMatch(/^User \d+ \(dora\): an older user has the same username .*exact spelling\.$/)
    expect(clashWords(clashes[3]!)).toMatch(/^User \d+ \(hal\): other users have the email address Hal@a\.test too/)
    // What older users have, no new one gets.
    await expect(make('DORA')).rejects.toMatchObject({ code: 'username_taken' })
    await expect(make('zoe', 'EVE@a.test')).rejects.toMatchObject({ code: 'email_taken' })
  })
})
