import { liveSession, liveSoundRate } from '@waystation/wire/realtime/live-session'
import type { SessionOperation } from '../types.ts'
import { realtime } from './realtime.ts'

/** A session of Google's Live API. Each turn of the model in it is a part of its bill. */
export const live: SessionOperation = {
  ...realtime,
  name: 'live',
  formatFor: ({ operations }) => (operations.includes('live') ? { operation: 'live', dialect: 'gemini-generate' } : undefined),
  soundRate: liveSoundRate,
  // Of its first message.
  promptTexts: ({ body }) => (typeof body.text === 'string' && body.text !== '' ? [body.text] : []),
  sessionReader: ({ upstreamModel }, handles) => liveSession({ ...handles, model: `models/${upstreamModel}` }),
}
