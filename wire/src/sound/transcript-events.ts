// A transcript as the stream that OpenAI's clients read, of a vendor whose events are others. Source: OpenAI's API reference, "Transcription stream
// events", 2026.
import type { WireUsage } from '../chat/reply/usage.ts'
import type { JsonObject } from '../encoding/json.ts'
import type { Frame } from '../encoding/sse.ts'
import { shownTokens } from './transcript.ts'

/** The next piece of it. */
export const transcriptDelta = (delta: string): Frame => event({ type: 'transcript.text.delta', delta })

/** Its end, with all of its text. @param usage absent: nobody counted */
export const transcriptEnd = (text: string, usage?: WireUsage): Frame =>
  event({ type: 'transcript.text.done', text, ...(usage ? { usage: shownTokens(usage) } : {}) })

const event = (body: JsonObject): Frame => ({ event: '', data: JSON.stringify(body) })
