// Excludes a second process from one PostgreSQL or MySQL database, or processes without Redis from one on which several work: a lock of the
// database server that lives as long as its connection.

interface LockConnection {
  readonly isTaken: boolean
  end(): Promise<void>
}

/** `alone`: no other may work on the database; `shared`: others with the same lock may. */
export type LockMode = 'alone' | 'shared'

const TAKEN_MESSAGES: Readonly<Record<LockMode, string>> = {
  alone: 'Another Waystation already runs on this database. Several processes on one database need REDIS_URL, the same for each of them.',
  shared:
    'A Waystation without REDIS_URL runs on this database, and must be alone there. Stop it, or start it with the REDIS_URL of this one.',
}
/** How often the lock is tried again after its connection broke: the database may be away for a while (FLT-28). */
const RETRY_MS = 1000
/** After a network failure our own former session holds the lock until the database server notices that it is gone. */
const MAX_REFUSALS = 20

/**
 * Takes the lock, and takes it again whenever its connection is lost.
 * @throws Error with words for the operator where another process has a lock that excludes this one
 * @param connect opens a connection of its own and tries to take the lock on it
 * @param onDeath called when, after a loss, another process has taken the lock: two must not go on
 */
export async function holdProcessLock(
  mode: LockMode,
  connect: (onLoss: () => void) => Promise<LockConnection>,
  onDeath: (error: Error) => void,
): Promise<{ release(): Promise<void> }> {
  let isReleased = false
  let connection = await take()
  if (!connection.isTaken) {
    await connection.end()
    throw new Error(TAKEN_MESSAGES[mode])
  }

  async function take(): Promise<LockConnection> {
    return connect(() => void takeAgain())
  }

  let isTaking = false
  async function takeAgain(): Promise<void> {
    // A connection may report its end more than once, and a second attempt would find the lock of the first.
    if (isTaking) return
    isTaking = true
    let refusals = 0
    while (!isReleased) {
      await sleep(RETRY_MS)
      if (isReleased) break
      const next = await take().catch(() => undefined)
      if (!next) continue // still away
      if (next.isTaken) {
        connection = next
        break
      }
      await next.end().catch(() => {})
      refusals += 1
      if (refusals < MAX_REFUSALS) continue
      onDeath(new Error(TAKEN_MESSAGES[mode]))
      break
    }
    isTaking = false
  }

  return {
    async release() {
      isReleased = true
      // A connection that is gone holds no lock.
      await connection.end().catch(() => {})
    },
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
