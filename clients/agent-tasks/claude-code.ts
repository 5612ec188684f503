// Claude Code with tools of an MCP server, and with the search that it leaves to the vendor.
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FILE, type Place, type Step } from '../agent.ts'
import { claudeCode } from '../agents/claude-code.ts'
import type { AgentTask } from './agent-task.ts'

const server = fileURLToPath(new URL('mcp-server.ts', import.meta.url))
const at = ['chat', 'Responses', 'Gemini'] as const
const claude = claudeCode[0] as (typeof claudeCode)[number]

/** Tools that are seldom needed are only named to the model, which has to ask for them. */
const find = (tools: readonly string[]): Step => [
  { name: 'ToolSearch', input: { query: `select:${tools.join(',')}`, max_results: tools.length } },
]

function withServer({ name, about, first, last }: { name: string; about: string; first: string; last: string }): AgentTask {
  const tools = [first, last].map((tool) => `mcp__notes__${tool}`)
  return {
    ...claude,
    ...{ name, about, at },
    start(place: Place, prompt) {
      const mcpServers = { notes: { command: process.execPath, args: [server, join(place.work, FILE), first, last] } }
      const start = claude.start(place, prompt)
      const options = ['--strict-mcp-config', '--mcp-config', JSON.stringify({ mcpServers }), '--allowedTools', tools.join(',')]
      return { ...start, args: [...start.args, ...options] }
    },
    steps: () => [find(tools), ...tools.map((tool) => [{ name: tool, input: {} }])],
  }
}

const LONG = 'line_of_the_note_that_lies_in_the_folder_of_the_agent_and_is_looked_at_when_it_has_ended'

export const claudeCodeTasks: readonly AgentTask[] = [
  withServer({
    name: 'claude-code-mcp',
    about: 'tools of an MCP server, without arguments and without `properties`, write the file',
    first: 'write_first',
    last: 'write_last',
  }),
  withServer({
    name: 'claude-code-long-names',
    about: 'the same, with names of over 90 characters',
    first: `write_the_first_${LONG}`,
    last: `write_the_last_${LONG}`,
  }),
  {
    ...claude,
    name: 'claude-code-search',
    about: 'a search in the web by the vendor, then the file',
    at: ['Responses', 'Gemini'],
    start(place, prompt) {
      const start = claude.start(place, prompt)
      return { ...start, args: [...start.args, '--allowedTools', 'WebSearch'] }
    },
    steps: (file) => [find(['WebSearch']), [{ name: 'WebSearch', input: { query: 'How is a note written?' } }], ...claude.steps(file)],
    sends: ({ dialect }) => (dialect === 'gemini-generate' ? /"googleSearch":/ : /"type":"web_search/),
  },
]
