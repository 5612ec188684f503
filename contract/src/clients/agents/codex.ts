import { v1 } from '../client.ts'
import { terminalAgent } from '../terminal-agent.ts'

/** The last table of its file is the provider's: what is added at the end belongs to that. */
export const codex = terminalAgent({
  id: 'codex',
  name: 'Codex',
  package: '@openai/codex',
  dialects: ['openai-responses'],
  setup: ({ url, key, model }) => ({
    files: [
      {
        path: '.codex/config.toml',
        language: 'toml',
        text: `model = ${JSON.stringify(model)}
model_provider = "waystation"

[model_providers.waystation]
name = "Waystation"
base_url = ${JSON.stringify(v1(url))}
env_key = "WAYSTATION_KEY"
wire_api = "responses"
`,
        where: {
          en: 'If the file already exists, put the first two lines at its top.',
          zh: '如果文件已存在，前两行须放在文件开头。',
        },
      },
    ],
    environment: { WAYSTATION_KEY: key },
    command: ['codex'],
  }),
})
