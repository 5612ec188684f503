import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
/** A run writes less than a gigabyte; a container often has 64 MB there. */
const MIN_FREE_BYTES = 8 * 2 ** 30

/**
 * Where the databases of the tests are to lie: in memory, where the machine has much of it, since each commit waits for the disk otherwise.
 * Else, or where TMPDIR says so, in the usual folder.
 */
export function folderForFiles(): string {
  if (process.env.TMPDIR) return process.env.TMPDIR
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) >= MIN_FREE_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
