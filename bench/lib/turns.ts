/** Looks at the thread's clock once in every turn. `stop` answers the longest turn of the event loop, in milliseconds of its CPU. */
export function watchTurns(): { stop(): number } {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  }
  let [longest, last, isOver] = [0, cpuMs(), false]
  const turn = () => {
    const now = cpuMs()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  return {
    stop() {
      isOver = true
      return longest
    },
  }
}
