import type { ReplyReader } from '@waystation/wire/chat/dialect'
import { clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { failureOfEnd } from '@waystation/wire/chat/reply/end-meaning'
import type { ChatEvent } from '@waystation/wire/chat/reply/event'
import type { WireUsage } from '@waystation/wire/chat/reply/usage'
import { isProduce, producedText } from '@waystation/wire/chat/request/produced-text'
import { requestTexts } from '@waystation/wire/chat/request/prompt-text'
import { type RequestFacts, requestFacts } from '@waystation/wire/chat/request/request-facts'
import type { Frame } from '@waystation/wire/encoding/sse'
import type { CallFacts } from '../call-facts.ts'
import type { FrameReading, ReplyListener } from '../reply.ts'
import type { ConversationOperation } from '../types.ts'

const EMPTY: FrameReading = { text: '', isProduce: false }

/** Chat, in any dialect. A dialect's quick reading is used where it has one: most calls go to vendors that speak it, and are only edited. */
export const chat: ConversationOperation = {
  kind: 'conversation',
  name: 'chat',

  read(body, dialect, address) {
    const { factsOnly, readRequest } = clientDialects[dialect]
    if (factsOnly && !address) return callFacts(factsOnly.facts(body))
    const read = readRequest(body)
    const request = address ? { ...read, model: address.model, stream: address.isStream } : read
    return { ...callFacts(requestFacts(request)), chat: request }
  },

  /** In the client's dialect where it is spoken there, else in the best of those that are. */
  formatFor({ operations }, spoken, asked) {
    // Who gives vectors or sound alone speaks no dialect, though its record names one.
    if (!operations.includes('chat')) return undefined
    const dialect = spoken.includes(asked) ? asked : spoken[0]
    return dialect && { operation: 'chat', dialect }
  },

  replyListener: ({ dialect }, options) => new ChatListener(vendorDialects[dialect].replyReader(options)),

  promptTexts({ facts, endpoint, body }, purpose) {
    const { factsOnly, readRequest } = clientDialects[endpoint.dialect]
    return factsOnly && !facts.chat ? factsOnly.promptTexts(body, purpose) : requestTexts(facts.chat ?? readRequest(body), purpose)
  },

  conversation: ({ facts, endpoint, body }) => facts.chat ?? clientDialects[endpoint.dialect].readRequest(body),
}

function callFacts({ model, stream, streamUsage, promptSize, maxOutputTokens, choices, effort }: RequestFacts): CallFacts {
  const size = { ...promptSize, maxOutputTokens, choices }
  return { model, isStream: stream, wantsUsageFrame: streamUsage, size, ...(effort === undefined ? {} : { effort }) }
}

/** Reads a reply of chat by its dialect. */
class ChatListener implements ReplyListener {
  readonly #reader: ReplyReader

  constructor(reader: ReplyReader) {
    this.#reader = reader
  }

  push(frame: Frame): FrameReading {
    const events = this.#reader.push(frame)
    const [only] = events
    const { mended } = this.#reader
    if (mended !== undefined) return { ...readingOf(events), mended }
    if (only === undefined) return EMPTY
    // Nearly every frame of a stream adds a piece of text and nothing else.
    if (events.length === 1 && only.kind === 'part-delta') return { text: producedText(only), isProduce: isProduce(only), events }
    return readingOf(events)
  }

  end(): readonly ChatEvent[] {
    return this.#reader.end()
  }

  get isComplete(): boolean {
    return this.#reader.isComplete
  }
}

function readingOf(events: readonly ChatEvent[]): FrameReading {
  let usage: WireUsage | undefined
  let error: FrameReading['error']
  let text = ''
  let produced = false
  let ended: number[] | undefined
  for (const event of events) {
    if (event.kind === 'usage-known') usage = event.usage
    else if (event.kind === 'reply-failed') error = event
    else {
      text += producedText(event)
      produced ||= isProduce(event)
      if (event.kind === 'choice-ended') {
        ended ??= []
        ended.push(event.choice)
      }
      const failure = failureOfEnd(event)
      if (failure !== undefined) error = { message: failure, isEnd: true }
    }
  }
  return { text, isProduce: produced, events, ...(usage ? { usage } : {}), ...(ended ? { ended } : {}), ...(error ? { error } : {}) }
}
