import type { Database } from '../db/database.ts'
import { readOption, writeOption } from '../domain/option/option-commands.ts'
import { newRequestId } from '../lib/request-id.ts'
import { runOnDatabase } from './open.ts'

const USAGE = `Usage: waystation option get KEY          print an option, for example: get TurnstileCheckEnabled
       waystation option set KEY VALUE    change an option by the rules of the settings page; '' empties it
All keys are in docs/options.md. Secrets are neither printed nor set here.`

/**
 * `waystation option get|set …`, for whoever cannot log in to the settings page. May run next to a working server on any database.
 * Returns 1 when the option is not there or the value is refused, 2 when misused.
 */
export async function optionCommand(words: readonly string[]): Promise<number> {
  const command = read(words)
  if (!command) {
    console.error(USAGE)
    return 2
  }
  return runOnDatabase(async (database) => {
    console.log(await command(database))
    return 0
  })
}

/** What to do, which answers with the text to print; undefined: misused. */
function read([action, key, ...rest]: readonly string[]): ((database: Database) => Promise<string>) | undefined {
  if (key === undefined) return undefined
  const [value] = rest
  if (action === 'get' && value === undefined) return (database) => readOption(database, key)
  if (action !== 'set' || value === undefined || rest.length > 1) return undefined
  return async (database) => {
    const stored = await writeOption(database, { key, value }, newRequestId())
    return `${key} is ${stored === '' ? 'empty' : stored} now. A running server takes this over within 2 seconds.`
  }
}
