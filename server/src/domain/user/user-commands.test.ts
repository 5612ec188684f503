import { expect, test } from 'vitest'
import { openTestDatabase, sqlitePlace } from '../../testing/databases/databases.ts'
import { addByCommand, setPasswordByCommand } from './user-commands.ts'

test('the command line sets none of the commonest passwords', async () => {
  const place = await sqlitePlace()
  const database = await openTestDatabase(place.address)
  try {
    const given = { username: 'ann', password: 'Password123' }
    await expect(addByCommand(database, given, 'R1')).rejects.toMatchObject({ code: 'password_common' })
    await addByCommand(database, { ...given, password: 'horse battery' }, 'R2')
    await expect(setPasswordByCommand(database, 'ann', 'Password123', 'R3')).rejects.toMatchObject({ code: 'password_common' })
    expect(await setPasswordByCommand(database, 'ann', 'battery horse', 'R4')).toBe('ann')
  } finally {
    await database.close()
    await place.drop()
  }
})
