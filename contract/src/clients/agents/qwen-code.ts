import { type ClientDialect, type Connection, v1 } from '../client.ts'
import { terminalAgent } from '../terminal-agent.ts'

type Environment = Readonly<Record<string, string>>

/** For each dialect it has a way to log in, with variables of its own. */
const logins: Readonly<Record<ClientDialect, { readonly kind: string; readonly environment: (connection: Connection) => Environment }>> = {
  'openai-chat': { kind: 'openai', environment: openai },
  'openai-responses': { kind: 'openai-responses', environment: openai },
  'anthropic-messages': {
    kind: 'anthropic',
    environment: ({ url, key, model }) => ({ ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: key, ANTHROPIC_MODEL: model }),
  },
  'gemini-generate': { kind: 'gemini', environment: ({ url, key }) => ({ GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key }) },
}

function openai({ url, key }: Connection): Environment {
  return { OPENAI_BASE_URL: v1(url), OPENAI_API_KEY: key }
}

export const qwenCode = terminalAgent({
  id: 'qwen-code',
  name: 'Qwen Code',
  package: '@qwen-code/qwen-code',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'],
  setup(connection) {
    const { kind, environment } = logins[connection.dialect]
    return { environment: environment(connection), command: ['qwen', '--auth-type', kind, '-m', connection.model] }
  },
})
