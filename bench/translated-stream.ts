// What does an event of a stream cost that is put into another dialect, beside passing the raw bytes on? Judged is the whole call, as with a
// stream that is passed through: the goals hold with everything on (authentication, hold, settlement, log), and the floor is the bare proxy
// that gets the same bytes from the same vendor. What translating adds by itself is measured apart, without sockets, where it can be
// repeated, and set beside what one more event costs the bare proxy.
import type { Dialect } from '@waystation/wire/chat/dialect'
import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import { noTokens } from '@waystation/wire/chat/reply/usage'
import { type Frame, printFrame } from '@waystation/wire/encoding/sse'
import { cpuPerRun, dialectPairs, type Pair } from './lib/dialect-pairs.ts'
import { pacedStreams } from './lib/paced-streams.ts'
import type { Question, Row } from './question.ts'

const GOAL = 2
const EVENTS = 100
/** The two that are met most: OpenAI's clients at Anthropic, and Anthropic's at everybody else's models. */
const KINDS = [
  { name: 'Messages to chat', client: 'chat', vendor: 'messages' },
  { name: 'chat to Messages', client: 'messages', vendor: 'chat' },
] as const

export const translatedStream: Question = {
  number: 10,
  title: `CPU of a stream translated, ${EVENTS} events of 120 to 190 bytes`,
  async ask(options) {
    const figures = await pacedStreams(options, KINDS, GOAL)
    const floor = figures[0]?.marginal.floor
    if (floor === undefined) throw new Error('the floor was not measured')
    const pairs = await dialectPairs(options.root)
    const rows = cpuPerRun(pairs.map(translating), options).map((took, index): Row => {
      const subject = { median: took.median / EVENTS, noise: took.noise / EVENTS }
      const judged = { median: subject.median / floor.median, noise: subject.noise / floor.median }
      return { what: `${pairs[index]?.name}: translating alone`, unit: 'µs CPU an event', subject, floor, judged }
    })
    return [
      ...figures.flatMap(({ whole, marginal }) => [whole, marginal]),
      ...rows.sort((one, other) => one.subject.median - other.subject.median),
    ]
  },
}

/** A stream read, written and printed, by the functions that the gateway calls for each frame. Throws where events are lost on the way. */
function translating({ from, to, name }: Pair): () => void {
  const frames = streamOf(from)
  let words = 0
  const printed = ({ event, data = '' }: Frame): Buffer => {
    if (data.includes(' a word')) words += 1
    return Buffer.from(printFrame({ event, data }))
  }
  const run = () => {
    const reader = from.replyReader({ stream: true, idPrefix: 'bench' })
    const writer = to.replyWriter({ stream: true, streamUsage: true, fallback }, losses)
    const print = (events: readonly ChatEvent[]) => {
      for (const event of events) for (const frame of writer.push(event)) printed(frame)
    }
    for (const frame of frames) print(reader.push(frame))
    print(reader.end())
    for (const frame of writer.end()) printed(frame)
  }
  run()
  if (words < EVENTS) throw new Error(`${name}: ${words} of ${EVENTS} events came out`)
  return run
}

/** What the events of a short text look like in a dialect. */
function streamOf(dialect: Dialect): Frame[] {
  const writer = dialect.replyWriter({ stream: true, streamUsage: true, fallback }, losses)
  return [...told.flatMap((event) => writer.push(event)), ...writer.end()]
}

const fallback = { id: 'bench', model: 'bench-model-of-today', createdAt: 1_750_000_000, inputTokens: 42 }
const losses = { add() {} }
const told: readonly ChatEvent[] = [
  { kind: 'reply-started', id: 'bench', model: 'bench-model-of-today', createdAt: 1_750_000_000 },
  { kind: 'part-started', choice: 0, part: 0, initial: { kind: 'text', text: '' } },
  ...Array.from({ length: EVENTS }, (): ChatEvent => ({ kind: 'part-delta', choice: 0, part: 0, text: ' a word' })),
  { kind: 'part-ended', choice: 0, part: 0 },
  { kind: 'choice-ended', choice: 0, reason: 'stop' },
  {
    kind: 'usage-known',
    usage: { ...noTokens, freshInput: 42, output: 100, raw: {} },
  },
  { kind: 'reply-ended' },
]
