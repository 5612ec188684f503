import { clashWords, findNameClashes } from '../domain/user/login-names-store.ts'
import { openForCommand } from './open.ts'

/** Opening the database migrates it. Names that clash since before they had to be unique are told. */
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
