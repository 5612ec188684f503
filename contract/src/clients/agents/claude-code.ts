import { terminalAgent } from '../terminal-agent.ts'

/** The small model is for titles and summaries: without a name it asks for one that may not be served. */
export const claudeCode = terminalAgent({
  id: 'claude-code',
  name: 'Claude Code',
  package: '@anthropic-ai/claude-code',
  dialects: ['anthropic-messages'],
  setup: ({ url, key, model }) => ({
    environment: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_MODEL: model,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
    },
    command: ['claude'],
  }),
})
