// How long does an agent's history of 81 messages take to become a body of another dialect? What is read, limited to what the vendor's
// model accepts and written counts, by the functions that the gateway calls; parsing and printing the JSON stand beside it, since a body
// that is passed through is parsed and printed too. All pairs run in one process, so no function is compiled for one dialect only; it is CPU
// time, so a busy machine counts less.
import { lossList } from '@waystation/wire/chat/losses/loss'
import type { JsonObject } from '@waystation/wire/encoding/json'
import { agentHistory } from './lib/agent-history.ts'
import { cpuPerRun, dialectPairs } from './lib/dialect-pairs.ts'
import { type Measured, percentile } from './lib/measure.ts'
import type { Question, Row } from './question.ts'

/** The last one is the result of a call, as in every request of an agent. */
const MESSAGES = 81
const GOAL_MS = 0.2

export const historyTranslation: Question = {
  number: 11,
  title: `Translating a history of ${MESSAGES} messages, beside parsing and printing it`,
  async ask(options) {
    const history = agentHistory(MESSAGES)
    const pairs = (await dialectPairs(options.root)).map((pair) => {
      const text = JSON.stringify(pair.from.writeRequest(history, lossList()))
      return { ...pair, text, body: JSON.parse(text) as JsonObject }
    })
    const translated = pairs.map(
      ({ from, to, body, limited }) =>
        () =>
          to.writeRequest({ ...limited(from.readRequest(body)), model: 'bench' }, lossList()),
    )
    // What loses half of the history on the way is quick.
    for (const [at, write] of translated.entries()) {
      const [bytes, { name = '', text = '' } = {}] = [JSON.stringify(write()).length, pairs[at]]
      if (bytes < text.length / 2) throw new Error(`${name}: ${text.length} bytes became ${bytes}`)
    }
    const translating = translated.map((write) => () => void write())
    const texts = [...new Set(pairs.map(({ text }) => text))]
    const printing = texts.map((text) => () => {
      JSON.stringify(JSON.parse(text))
    })
    const took = cpuPerRun([...translating, ...printing], options).map(milliseconds)
    const rows = pairs
      .map(({ name }, index): Row => row(name, took[index] ?? NONE))
      .sort((one, other) => one.subject.median - other.subject.median)
    const sizes = texts.map((text) => Math.round(text.length / 1000))
    return [
      ...rows,
      { ...row('the median of these pairs', medianOf(rows)), goal: GOAL_MS },
      { ...row('the dearest of these pairs', rows.at(-1)?.subject ?? NONE), goal: GOAL_MS },
      {
        ...row('parsing and printing the JSON alone, the median dialect', medianOf(took.slice(pairs.length).map((each) => row('', each)))),
        note: `${Math.min(...sizes)} to ${Math.max(...sizes)} KB`,
      },
    ]
  },
}

const NONE: Measured = { median: Number.NaN, noise: 0 }

function row(what: string, subject: Measured): Row {
  return { what, unit: 'ms CPU', subject, judged: subject }
}

function medianOf(rows: readonly Row[]): Measured {
  const sorted = (of: keyof Measured) => rows.map(({ subject }) => subject[of]).sort((one, other) => one - other)
  return { median: percentile(sorted('median'), 0.5), noise: percentile(sorted('noise'), 0.5) }
}

function milliseconds({ median, noise }: Measured): Measured {
  return { median: median / 1000, noise: noise / 1000 }
}
