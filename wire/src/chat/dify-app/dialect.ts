import type { VendorDialect } from '../dialect.ts'
import { tokenTerms } from '../request/terms.ts'
import { readError } from './error.ts'
import { NAME } from './name.ts'
import { replyReader } from './read-reply.ts'
import { writeRequest } from './write-request.ts'

/**
 * The API of Dify's apps, as chat: `POST /chat-messages` and its siblings for completions and workflows. Source: Dify's API reference, "Send
 * Chat Message", "Run Workflow" and "Upload File", 2026.
 */
export const difyApp: VendorDialect = {
  name: NAME,
  framing: 'sse',
  writeRequest,
  replyReader,
  readError,
  terms: {
    ...tokenTerms(['query', 'files'], ['max_tokens']),
    maxOutputTokens: () => undefined,
    withMaxOutputTokens: (body) => body,
    hasNoLimit: true,
  },
  // What an app tells of its steps is no output that is paid for.
  showsThinkingWhole: true,
}
