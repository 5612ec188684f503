import { openForCommand } from './open.ts'

/** Opening the database migrates it; that is all there is to do. */
export async function migrateCommand(): Promise<number> {
  const database = await openForCommand()
  await database.close()
  console.log(`The ${database.kind} database is up to date.`)
  return 0
}
