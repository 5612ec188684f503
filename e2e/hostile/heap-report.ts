// Loaded into the server's process beside it (`node --expose-gc --import`): tells over the process's own channel what its memory holds.
// Nothing of this is reachable from outside.
// The longest the main thread worked without a pause, in CPU time: unlike the clock on the wall it does not count what else the machine does.
const TICK_MS = 5
let longestMs = 0
let before = process.threadCpuUsage()
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  longestMs = Math.max(longestMs, (user + system) / 1000)
}, TICK_MS).unref()

process.on('message', async (message) => {
  if (message !== 'heap') return
  // Collecting by force is no work of the server's.
  const longestBefore = longestMs
  for (let round = 0; round < 4; round++) {
    globalThis.gc?.()
    // What finalizers let go of is collected by the next round.
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const { heapUsed, external } = process.memoryUsage()
  process.send?.({ usedBytes: heapUsed + external, longestMs: longestBefore })
  longestMs = 0
})
// The channel alone must not keep a server alive that wants to end.
process.channel?.unref()
