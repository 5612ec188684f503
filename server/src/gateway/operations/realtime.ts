import type { JsonObject } from '@waystation/wire/encoding/json'
import { openaiSession, openaiSoundRate } from '@waystation/wire/realtime/openai-session'
import { WireError } from '@waystation/wire/wire-error'
import type { SessionOperation } from '../types.ts'

/** Nothing is known of a session before it begins. */
const size = { textBytes: 0, media: [], maxOutputTokens: undefined, choices: 1 }

/** A session of OpenAI's realtime API. Each of its responses is a part of its bill. */
export const realtime: SessionOperation = {
  kind: 'session',
  name: 'realtime',
  read({ model }: JsonObject) {
    if (typeof model !== 'string') throw new WireError('model', 'a string')
    return { model, isStream: true, wantsUsageFrame: false, size }
  },
  formatFor: ({ operations }) => (operations.includes('realtime') ? { operation: 'realtime', dialect: 'openai-chat' } : undefined),
  soundRate: openaiSoundRate,
  sessionReader: ({ upstreamModel }) => openaiSession(upstreamModel),
  replyListener() {
    throw new Error('the messages of a session are read by its reader')
  },
  *promptTexts() {},
}
