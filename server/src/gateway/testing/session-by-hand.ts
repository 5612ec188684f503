// A session of the realtime API without a library, so that a test sees each message, each code, and the answer that refuses it.
import { once } from 'node:events'
import { expect } from 'vitest'
import { WebSocket } from 'ws'

export interface SessionOptions {
  /** Offered subprotocols; where there are some, a key stands in them and not in a header. */
  readonly protocols?: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
}

export type SessionByHand = Awaited<ReturnType<typeof openSessionByHand>>

/** @param url of the session, with the path, at http */
export async function openSessionByHand(url: string, key: string, { protocols = [], headers = {} }: SessionOptions = {}) {
  const bearer = protocols.length > 0 ? {} : { authorization: `Bearer ${key}` }
  const socket = new WebSocket(url.replace('http', 'ws'), [...protocols], { headers: { ...bearer, ...headers } })
  const texts: string[] = []
  const events: Record<string, unknown>[] = []
  socket.on('message', (data) => {
    texts.push(String(data))
    events.push(JSON.parse(String(data)))
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  const refusal = new Promise<{ status: number; body: string }>((resolve) => {
    socket.on('error', () => {})
    socket.on('unexpected-response', (_request, response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
  })
  const opened = once(socket, 'open').then(() => undefined)
  return {
    socket,
    events,
    /** The messages as they came. */
    texts,
    closed,
    /** The answer that refused it; undefined: it is open. */
    refused: await Promise.race([refusal, opened]),
    send: (event: object) => socket.send(JSON.stringify(event)),
    async come(type: string): Promise<Record<string, unknown>> {
      await expect.poll(() => events.some((event) => event.type === type)).toBe(true)
      return events.find((event) => event.type === type) ?? {}
    },
  }
}

/** The messages that ask for a response in text. */
export const asks = (text: string): readonly object[] => [
  { type: 'conversation.item.create', item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] } },
  { type: 'response.create', response: { output_modalities: ['text'] } },
]
