// Asks a server of OpenCode for an answer that keeps to a schema, and prints it: node opencode-structured.ts OPENCODE MODEL PROMPT
import { spawn } from 'node:child_process'

const [program = '', model = '', prompt = ''] = process.argv.slice(2)
const schema = { type: 'object', properties: { words: { type: 'string' } }, required: ['words'] }

const child = spawn(program, ['serve', '--port', '0', '--hostname', '127.0.0.1'], { stdio: ['ignore', 'pipe', 'inherit'] })
const url = await new Promise<string>((resolve, reject) => {
  let output = ''
  child.on('exit', () => reject(new Error(`opencode serve ended: ${output}`)))
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(output) ?? []
    if (found !== undefined) resolve(found)
  })
})

async function post(path: string, body: object): Promise<unknown> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

const session = (await post('/session', {})) as { id: string }
const answer = (await post(`/session/${session.id}/message`, {
  model: { providerID: 'waystation', modelID: model },
  parts: [{ type: 'text', text: prompt }],
  format: { type: 'json_schema', schema },
})) as { info: { structured?: unknown; error?: unknown } }
child.kill()
if (answer.info.structured === undefined) throw new Error(JSON.stringify(answer))
process.stdout.write(`${JSON.stringify(answer.info.structured)}\n`)
process.exit(0)
