// Keeps a second process off one PostgreSQL or MySQL database: a lock of the server that lives as long as its connection.
import { setTimeout as sleep } from 'node:timers/promises'

interface LockConnection {
  readonly isTaken: boolean
  end(): Promise<void>
}

const TAKEN_MESSAGE = 'Another Waystation already runs on this database. Several processes on one database are not supported yet.'
/** How often the lock is asked for again after its connection broke: the database may be away for a while (FLT-28). */
const RETRY_MS = 1000

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

  async function takeAgain(): Promise<void> {
    while (!isReleased) {
      await sleep(RETRY_MS)
      if (isReleased) return
      try {
        connection = await take()
      } catch {
        continue // still away
      }
      if (connection.isTaken) return
      await connection.end()
      onDeath(new Error(TAKEN_MESSAGE))
      return
    }
  }

  return {
    async release() {
      isReleased = true
      // A connection that is gone holds no lock.
      await connection.end().catch(() => {})
    },
  }
}
