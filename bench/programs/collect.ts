// Loaded into a process that is measured: told so over its channel, it collects its garbage and answers with what is left.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** What finalizers let go of is collected by the next round. */
const ROUNDS = 4
const PAUSE_MS = 100

if (isMainThread) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  process.on('message', async (message) => {
    if (message !== 'collect') return
    for (let round = 0; round < ROUNDS; round++) {
      collect()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    const { rss, heapUsed, external } = process.memoryUsage()
    process.send?.({ resident: rss / 1024, used: (heapUsed + external) / 1024 })
  })
  // The channel alone must not keep a server alive that wants to end.
  process.channel?.unref()
}
