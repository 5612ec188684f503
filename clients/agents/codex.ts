import { codex as client } from '@waystation/contract/clients/agents/codex'
import { type Agent, addPatch, changePatch } from '../agent.ts'
import { fileOf, lines, script } from '../packages.ts'
import { filesOf } from '../settings.ts'

/** What it asks for depends on the model's name: its newest way, the way before, and that for models it does not know. */
const flavours = [
  { suffix: '', flavour: 'gpt-6-sol' },
  { suffix: '-older', flavour: 'gpt-5.5' },
  { suffix: '-unknown', flavour: 'gpt-5' },
  // Over one socket, warmed up first, in place of a request for each response.
  { suffix: '-socket', flavour: 'gpt-6-sol', settings: 'supports_websockets = true\n' },
] as const

export const codex: readonly Agent[] = flavours.map(({ suffix, flavour, ...more }) => ({
  name: `codex${suffix}`,
  package: '@openai/codex',
  dialect: 'openai-responses',
  flavour,
  program() {
    const { platform, arch } = process
    return fileOf(`@openai/codex-${platform}-${arch}`, 'package.json') === undefined
      ? undefined
      : script('@openai/codex', 'bin', 'codex.js')
  },
  start(place, prompt) {
    const setup = client.setup({ ...place, dialect: 'openai-responses' })
    return {
      args: ['exec', '--json', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
      env: { CODEX_HOME: `${place.home}/.codex`, ...setup.environment },
      files: {
        // The last table of the file is the provider's, so that its settings follow at once.
        '.codex/config.toml': `check_for_update_on_startup = false
${filesOf(setup)['.codex/config.toml']}${'settings' in more ? more.settings : ''}
[analytics]
enabled = false

[features]
apps = false
plugins = false
`,
      },
    }
  },
  steps: (file) =>
    [addPatch(file), changePatch(file)].map((patch) => [
      { name: 'exec', text: `text(await tools.apply_patch(${JSON.stringify(patch)}))` },
      { name: 'apply_patch', text: patch },
      { name: 'exec_command', input: { cmd: `apply_patch <<'END'\n${patch}END\n` } },
    ]),
  lastWords({ stdout }) {
    const items = lines<{ item?: { type: string; text?: string } }>(stdout).map(({ item }) => item)
    return items.findLast((item) => item?.type === 'agent_message')?.text ?? ''
  },
}))
