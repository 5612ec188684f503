import { bearer } from '../bearer.ts'
import type { VendorDialect } from '../dialect.ts'
import { tokenTerms } from '../request/terms.ts'
import { readError } from './error.ts'
import { NAME } from './name.ts'
import { replyReader } from './read-reply.ts'
import { writeRequest } from './write-request.ts'

/** Ollama's own `POST /api/chat`. Source: Ollama's API reference, "Generate a chat message", "Streaming" and "Errors", 2026. */
export const ollamaChat: VendorDialect = {
  name: NAME,
  framing: 'json-lines',
  writeRequest,
  replyReader,
  readError,
  terms: tokenTerms(['messages', 'tools', 'format'], ['options', 'num_predict']),
  needsData: ({ kind }) => kind === 'image',
  showsThinkingWhole: true,
  usual: { chatPath: () => '/api/chat', keyHeaders: bearer },
}
