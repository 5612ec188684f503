import { testLaws } from '../../../testing/laws.ts'
import { accumulateResponse, normalResponse } from '../../../testing/openai-responses-accumulate.ts'
import { responsesReplies, responsesStreams } from '../../../testing/openai-responses-replies.ts'
import { requestsOf } from '../../../testing/requests/index.ts'
import type { JsonObject } from '../../encoding/json.ts'
import { openaiResponses } from './dialect.ts'

const isType = (type: string) => (event: JsonObject) => event.type === type
const isFailed = (events: readonly JsonObject[]) => events.some((event) => event.type === 'error' || event.type === 'response.failed')

testLaws({
  dialect: openaiResponses,
  folders: ['openai-responses', 'xai-responses', 'open-responses-responses', 'azure'],
  isReply: (body) => body.object === 'response',
  requests: requestsOf('openai-responses'),
  replies: responsesReplies,
  streams: responsesStreams,
  frames: (events) => events.map((event) => ({ event: String(event.type), data: JSON.stringify(event) })),
  accumulate: accumulateResponse,
  normal: normalResponse,
  isFailed,
  endsChoice: (event) => isType('response.completed')(event) || isType('response.incomplete')(event),
})
