import { type ClientDialectName, clientDialects, vendorDialects } from '@waystation/wire/chat/dialects'
import { promptBytes, promptTexts } from '@waystation/wire/chat/openai-chat/prompt-text'
import { isProduce, producedText } from '@waystation/wire/chat/produced-text'
import { requestBytes, requestTexts } from '@waystation/wire/chat/prompt-text'
import type { WireUsage } from '@waystation/wire/chat/usage'
import type { JsonObject } from '@waystation/wire/json'
import { reader } from '@waystation/wire/reader'
import { WireError } from '@waystation/wire/wire-error'
import type { AddressFacts, CallFacts, FrameReading, Listener, OperationKind } from './operation-kind.ts'

const EMPTY: FrameReading = { text: '', isProduce: false }

/** Chat, in any dialect. OpenAI's own is not read whole: most of its calls go to vendors that speak it, and are only edited. */
export const chat = {
  name: 'chat',

  read(body: JsonObject, dialect: ClientDialectName, address?: AddressFacts) {
    return dialect === 'openai-chat' ? readOpenAIChat(body) : readCanonical(body, dialect, address)
  },

  /** In the client's dialect where it is spoken there, else in the best of those that are. */
  formatFor(_provider, spoken, asked) {
    const dialect = spoken.includes(asked) ? asked : spoken[0]
    return dialect && { operation: 'chat', dialect }
  },

  listener({ dialect }, options): Listener {
    const replies = vendorDialects[dialect].replyReader(options)
    return {
      push(frame) {
        let usage: WireUsage | undefined
        let text = ''
        let produced = false
        let error: FrameReading['error']
        const events = replies.push(frame)
        for (const event of events) {
          if (event.kind === 'usage-known') usage = event.usage
          else if (event.kind === 'reply-failed') error = event
          else {
            text += producedText(event)
            produced ||= isProduce(event)
          }
        }
        if (events.length === 0) return EMPTY
        return { text, isProduce: produced, events, ...(usage ? { usage } : {}), ...(error ? { error } : {}) }
      },
      end: () => replies.end(),
      get isComplete() {
        return replies.isComplete
      },
    }
  },

  promptTexts: (body, facts) => (facts.chat ? requestTexts(facts.chat) : promptTexts(body)),

  conversation: ({ facts, endpoint, body }) => facts.chat ?? clientDialects[endpoint.dialect].readRequest(body),
} satisfies OperationKind

function readOpenAIChat(body: JsonObject): CallFacts {
  const r = reader(body, '')
  const model = r.needText('model')
  if (!Array.isArray(r.peek('messages'))) throw new WireError('messages', 'a list')
  const mostOutputTokens = mostOf(r.number('max_tokens'), r.number('max_completion_tokens'))
  return {
    model,
    isStream: r.boolean('stream') ?? false,
    wantsUsageFrame: r.object('stream_options')?.boolean('include_usage') ?? false,
    size: { ...promptBytes(body), mostOutputTokens, choices: Math.max(1, r.number('n') ?? 1) },
  }
}

function readCanonical(body: JsonObject, dialect: ClientDialectName, address: AddressFacts | undefined): CallFacts {
  const read = clientDialects[dialect].readRequest(body)
  const chat = address ? { ...read, model: address.model, stream: address.isStream } : read
  const mostOutputTokens = mostOf(chat.maxOutputTokens)
  return {
    model: chat.model,
    isStream: chat.stream ?? false,
    wantsUsageFrame: chat.streamUsage ?? true,
    size: { ...requestBytes(chat), mostOutputTokens, choices: Math.max(1, chat.choices ?? 1) },
    chat,
  }
}

function mostOf(...values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  for (const value of known) if (!Number.isSafeInteger(value) || value < 0) throw new WireError('max_tokens', 'a whole number from 0')
  return known.length === 0 ? undefined : Math.max(...known)
}
