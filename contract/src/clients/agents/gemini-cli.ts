import { besideOthers, jsonText, terminalAgent } from '../terminal-agent.ts'

export const geminiCli = terminalAgent({
  id: 'gemini-cli',
  name: 'Gemini CLI',
  package: '@google/gemini-cli',
  dialects: ['gemini-generate'],
  setup: ({ url, key, model }) => ({
    files: [
      {
        path: '.gemini/settings.json',
        language: 'json',
        where: besideOthers,
        text: jsonText({ security: { auth: { selectedType: 'gemini-api-key' } } }),
      },
    ],
    environment: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
    command: ['gemini', '-m', model],
  }),
})
