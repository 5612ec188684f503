import { type Agent, content } from '../agent.ts'
import { script } from '../packages.ts'

const doors = [
  { suffix: '', dialect: 'openai-chat', flavour: 'gpt-6-sol', kind: 'openai' },
  { suffix: '-responses', dialect: 'openai-responses', flavour: 'gpt-6-sol', kind: 'openai-responses' },
  { suffix: '-messages', dialect: 'anthropic-messages', flavour: 'claude-opus-5-5', kind: 'anthropic' },
  { suffix: '-gemini', dialect: 'gemini-generate', flavour: 'gemini-3.1-pro-preview', kind: 'gemini' },
] as const

export const qwenCode: readonly Agent[] = doors.map(({ suffix, dialect, flavour, kind }) => ({
  name: `qwen-code${suffix}`,
  package: '@qwen-code/qwen-code',
  dialect,
  flavour,
  program: () => script('@qwen-code/qwen-code', 'cli-entry.js'),
  start: ({ url, key, model }, prompt) => ({
    args: [prompt, '--auth-type', kind, '-m', model, '-y', '-o', 'json'],
    env: {
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_API_KEY: key,
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_API_KEY: key,
      ANTHROPIC_MODEL: model,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: key,
    },
    files: {
      '.qwen/settings.json': JSON.stringify({
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }),
    },
  }),
  steps: (file_path) => [
    [{ name: 'write_file', input: { file_path, content: content.first } }],
    [{ name: 'edit', input: { file_path, old_string: content.first, new_string: content.last } }],
  ],
  lastWords: ({ stdout }) => String((JSON.parse(stdout) as { result?: unknown }[]).at(-1)?.result ?? ''),
}))
