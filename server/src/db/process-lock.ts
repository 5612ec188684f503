// Keeps a second process off one PostgreSQL or MySQL database: a lock of the server that lives as long as its connection.

interface LockConnection {
  readonly isTaken: boolean
  end(): Promise<void>
}

const TAKEN_MESSAGE = 'Another Waystation already runs on this database. Several processes on one database are not supported yet.'
/** How often the lock is asked for again after its connection broke: the database may be away for a while (FLT-28). */
const RETRY_MS = 1000
/** After a cut in the network our own former session keeps the lock until the server notices that we are gone. */
const MAX_REFUSALS = 20

/**
 * Takes the lock, and takes it again whenever its connection is lost.
 * @param connect opens a connection of its own and tries to take the lock on it
 * @param onDeath told when, after a loss, another process has taken the lock: two must not go on
 */
export async function holdProcessLock(
  connect: (onLoss: () => void) => Promise<LockConnection>,
  onDeath: (error: Error) => void,
): Promise<{ release(): Promise<void> }> {
  let isReleased = false
  let connection = await take()
  if (!connection.isTaken) {
    await connection.end()
    throw new Error(TAKEN_MESSAGE)
  }

  async function take(): Promise<LockConnection> {
    return connect(() => void takeAgain())
  }

  let isTaking = false
  async function takeAgain(): Promise<void> {
    // A connection may tell its end more than once, and one of two takers would find the other's lock.
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
      onDeath(new Error(TAKEN_MESSAGE))
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
