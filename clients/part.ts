// What the vendor says in a cell: the agent's own tools, step by step, then the last words; a plain text to whoever offers no tools.
import type { FakeCall, FakePart, OfferedTool } from '../server/src/testing/fakes/fake-provider-ask.ts'
import type { Step, ToolUse } from './agent.ts'

/** Agents also ask for titles, summaries and the like. */
const BESIDE = 'A note'

export function partOf(steps: readonly Step[], lastWords: string): FakePart {
  return ({ isSilent, tools = [], allToolRounds = 0 }) => {
    if (isSilent) return undefined
    if (tools.length === 0) return { text: BESIDE }
    const step = steps[allToolRounds]
    if (step === undefined) return { text: lastWords }
    for (const use of step) {
      const tool = tools.find(({ name }) => isCalled(name, use.name))
      if (tool) return { calls: [callOf(use, tool)] }
    }
    const wanted = step.map(({ name }) => name).join(' or ')
    return { text: `There is no ${wanted} among the tools: ${tools.map(({ name }) => name).join(', ')}` }
  }
}

/** A tool of a namespace has both names in one in dialects without namespaces. */
const bareName = (name: string): string => name.split('__').at(-1) ?? name

/** Vendors take names of 64 characters. What a longer one begins with tells enough. */
const KEPT_CHARACTERS = 30

const isCalled = (offered: string, wanted: string): boolean =>
  offered === wanted ||
  bareName(offered) === wanted ||
  (offered.length > KEPT_CHARACTERS && wanted.startsWith(offered.slice(0, KEPT_CHARACTERS)))

function callOf(use: ToolUse, { parameters: _, ...tool }: OfferedTool): FakeCall {
  if ('input' in use) return { ...tool, argumentText: JSON.stringify(use.input) }
  // Where the dialect has no free text, it is the one argument of a function.
  return { ...tool, argumentText: tool.isCustom ? use.text : JSON.stringify({ input: use.text }) }
}
