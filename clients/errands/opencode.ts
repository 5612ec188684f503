import { fileURLToPath } from 'node:url'
import { opencode } from '../agents/opencode.ts'
import type { Errand } from './errand.ts'

const script = fileURLToPath(new URL('opencode-structured.ts', import.meta.url))
const WORDS = 'The note for opencode-structured at Messages is written.'

/** Its command line knows no structured output, its server does: the script starts that and asks once. */
export const opencodeErrands: readonly Errand[] = opencode
  .filter(({ dialect }) => dialect === 'anthropic-messages')
  .map((agent) => ({
    ...agent,
    name: 'opencode-structured',
    about: 'an answer that keeps to a JSON schema, asked of its server',
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
    steps: () => [[{ name: 'StructuredOutput', input: { words: WORDS } }]],
    lastWords: ({ stdout }) => String((JSON.parse(stdout) as { words?: unknown }).words ?? ''),
  }))
