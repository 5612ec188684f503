import { bearer } from '../bearer.ts'
import type { VendorDialect } from '../dialect.ts'
import { readError } from './error.ts'
import { NAME } from './name.ts'
import { replyReader } from './read-reply.ts'
import { terms } from './terms.ts'
import { writeRequest } from './write-request.ts'

/** Cohere's `POST /v2/chat`. Source: Cohere API reference, "Chat" and "Chat with Streaming", version 2, 2026. */
export const cohereChat: VendorDialect = {
  name: NAME,
  framing: 'sse',
  writeRequest,
  replyReader,
  readError,
  terms,
  showsThinkingWhole: true,
  usual: { chatPath: () => '/v2/chat', keyHeaders: bearer },
}
