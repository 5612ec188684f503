import { type Agent, addPatch, changePatch, content } from '../agent.ts'
import { fileOf, lines, script } from '../packages.ts'

const doors = [
  { suffix: '', dialect: 'openai-chat', flavour: 'gpt-6-sol', provider: 'openai-compatible', version: '/v1' },
  { suffix: '-responses', dialect: 'openai-responses', flavour: 'gpt-6-sol', provider: 'openai-native', version: '/v1' },
  { suffix: '-messages', dialect: 'anthropic-messages', flavour: 'claude-opus-5-5', provider: 'anthropic', version: '/v1' },
  { suffix: '-gemini', dialect: 'gemini-generate', flavour: 'gemini-3.1-pro-preview', provider: 'gemini', version: '/v1beta' },
] as const

export const cline: readonly Agent[] = doors.map(({ suffix, dialect, flavour, provider, version }) => ({
  name: `cline${suffix}`,
  package: 'cline',
  dialect,
  flavour,
  program() {
    const { platform, arch } = process
    return fileOf(`@cline/cli-${platform}-${arch}`, 'package.json') === undefined ? undefined : script('cline', 'bin', 'cline')
  },
  start({ url, key, model }, prompt) {
    const settings = { provider, apiKey: key, model, baseUrl: `${url}${version}` }
    const updatedAt = new Date(0).toISOString()
    return {
      args: ['--json', '-P', provider, '-m', model, prompt],
      files: {
        '.cline/data/settings/global-settings.json': JSON.stringify({ telemetryOptOut: true, autoUpdateEnabled: false }),
        '.cline/data/settings/providers.json': JSON.stringify({
          version: 1,
          lastUsedProvider: provider,
          modes: {},
          providers: { [provider]: { settings, updatedAt, tokenSource: 'manual' } },
        }),
      },
    }
  },
  // Which of them there are depends on the model's name.
  steps: (path) => [
    [
      { name: 'editor', input: { path, new_text: content.first } },
      { name: 'apply_patch', input: { input: addPatch(path) } },
    ],
    [
      { name: 'editor', input: { path, old_text: content.first, new_text: content.last } },
      { name: 'apply_patch', input: { input: changePatch(path) } },
    ],
  ],
  lastWords: ({ stdout }) => lines<{ type: string; text?: string }>(stdout).findLast(({ type }) => type === 'run_result')?.text ?? '',
}))
