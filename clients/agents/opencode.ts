import { opencode as client } from '@waystation/contract/clients/agents/opencode'
import { type Agent, addPatch, changePatch, content } from '../agent.ts'
import { fileOf, lines } from '../packages.ts'
import { filesOf, withSettings } from '../settings.ts'

const SETTINGS = '.config/opencode/opencode.json'

const doors = [
  { suffix: '', dialect: 'openai-chat', flavour: 'gpt-6-sol' },
  { suffix: '-responses', dialect: 'openai-responses', flavour: 'gpt-6-sol' },
  { suffix: '-messages', dialect: 'anthropic-messages', flavour: 'claude-opus-5-5' },
  { suffix: '-gemini', dialect: 'gemini-generate', flavour: 'gemini-3.1-pro-preview' },
] as const

export const opencode: readonly Agent[] = doors.map(({ suffix, dialect, flavour }) => ({
  name: `opencode${suffix}`,
  package: 'opencode-ai',
  dialect,
  flavour,
  program() {
    const name = `opencode-${process.platform}-${process.arch}`
    const file = fileOf(name, 'bin', 'opencode') ?? fileOf(`${name}-baseline`, 'bin', 'opencode')
    return file === undefined ? undefined : [file]
  },
  start(place, prompt) {
    const files = filesOf(client.setup({ ...place, dialect }))
    return {
      args: ['run', '--auto', '--format', 'json', prompt],
      env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_PURE: '1' },
      files: { [SETTINGS]: withSettings(files[SETTINGS], { autoupdate: false, share: 'disabled' }) },
    }
  },
  // Which of them there are depends on the model's name.
  steps: (filePath) => [
    [
      { name: 'write', input: { filePath, content: content.first } },
      { name: 'apply_patch', input: { patchText: addPatch(filePath) } },
    ],
    [
      { name: 'edit', input: { filePath, oldString: content.first, newString: content.last } },
      { name: 'apply_patch', input: { patchText: changePatch(filePath) } },
    ],
  ],
  lastWords: ({ stdout }) =>
    lines<{ type: string; part?: { text?: string } }>(stdout).findLast(({ type }) => type === 'text')?.part?.text ?? '',
}))
