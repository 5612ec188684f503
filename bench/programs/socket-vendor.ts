// A vendor of realtime sessions that says hello and then nothing, or, where a message asks for `"flood":SIZE`, sends deltas of that many bytes
// for as long as they are taken. Told `sent`, it answers with the bytes that it has sent so far.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** No more is sent while so much waits. */
const MAX_QUEUED_BYTES = 64 * 1024
const EVERY_MS = 5
const created = JSON.stringify({ type: 'session.created', event_id: 'event_1', session: { type: 'realtime', id: 'sess_1', tools: [] } })
const flooded = new Map<WebSocket, string>()
let sentBytes = 0

/** Sound where there is room for it, else a word. */
function delta(bytes: number): string {
  const at = { event_id: 'event_2', response_id: 'resp_1', item_id: 'item_1', output_index: 0, content_index: 0 }
  const isSound = bytes > 1000
  const event = { type: isSound ? 'response.output_audio.delta' : 'response.output_text.delta', ...at, delta: '' }
  return JSON.stringify({ ...event, delta: (isSound ? 'AAAA' : ' and').repeat(Math.ceil((bytes - JSON.stringify(event).length) / 4)) })
}

setInterval(() => {
  for (const [socket, message] of flooded)
    while (socket.readyState === socket.OPEN && socket.bufferedAmount < MAX_QUEUED_BYTES) {
      socket.send(message)
      sentBytes += message.length
    }
}, EVERY_MS)

const server = createServer()
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket) => {
  socket.on('error', () => {})
  socket.on('close', () => flooded.delete(socket))
  socket.on('message', (data) => {
    const bytes = /"flood":(\d+)/.exec(String(data))?.[1]
    if (bytes !== undefined) flooded.set(socket, delta(Number(bytes)))
  })
  socket.send(created)
})
server.listen(0, '127.0.0.1', 4096, () => process.send?.({ port: (server.address() as AddressInfo).port }))
process.on('message', (message) => {
  if (message === 'sent') process.send?.({ sentBytes })
})
process.on('disconnect', () => process.exit(0))
