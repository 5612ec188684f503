import { qwenCode as client } from '@waystation/contract/clients/agents/qwen-code'
import { type Agent, content } from '../agent.ts'
import { script } from '../packages.ts'

const doors = [
  { suffix: '', dialect: 'openai-chat', flavour: 'gpt-6-sol' },
  { suffix: '-responses', dialect: 'openai-responses', flavour: 'gpt-6-sol' },
  { suffix: '-messages', dialect: 'anthropic-messages', flavour: 'claude-opus-5-5' },
  { suffix: '-gemini', dialect: 'gemini-generate', flavour: 'gemini-3.1-pro-preview' },
] as const

export const qwenCode: readonly Agent[] = doors.map(({ suffix, dialect, flavour }) => ({
  name: `qwen-code${suffix}`,
  package: '@qwen-code/qwen-code',
  dialect,
  flavour,
  program: () => script('@qwen-code/qwen-code', 'cli-entry.js'),
  start(place, prompt) {
    const setup = client.setup({ ...place, dialect })
    const [, ...args] = setup.command
    return {
      args: [prompt, ...args, '-y', '-o', 'json'],
      env: { ...setup.environment },
      files: {
        '.qwen/settings.json': JSON.stringify({
          general: { enableAutoUpdate: false },
          privacy: { usageStatisticsEnabled: false },
          telemetry: { enabled: false },
        }),
      },
    }
  },
  steps: (file_path) => [
    [{ name: 'write_file', input: { file_path, content: content.first } }],
    [{ name: 'edit', input: { file_path, old_string: content.first, new_string: content.last } }],
  ],
  lastWords: ({ stdout }) => String((JSON.parse(stdout) as { result?: unknown }[]).at(-1)?.result ?? ''),
}))
