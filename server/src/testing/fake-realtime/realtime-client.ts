// OpenAI's own library against the stand-in, by either of its sockets, with what it has read so far.
import tls from 'node:tls'
import { sdkDeclarations } from '@waystation/wire/testing/sdk/declarations'
import { sdkShapes } from '@waystation/wire/testing/sdk/shapes'
import { type Fault, firstFault } from '@waystation/wire/testing/strict/shape'
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import type {
  RealtimeClientEvent,
  RealtimeServerEvent,
  RealtimeSessionCreateRequest,
  SessionUpdateEvent,
} from 'openai/resources/realtime/realtime'
import { localhostCertificate } from '../network/localhost-certificate.ts'
import type { RealtimeEvent } from './client-events.ts'
import { type FakeRealtime, openFakeRealtime } from './fake-realtime.ts'
import type { FakeSession } from './session.ts'

/** Where the types of the official library say what events of the server hold. */
const files = ['realtime/realtime', 'responses/responses', 'audio/transcriptions', 'shared']
const serverEvent = sdkShapes(sdkDeclarations(files.map((file) => `openai/resources/${file}.d.ts`)), {
  others: 'ignored',
  // What is absent is null at the API.
  optionalMeansNull: true,
  decimals: ['speed', 'threshold', 'strength', 'retention_ratio', 'seconds', 'reset_seconds', 'logprob', 'start', 'end'],
})('RealtimeServerEvent')

/** What the types do not allow of what sessions have sent, each beside its event. */
export const unfit = (sessions: readonly FakeSession[]): (readonly [event: RealtimeEvent, fault: Fault])[] =>
  sessions
    .flatMap(({ sent }) => sent)
    .flatMap((event) => {
      const fault = firstFault(serverEvent, event)
      return fault ? [[event, fault] as const] : []
    })

/** A stand-in over TLS, as the library demands it, with its certificate trusted by this process until it is closed. */
export async function openTrustedRealtime(): Promise<{ readonly fake: FakeRealtime; close(): Promise<void> }> {
  const trusted = tls.getCACertificates('default')
  tls.setDefaultCACertificates([...trusted, localhostCertificate.cert])
  const fake = await openFakeRealtime({ isSecure: true })
  return {
    fake,
    close() {
      tls.setDefaultCACertificates(trusted)
      return fake.close()
    },
  }
}

/** `ws`: by the package of this name. `global`: by the WebSocket of the runtime, as in a browser. */
export const socketKinds = ['ws', 'global'] as const
export type SocketKind = (typeof socketKinds)[number]

type EventOf<Type extends RealtimeServerEvent['type']> = Extract<RealtimeServerEvent, { type: Type }>

export interface RealtimeClient {
  readonly events: readonly RealtimeServerEvent[]
  readonly errors: readonly Error[]
  /** The types of all events so far. */
  types(): string[]
  send(event: RealtimeClientEvent): void
  /** Sends what the types of the library do not allow. */
  sendAny(event: object): void
  /** Adds a text of the user to the conversation. */
  say(text: string): void
  /** Adds to the buffer of sound. */
  append(bytes: Buffer): void
  /** The next event of this type after the one that was waited for last. */
  next<Type extends RealtimeServerEvent['type']>(type: Type): Promise<EventOf<Type>>
  /** The text of all deltas of a type. */
  joined(type: 'response.output_text.delta' | 'response.output_audio_transcript.delta'): string
  /** The code that the socket was closed with. */
  readonly closed: Promise<number>
  close(): void
}

/** A change of the session to answers in text. */
export const texts: RealtimeSessionCreateRequest = { type: 'realtime', output_modalities: ['text'] }
export const textOnly: SessionUpdateEvent = { type: 'session.update', session: texts }

/** Opens a session at this address, whose certificate must be trusted, and reads that it is there. */
export async function openRealtimeClient(kind: SocketKind, url: string, apiKey = 'sk-realtime'): Promise<RealtimeClient> {
  const client = clientOf(kind, url, { model: 'gpt-realtime', apiKey })
  await client.next('session.created')
  return client
}

function clientOf(kind: SocketKind, url: string, { model, apiKey }: { readonly model: string; readonly apiKey: string }): RealtimeClient {
  const openai = new OpenAI({ apiKey, baseURL: `${url}/v1` })
  const events: RealtimeServerEvent[] = []
  const errors: Error[] = []
  let at = 0
  let wake = () => {}
  const socket = kind === 'ws' ? new OpenAIRealtimeWS({ model }, openai) : new OpenAIRealtimeWebSocket({ model }, openai)
  socket.on('event', (event) => {
    events.push(event)
    wake()
  })
  socket.on('error', (error) => errors.push(error))
  const closed = new Promise<number>((resolve) => {
    if (socket instanceof OpenAIRealtimeWS) socket.socket.on('close', (code) => resolve(code))
    else socket.socket.addEventListener('close', ({ code }) => resolve(code))
  })
  return {
    ...{ events, errors, closed },
    types: () => events.map(({ type }) => type),
    send: (event) => socket.send(event),
    // Sound: what it sends is to be refused.
    sendAny: (event) => socket.send(event as RealtimeClientEvent),
    say: (text) =>
      socket.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } }),
    append: (bytes) => socket.send({ type: 'input_audio_buffer.append', audio: bytes.toString('base64') }),
    async next<Type extends RealtimeServerEvent['type']>(type: Type) {
      for (;;) {
        while (at < events.length) {
          const event = events[at++]
          // Sound: its type is compared.
          if (event?.type === type) return event as EventOf<Type>
        }
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
    joined: (type) => events.flatMap((event) => (event.type === type ? [event.delta] : [])).join(''),
    close: () => socket.close(),
  }
}
