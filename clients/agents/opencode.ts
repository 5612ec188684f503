import { type Agent, addPatch, changePatch, content } from '../agent.ts'
import { fileOf, lines } from '../packages.ts'

const NAME = 'waystation'

/** What it speaks depends on the library that its settings name; each comes with it. */
const doors = [
  { suffix: '', dialect: 'openai-chat', flavour: 'gpt-6-sol', npm: '@ai-sdk/openai-compatible', version: 'v1' },
  { suffix: '-responses', dialect: 'openai-responses', flavour: 'gpt-6-sol', npm: '@ai-sdk/openai', version: 'v1' },
  { suffix: '-messages', dialect: 'anthropic-messages', flavour: 'claude-opus-5-5', npm: '@ai-sdk/anthropic', version: 'v1' },
  { suffix: '-gemini', dialect: 'gemini-generate', flavour: 'gemini-3.1-pro-preview', npm: '@ai-sdk/google', version: 'v1beta' },
] as const

export const opencode: readonly Agent[] = doors.map(({ suffix, dialect, flavour, npm, version }) => ({
  name: `opencode${suffix}`,
  package: 'opencode-ai',
  dialect,
  flavour,
  program() {
    const name = `opencode-${process.platform}-${process.arch}`
    const file = fileOf(name, 'bin', 'opencode') ?? fileOf(`${name}-baseline`, 'bin', 'opencode')
    return file === undefined ? undefined : [file]
  },
  start({ url, key, model }, prompt) {
    const provider = { npm, options: { baseURL: `${url}/${version}`, apiKey: key }, models: { [model]: { name: model } } }
    const settings = { autoupdate: false, share: 'disabled', small_model: `${NAME}/${model}`, provider: { [NAME]: provider } }
    return {
      args: ['run', '--auto', '--format', 'json', '-m', `${NAME}/${model}`, prompt],
      env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_PURE: '1' },
      files: { '.config/opencode/opencode.json': JSON.stringify(settings) },
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
