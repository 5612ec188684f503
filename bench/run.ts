// `npm run bench`: asks the questions, prints each answer beside its goal, and fails where one is missed by more than the noise.
// --only 1,2   these questions      --rounds 7   more rounds      --seconds 4   longer rounds      --long   also what takes minutes
// --warm 20    seconds of calls before CPU time is measured       --against COMMIT   only: has a call become dearer since then?
// --json       for programs         --root DIR   the server of another checkout                    --profile DIR   CPU profiles
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addedLatency } from './added-latency.ts'
import { callCost } from './call-cost.ts'
import { choosing } from './choosing.ts'
import { compareWith } from './compare.ts'
import { dashboard } from './dashboard.ts'
import { forms } from './forms.ts'
import { growingData } from './growing-data.ts'
import { historyTranslation } from './history-translation.ts'
import { idleStreams } from './idle-streams.ts'
import { largeBodies } from './large-bodies.ts'
import { ledger } from './ledger.ts'
import { coresText, findCores } from './lib/cores.ts'
import { printAnswer } from './lib/print.ts'
import { lists } from './lists.ts'
import { liveStreams } from './live-streams.ts'
import { manyChannels } from './many-channels.ts'
import { priceSimulation } from './price-simulation.ts'
import { type BenchOptions, isMissed, type Question, type Row } from './question.ts'
import { runningTasks } from './running-tasks.ts'
import { sensitiveWords } from './sensitive-words.ts'
import { severalProcesses } from './several-processes.ts'
import { sockets } from './sockets.ts'
import { start } from './start.ts'
import { streamCost } from './stream-cost.ts'
import { translatedStream } from './translated-stream.ts'

const questions: readonly Question[] = [
  callCost,
  streamCost,
  largeBodies,
  addedLatency,
  start,
  ledger,
  liveStreams,
  idleStreams,
  manyChannels,
  translatedStream,
  historyTranslation,
  dashboard,
  priceSimulation,
  forms,
  sockets,
  choosing,
  sensitiveWords,
  runningTasks,
  severalProcesses,
  growingData,
  lists,
]

const { values: flags } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    warm: { type: 'string', default: '20' },
    against: { type: 'string' },
    long: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    root: { type: 'string' },
    profile: { type: 'string' },
  },
})
const asked = flags.only?.split(',').map(Number)
const options: BenchOptions = {
  rounds: Number(flags.rounds),
  roundSeconds: Number(flags.seconds),
  warmSeconds: Number(flags.warm),
  isLong: flags.long,
  root: flags.root === undefined ? fileURLToPath(new URL('..', import.meta.url)) : `${resolve(flags.root)}/`,
  profileFolder: flags.profile === undefined ? undefined : resolve(flags.profile),
  say: (text) => {
    if (!flags.json) process.stderr.write(`${text}\n`)
  },
}

options.say(
  `Load of this machine before: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(', ')}. Ratios hold on a busy machine too; absolute figures do not.`,
)
options.say(
  `The floor is a bare node:http server with undici, one pool, no framework. For questions of CPU it and the server are ${coresText(findCores())}, ` +
    `one after the other, after ${options.warmSeconds} s of calls each; CPU is that of all threads.`,
)
if (flags.against !== undefined) process.exit((await compareWith(flags.against, options)) ? 0 : 1)

const answers: { question: number; title: string; rows: readonly Row[]; error?: string }[] = []
for (const question of questions.filter(({ number }) => asked === undefined || asked.includes(number))) {
  options.say(`${question.number} ${question.title} …`)
  const { number, title } = question
  try {
    answers.push({ question: number, title, rows: await question.ask(options) })
  } catch (error) {
    // A question that cannot be answered is a failure, and the others are still asked.
    answers.push({ question: number, title, rows: [], error: error instanceof Error ? error.message : String(error) })
  }
  const answer = answers.at(-1)
  if (answer && !flags.json) process.stdout.write(printAnswer(answer))
}

if (flags.json) process.stdout.write(`${JSON.stringify(answers, null, 2)}\n`)
const missed = answers.filter(({ rows, error }) => error !== undefined || rows.some(isMissed))
if (!flags.json)
  process.stdout.write(
    missed.length === 0
      ? '\nNo goal is missed by more than the noise.\n'
      : `\nMissed: ${missed.map(({ question }) => question).join(', ')}\n`,
  )
process.exitCode = missed.length === 0 ? 0 : 1
