import { cline as client } from '@waystation/contract/clients/agents/cline'
import { type Agent, addPatch, changePatch, content } from '../agent.ts'
import { fileOf, lines, script } from '../packages.ts'
import { filesOf } from '../settings.ts'

const doors = [
  { suffix: '', dialect: 'openai-chat', flavour: 'gpt-6-sol' },
  { suffix: '-responses', dialect: 'openai-responses', flavour: 'gpt-6-sol' },
  { suffix: '-messages', dialect: 'anthropic-messages', flavour: 'claude-opus-5-5' },
  { suffix: '-gemini', dialect: 'gemini-generate', flavour: 'gemini-3.1-pro-preview' },
] as const

export const cline: readonly Agent[] = doors.map(({ suffix, dialect, flavour }) => ({
  name: `cline${suffix}`,
  package: 'cline',
  dialect,
  flavour,
  program() {
    const { platform, arch } = process
    return fileOf(`@cline/cli-${platform}-${arch}`, 'package.json') === undefined ? undefined : script('cline', 'bin', 'cline')
  },
  start(place, prompt) {
    const setup = client.setup({ ...place, dialect })
    const [, ...args] = setup.command
    return {
      args: ['--json', ...args, prompt],
      files: {
        ...filesOf(setup),
        '.cline/data/settings/global-settings.json': JSON.stringify({ telemetryOptOut: true, autoUpdateEnabled: false }),
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
