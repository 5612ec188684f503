import { fileURLToPath } from 'node:url'
import { opencode } from '../agents/opencode.ts'
import type { Errand } from './errand.ts'

const script = fileURLToPath(new URL('opencode-structured.ts', import.meta.url))

/** The newest models of Claude take no forced tools, which is how it asks for a structure: in their own dialect that refusal is passed on. */
const variants = [
  { name: 'opencode-structured', dialect: 'openai-chat', about: 'by OpenAI’s chat' },
  { name: 'opencode-structured-older', dialect: 'anthropic-messages', flavour: 'claude-sonnet-4-5', about: 'by Claude’s own dialect' },
] as const

/** Its command line knows no structured output, its server does: the script starts that and asks once. */
export const opencodeErrands: readonly Errand[] = variants.flatMap(({ about, dialect, ...variant }) =>
  opencode
    .filter((agent) => agent.dialect === dialect)
    .map((agent) => ({
      ...agent,
      ...variant,
      about: `an answer that keeps to a JSON schema, asked of its server, ${about}`,
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
      steps: () => [[{ name: 'StructuredOutput', input: { words: `The note for ${variant.name} at Messages is written.` } }]],
      lastWords: ({ stdout }) => String((JSON.parse(stdout) as { words?: unknown }).words ?? ''),
    })),
)
