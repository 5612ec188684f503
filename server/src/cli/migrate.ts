import { clashWords, findNameClashes } from '../domain/user/login-names-store.ts'
import { openForCommand } from './open.ts'

/** Opening the database migrates it. Prints names that clash because older versions did not require them to be unique. */
export async function migrateCommand(): Promise<number> {
  const database = await openForCommand()
  try {
    console.log(`The ${database.kind} database is up to date.`)
    for (const clash of await findNameClashes(database)) console.log(clashWords(clash))
    return 0
  } finally {
    await database.close()
  }
}
