import { accumulateGemini } from '../../../testing/gemini-accumulate.ts'
import { geminiReplies, geminiStreams } from '../../../testing/gemini-replies.ts'
import { testLaws } from '../../../testing/laws.ts'
import { requestsOf } from '../../../testing/requests/index.ts'
import { isObject, type JsonObject } from '../../encoding/json.ts'
import { geminiGenerate } from './dialect.ts'

const hasReason = (frame: JsonObject): boolean => /"(finishReason|blockReason)":"[^"]/.test(JSON.stringify(frame))

testLaws({
  dialect: geminiGenerate,
  folders: ['google'],
  // A refusal by quota stands among the answers; it is no reply.
  isReply: (body) => body.candidates !== undefined,
  requests: requestsOf('gemini-generate'),
  replies: geminiReplies,
  streams: geminiStreams,
  frames: (frames) => frames.map((frame) => ({ event: '', data: JSON.stringify(frame) })),
  accumulate: accumulateGemini,
  isFailed: (frames) => frames.some((frame) => isObject(frame.error)),
  endsChoice: hasReason,
})
