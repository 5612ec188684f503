import { dollarText } from '@waystation/contract/money/quota'
import { unlockUser } from '../domain/session/unlock.ts'
import { grantDollars } from '../domain/user/registration/quota-grant.ts'
import { newRequestId } from '../lib/request-id.ts'
import { runOnDatabase } from './open.ts'
import { add, list, passwd, promote, resetFactors } from './user/accounts.ts'
import type { UserCommand } from './user/command.ts'

const USAGE = `Usage: waystation user list [SEARCH]                  users by id, name or email address; without SEARCH all of them
       waystation user add NAME [--generate]         add an ordinary user
       waystation user passwd NAME [--generate]      set a password; ends the user's sessions and access token
       waystation user promote NAME                  make a user an admin
       waystation user unlock NAME                   let a user log in again after too many wrong passwords
       waystation user reset-factors NAME            remove passkeys, one-time passwords and recovery codes of a user who lost them
       waystation user grant NAME DOLLARS            add to a user's balance, for example: grant maria 25
NAME: a username or email address
Passwords are typed at the terminal or read from standard input; --generate makes one and prints it`

/** More at once is a slip of the finger. */
const MAX_DOLLARS = 1_000_000

const actions: Readonly<Record<string, (words: readonly string[]) => UserCommand | undefined>> = {
  ...{ list, add, passwd, promote, unlock, grant },
  'reset-factors': resetFactors,
}

/**
 * `waystation user ACTION …`. All may run next to a working server on any database: they are short transactions, and the server reads
 * counters and balances at each use, and users at most a second before. Returns 1 when there is no such user or the change is refused,
 * 2 when misused.
 */
export async function userCommand([action = '', ...words]: readonly string[]): Promise<number> {
  const doIt = Object.hasOwn(actions, action) ? actions[action]?.(words) : undefined
  if (!doIt) {
    console.error(USAGE)
    return 2
  }
  return runOnDatabase(async (database) => {
    const done = await doIt.run(database)
    if (!done) {
      console.error(
        `No user found with the username or email address ${doIt.name}. Case does not matter. If several users share the email address, use the username.`,
      )
      return 1
    }
    for (const line of done) console.log(line)
    return 0
  })
}

function unlock(words: readonly string[]): UserCommand | undefined {
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

function grant(words: readonly string[]): UserCommand | undefined {
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
