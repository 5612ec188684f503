// Passwords are stored as argon2id hashes with OWASP's parameters (control 1). Those that came along from another gateway are bcrypt hashes
// until their users log in.
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { AppError } from '@waystation/contract/errors'
import { PASSWORD_MAX_BYTES } from '@waystation/contract/site/setup'

/** 19 MiB, two passes, one lane. */
const OWASP_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes at a time: they share libuv's four threads with files and name look-ups, which model calls wait for. */
const MAX_PARALLEL = Math.max(1, Math.min(4, availableParallelism()))
/** Logins that may wait for a turn; a turn takes about 30 ms. */
const MAX_WAITING = 200

export interface Passwords {
  hash(password: string): Promise<string>
  /**
   * Is this the password? Without a hash the answer is no, and takes as long (control 4).
   * @throws AppError too_many_requests when too many wait
   */
  verify(hash: string | undefined, password: string): Promise<boolean>
}

/** A hash of bcrypt as other gateways store them, of a cost that a login can wait for: 15 takes about two seconds. */
const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/

/** Is this a hash of the kind that came along from another gateway, to be replaced at the next login? */
export const isForeignHash = (stored: string): boolean => BCRYPT.test(stored)

/**
 * Hashes a dummy password first, to compare with where there is no user.
 *
 * @param cost of a hash that is made: KiB, passes and lanes. Verifying costs what the stored hash says.
 */
export async function openPasswords(cost = OWASP_COST): Promise<Passwords> {
  const dummy = await hash('nobody has this password', cost)
  const inTurn = turns()
  return {
    hash: (password) => inTurn(() => hash(password, cost)),
    async verify(stored, password) {
      const isPossible = stored !== undefined && stored !== '' && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
      const known = isPossible ? stored : dummy
      const compare = isForeignHash(known)
        ? () => verifyBcrypt(password, known)
        : () => verify(known, password.slice(0, PASSWORD_MAX_BYTES))
      const isEqual = await inTurn(() => compare().catch(() => false))
      return isPossible && isEqual
    },
  }
}

function turns(): <Value>(work: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= MAX_PARALLEL) {
      if (waiting.length >= MAX_WAITING) throw new AppError('too_many_requests', { seconds: 5 })
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await work()
    } finally {
      // The turn is handed on, so the number that run stays the same.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
