import { claudeCode as client } from '@waystation/contract/clients/agents/claude-code'
import { type Agent, content } from '../agent.ts'
import { fileOf, script } from '../packages.ts'

const NAME = '@anthropic-ai/claude-code'

/** Newer models get instructions in the middle of the conversation, and think as much as they like. */
const flavours = [
  { suffix: '', flavour: 'claude-opus-5-5' },
  { suffix: '-older', flavour: 'claude-sonnet-4-5' },
] as const

export const claudeCode: readonly Agent[] = flavours.map(({ suffix, flavour }) => ({
  name: `claude-code${suffix}`,
  package: NAME,
  dialect: 'anthropic-messages',
  flavour,
  program() {
    const { platform, arch } = process
    return fileOf(`${NAME}-${platform}-${arch}`, 'package.json') === undefined ? undefined : script(NAME, 'cli-wrapper.cjs')
  },
  start: (place, prompt) => ({
    args: ['-p', prompt, '--output-format', 'json', '--permission-mode', 'acceptEdits'],
    env: {
      ...client.setup({ ...place, dialect: 'anthropic-messages' }).environment,
      CLAUDE_CONFIG_DIR: `${place.home}/.claude`,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
  }),
  steps: (file_path) => [
    [{ name: 'Write', input: { file_path, content: content.first } }],
    [{ name: 'Edit', input: { file_path, old_string: content.first, new_string: content.last } }],
  ],
  lastWords: ({ stdout }) => String((JSON.parse(stdout) as { result?: unknown }).result ?? ''),
}))
