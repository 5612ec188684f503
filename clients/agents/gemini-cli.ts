import { geminiCli as client } from '@waystation/contract/clients/agents/gemini-cli'
import { type Agent, content } from '../agent.ts'
import { script } from '../packages.ts'
import { filesOf, withSettings } from '../settings.ts'

export const geminiCli: Agent = {
  name: 'gemini-cli',
  package: '@google/gemini-cli',
  dialect: 'gemini-generate',
  flavour: 'gemini-3.1-pro-preview',
  program: () => script('@google/gemini-cli', 'bundle', 'gemini.js'),
  start(place, prompt) {
    const setup = client.setup({ ...place, dialect: 'gemini-generate' })
    const [, ...args] = setup.command
    return {
      args: [...args, '-p', prompt, '--approval-mode', 'yolo', '--skip-trust', '-o', 'json'],
      env: { ...setup.environment },
      files: {
        '.gemini/settings.json': withSettings(filesOf(setup)['.gemini/settings.json'], {
          general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
        }),
      },
    }
  },
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
