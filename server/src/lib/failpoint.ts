/**
 * Named places at which a crash test kills the process (reliability.md 5.7): `K12:kill` at the first time, `K12:kill@3` at the third.
 * Without any it does nothing.
 */
export function failpoints(text: string): (name: string) => void {
  const wanted = new Map<string, number>()
  for (const item of text.split(',')) {
    const match = /^([\w-]+):kill(?:@(\d+))?$/.exec(item.trim())
    if (match?.[1]) wanted.set(match[1], Number(match[2] ?? 1))
  }
  return (name) => {
    const left = wanted.get(name)
    if (left === undefined) return
    if (left <= 1) process.kill(process.pid, 'SIGKILL')
    wanted.set(name, left - 1)
  }
}
