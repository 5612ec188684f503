// An MCP server on its standard input and output, with two tools without arguments: one writes a file, the other changes it.
// node mcp-server.ts FILE FIRST_TOOL LAST_TOOL
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { content } from '../agent.ts'

interface Message {
  readonly id?: number | string
  readonly method: string
  readonly params?: { readonly name?: string; readonly protocolVersion?: string }
}

const [file = '', first = '', last = ''] = process.argv.slice(2)
const METHOD_NOT_FOUND = -32601

function resultOf({ method, params }: Message): object | undefined {
  switch (method) {
    case 'initialize':
      return { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'notes', version: '1.0.0' } }
    case 'ping':
      return {}
    case 'tools/list':
      // As many servers describe a tool without arguments: an object of which no properties are named.
      return { tools: [first, last].map((name) => ({ name, description: 'Writes the note.', inputSchema: { type: 'object' } })) }
    case 'tools/call':
      writeFileSync(file, params?.name === first ? content.first : content.last)
      return { content: [{ type: 'text', text: 'Written.' }] }
    default:
      return undefined
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line) as Message
  if (message.id === undefined) return
  const result = resultOf(message)
  const answer = result ? { result } : { error: { code: METHOD_NOT_FOUND, message: `There is no ${message.method}.` } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer })}\n`)
})
