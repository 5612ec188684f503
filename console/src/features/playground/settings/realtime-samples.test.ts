import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { realtimeSamples } from './realtime-samples.ts'

const parts = { address: 'https://relay.test/sub', model: 'talk/m', voice: 'marin', instructions: 'It\'s "fine"\n\\', text: '汉字' }
const [javascript, python] = realtimeSamples(parts).map(({ code }) => code) as [string, string]

const events = [
  { type: 'session.update', session: { type: 'realtime', instructions: parts.instructions, audio: { output: { voice: 'marin' } } } },
  { type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text: '汉字' }] } },
  { type: 'response.create' },
]

test('what the JavaScript sends is the session and the question, by the key in a header', () => {
  // A socket that notes what it gets and answers that all is said.
  const socket = `class WebSocket {
    sent = []
    constructor(url, options) { Object.assign(this, { url, options }) }
    on(name, run) { this[name] = run }
    send(text) { this.sent.push(JSON.parse(text)) }
    close() { console.log(JSON.stringify({ url: this.url, options: this.options, sent: this.sent })) }
  }`
  const end = 'socket.open(); socket.message(\'{"type":"response.done"}\')'
  const program = [socket, javascript.replace(/^import.*$/m, ''), end].join('\n')
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual({
    url: 'wss://relay.test/sub/v1/realtime?model=talk%2Fm',
    options: { headers: { Authorization: 'Bearer YOUR_API_KEY' } },
    sent: events,
  })
})

test('the Python sends the same', () => {
  const sent = [...python.matchAll(/socket\.send\(json\.dumps\((.*)\)\)$/gm)].map(([, event = '']) => JSON.parse(event))
  expect(sent).toEqual(events)
  expect(python).toContain('connect("wss://relay.test/sub/v1/realtime?model=talk%2Fm"')
})
