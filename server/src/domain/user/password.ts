// Passwords are stored as argon2id hashes with OWASP's parameters (control 1).
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '@waystation/contract/errors'
import { PASSWORD_MAX_BYTES } from '@waystation/contract/site/setup'

/** 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
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

/** Hashes a dummy password first, to compare with where there is no user. */
export async function openPasswords(): Promise<Passwords> {
  const dummy = await hash('nobody has this password', PARAMETERS)
  const inTurn = turns()
  return {
    hash: (password) => inTurn(() => hash(password, PARAMETERS)),
    async verify(stored, password) {
      const isPossible = stored !== undefined && stored !== '' && Buffer.byteLength(password) <= PASSWORD_MAX_BYTES
      const isEqual = await inTurn(() => verify(isPossible ? stored : dummy, password.slice(0, PASSWORD_MAX_BYTES)).catch(() => false))
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
