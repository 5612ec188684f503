import type { ClientDialect } from '../client.ts'
import { besideOthers, jsonText, terminalAgent } from '../terminal-agent.ts'

/** What it speaks depends on the library that its settings name; each comes with it. */
const libraries: Readonly<Record<ClientDialect, { readonly npm: string; readonly version: string }>> = {
  'openai-chat': { npm: '@ai-sdk/openai-compatible', version: 'v1' },
  'openai-responses': { npm: '@ai-sdk/openai', version: 'v1' },
  'anthropic-messages': { npm: '@ai-sdk/anthropic', version: 'v1' },
  'gemini-generate': { npm: '@ai-sdk/google', version: 'v1beta' },
}

export const opencode = terminalAgent({
  id: 'opencode',
  name: 'OpenCode',
  package: 'opencode-ai',
  dialects: ['openai-chat', 'openai-responses', 'anthropic-messages', 'gemini-generate'],
  setup({ url, key, model, dialect }) {
    const { npm, version } = libraries[dialect]
    const provider = {
      npm,
      name: 'Waystation',
      options: { baseURL: `${url}/${version}`, apiKey: key },
      models: { [model]: { name: model } },
    }
    const chosen = `waystation/${model}`
    const settings = { model: chosen, small_model: chosen, provider: { waystation: provider } }
    return {
      files: [{ path: '.config/opencode/opencode.json', language: 'json', where: besideOthers, text: jsonText(settings) }],
      command: ['opencode'],
    }
  },
})
