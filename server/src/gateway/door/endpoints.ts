import type { ClientDialectName } from '@waystation/wire/chat/dialects'
import { chat } from '../operations/chat.ts'
import { compact } from '../operations/compact.ts'
import { completions } from '../operations/completions.ts'
import { embeddings } from '../operations/embeddings.ts'
import type { OperationKind } from '../operations/operation-kind.ts'

/** A door of the data plane: what it asks, and in which dialect it asks and is answered. Every one of them is billed. */
export interface RelayEndpoint {
  readonly method: 'POST'
  readonly path: string
  readonly operation: OperationKind
  readonly dialect: ClientDialectName
}

export const relayEndpoints: readonly RelayEndpoint[] = [
  { method: 'POST', path: '/v1/chat/completions', operation: chat, dialect: 'openai-chat' },
  { method: 'POST', path: '/v1/completions', operation: completions, dialect: 'openai-chat' },
  { method: 'POST', path: '/v1/embeddings', operation: embeddings, dialect: 'openai-chat' },
  { method: 'POST', path: '/v1/engines/:model/embeddings', operation: embeddings, dialect: 'openai-chat' },
  { method: 'POST', path: '/v1/responses', operation: chat, dialect: 'openai-responses' },
  { method: 'POST', path: '/v1/responses/compact', operation: compact, dialect: 'openai-responses' },
  { method: 'POST', path: '/v1/messages', operation: chat, dialect: 'anthropic-messages' },
]

/** The console's own way in: a session instead of a token. */
export const playgroundEndpoint: RelayEndpoint = { method: 'POST', path: '/pg/chat/completions', operation: chat, dialect: 'openai-chat' }

/** Counting what a prompt comes to, for clients that ask before they call. Never billed. */
export const countEndpoint: RelayEndpoint = {
  method: 'POST',
  path: '/v1/messages/count_tokens',
  operation: chat,
  dialect: 'anthropic-messages',
}

/** Doors whose address ends in `{model}:{action}`. The action decides whether the answer is streamed. */
export const generateEndpoint: RelayEndpoint = { method: 'POST', path: '/v1beta/models', operation: chat, dialect: 'gemini-generate' }
