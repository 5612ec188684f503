import { accumulateMessages } from '../../../testing/anthropic-messages-accumulate.ts'
import { messageReplies, messageStreams } from '../../../testing/anthropic-messages-replies.ts'
import { testLaws } from '../../../testing/laws.ts'
import { requestsOf } from '../../../testing/requests/index.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { anthropicMessages } from './dialect.ts'

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const messageOf = (event: JsonObject): JsonObject => (isObject(event.message) ? event.message : {})

testLaws({
  dialect: anthropicMessages,
  folders: ['anthropic', 'anthropic-skills'],
  isReply: (body) => body.type === 'message',
  requests: requestsOf('anthropic-messages'),
  replies: messageReplies,
  streams: messageStreams,
  frames: (events) => events.map((event) => ({ event: String(event.type), data: JSON.stringify(event) })),
  accumulate: accumulateMessages,
  /** A sequence that did not stop the answer is null or absent; usage that the vendor did not report is ours. */
  normal(body) {
    if (body.type !== 'message') return body
    const { stop_sequence, usage, ...others } = body
    return {
      ...others,
      ...(stop_sequence !== null && { stop_sequence }),
      ...(isObject(usage) && Object.keys(usage).length > 2 && { usage }),
    }
  },
  isFailed(events) {
    const first = events.find((event) => event.type === 'message_start')
    const end = events.findIndex((event) => event.type === 'message_stop')
    const before = end < 0 ? events : events.slice(0, end)
    return before.some(
      (event) => event.type === 'error' || (event.type === 'message_start' && messageOf(event).id !== messageOf(first ?? {}).id),
    )
  },
  endsChoice: (event) =>
    event.type === 'message_stop' ||
    (isObject(event.delta) && typeof event.delta.stop_reason === 'string') ||
    typeof messageOf(event).stop_reason === 'string',
})
