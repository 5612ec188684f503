import { unlockUser } from '../domain/session/unlock.ts'
import { newRequestId } from '../lib/request-id.ts'
import { openForCommand } from './open.ts'

const USAGE = 'Usage: waystation user unlock NAME   (NAME: a username or mail address)'

/**
 * `waystation user unlock NAME`: forgets the wrong passwords that were tried at a user. May run beside a working server on any database:
 * it is one short transaction, and the server reads the counters at each try. Answers 1 when there is no such user, 2 when misused.
 */
export async function userCommand([action, ...names]: readonly string[]): Promise<number> {
  const name = names.join(' ').trim()
  if (action !== 'unlock' || name === '') {
    console.error(USAGE)
    return 2
  }
  const database = await openForCommand()
  try {
    const unlocked = await unlockUser(database, name, { requestId: newRequestId(), now: Date.now })
    if (!unlocked) {
      console.error(
        `No user has the name or mail address ${name}. Capitals do not matter; an address that several users share names nobody.`,
      )
      return 1
    }
    const { username, counters } = unlocked
    console.log(
      counters === 0
        ? `Nobody was held up: no tries were counted against ${username}.`
        : `${username} may log in again now; ${counters} counters of tries were cleared.`,
    )
    console.log('An address that made 20 critical calls in 20 minutes still has to wait; log in from another one, or wait.')
    return 0
  } finally {
    await database.close()
  }
}
