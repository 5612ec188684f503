// What an agent has said and done by its fortieth step, in the canonical model: the body in any dialect is written from it.
import type { ChatRequest, FunctionTool, Turn } from '@waystation/wire/chat/request/request'

const source = `export function total(lines: readonly Line[]): number {
  // "net" is what the customer pays\tbefore tax
  return lines.filter((line) => !line.isVoid).reduce((sum, line) => sum + line.net * (1 + line.rate), 0)
}
`
const note = 'The total is computed in one place only, so the rounding must be wrong there; next come the tests beside it. '

/**
 * A request with a system prompt, twelve tools and so many messages: a question, then call and result in turn. Every result is a few lines
 * of source of 0.5 to 2 KB, every call has a sentence before it. In all some 75 KB, tools included.
 */
export function agentHistory(messages: number): ChatRequest {
  const turns: Turn[] = [
    {
      role: 'system',
      parts: [{ kind: 'text', text: 'You are a careful engineer. Read before you write, and run the tests. '.repeat(30) }],
    },
    { role: 'user', parts: [{ kind: 'text', text: 'The invoice total is off by a cent now and then. Find out why and mend it.' }] },
  ]
  for (let step = 1; turns.length <= messages; step++) {
    const id = `toolu_01A09q90qw90lq9178${step}`
    turns.push(
      {
        role: 'assistant',
        parts: [
          { kind: 'text', text: note.repeat(1 + (step % 2)) },
          {
            kind: 'tool-call',
            id,
            name: `tool_${step % 12}`,
            argumentsText: JSON.stringify({ path: `src/invoice/part-${step}.ts`, from: step * 20, to: step * 20 + 40, isQuiet: true }),
          },
        ],
      },
      {
        role: 'tool',
        parts: [
          {
            kind: 'tool-result',
            toolCallId: id,
            toolName: `tool_${step % 12}`,
            parts: [{ kind: 'text', text: source.repeat(2 + (step % 8)) }],
          },
        ],
      },
    )
  }
  return {
    model: 'bench',
    turns: turns.slice(0, messages + 1),
    tools: Array.from({ length: 12 }, tool),
    maxOutputTokens: 4096,
    stream: true,
  }
}

function tool(_: unknown, index: number): FunctionTool {
  return {
    kind: 'function',
    name: `tool_${index}`,
    description: 'Reads a file of the project and gives the lines that were asked for, each with its number in front. '.repeat(3),
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'From the root of the project.' },
        from: { type: 'integer', description: 'The first line.', minimum: 1 },
        to: { type: 'integer', description: 'The last line.' },
        isQuiet: { type: 'boolean', description: 'Leave out what the tool says of itself.' },
      },
      required: ['path'],
    },
  }
}
