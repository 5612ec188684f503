import { readError } from '../../openai/error.ts'
import type { VendorDialect } from '../dialect.ts'
import { tokenTerms } from '../request/terms.ts'
import { NAME } from './name.ts'
import { replyReader } from './read-reply.ts'
import { writeRequest } from './write-request.ts'

/**
 * The API of Coze's bots, as chat: `POST /v3/chat`, streamed. Source: Coze's developer guides, "Create a chat", "Upload files" and "Error
 * codes", https://docs.coze.cn/developer_guides/chat_v3, 2026.
 */
export const cozeBot: VendorDialect = {
  name: NAME,
  framing: 'sse',
  writeRequest,
  replyReader,
  readError,
  terms: {
    ...tokenTerms(['additional_messages'], ['max_tokens']),
    maxOutputTokens: () => undefined,
    withMaxOutputTokens: (body) => body,
    hasNoLimit: true,
  },
  // What a bot tells of its steps is no output that is paid for.
  showsThinkingWhole: true,
}
