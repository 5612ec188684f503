import { fileURLToPath } from 'node:url'
import { opencode } from '../agents/opencode.ts'
import type { AgentTask } from './agent-task.ts'

const script = fileURLToPath(new URL('opencode-structured.ts', import.meta.url))

/** Its command line knows no structured output, its server does: the script starts that and asks once. */
export const opencodeTasks: readonly AgentTask[] = opencode
  .filter(({ dialect }) => dialect === 'anthropic-messages')
  .map((agent) => ({
    ...agent,
    name: 'opencode-structured',
    // It forces a tool, which newer models of Claude refuse, from itself just as through us.
    flavour: 'claude-sonnet-4-5',
    about: 'an answer that keeps to a JSON schema, asked of its server; newer models refuse the forced tool that it does this by',
    at: ['Messages'],
    leavesNoFile: true,
    program() {
      const program = agent.program()
      return program && [process.execPath, script, ...program]
    },
    start(place, prompt) {
      const { env = {}, files = {} } = agent.start(place, prompt)
      return { args: [place.model, prompt], env, files }
    },
    steps: () => [[{ name: 'StructuredOutput', input: { words: 'The note for opencode-structured at Messages is written.' } }]],
    lastWords: ({ stdout }) => String((JSON.parse(stdout) as { words?: unknown }).words ?? ''),
  }))
