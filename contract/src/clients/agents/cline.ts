import { type ClientDialect, type Connection, type Step, type TerminalAgent, v1 } from '../client.ts'
import { besideOthers, jsonText, terminalAgent } from '../terminal-agent.ts'

/** The names under which its command line keeps what speaks a dialect. */
const providers: Readonly<Record<ClientDialect, { readonly provider: string; readonly version: string }>> = {
  'openai-chat': { provider: 'openai-compatible', version: 'v1' },
  'openai-responses': { provider: 'openai-native', version: 'v1' },
  'anthropic-messages': { provider: 'anthropic', version: 'v1' },
  'gemini-generate': { provider: 'gemini', version: 'v1beta' },
}

const commandLineAgent = terminalAgent({
  id: 'cline',
  name: 'Cline',
  package: 'cline',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'],
  setup({ url, key, model, dialect }) {
    const { provider, version } = providers[dialect]
    const settings = { provider, apiKey: key, model, baseUrl: `${url}/${version}` }
    const text = jsonText({
      version: 1,
      lastUsedProvider: provider,
      modes: {},
      providers: { [provider]: { settings, updatedAt: new Date(0).toISOString(), tokenSource: 'manual' } },
    })
    return {
      files: [{ path: '.cline/data/settings/providers.json', language: 'json', where: besideOthers, text }],
      command: ['cline', '-P', provider, '-m', model],
    }
  },
})

/** In an editor it is set up on its settings page. Source: docs.cline.bot/provider-config/openai-compatible. */
function inEditor({ url, key, model }: Connection): Step {
  return {
    kind: 'fields',
    where: {
      en: 'VS Code or JetBrains → Cline panel → ⚙ → API Configuration',
      zh: 'VS Code 或 JetBrains 中：Cline 面板 → ⚙ → API Configuration',
    },
    fields: [
      { name: { en: 'API Provider', zh: 'API Provider' }, value: 'OpenAI Compatible' },
      { name: { en: 'Base URL', zh: 'Base URL' }, value: v1(url) },
      { name: { en: 'API Key', zh: 'API Key' }, value: key },
      { name: { en: 'Model ID', zh: 'Model ID' }, value: model },
    ],
  }
}

const or = { en: 'Or on the command line', zh: '或使用命令行' }

/** Its editor extension, which speaks chat here, and its command line. */
export const cline: TerminalAgent = {
  ...commandLineAgent,
  steps: (connection, place) => [
    ...(connection.dialect === 'openai-chat' ? [inEditor(connection)] : []),
    ...commandLineAgent
      .steps(connection, place)
      .map((step, at) => (at === 0 && connection.dialect === 'openai-chat' ? { ...step, or } : step)),
  ],
}
