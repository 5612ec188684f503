import type { CodeSample } from '../../../ui/kit.ts'
import type { VoiceSettings } from '../voice/voice-settings.ts'
import { KEY, print } from './print-code.ts'

export interface RealtimeSampleParts extends Pick<VoiceSettings, 'voice' | 'instructions'> {
  /** Scheme, host and base path, without a slash at the end. */
  readonly address: string
  readonly model: string
  /** The user's message. */
  readonly text: string
}

/** A question in a session, as code. By plain sockets, since OpenAI's libraries open none at an address without TLS. */
export function realtimeSamples(parts: RealtimeSampleParts): readonly CodeSample[] {
  const url = print(`${parts.address.replace(/^http/, 'ws')}/v1/realtime?model=${encodeURIComponent(parts.model)}`)
  const events = eventsOf(parts).map(print)
  return [javascript(url, events), python(url, events)]
}

const WORDS = 'response.output_audio_transcript.delta'
const END = 'response.done'

function eventsOf({ voice, instructions, text }: RealtimeSampleParts): readonly object[] {
  const session = {
    type: 'realtime',
    ...(instructions.trim() === '' ? {} : { instructions: instructions.trim() }),
    ...(voice.trim() === '' ? {} : { audio: { output: { voice: voice.trim() } } }),
  }
  const item = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
  return [{ type: 'session.update', session }, { type: 'conversation.item.create', item }, { type: 'response.create' }]
}

function javascript(url: string, events: readonly string[]): CodeSample {
  const code = [
    '// npm install ws',
    "import WebSocket from 'ws'",
    '',
    `const socket = new WebSocket(${url}, { headers: { Authorization: ${print(`Bearer ${KEY}`)} } })`,
    "socket.on('open', () => {",
    ...events.map((event) => `  socket.send(JSON.stringify(${event}))`),
    '})',
    "socket.on('message', (message) => {",
    '  const event = JSON.parse(message)',
    `  if (event.type === ${print(WORDS)}) process.stdout.write(event.delta)`,
    `  if (event.type === ${print(END)}) socket.close()`,
    '})',
  ]
  return { label: 'JavaScript', language: 'javascript', code: code.join('\n') }
}

function python(url: string, events: readonly string[]): CodeSample {
  const code = [
    '# pip install websockets',
    'import json',
    'from websockets.sync.client import connect',
    '',
    `with connect(${url}, additional_headers={"Authorization": ${print(`Bearer ${KEY}`)}}) as socket:`,
    ...events.map((event) => `    socket.send(json.dumps(${event}))`),
    '    for message in socket:',
    '        event = json.loads(message)',
    `        if event["type"] == ${print(WORDS)}:`,
    '            print(event["delta"], end="", flush=True)',
    `        if event["type"] == ${print(END)}:`,
    '            break',
  ]
  return { label: 'Python', language: 'python', code: code.join('\n') }
}
