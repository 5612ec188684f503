import { dollarText } from '@waystation/contract/quota'
import type { Database } from '../db/database.ts'
import { unlockUser } from '../domain/session/unlock.ts'
import { grantDollars } from '../domain/user/quota-grant.ts'
import { newRequestId } from '../lib/request-id.ts'
import { openForCommand } from './open.ts'

const USAGE = `Usage: waystation user unlock NAME          let a user log in again after too many wrong passwords
       waystation user grant NAME DOLLARS   add to a user's balance, for example: grant maria 25
NAME: a username or email address`

/** More at once is a slip of the finger. */
const MAX_DOLLARS = 1_000_000

/**
 * `waystation user unlock NAME` forgets the wrong passwords that were tried at a user, `waystation user grant NAME DOLLARS` adds to their
 * balance. Both may run beside a working server on any database: they are short transactions, and the server reads counters and balances
 * at each use. Answers 1 when there is no such user, 2 when misused.
 */
export async function userCommand([action, ...words]: readonly string[]): Promise<number> {
  const doIt = action === 'unlock' ? unlock(words) : action === 'grant' ? grant(words) : undefined
  if (!doIt) {
    console.error(USAGE)
    return 2
  }
  const database = await openForCommand()
  try {
    const done = await doIt.run(database)
    if (!done) {
      console.error(
        `No user found with the username or email address ${doIt.name}. Case does not matter. If several users share the email address, use the username.`,
      )
      return 1
    }
    for (const line of done) console.log(line)
    return 0
  } finally {
    await database.close()
  }
}

interface UserDeed {
  readonly name: string
  /** What to say about it; undefined: there is no such user. */
  run(database: Database): Promise<readonly string[] | undefined>
}

function unlock(words: readonly string[]): UserDeed | undefined {
  const name = words.join(' ').trim()
  if (name === '') return undefined
  return {
    name,
    async run(database) {
      const unlocked = await unlockUser(database, name, { requestId: newRequestId(), now: Date.now })
      if (!unlocked) return undefined
      const { username, counters } = unlocked
      return [
        counters === 0
          ? `${username} was not locked: no failed logins were counted.`
          : `${username} can log in again. Counters of failed logins cleared: ${counters}.`,
        'An IP address with 20 sensitive requests, such as logins, in 20 minutes is still limited. Use another address, or wait.',
      ]
    },
  }
}

function grant(words: readonly string[]): UserDeed | undefined {
  const name = words.slice(0, -1).join(' ').trim()
  const amount = /^\$?(\d{1,7}(?:\.\d{1,6})?)$/.exec(words.at(-1) ?? '')?.[1]
  const dollars = Number(amount)
  if (name === '' || !(dollars > 0 && dollars <= MAX_DOLLARS)) return undefined
  return {
    name,
    async run(database) {
      const granted = await grantDollars(database, name, dollars, newRequestId())
      if (!granted) return undefined
      const text = (units: number) => dollarText(units, granted.perUnit)
      return [`Added ${text(granted.amount)} to the balance of ${granted.username}. New balance: ${text(granted.balance)}.`]
    },
  }
}
