/// <reference lib="dom" />
// What a page does with OpenAI's library, bundled for a browser: its test calls these functions in the page.
import OpenAI from 'openai'
import { OpenAIRealtimeWebSocket } from 'openai/realtime/websocket'
import type { RealtimeClientEvent, RealtimeServerEvent } from 'openai/resources/realtime/realtime'

export interface Door {
  /** With `/v1`. */
  readonly baseURL: string
  readonly key: string
  readonly model: string
}

export interface Job {
  readonly types: readonly string[]
  /** What the model wrote. */
  readonly text: string
  readonly troubles: readonly string[]
}

const tool = { type: 'function' as const, name: 'look', description: 'Looks', parameters: { type: 'object', properties: {} } }
const say = (item: object) => ({ type: 'conversation.item.create', item }) as RealtimeClientEvent
const answer: RealtimeClientEvent = { type: 'response.create', response: { output_modalities: ['text'] } }

/** Asks something that takes a tool, answers the tool, and reads the end. Resolves too where the socket is refused. */
function doJob({ baseURL, key, model }: Door): Promise<Job> {
  const openai = new OpenAI({ apiKey: key, baseURL, dangerouslyAllowBrowser: true })
  const socket = new OpenAIRealtimeWebSocket({ model, dangerouslyAllowBrowser: true }, openai)
  const types: string[] = []
  const troubles: string[] = []
  let text = ''
  let ends = 0
  return new Promise((resolve) => {
    const end = () => {
      socket.close()
      resolve({ types, text, troubles })
    }
    const take = (event: RealtimeServerEvent) => {
      types.push(event.type)
      if (event.type === 'session.created') {
        socket.send({ type: 'session.update', session: { type: 'realtime', tools: [tool] } })
        socket.send(say({ type: 'message', role: 'user', content: [{ type: 'input_text', text: '#tool' }] }))
        socket.send(answer)
      }
      if (event.type === 'response.function_call_arguments.done')
        socket.send(say({ type: 'function_call_output', call_id: event.call_id, output: 'a lighthouse' }))
      if (event.type === 'response.output_text.delta') text += event.delta
      if (event.type !== 'response.done') return
      ends += 1
      if (ends === 1) socket.send(answer)
      else end()
    }
    socket.on('event', take)
    socket.on('error', (error) => {
      troubles.push(error.message)
      end()
    })
  })
}

/** Does a socket open at this address, with what a page may send along? */
function opens(url: string, protocols: readonly string[]): Promise<boolean> {
  const socket = new WebSocket(url, [...protocols])
  return new Promise((resolve) => {
    socket.onopen = () => resolve(true)
    socket.onerror = () => resolve(false)
  })
}

/** The status of a request with this key; 0: the browser did not let the page read the answer. */
async function asks(url: string, key: string, body?: object): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  return fetch(url, { ...init, headers, credentials: 'omit' }).then(
    ({ status }) => status,
    () => 0,
  )
}

export const page = { doJob, opens, asks }

declare global {
  interface Window {
    page: typeof page
  }
}
window.page = page
