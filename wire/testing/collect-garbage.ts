// Collects the garbage of a process, for tests of how much memory is in use.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void // the flag makes it

/**
 * Frees what nothing refers to, buffers too. V8 frees the memory of buffers in threads of its own after a collection, and counts it until then.
 * The next collection waits for them, so there are two.
 */
export function collectGarbage(): void {
  collect()
  collect()
}
