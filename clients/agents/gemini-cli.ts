import { type Agent, content } from '../agent.ts'
import { script } from '../packages.ts'

export const geminiCli: Agent = {
  name: 'gemini-cli',
  package: '@google/gemini-cli',
  dialect: 'gemini-generate',
  flavour: 'gemini-3.1-pro-preview',
  program: () => script('@google/gemini-cli', 'bundle', 'gemini.js'),
  start: ({ url, key, model }, prompt) => ({
    args: ['-p', prompt, '-m', model, '--approval-mode', 'yolo', '--skip-trust', '-o', 'json'],
    env: { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
    files: {
      '.gemini/settings.json': JSON.stringify({
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: 'gemini-api-key' } },
        telemetry: { enabled: false },
      }),
    },
  }),
  steps: (file_path) => [
    [{ name: 'write_file', input: { file_path, content: content.first } }],
    [
      {
        name: 'replace',
        input: { file_path, instruction: 'The last line it shall be.', old_string: content.first, new_string: content.last },
      },
    ],
  ],
  lastWords: ({ stdout }) => String((JSON.parse(stdout) as { response?: unknown }).response ?? ''),
}
