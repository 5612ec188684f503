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
  start: ({ url, key, model, home }, prompt) => ({
    args: ['-p', prompt, '--model', model, '--output-format', 'json', '--permission-mode', 'acceptEdits'],
    env: {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: key,
      ANTHROPIC_DEFAULT_HAIKU_MODEL: model,
      CLAUDE_CONFIG_DIR: `${home}/.claude`,
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
