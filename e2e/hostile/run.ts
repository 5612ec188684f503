// `npm run hostile`: 1,000 hostile bodies and then 20 honest ones of 50 MB at once. `--count 100` for a shorter run.
import { parseArgs } from 'node:util'
import { runHostile } from './hostile.ts'

const MAX_LIVEZ_MS = 250
const MAX_GROWTH_MB = 100
const MAX_RSS_MB = 1024

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000' }, honest: { type: 'string', default: '20' } } })
const report = await runHostile({ count: Number(values.count), honest: Number(values.honest) })
const { livezMs, memoryMb, honestTogether } = report
const rounded = (value: number) => Math.round(value)
const goals: [string, boolean][] = [
  [
    `/livez: median ${rounded(livezMs.median)} ms, p99 ${rounded(livezMs.p99)} ms, max ${rounded(livezMs.max)} ms (goal ${MAX_LIVEZ_MS}), ${report.livezFailures} failed`,
    livezMs.max <= MAX_LIVEZ_MS && report.livezFailures === 0,
  ],
  [`/livez was asked ${report.livezAsked} times`, report.livezAsked > Number(values.count) / 100],
  [
    `memory in use: ${rounded(memoryMb.start)} MB at the start, ${rounded(memoryMb.end)} MB at the end (goal: ${MAX_GROWTH_MB} MB more)`,
    memoryMb.end - memoryMb.start <= MAX_GROWTH_MB,
  ],
  [`resident memory: ${rounded(memoryMb.maxRss)} MB at most (goal ${MAX_RSS_MB})`, memoryMb.maxRss <= MAX_RSS_MB],
  [`an honest body of 50 MB: ${report.honestAlone}`, report.honestAlone === 200],
  [
    `${values.honest} of them at once: ${JSON.stringify(honestTogether)}`,
    (honestTogether[200] ?? 0) > 0 && Object.keys(honestTogether).every((status) => ['200', '429', '503'].includes(status)),
  ],
  ['no hostile body broke anything', report.statuses[500] === undefined],
  [`no body beyond the limits was served: ${report.wronglyServed.join(', ') || 'none'}`, report.wronglyServed.length === 0],
]
process.stdout.write(`hostile bodies by status: ${JSON.stringify(report.statuses)}\n`)
process.stdout.write(`longest work of the main thread without a pause: ${rounded(report.longestWorkMs)} ms of CPU time\n`)
process.stdout.write(`the watching thread itself was late by ${rounded(report.machineLateMs)} ms at most\n`)
for (const [words, isMet] of goals) process.stdout.write(`${isMet ? 'ok    ' : 'MISSED'} ${words}\n`)
process.exit(goals.every(([, isMet]) => isMet) ? 0 : 1)
