import type { Gateway } from '../gateway.ts'
import { chat } from '../operations/chat.ts'
import { compact } from '../operations/compact.ts'
import { completions } from '../operations/completions.ts'
import { embeddings } from '../operations/embeddings.ts'
import { extendResponse } from '../responses/extend-response.ts'
import type { RelayEndpoint } from '../types.ts'

/** The doors of the data plane. */
export function relayEndpoints(gateway: Gateway): readonly RelayEndpoint[] {
  const responses: Pick<RelayEndpoint, 'dialect' | 'extend'> = {
    dialect: 'openai-responses',
    extend: (call, caller) => extendResponse(call, caller, gateway),
  }
  return [
    chatEndpoint,
    { method: 'POST', path: '/v1/completions', operation: completions, dialect: 'openai-chat' },
    { method: 'POST', path: '/v1/embeddings', operation: embeddings, dialect: 'openai-chat' },
    { method: 'POST', path: '/v1/engines/:model/embeddings', operation: embeddings, dialect: 'openai-chat' },
    { method: 'POST', path: '/v1/responses', operation: chat, ...responses },
    { method: 'POST', path: '/v1/responses/compact', operation: compact, ...responses },
    { method: 'POST', path: '/v1/messages', operation: chat, dialect: 'anthropic-messages' },
  ]
}

export const chatEndpoint: RelayEndpoint = { method: 'POST', path: '/v1/chat/completions', operation: chat, dialect: 'openai-chat' }

/** The console's own way in: a session instead of a token. */
export const playgroundEndpoint: RelayEndpoint = { ...chatEndpoint, path: '/pg/chat/completions' }

/** Counting the tokens of a prompt, for clients that ask before they call. Never billed. */
export const countEndpoint: RelayEndpoint = {
  method: 'POST',
  path: '/v1/messages/count_tokens',
  operation: chat,
  dialect: 'anthropic-messages',
}

/** Doors whose address ends in `{model}:{action}`. The action decides whether the reply is streamed. */
export const generateEndpoint: RelayEndpoint = { method: 'POST', path: '/v1beta/models', operation: chat, dialect: 'gemini-generate' }
