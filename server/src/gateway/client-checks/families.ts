// What each family of clients asks for, in which dialect and how.
import type { ClientCheckName, ClientFamily } from '@waystation/contract/clients/client-checks'
import { chat } from './chat.ts'
import type { CheckDialect } from './check-dialect.ts'
import { gemini } from './gemini.ts'
import { messages } from './messages.ts'
import { responses } from './responses.ts'

export interface FamilyOfClients {
  readonly dialect: CheckDialect
  /** Does it ask as an agent: streams only, with instructions and tools each time? */
  readonly isAgent: boolean
  readonly checks: readonly ClientCheckName[]
}

export const families: Readonly<Record<ClientFamily, FamilyOfClients>> = {
  'claude-code': { dialect: messages, isAgent: true, checks: ['stream', 'tools', 'tool_result', 'count_tokens', 'models'] },
  codex: { dialect: responses, isAgent: true, checks: ['stream', 'tools', 'tool_result', 'models'] },
  'gemini-cli': { dialect: gemini, isAgent: true, checks: ['stream', 'tools', 'tool_result', 'count_tokens'] },
  'openai-sdk': { dialect: chat, isAgent: false, checks: ['whole', 'stream', 'tools', 'tool_result', 'schema', 'embeddings', 'models'] },
  'anthropic-sdk': {
    dialect: messages,
    isAgent: false,
    checks: ['whole', 'stream', 'tools', 'tool_result', 'schema', 'count_tokens', 'models'],
  },
  'google-sdk': {
    dialect: gemini,
    isAgent: false,
    checks: ['whole', 'stream', 'tools', 'tool_result', 'schema', 'count_tokens', 'embeddings', 'models'],
  },
}
